// Reads JSON from other sources: files, pages, gpsd. No other file of the program decodes JSON.
//
// It reads each byte once. The time of Foundation's decoder grows with the product of depth and width: for 9 KB it took
// 4 s. So the depth is checked before the decoder gets a text.
import Foundation

/// JSON from another program.
package enum ForeignJSON {
  /// The largest nesting depth of objects and lists. The deepest JSON of this program, the results of a fit, has five
  /// levels.
  package static let deepest = 8

  /// Decodes a value of a type.
  /// - Throws: `TooDeep`, or Foundation's error for a text that is not JSON or does not fit the type.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: some Collection<UInt8>) throws -> Value {
    guard isShallow(text) else { throw TooDeep() }
    return try JSONDecoder().decode(type, from: Data(text))
  }

  /// A text that nests more objects and lists than `deepest`.
  package struct TooDeep: Error, CustomStringConvertible {
    package var description: String { "it nests JSON deeper than \(deepest) levels" }
  }

  static func isShallow(_ text: some Collection<UInt8>) -> Bool {
    var (depth, isInString, isEscaped) = (0, false, false)
    for byte in text {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > deepest { return false }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return true
  }

  /// The value of a whole text (RFC 8259); `nil` if it is not JSON, or deeper than `deepest`. If a name comes twice,
  /// the last value is used. Every number is a `double`.
  package static func value(_ text: some Collection<UInt8>) -> JSONValue? {
    let bytes = Array(text)
    return bytes.withUnsafeBufferPointer { buffer in
      var reader = Reader(bytes: buffer)
      // A literal `nil` would be interpreted as the null of JSON.
      guard let value = reader.value(depth: 0) else { return .none }
      reader.skipBlanks()
      return reader.at == buffer.count ? value : .none
    }
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var at = 0

    mutating func skipBlanks() {
      while at < bytes.count, bytes[at] == 32 || bytes[at] == 10 || bytes[at] == 13 || bytes[at] == 9 { at += 1 }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
      skipBlanks()
      guard at < bytes.count, bytes[at] == byte else { return false }
      at += 1
      return true
    }

    private mutating func consume(_ word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      guard at + count <= bytes.count, memcmp(bytes.baseAddress! + at, word.utf8Start, count) == 0 else { return false }
      at += count
      return true
    }

    mutating func value(depth: Int) -> JSONValue? {
      skipBlanks()
      guard at < bytes.count else { return nil }
      switch bytes[at] {
      case UInt8(ascii: "{"): return depth < deepest ? object(depth) : .none
      case UInt8(ascii: "["): return depth < deepest ? list(depth) : .none
      case UInt8(ascii: "\""): return string().map { .string($0) }
      case UInt8(ascii: "t"): return consume("true") ? .bool(true) : .none
      case UInt8(ascii: "f"): return consume("false") ? .bool(false) : .none
      case UInt8(ascii: "n"): return consume("null") ? .null : .none
      default: return number()
      }
    }

    private mutating func list(_ depth: Int) -> JSONValue? {
      at += 1
      var values: [JSONValue] = []
      if consume(UInt8(ascii: "]")) { return .array(values) }
      while let value = value(depth: depth + 1) {
        values.append(value)
        if consume(UInt8(ascii: "]")) { return .array(values) }
        guard consume(UInt8(ascii: ",")) else { return nil }
      }
      return nil
    }

    private mutating func object(_ depth: Int) -> JSONValue? {
      at += 1
      var fields = JSONObject()
      if consume(UInt8(ascii: "}")) { return .object(fields) }
      while true {
        skipBlanks()
        guard let name = string(), consume(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
        fields[name] = value
        if consume(UInt8(ascii: "}")) { return .object(fields) }
        guard consume(UInt8(ascii: ",")) else { return nil }
      }
    }

    private mutating func number() -> JSONValue? {
      let start = at
      func isDigit(_ at: Int) -> Bool { at < bytes.count && bytes[at] >= 48 && bytes[at] <= 57 }
      func isAt(_ characters: UInt8...) -> Bool { at < bytes.count && characters.contains(bytes[at]) }
      if isAt(UInt8(ascii: "-")) { at += 1 }
      guard isDigit(at) else { return nil }
      let leadsWithZero = bytes[at] == 48
      at += 1
      while isDigit(at) {
        if leadsWithZero { return nil }
        at += 1
      }
      if isAt(UInt8(ascii: ".")) {
        at += 1
        guard isDigit(at) else { return nil }
        while isDigit(at) { at += 1 }
      }
      if isAt(UInt8(ascii: "e"), UInt8(ascii: "E")) {
        at += 1
        if isAt(UInt8(ascii: "+"), UInt8(ascii: "-")) { at += 1 }
        guard isDigit(at) else { return nil }
        while isDigit(at) { at += 1 }
      }
      // A number with more characters than this is refused.
      guard at - start <= 400, let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)), value.isFinite
      else { return nil }
      return .double(value)
    }

    /// A string in quotes; `nil` if it is not a string, or not UTF-8.
    private mutating func string() -> String? {
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
      at += 1
      var text: [UInt8] = []
      while at < bytes.count {
        let byte = bytes[at]
        at += 1
        switch byte {
        case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
        case UInt8(ascii: "\\"):
          guard let scalar = escaped() else { return nil }
          text.append(contentsOf: UTF8.encode(scalar)!)
        case 0..<32: return nil
        default: text.append(byte)
        }
      }
      return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
      guard at < bytes.count else { return nil }
      at += 1
      switch bytes[at - 1] {
      case UInt8(ascii: "\""): return "\""
      case UInt8(ascii: "\\"): return "\\"
      case UInt8(ascii: "/"): return "/"
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{c}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"):
        guard let first = unit() else { return nil }
        guard first >> 10 == 0x36 else { return Unicode.Scalar(first) }
        // A character beyond U+FFFF consists of two of them.
        guard consume("\\u"), let second = unit(), second >> 10 == 0x37 else { return nil }
        return Unicode.Scalar(0x1_0000 + (first & 0x3ff) << 10 + second & 0x3ff)
      default: return nil
      }
    }

    private mutating func unit() -> UInt32? {
      guard at + 4 <= bytes.count, let value = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16),
        bytes[at] != UInt8(ascii: "+"), bytes[at] != UInt8(ascii: "-")
      else { return nil }
      at += 4
      return value
    }
  }
}
