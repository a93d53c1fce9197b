// JSON that a person may have written: every value keeps its kind, so that true is not 1 and "3" is not 3.
import TerminalInterface

/// A JSON value as it is in a file.
package enum FileValue: Equatable, Sendable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([FileValue])
  case object([String: FileValue])

  package init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let truth): self = .truth(truth)
    case .integer(let number): self = .number(Double(number))
    case .unsigned(let number): self = .number(Double(number))
    case .double(let number), .fixed(let number, _), .significant(let number, _): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let values): self = .list(values.map { FileValue($0) })
    case .object(let fields): self = .object(Self.fields(fields))
    }
  }

  /// The fields of a JSON object; nil if the data is not one, or nests deeper than `ForeignJSON.deepest`.
  package static func fields(_ data: some Collection<UInt8>) -> [String: FileValue]? {
    guard case .object(let fields)? = ForeignJSON.value(data) else { return nil }
    return Self.fields(fields)
  }

  private static func fields(_ object: JSONObject) -> [String: FileValue] {
    Dictionary(uniqueKeysWithValues: object.keys.map { ($0, FileValue(object[$0] ?? .null)) })
  }

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The value as a number, if it is one.
  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// Whether it agrees with `other`. In objects it may have fewer fields than `other`.
  package func agrees(with other: FileValue) -> Bool {
    guard case .object(let mine) = self, case .object(let theirs) = other else { return self == other }
    return mine.allSatisfy { name, value in theirs[name].map { value.agrees(with: $0) } ?? true }
  }
}

/// The fields of an object, read by name and kind. A field that is missing or null is ignored. A field of another kind
/// or out of range is an error.
package struct FileFields {
  /// What is wrong with a field, as text that follows “is no calibration: ”.
  package struct Complaint: Error {
    package var text: String

    package init(text: String) {
      self.text = text
    }
  }

  /// The values by their names.
  package var values: [String: FileValue]
  /// The text before a field's name in messages.
  package var prefix = ""
  /// The names of fields in the file, where they differ from the requested names.
  package var names: [String: String] = [:]

  package init(values: [String: FileValue], prefix: String = "", names: [String: String] = [:]) {
    (self.values, self.prefix, self.names) = (values, prefix, names)
  }

  /// The error for a value that is not `wanted`.
  package func complaint(_ name: String, _ wanted: String) -> Complaint {
    Complaint(text: "“\(names[name] ?? prefix + name)” must be \(wanted)")
  }

  private subscript(name: String) -> FileValue? {
    guard let value = values[name], value != .null else { return nil }
    return value
  }

  /// - Parameter wanted: the range in words, for a message.
  package func number(
    _ name: String, _ range: ClosedRange<Double>, isWhole: Bool = false, _ wanted: String
  ) throws(Complaint) -> Double? {
    guard let value = self[name] else { return nil }
    guard let number = value.number, range.contains(number), !isWhole || number == number.rounded() else {
      throw complaint(name, wanted)
    }
    return number
  }

  /// The text of this name; `nil` without one.
  package func text(_ name: String, _ wanted: String) throws(Complaint) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.text else { throw complaint(name, wanted) }
    return text
  }

  /// The true or false of this name; `nil` without one.
  package func truth(_ name: String) throws(Complaint) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .truth(let truth) = value else { throw complaint(name, "true or false") }
    return truth
  }

  /// The fields of the object of this name; `nil` without one.
  package func object(_ name: String) throws(Complaint) -> FileFields? {
    guard let value = self[name] else { return nil }
    guard case .object(let fields) = value else { throw complaint(name, "an object or null") }
    var inner = FileFields(values: fields, prefix: (names[name] ?? prefix + name) + ".")
    for (known, shown) in names where known.hasPrefix(name + ".") {
      inner.names[String(known.dropFirst(name.count + 1))] = shown
    }
    return inner
  }

  /// Three numbers, each within ±limit.
  package func vector(_ name: String, limit: Double, _ wanted: String) throws(Complaint) -> [Double]? {
    guard let value = self[name] else { return nil }
    guard let numbers = Self.three(value, limit: limit) else { throw complaint(name, wanted) }
    return numbers
  }

  /// The same for a required field.
  package func requiredVector(_ name: String, limit: Double, _ wanted: String) throws(Complaint) -> [Double] {
    guard let numbers = try vector(name, limit: limit, wanted) else { throw complaint(name, wanted) }
    return numbers
  }

  /// Three rows of three numbers, each within ±limit.
  package func matrix(_ name: String, limit: Double) throws(Complaint) -> [[Double]]? {
    let wanted = "three rows of three numbers within ±\(Digits.fixed(limit, 0))"
    guard let value = self[name] else { return nil }
    guard case .list(let rows) = value, case let read = rows.compactMap({ Self.three($0, limit: limit) }),
      rows.count == 3, read.count == 3
    else { throw complaint(name, wanted) }
    return read
  }

  private static func three(_ value: FileValue, limit: Double) -> [Double]? {
    guard case .list(let values) = value, values.count == 3, case let numbers = values.compactMap(\.number),
      numbers.count == 3, numbers.allSatisfy({ abs($0) <= limit })
    else { return nil }
    return numbers
  }
}
