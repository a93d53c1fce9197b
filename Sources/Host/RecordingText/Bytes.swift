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

/// Parses dates and times of day: ISO 8601, and the forms that spreadsheets write.
public enum ClockTime {
  /// Bytes of a cell, read from left to right.
  private struct Digits {
    let text: [UInt8]
    var at: Int
    let end: Int

    var isAtEnd: Bool { at == end }

    /// The number with exactly so many digits; `nil` if there is none.
    mutating func number(_ digits: Int) -> Int? {
      guard at + digits <= end else { return nil }
      var value = 0
      for _ in 0..<digits {
        guard isDigit(text[at]) else { return nil }
        value = value * 10 + Int(text[at] &- UInt8(ascii: "0"))
        at += 1
      }
      return value
    }

    /// Whether one of the marks is here; it is passed.
    mutating func take(_ mark: UInt8, _ second: UInt8? = nil, _ third: UInt8? = nil) -> Bool {
      guard at < end, text[at] == mark || text[at] == second || text[at] == third else { return false }
      at += 1
      return true
    }
  }

  /// Seconds since 1970 for a date with a time, or since midnight for a time alone; `nil` for anything else.
  public static func parse(_ text: [UInt8], _ start: Int, _ end: Int) -> Double? {
    guard end - start >= 6, isDigit(text[start]) else { return nil }
    if let seconds = minutes(text, start, end) { return seconds }
    guard end - start >= 7 else { return nil }
    var digits = Digits(text: text, at: start, end: end)
    var days = 0
    if end - start >= 10, text[start + 4] == UInt8(ascii: "-") || text[start + 4] == UInt8(ascii: "/") {
      guard let date = date(&digits) else { return nil }
      days = date
      if digits.isAtEnd { return Double(days) * 86_400 }
      guard digits.take(UInt8(ascii: "T"), UInt8(ascii: " "), UInt8(ascii: "t")) else { return nil }
    }
    guard let time = timeOfDay(&digits, onDay: days), let offset = offset(&digits) else { return nil }
    return time - Double(offset)
  }

  /// Days since 1970 of `2026-01-02`, `2026/01/02`.
  private static func date(_ digits: inout Digits) -> Int? {
    guard let year = digits.number(4) else { return nil }
    let mark = digits.text[digits.at]
    digits.at += 1
    guard let month = digits.number(2), (1...12).contains(month), digits.take(mark), let day = digits.number(2),
      (1...31).contains(day)
    else { return nil }
    return days(year, month, day)
  }

  /// Seconds of `1:02:03`, `10:15:00.250` since the beginning of day 0.
  private static func timeOfDay(_ digits: inout Digits, onDay days: Int) -> Double? {
    let colon = UInt8(ascii: ":")
    let hasOneDigit = digits.at + 1 < digits.end && digits.text[digits.at + 1] == colon
    guard let hours = digits.number(hasOneDigit ? 1 : 2), hours < 25, digits.take(colon),
      let minutes = digits.number(2), minutes < 60, digits.take(colon), let seconds = digits.number(2), seconds < 61
    else { return nil }
    var total = Double(days) * 86_400 + Double(hours * 3600 + minutes * 60 + seconds)
    // A comma or a colon before the milliseconds is also common.
    if digits.take(UInt8(ascii: "."), UInt8(ascii: ","), colon) {
      guard !digits.isAtEnd, isDigit(digits.text[digits.at]) else { return nil }
      var weight = 0.1
      while let digit = digits.number(1) {
        total += Double(digit) * weight
        weight /= 10
      }
    }
    return total
  }

  /// Seconds by which a clock is ahead of UTC: nothing, `Z`, `+02:00`, `-0530`, `+01`.
  private static func offset(_ digits: inout Digits) -> Int? {
    if digits.isAtEnd { return 0 }
    if digits.take(UInt8(ascii: "Z"), UInt8(ascii: "z")) { return digits.isAtEnd ? 0 : nil }
    let isBehind = digits.take(UInt8(ascii: "-"))
    guard isBehind || digits.take(UInt8(ascii: "+")), let hours = digits.number(2) else { return nil }
    var minutes = 0
    if !digits.isAtEnd {
      _ = digits.take(UInt8(ascii: ":"))
      guard let more = digits.number(2), digits.isAtEnd else { return nil }
      minutes = more
    }
    return (isBehind ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// Minutes, seconds and a fraction: `12:34.567`.
  private static func minutes(_ text: [UInt8], _ start: Int, _ end: Int) -> Double? {
    var at = start
    var whole = 0.0
    while at < end, isDigit(text[at]), at - start < 4 {
      whole = whole * 10 + Double(text[at] &- UInt8(ascii: "0"))
      at += 1
    }
    guard at > start, at + 3 < end, text[at] == UInt8(ascii: ":"), isDigit(text[at + 1]), isDigit(text[at + 2]),
      text[at + 3] == UInt8(ascii: ".") || text[at + 3] == UInt8(ascii: ",")
    else { return nil }
    guard let seconds = DecimalNumber.parse(text, at + 1, end, mark: text[at + 3]), seconds < 60 else { return nil }
    return whole * 60 + seconds
  }

  /// Days from 1970-01-01 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
