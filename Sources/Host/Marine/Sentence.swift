// NMEA 0183 sentences: parses and writes a line.
//
// IEC 61162-1 / NMEA 0183: "$", talker (2), formatter (3), fields separated by commas, "*" and the exclusive or of all
// characters between "$" and "*" as two hexadecimal digits, carriage return and line feed; at most 82 characters.

/// A sentence with a correct checksum.
package struct Sentence: Equatable, Sendable {
  /// The sender, such as "GP" or "HC"; "P" for proprietary sentences.
  package var talker: String
  /// The kind of sentence, such as "RMC"; for proprietary sentences everything after the "P".
  package var formatter: String
  /// The fields after the address, including empty ones.
  package var fields: [String]

  package init(talker: String, formatter: String, fields: [String]) {
    (self.talker, self.formatter, self.fields) = (talker, formatter, fields)
  }

  /// Why a line is not a sentence.
  package enum Fault: Error, Equatable, Sendable {
    /// It has no "$" (or "!", with which encapsulated sentences begin).
    case noStart
    /// No "*" with two hexadecimal digits follows the start.
    case noChecksum
    /// The line has the checksum `found`, but its characters give `computed`.
    case checksum(found: UInt8, computed: UInt8)
    /// It has a character outside 0x20…0x7E, or no address.
    case malformed
  }

  /// Parses a line. The sentence is the text from "$" to "*" with two hexadecimal digits; text before and after it is
  /// ignored, because logs add times and names. If the line has several sentences, the last one with a correct checksum
  /// counts.
  /// - Parameter line: with or without its line end.
  package init(line: some Sequence<UInt8>) throws(Fault) {
    let bytes = Array(line)
    var fault: Fault?
    for start in bytes.indices.reversed() where Self.starts.contains(bytes[start]) {
      do throws(Fault) {
        try self.init(from: bytes[start...])
        return
      } catch {
        // If no checksum is correct, the last sentence with a checksum gives the best error message.
        if fault == nil || fault == .noChecksum { fault = error }
      }
    }
    throw fault ?? .noStart
  }

  private static let starts: [UInt8] = [UInt8(ascii: "$"), UInt8(ascii: "!")]

  /// Parses bytes that begin with the start of a sentence.
  private init(from bytes: ArraySlice<UInt8>) throws(Fault) {
    var end: (star: Int, sum: UInt8)?
    for star in bytes.indices.dropLast(2) where bytes[star] == UInt8(ascii: "*") && end == nil {
      if let high = Self.digit(bytes[star + 1]), let low = Self.digit(bytes[star + 2]) { end = (star, high << 4 | low) }
    }
    guard let end else { throw .noChecksum }
    let body = bytes[(bytes.startIndex + 1)..<end.star]
    let computed = body.reduce(0, ^)
    guard computed == end.sum else { throw .checksum(found: end.sum, computed: computed) }
    guard body.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .malformed }
    let parts = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    let address = parts[0]
    if address.hasPrefix("P"), address.count >= 2 {
      (talker, formatter) = ("P", String(address.dropFirst()))
    } else if address.count == 5 {
      (talker, formatter) = (String(address.prefix(2)), String(address.suffix(3)))
    } else {
      throw .malformed
    }
    fields = Array(parts.dropFirst())
  }

  /// The sentence as a line, with checksum and line end.
  package var line: String {
    let body = ([talker + formatter] + fields).joined(separator: ",")
    let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
  }

  /// A field; `nil` if it does not exist or is empty.
  package func text(_ index: Int) -> String? {
    fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
  }

  /// A field as a finite number.
  package func number(_ index: Int) -> Double? {
    guard let text = text(index), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// A field as a whole number; also `nil` outside the range.
  package func integer(_ index: Int, in range: ClosedRange<Int>) -> Int? {
    number(index).flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x37
    case 0x61...0x66: character - 0x57
    default: nil
    }
  }
}
