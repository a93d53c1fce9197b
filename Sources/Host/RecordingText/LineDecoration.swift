// Removes what monitors and logging systems add to a line: time stamps, levels, tags, colours, brackets.

enum LineDecoration {
  /// Removes the colours and the prefix of a line. Returns whether there were any.
  static func strip(_ line: inout [UInt8]) -> Bool {
    var isDecorated = stripEscapes(&line)
    let start = prefix(of: line)
    if start > 0 {
      line.removeFirst(start)
      isDecorated = true
    }
    return isDecorated
  }

  /// Replaces the space between a time and the first cell of a row by a separator: `10:15:12.000 1,2,3`.
  /// - Returns: whether there was one.
  static func separateStamp(_ line: inout [UInt8]) -> Bool {
    let start = skipBlanks(line, 0)
    guard start < line.count, isDigit(line[start]),
      let mark = line.first(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") })
    else {
      return false
    }
    var end = start
    var (hasColon, blank) = (false, -1)
    while end < line.count, end - start < 40 {
      let byte = line[end]
      if byte == UInt8(ascii: ":") { hasColon = true }
      if isBlank(byte) {
        guard hasColon else {
          // Between the day and the time of day.
          end += 1
          continue
        }
        blank = end
        break
      }
      guard
        isDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "T") || byte == UInt8(ascii: "Z")
      else {
        return false
      }
      end += 1
    }
    guard blank > 0, ClockTime.parse(line, start, blank) != nil else { return false }
    var next = skipBlanks(line, blank)
    // A zone belongs to a time that has a date: `2026-01-02 10:15:12.000 +0100,1,2,3`.
    if next < line.count, isLetter(line[next]) || !ClockTime.isWithoutDate(line, start, blank),
      let end = ClockTime.endOfZone(line, next)
    {
      blank = end
      next = skipBlanks(line, end)
      guard end < line.count, isBlank(line[end]) else { return false }
    }
    guard next < line.count, isDigit(line[next]) || line[next] == UInt8(ascii: "-") || line[next] == UInt8(ascii: "+")
    else { return false }
    line[blank] = line.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : mark
    return true
  }

  /// Replaces brackets and parentheses by spaces: `((1, 2), (3, 4))`, `[1 2 3]`.
  static func blankBrackets(_ line: inout [UInt8]) {
    for i in line.indices where isBracket(line[i]) { line[i] = UInt8(ascii: " ") }
  }

  static func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }

  /// Removes escape sequences of a terminal: ESC [ parameters, and a letter.
  private static func stripEscapes(_ line: inout [UInt8]) -> Bool {
    var hasOne = false
    for byte in line where byte == UInt8(ascii: "\u{1b}") { hasOne = true }
    guard hasOne else { return false }
    var kept: [UInt8] = []
    kept.reserveCapacity(line.count)
    var at = 0
    while at < line.count {
      guard line[at] == UInt8(ascii: "\u{1b}") else {
        kept.append(line[at])
        at += 1
        continue
      }
      at += 1
      guard at < line.count, line[at] == UInt8(ascii: "[") else { continue }
      at += 1
      while at < line.count, !(64...126).contains(line[at]) { at += 1 }
      at += 1
    }
    line = kept
    return true
  }

  /// The place where the text after the prefixes begins.
  private static func prefix(of line: [UInt8]) -> Int {
    var start = skipBlanks(line, 0)
    var found = 0
    while start < line.count {
      // `time - INFO - `
      if found > 0, line[start] == UInt8(ascii: "-"), start + 1 < line.count, isBlank(line[start + 1]) {
        found = skipBlanks(line, start + 1)
        start = found
        continue
      }
      guard let next = item(line, start) else { break }
      found = skipBlanks(line, next)
      start = found
    }
    return found < line.count ? found : 0
  }

  /// The end of one prefix that begins here.
  private static func item(_ line: [UInt8], _ start: Int) -> Int? {
    if let end = bracketed(line, start) { return end }
    if let end = stamp(line, start) { return end }
    return level(line, start)
  }

  /// `[00:00:01.234,567]`, `[2026-01-02 10:00:00]`, `[12345]`, `[INFO]`, each with text after it. `[1, 2, 3]` is not a
  /// prefix.
  private static func bracketed(_ line: [UInt8], _ start: Int) -> Int? {
    guard line[start] == UInt8(ascii: "[") else { return nil }
    var end = start + 1
    var (hasColon, hasLetter, separators) = (false, false, 0)
    while end < line.count, line[end] != UInt8(ascii: "]") {
      guard line[end] != UInt8(ascii: "["), line[end] != UInt8(ascii: "(") else { return nil }
      if line[end] == UInt8(ascii: ":") { hasColon = true }
      if isLetter(line[end]) { hasLetter = true }
      if line[end] == UInt8(ascii: ",") || line[end] == UInt8(ascii: ";") { separators += 1 }
      end += 1
    }
    guard end + 1 < line.count else { return nil }
    let inner = trimmed(line, start + 1, end)
    let isNumber = DecimalNumber.parse(line, inner.start, inner.end) != nil
    guard hasColon || isNumber || (hasLetter && separators == 0 && end - start <= 16) else { return nil }
    let rest = skipBlanks(line, end + 1)
    // A row of bracketed numbers, `[1] [2] [3]`, has no other text.
    guard rest < line.count, !(isNumber && line[rest] == UInt8(ascii: "[")), line[end + 1] != UInt8(ascii: ","),
      line[end + 1] != UInt8(ascii: ";")
    else {
      return nil
    }
    return line[rest] == UInt8(ascii: "-") && rest + 1 < line.count && line[rest + 1] == UInt8(ascii: ">")
      ? rest + 2 : end + 1
  }

  /// `09:15:00.000 -> `, `2026-01-02 10:00:00.123 > `.
  private static func stamp(_ line: [UInt8], _ start: Int) -> Int? {
    guard isDigit(line[start]) else { return nil }
    var end = start
    var hasColon = false
    while end < line.count, end - start < 40 {
      let byte = line[end]
      if byte == UInt8(ascii: ":") { hasColon = true }
      // A word after the time is a level, such as `INFO`. The next item reads it.
      if hasColon, isLetter(byte), byte != UInt8(ascii: "T"), line[end - 1] == UInt8(ascii: " "),
        level(line, end) != nil
      {
        var last = end
        while last > start, line[last - 1] == UInt8(ascii: " ") || line[last - 1] == UInt8(ascii: "-") { last -= 1 }
        return ClockTime.parse(line, start, last) == nil ? nil : end
      }
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "|")
        || (byte == UInt8(ascii: "-") && end + 1 < line.count && line[end + 1] == UInt8(ascii: ">"))
      {
        break
      }
      guard
        isDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ")
          || byte == UInt8(ascii: "T")
      else { return nil }
      end += 1
    }
    guard end < line.count else { return nil }
    let time = trimmed(line, start, end)
    // From a monitor that counts seconds: `12.340 > 1 2 3`.
    let isCount = line[end] != UInt8(ascii: "|") && DecimalNumber.parse(line, time.start, time.end) != nil
    guard isCount || (hasColon && ClockTime.parse(line, time.start, time.end) != nil) else { return nil }
    if line[end] == UInt8(ascii: "-") { return end + 2 }
    return line[end] == UInt8(ascii: ">") || line[end] == UInt8(ascii: "|") ? end + 1 : nil
  }

  /// `I (1234) tag: ` from ESP-IDF, `<inf> app: ` from Zephyr, `INFO:root:` from Python, `INFO `.
  private static func level(_ line: [UInt8], _ start: Int) -> Int? {
    let byte = line[start]
    if byte == UInt8(ascii: "E") || byte == UInt8(ascii: "W") || byte == UInt8(ascii: "I") || byte == UInt8(ascii: "D")
      || byte == UInt8(ascii: "V"), begins(line, at: start + 1, " (")
    {
      var end = start + 3
      while end < line.count, isDigit(line[end]) || line[end] == UInt8(ascii: ":") || line[end] == UInt8(ascii: ".") {
        end += 1
      }
      guard end > start + 3, end < line.count, line[end] == UInt8(ascii: ")") else { return nil }
      return tag(line, skipBlanks(line, end + 1)) ?? end + 1
    }
    if byte == UInt8(ascii: "<") {
      var end = start + 1
      while end < line.count, isLetter(line[end]) || isDigit(line[end]) { end += 1 }
      guard end - start >= 3, end < line.count, line[end] == UInt8(ascii: ">") else { return nil }
      return tag(line, skipBlanks(line, end + 1)) ?? end + 1
    }
    var end = start
    while end < line.count, isLetter(line[end]) { end += 1 }
    guard isOne(lowered(Array(line[start..<end])), of: "info debug warning warn error trace verbose log"),
      end < line.count
    else { return nil }
    if line[end] == UInt8(ascii: ":") {
      // A name belongs to the level only if no space is between them.
      return end + 1 < line.count && !isBlank(line[end + 1]) ? tag(line, end + 1) ?? end + 1 : end + 1
    }
    return isBlank(line[end]) ? end : nil
  }

  /// The end of `word: `.
  private static func tag(_ line: [UInt8], _ start: Int) -> Int? {
    var end = start
    while end < line.count,
      isLetter(line[end]) || isDigit(line[end]) || line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: "-")
    { end += 1 }
    guard end > start, end < line.count, line[end] == UInt8(ascii: ":") else { return nil }
    return end + 1
  }

  private static func skipBlanks(_ line: [UInt8], _ start: Int) -> Int {
    var at = start
    while at < line.count, isBlank(line[at]) { at += 1 }
    return at
  }
}
