// Small functions for bytes of text.

/// Whether the byte is a space or a tab.
@inline(__always) func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
@inline(__always) func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }
/// Whether the byte is a letter, an underscore, or part of a character beyond ASCII.
@inline(__always) func isLetter(_ byte: UInt8) -> Bool {
  (byte | 32) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
}
@inline(__always) func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
@inline(__always) func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

/// Whether the bytes from `start` on are this text.
func begins(_ bytes: [UInt8], at start: Int, _ word: StaticString) -> Bool {
  let count = word.utf8CodeUnitCount
  guard start >= 0, bytes.count - start >= count else { return false }
  for i in 0..<count where bytes[start + i] != word.utf8Start[i] { return false }
  return true
}

/// Whether `word` is one of the words in a list that are separated by spaces.
func isOne(_ word: [UInt8], of list: StaticString) -> Bool {
  guard !word.isEmpty else { return false }
  let (text, count) = (list.utf8Start, list.utf8CodeUnitCount)
  var start = 0
  while start < count {
    var end = start
    while end < count, text[end] != UInt8(ascii: " ") { end += 1 }
    if end - start == word.count {
      var isSame = true
      for i in 0..<word.count where text[start + i] != word[i] {
        isSame = false
        break
      }
      if isSame { return true }
    }
    start = end + 1
  }
  return false
}

/// The bytes with ASCII letters in lower case.
func lowered(_ bytes: [UInt8]) -> [UInt8] {
  var result = bytes
  for i in result.indices where result[i] &- UInt8(ascii: "A") < 26 { result[i] |= 32 }
  return result
}

/// The first byte of a line that is not a space; `nil` if there is none, for example after brackets were removed.
func firstByte(of line: [UInt8]) -> UInt8? {
  let start = trimmed(line, 0, line.count).start
  return start < line.count ? line[start] : nil
}

/// The range without spaces at both ends.
func trimmed(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (start: Int, end: Int) {
  var (a, b) = (start, end)
  while a < b, isBlank(bytes[a]) { a += 1 }
  while b > a, isBlank(bytes[b - 1]) { b -= 1 }
  return (a, b)
}

/// Sentences of NMEA 0183, which receivers, plotters and compasses send. They are no rows: they have places, times and
/// headings, and no samples of a magnetometer.
public enum NMEASentence {
  /// Whether a sentence begins in the line, perhaps after a time or a tag of a logger.
  public static func isIn(_ line: [UInt8]) -> Bool {
    // `$` or `!`, two letters of the talker, three of the kind, and a comma.
    for start in line.indices.prefix(64) where line[start] == UInt8(ascii: "$") || line[start] == UInt8(ascii: "!") {
      guard line.count > start + 6, line[start + 6] == UInt8(ascii: ",") else { continue }
      let address = line[(start + 1)..<(start + 6)]
      let isAddress = address.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      if isAddress, isOne(Array(address.suffix(3)), of: kinds) { return true }
    }
    return false
  }

  /// Kinds of sentences from the tables of NMEA 0183 and IEC 61162-1, as gpsd and OpenCPN read them.
  private static var kinds: StaticString {
    "AAM ALM APB BOD BWC BWR DBK DBS DBT DPT DTM GBS GGA GLL GNS GRS GSA GST GSV GTD HDG HDM HDT HSC HVD HVM MDA MTW MWD MWV OSD RMA RMB RMC ROT RPM RSA RSD RTE THS TLL TTM TXT VBW VDM VDO VDR VHW VLW VPW VTG VWR VWT WCV WPL XDR XTE XTR ZDA ZTG"
  }
}

/// The kind of content of a cell.
enum CellKind {
  case number
  /// A date or a time of day.
  case time
  /// Empty, or a word for a missing number: nan, null.
  case missing
  case text

  init(_ text: [UInt8], _ start: Int, _ end: Int) {
    if start >= end {
      self = .missing
    } else if DecimalNumber.parse(text, start, end, mark: UInt8(ascii: ".")) != nil
      || DecimalNumber.parse(text, start, end, mark: UInt8(ascii: ",")) != nil
    {
      self = .number
    } else if ClockTime.parse(text, start, end) != nil {
      self = .time
    } else if end - start <= 9,
      isOne(lowered(Array(text[start..<end])), of: "nan -nan +nan inf -inf +inf null none n/a na - -- infinity")
    {
      self = .missing
    } else {
      self = .text
    }
  }
}
