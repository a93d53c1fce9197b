// A JSON object that keeps its fields in the order in which they were set.

/// Named values in order.
package struct JSONObject: Equatable, Sendable {
  package private(set) var keys: [String] = []
  private var values: [String: JSONValue] = [:]

  package init() {}

  /// If a name comes twice, the later value replaces the earlier one in its place.
  package init(_ fields: [(String, JSONValue)]) {
    for (key, value) in fields { self[key] = value }
  }

  /// The value of a field. Setting a new field appends it; setting nil removes the field.
  package subscript(key: String) -> JSONValue? {
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

  /// Sets all fields of `other` here, in their order.
  package mutating func append(_ other: JSONObject) {
    for key in other.keys { self[key] = other[key] }
  }

  /// The object on one line, without the newline.
  package var line: String {
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
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
