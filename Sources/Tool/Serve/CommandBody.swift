// The JSON object in a command of a page.
import Foundation
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// The fields of a command.
struct CommandBody: Sendable {
  private let fields: [String: FileValue]

  /// - Parameter bytes: a JSON object; no bytes mean an object without fields.
  init(_ bytes: [UInt8]) throws(UsageError) {
    if bytes.isEmpty {
      fields = [:]
      return
    }
    guard let fields = FileValue.fields(bytes) else {
      throw UsageError("The command holds no JSON object of \(ForeignJSON.deepest) levels at most.")
    }
    self.fields = fields
  }

  /// The fields of this command.
  var names: [String] { fields.keys.sorted() }

  /// Refuses unknown fields, which would otherwise be ignored silently.
  func allow(_ known: [String]) throws(UsageError) {
    if let other = names.first(where: { !known.contains($0) }) {
      throw UsageError("“\(shown(other))” is nothing for this command; it takes \(known.joined(separator: ", ")).")
    }
  }

  /// Whether the field is there and not null.
  func has(_ name: String) -> Bool { fields[name].map { $0 != .null } ?? false }

  /// A finite number within the range; `nil` if it is absent or null.
  func number(_ name: String, _ range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard has(name), let value = fields[name] else { return nil }
    guard let number = value.number, range.contains(number) else {
      throw UsageError("“\(name)” must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  func truth(_ name: String) throws(UsageError) -> Bool? {
    guard has(name), let value = fields[name] else { return nil }
    guard case .truth(let truth) = value else { throw UsageError("“\(name)” must be true or false.") }
    return truth
  }

  func text(_ name: String) throws(UsageError) -> String? {
    guard has(name), let value = fields[name] else { return nil }
    guard let text = value.text, text.count <= 200 else { throw UsageError("“\(name)” must be a short text.") }
    return text
  }
}
