// JSON with a fixed order of keys and a fixed number of digits, one object per line. Foundation's encoder guarantees
// neither, and a comparison of two runs needs both.
import Foundation

/// Any JSON value.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  /// Written as Swift writes it: with the fewest digits that read back as the same value. `null` if not finite.
  case double(Double)
  /// Written with exactly this many decimals. `null` if not finite.
  case fixed(Double, decimals: Int)
  /// Written with at most this many significant digits. `null` if not finite.
  case significant(Double, digits: Int)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// Any integer of up to 64 bits.
  package static func integer(_ value: some BinaryInteger) -> JSONValue {
    Int64(exactly: value).map { .integer($0) } ?? .unsigned(UInt64(value))
  }

  /// A value or `null`.
  package static func optional<Value>(_ value: Value?, _ wrap: (Value) -> JSONValue) -> JSONValue {
    value.map(wrap) ?? .null
  }

  /// The value as JSON text on one line.
  package var text: String {
    var output = ""
    write(to: &output)
    return output
  }

  func write(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += String(value)
    case .unsigned(let value): output += String(value)
    case .double(let value): output += value.isFinite ? "\(value)" : "null"
    case .fixed(let value, let decimals): output += value.isFinite ? Digits.fixed(value, decimals) : "null"
    case .significant(let value, let digits): output += value.isFinite ? Digits.significant(value, digits) : "null"
    case .string(let value): Self.write(value, to: &output)
    case .array(let values):
      output += "["
      for (index, value) in values.enumerated() {
        if index > 0 { output += "," }
        value.write(to: &output)
      }
      output += "]"
    case .object(let object): object.write(to: &output)
    }
  }

  /// Writes a string with quotes, escaped as RFC 8259, section 7 requires, and also so that it cannot command a
  /// terminal.
  static func write(_ string: String, to output: inout String) {
    output += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where scalar.isPlain: output.unicodeScalars.append(scalar)
      default:
        // A terminal may show the line. With the escapes, a reader still gets the same text.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    output += "\""
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
