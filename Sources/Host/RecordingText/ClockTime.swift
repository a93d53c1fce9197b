// Reads dates and times of day from a cell.

/// Parses dates and times of day: ISO 8601, and the forms that spreadsheets and programs write.
public enum ClockTime {
  /// Seconds since 1970 for a date, with or without a time, or since midnight for a time alone; `nil` for anything else.
  ///
  /// Dates: `2026-01-02`, `2026/01/02`, `20260102T`, `02.01.2026`, `1/2/2026` (month first, unless that is no month),
  /// `02-Jan-2026`. Times: `10:15:00.250`, `1:02:03 PM`, `12:34.567` for minutes and seconds; then `Z`, `UTC`, `+02:00`.
  public static func parse(_ text: [UInt8], _ start: Int, _ end: Int) -> Double? {
    guard end - start >= 6, end <= text.count, isDigit(text[start]) else { return nil }
    if let seconds = minutes(text, start, end) { return seconds }
    guard end - start >= 7 else { return nil }
    var clock = Clock(text: text, at: start, end: end)
    let days = clock.date()
    if days != nil {
      if clock.isAtEnd { return Double(days ?? 0) * 86_400 }
      guard clock.take(UInt8(ascii: "T"), UInt8(ascii: " "), UInt8(ascii: "t")) else { return nil }
      clock.skipBlanks()
    }
    guard let time = clock.timeOfDay(isCompact: days != nil && clock.isCompact), let offset = clock.offset() else {
      return nil
    }
    return Double(days ?? 0) * 86_400 + time - Double(offset)
  }

  /// Whether a time of day stands alone here, without a date: the next midnight begins it again.
  public static func isWithoutDate(_ text: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var clock = Clock(text: text, at: start, end: end)
    return clock.date() == nil
  }

  /// The end of a zone that begins here behind a time and a space: `+0100`, `UTC`, `PM`; `nil` if none does.
  static func endOfZone(_ text: [UInt8], _ start: Int) -> Int? {
    var end = start
    while end < text.count, !isBlank(text[end]), text[end] != UInt8(ascii: ","), text[end] != UInt8(ascii: ";"),
      end - start <= 6
    { end += 1 }
    let zone = lowered(Array(text[start..<end]))
    if isOne(zone, of: "z utc gmt am pm") { return end }
    guard zone.count >= 5, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-") else { return nil }
    var clock = Clock(text: text, at: start, end: end)
    return clock.offset() == nil ? nil : end
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
}

/// The bytes of a date and a time, read from left to right.
private struct Clock {
  let text: [UInt8]
  var at: Int
  let end: Int
  /// Whether the date has no marks: `20260102`. The time then has none either.
  private(set) var isCompact = false

  init(text: [UInt8], at: Int, end: Int) { (self.text, self.at, self.end) = (text, at, end) }

  var isAtEnd: Bool { at >= end }

  mutating func skipBlanks() { while at < end, isBlank(text[at]) { at += 1 } }

  /// The number with exactly so many digits; `nil` if there is none.
  private mutating func number(_ digits: Int) -> Int? {
    guard at + digits <= end else { return nil }
    var value = 0
    for _ in 0..<digits {
      guard isDigit(text[at]) else { return nil }
      value = value * 10 + Int(text[at] &- UInt8(ascii: "0"))
      at += 1
    }
    return value
  }

  /// A number of one or two digits.
  private mutating func short() -> Int? { number(at + 1 < end && isDigit(text[at + 1]) ? 2 : 1) }

  /// Whether one of the marks is here; it is passed.
  mutating func take(_ mark: UInt8, _ second: UInt8? = nil, _ third: UInt8? = nil) -> Bool {
    guard at < end, text[at] == mark || text[at] == second || text[at] == third else { return false }
    at += 1
    return true
  }

  /// Days since 1970, if a date begins here; otherwise nothing is passed.
  mutating func date() -> Int? {
    let start = at
    for form in 0..<3 {
      at = start
      let found = form == 0 ? yearFirst() : form == 1 ? yearLast() : compact()
      if let found { return found }
    }
    (at, isCompact) = (start, false)
    return nil
  }

  /// `2026-01-02`, `2026/01/02`, `2026.01.02`.
  private mutating func yearFirst() -> Int? {
    guard let year = number(4), let mark = mark(), let month = number(2), take(mark), let day = number(2) else {
      return nil
    }
    return days(year, month, day)
  }

  /// `02.01.2026`, `1/2/2026`, `02-Jan-2026`.
  private mutating func yearLast() -> Int? {
    guard let first = short(), let mark = mark() else { return nil }
    if at < end, isLetter(text[at]) {
      guard let month = monthName(), take(mark), let year = number(4) else { return nil }
      return days(year, month, first)
    }
    guard let second = short(), take(mark), let year = number(4) else { return nil }
    // A point is the custom of languages that write the day first.
    let isDayFirst = mark == UInt8(ascii: ".") || first > 12
    return isDayFirst ? days(year, second, first) : days(year, first, second)
  }

  /// `20260102` before a `T`.
  private mutating func compact() -> Int? {
    guard let year = number(4), let month = number(2), let day = number(2), at < end, text[at] | 32 == UInt8(ascii: "t")
    else { return nil }
    isCompact = true
    return days(year, month, day)
  }

  private mutating func mark() -> UInt8? {
    guard at < end else { return nil }
    let mark = text[at]
    return take(UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")) ? mark : nil
  }

  private mutating func monthName() -> Int? {
    guard at + 3 <= end else { return nil }
    let word = lowered(Array(text[at..<(at + 3)]))
    let names: StaticString = "janfebmaraprmayjunjulaugsepoctnovdec"
    for month in 0..<12 where (0..<3).allSatisfy({ names.utf8Start[month * 3 + $0] == word[$0] }) {
      at += 3
      return month + 1
    }
    return nil
  }

  /// Seconds since midnight of `1:02:03`, `10:15:00.250`, `1:02:03 PM`, and of `101500` behind a date without marks.
  mutating func timeOfDay(isCompact: Bool) -> Double? {
    let colon = UInt8(ascii: ":")
    let hasOneDigit = at + 1 < end && text[at + 1] == colon
    guard var hours = number(hasOneDigit ? 1 : 2), hours < 25, isCompact || take(colon), let minutes = number(2),
      minutes < 60, isCompact || take(colon), let seconds = number(2), seconds < 61
    else { return nil }
    var fraction = 0.0
    // A comma or a colon before the milliseconds is also common.
    if take(UInt8(ascii: "."), UInt8(ascii: ","), colon) {
      guard !isAtEnd, isDigit(text[at]) else { return nil }
      var weight = 0.1
      while let digit = number(1) {
        fraction += Double(digit) * weight
        weight /= 10
      }
    }
    skipBlanks()
    if at + 2 <= end, text[at + 1] | 32 == UInt8(ascii: "m"), hours <= 12 {
      let half = text[at] | 32
      if half == UInt8(ascii: "a") || half == UInt8(ascii: "p") {
        hours = hours % 12 + (half == UInt8(ascii: "p") ? 12 : 0)
        at += 2
        skipBlanks()
      }
    }
    return Double(hours * 3600 + minutes * 60 + seconds) + fraction
  }

  /// Seconds by which a clock is ahead of UTC: nothing, `Z`, `UTC`, `+02:00`, `-0530`, `+01`.
  mutating func offset() -> Int? {
    if isAtEnd { return 0 }
    if isOne(lowered(Array(text[at..<end])), of: "z utc gmt") {
      at = end
      return 0
    }
    let isBehind = take(UInt8(ascii: "-"))
    guard isBehind || take(UInt8(ascii: "+")), let hours = number(2) else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = take(UInt8(ascii: ":"))
      guard let more = number(2), isAtEnd else { return nil }
      minutes = more
    }
    return (isBehind ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// Days from 1970-01-01 in the Gregorian calendar; `nil` if there is no such month or day.
  private func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
