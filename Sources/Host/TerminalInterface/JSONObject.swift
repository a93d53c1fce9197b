// A JSON object that keeps its fields in the order in which they were set.

/// Named values in order.
public struct JSONObject: Equatable, Sendable {
  public private(set) var keys: [String] = []
  private var values: [String: JSONValue] = [:]

  public init() {}

  /// A later field of the same name replaces the value and keeps the place.
  public init(_ fields: [(String, JSONValue)]) {
    for (key, value) in fields { self[key] = value }
  }

  /// The value of a field. Setting one that is new appends it; setting nil removes it.
  public subscript(key: String) -> JSONValue? {
    get { values[key] }
    set {
      if newValue == nil {
        keys.removeAll { $0 == key }
      } else if values[key] == nil {
        keys.append(key)
      }
      values[key] = newValue
    }
  }

  /// All fields of `other` set here, in its order.
  public mutating func append(_ other: JSONObject) {
    for key in other.keys { self[key] = other[key] }
  }

  /// The object on one line, without the newline.
  public var line: String {
    var output = ""
    write(to: &output)
    return output
  }

  func write(to output: inout String) {
    output += "{"
    for (index, key) in keys.enumerated() {
      if index > 0 { output += "," }
      JSONValue.write(key, to: &output)
      output += ":"
      values[key, default: .null].write(to: &output)
    }
    output += "}"
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
