// Reads JSON from other sources: files, pages, gpsd. No other file of the program decodes JSON.
//
// It reads each byte once. The time of Foundation's decoder grows with the product of depth and width: for 9 KB it took
// 4 s. So the depth is checked before the decoder gets a text.
import Foundation
import JSONText

/// JSON from another program.
package enum ForeignJSON {
  /// The largest depth of objects and lists.
  package static let deepest = JSONScanner.deepest

  /// Decodes a value of a type.
  /// - Throws: `TooDeep` or `NotWhole`, or Foundation's error for a text that is not JSON or does not fit the type.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: some Collection<UInt8>) throws -> Value {
    var scanner = JSONScanner(Array(text))
    while scanner.next() != nil {}
    if scanner.isTooDeep { throw TooDeep() }
    guard scanner.isWhole, scanner.isAtEnd else { throw NotWhole() }
    return try JSONDecoder().decode(type, from: Data(scanner.text))
  }

  /// A text that nests more objects and lists than `deepest`.
  package struct TooDeep: Error, CustomStringConvertible {
    package var description: String { "it nests JSON deeper than \(deepest) levels" }
  }

  /// A text that is not one JSON value.
  package struct NotWhole: Error, CustomStringConvertible {
    package var description: String { "it is no JSON, or ends in the middle" }
  }

  /// The value of a whole text (RFC 8259); `nil` if it is not JSON, or deeper than `deepest`. If a name comes twice,
  /// the last value is used. Every number is a `double`.
  package static func value(_ text: some Collection<UInt8>) -> JSONValue? {
    var reader = Reader(scanner: JSONScanner(Array(text)))
    // A literal `nil` would be interpreted as the null of JSON.
    guard let first = reader.scanner.next(), let value = reader.value(first), reader.scanner.isAtEnd else {
      return .none
    }
    return value
  }

  private struct Reader {
    var scanner: JSONScanner

    mutating func value(_ part: JSONScanner.Part) -> JSONValue? {
      switch part {
      case .object: return object()
      case .list: return list()
      case .string(let range): return string(range).map { .string($0) }
      case .word(let range): return word(scanner.text[range])
      case .name, .end: return .none
      }
    }

    private mutating func list() -> JSONValue? {
      var values: [JSONValue] = []
      while let part = scanner.next() {
        if part == .end { return .array(values) }
        guard let value = value(part) else { return .none }
        values.append(value)
      }
      return .none
    }

    private mutating func object() -> JSONValue? {
      var fields = JSONObject()
      while let part = scanner.next() {
        guard case .name(let range) = part else { return .object(fields) }
        guard let name = string(range), let first = scanner.next(), let value = value(first) else { return .none }
        fields[name] = value
      }
      return .none
    }

    /// A number, or one of three words.
    private func word(_ text: ArraySlice<UInt8>) -> JSONValue? {
      if text.elementsEqual("true".utf8) { return .bool(true) }
      if text.elementsEqual("false".utf8) { return .bool(false) }
      if text.elementsEqual("null".utf8) { return .null }
      // A number with more characters than this is refused.
      guard text.count <= 400, Self.isNumber(text), let value = Double(String(decoding: text, as: UTF8.self)),
        value.isFinite
      else { return .none }
      return .double(value)
    }

    /// Whether a text has the form of a number: a sign, digits without a leading zero, a fraction, an exponent.
    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
      var rest = text
      func skip(_ characters: String) -> Bool {
        guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
        rest = rest.dropFirst()
        return true
      }
      func digits() -> Bool {
        let count = rest.prefix { $0 >= 48 && $0 <= 57 }.count
        rest = rest.dropFirst(count)
        return count > 0
      }
      _ = skip("-")
      if !skip("0"), !digits() { return false }
      if skip("."), !digits() { return false }
      if skip("eE") {
        _ = skip("+-")
        if !digits() { return false }
      }
      return rest.isEmpty
    }

    /// The text of a string or a name; `nil` if it has a control character or a wrong escape, or is not UTF-8.
    private func string(_ range: Range<Int>) -> String? {
      var (text, rest) = ([UInt8](), scanner.text[range])
      while let byte = rest.popFirst() {
        if byte < 32 { return nil }
        guard byte == UInt8(ascii: "\\") else {
          text.append(byte)
          continue
        }
        guard let scalar = Self.escaped(&rest) else { return nil }
        text.append(contentsOf: UTF8.encode(scalar)!)
      }
      return String(validating: text, as: UTF8.self)
    }

    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
      switch rest.popFirst() {
      case UInt8(ascii: "\""): return "\""
      case UInt8(ascii: "\\"): return "\\"
      case UInt8(ascii: "/"): return "/"
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{c}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"):
        guard let first = unit(&rest) else { return nil }
        guard first >> 10 == 0x36 else { return Unicode.Scalar(first) }
        // A character beyond U+FFFF consists of two of them.
        guard rest.starts(with: "\\u".utf8) else { return nil }
        rest = rest.dropFirst(2)
        guard let second = unit(&rest), second >> 10 == 0x37 else { return nil }
        return Unicode.Scalar(0x1_0000 + (first & 0x3ff) << 10 + second & 0x3ff)
      default: return nil
      }
    }

    private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
      let digits = rest.prefix(4)
      guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      rest = rest.dropFirst(4)
      return value
    }
  }
}
