// Lines with labels, `mx: 12.5 uT`, and lines with one JSON object.

extension LineCells {
  /// Splits a line with names, a colon or an equals sign, and numbers: `mx:12.5,my:3`, `Mag X: 1 Y: 2 Z: 3 uT`, `mag =
  /// (1, 2, 3)`.
  mutating func splitLabelled(_ line: [UInt8]) {
    removeAll()
    var at = 0
    /// The label of the next numbers.
    var label: [UInt8] = []
    /// The text before the axis in the previous label: `Mag` in `Mag X: 1 Y: 2`.
    var family: [UInt8] = []
    /// Words since the last number.
    var words: [UInt8] = []
    var numbersOfLabel = 0
    var unitsFrom = 0
    while at < line.count {
      let byte = line[at]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), !label.isEmpty, at + 1 < line.count,
        isNumberStart(line, at + 1)
      {
        // `mx="12.5"`
        at += 1
      } else if isNumberStart(line, at) {
        let (end, isNumber) = numberEnd(line, at)
        if isNumber {
          if !label.isEmpty {
            addNumber(label, numbersOfLabel, TextCell(at, end))
            numbersOfLabel += 1
          }
          words.removeAll(keepingCapacity: true)
        }
        // What looks like a number and is none, such as `1.2.3`, is examined once.
        at = end
      } else if isLetter(byte), at > 0, isDigit(line[at - 1]) {
        // A unit may directly follow its number. Other letters there are parts of a date: 2026-01-02T10:00:00.
        if unitsFrom < cells.count, words.isEmpty, let unit = unitEnd(line, at, &at) {
          for i in unitsFrom..<cells.count { units[i] = TextCell(unit.start, unit.end) }
          unitsFrom = cells.count
          label = []
        } else {
          while at < line.count, !isBlank(line[at]), line[at] != UInt8(ascii: ","), line[at] != UInt8(ascii: ";") {
            at += 1
          }
        }
      } else if isLetter(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let start = at
        while at < line.count, isWordByte(line, at) { at += 1 }
        var (a, b) = (start, at)
        while a < b, line[a] == UInt8(ascii: "\"") || line[a] == UInt8(ascii: "'") { a += 1 }
        while b > a, line[b - 1] == UInt8(ascii: "\"") || line[b - 1] == UInt8(ascii: "'") { b -= 1 }
        if a == b { at = max(at, start + 1) }
        var next = at
        while next < line.count, isBlank(line[next]) { next += 1 }
        // `2024-03-01T10:15` has no label.
        let isInNumber = start > 0 && isDigit(line[start - 1])
        let hasMark =
          next < line.count && (line[next] == UInt8(ascii: "=") || (line[next] == UInt8(ascii: ":") && !isInNumber))
        let isAxis = Self.isAxis(line[a..<b])
        if hasMark || (isAxis && next < line.count && isNumberStart(line, next)) {
          if isAxis {
            // `Mag X: 1 Y: 2`, `Mag: X: 1 Y: 2`, `Magn: X 0.1, Y 0.2`
            if !words.isEmpty {
              family = words
            } else if numbersOfLabel == 0, Self.isSensor(label) {
              family = label
            }
          } else {
            family = []
          }
          label = Self.joined(isAxis ? family : words, Array(line[a..<b]))
          words.removeAll(keepingCapacity: true)
          numbersOfLabel = 0
          at = hasMark ? next + 1 : next
        } else if unitsFrom < cells.count, words.isEmpty, let unit = unitEnd(line, a, &at) {
          for i in unitsFrom..<cells.count { units[i] = TextCell(unit.start, unit.end) }
          unitsFrom = cells.count
          label = []
        } else {
          if !words.isEmpty { words.append(UInt8(ascii: " ")) }
          words.append(contentsOf: line[a..<b])
          label = []
        }
      } else {
        at += 1
        // `mx (uT): 12.5`
        var isLabel =
          (byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]")) && at < line.count
          && (line[at] == UInt8(ascii: ":") || line[at] == UInt8(ascii: "="))
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
          // `Mag (uT) [ 12.5, 3, -4 ]`
          var next = at
          while next < line.count, isBlank(line[next]) { next += 1 }
          isLabel = next < line.count && isNumberStart(line, next)
        }
        if isLabel, !words.isEmpty {
          (label, family, numbersOfLabel) = (words, words, 0)
          words = []
        }
      }
    }
  }

  /// The largest number of numbers after one label. Those after the ninth share a name and cannot be chosen.
  private static var mostNumbers: Int { 64 }

  /// Adds a number after a label. If there are several, the first three are x, y and z.
  private mutating func addNumber(_ label: [UInt8], _ count: Int, _ cell: TextCell) {
    guard count < Self.mostNumbers else { return }
    if count == 0 {
      add(name: label, cell)
      return
    }
    if count == 1, let last = nameEnds.last, last == names.count, name(nameEnds.count - 1).elementsEqual(label) {
      names.append(contentsOf: [UInt8(ascii: " "), UInt8(ascii: "x")])
      nameEnds[nameEnds.count - 1] = names.count
    }
    let axis: [UInt8] = count < 3 ? [32, UInt8(120 + count)] : [32, 52 + UInt8(min(5, count - 3))]
    add(name: label + axis, cell)
  }

  private static func joined(_ words: [UInt8], _ word: [UInt8]) -> [UInt8] {
    words.isEmpty ? word : words + [UInt8(ascii: " ")] + word
  }

  /// Whether a label names a sensor, so that axes after it belong to that sensor.
  private static func isSensor(_ label: [UInt8]) -> Bool {
    !label.isEmpty && ColumnName(label).quantity.map { $0 != .time } ?? false
  }

  static func isAxis(_ word: ArraySlice<UInt8>) -> Bool {
    word.first.map { word.count == 1 && ($0 | 32) &- UInt8(ascii: "x") < 3 } ?? false
  }

  private func isNumberStart(_ line: [UInt8], _ at: Int) -> Bool {
    let byte = line[at]
    if isDigit(byte) { return true }
    guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "."), at + 1 < line.count
    else { return false }
    return isDigit(line[at + 1]) || (line[at + 1] == UInt8(ascii: ".") && at + 2 < line.count && isDigit(line[at + 2]))
  }

  /// The place after the longest text of the characters of a number, with a point or a comma inside, and whether it is
  /// one.
  private func numberEnd(_ line: [UInt8], _ start: Int) -> (end: Int, isNumber: Bool) {
    var end = start + 1
    var hasComma = false
    while end < line.count {
      let byte = line[end]
      if hasDecimalComma, !hasComma, byte == UInt8(ascii: ","), end + 1 < line.count, isDigit(line[end + 1]) {
        hasComma = true
        end += 1
        continue
      }
      let isExponentSign =
        (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && line[end - 1] | 32 == UInt8(ascii: "e")
      guard
        isDigit(byte) || byte == UInt8(ascii: ".") || isExponentSign
          || (byte | 32 == 101 && end + 1 < line.count
            && (isDigit(line[end + 1]) || line[end + 1] == UInt8(ascii: "-") || line[end + 1] == UInt8(ascii: "+")))
      else { break }
      end += 1
    }
    return (end, DecimalNumber.parse(line, start, end, mark: hasComma ? UInt8(ascii: ",") : UInt8(ascii: ".")) != nil)
  }

  private func isWordByte(_ line: [UInt8], _ at: Int) -> Bool {
    let byte = line[at]
    if isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    {
      return true
    }
    return byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }

  /// The end of a unit that begins here, with its divisor: `uT`, `m/s^2`.
  private func unitEnd(_ line: [UInt8], _ start: Int, _ at: inout Int) -> (start: Int, end: Int)? {
    var end = start
    while end < line.count, !isBlank(line[end]), line[end] != UInt8(ascii: ","), line[end] != UInt8(ascii: ";"),
      line[end] != UInt8(ascii: ")"), line[end] != UInt8(ascii: "]"),
      line[end] != UInt8(ascii: "|")
    {
      end += 1
      guard end - start <= TextUnit.longest else { return nil }
    }
    guard TextUnit(Array(line[start..<end])) != nil else { return nil }
    at = max(at, end)
    return (start, end)
  }

  // MARK: - JSON

  /// Splits the members of an object that is alone in the line. Members of nested objects have names with points.
  /// - Returns: false if it is not such an object.
  mutating func splitJSON(_ line: [UInt8]) -> Bool {
    removeAll()
    var at = skip(line, 0)
    // The elements of a list may be on a line each.
    if at < line.count, line[at] == UInt8(ascii: "[") || line[at] == UInt8(ascii: ",") { at = skip(line, at + 1) }
    guard at < line.count, line[at] == UInt8(ascii: "{") else { return false }
    guard let end = object(line, at, [], depth: 0) else { return false }
    at = skip(line, end)
    while at < line.count, line[at] == UInt8(ascii: ",") || line[at] == UInt8(ascii: "]") { at = skip(line, at + 1) }
    return at == line.count && !cells.isEmpty
  }

  private func skip(_ line: [UInt8], _ start: Int) -> Int {
    var at = start
    while at < line.count, isBlank(line[at]) { at += 1 }
    return at
  }

  private mutating func object(_ line: [UInt8], _ start: Int, _ prefix: [UInt8], depth: Int) -> Int? {
    guard depth < JSONText.deepest else { return nil }
    var at = skip(line, start + 1)
    if at < line.count, line[at] == UInt8(ascii: "}") { return at + 1 }
    while at < line.count, line[at] == UInt8(ascii: "\"") {
      guard let close = JSONText.closingQuote(line, at) else { return nil }
      let name = LineCells.member(line[(at + 1)..<close], of: prefix)
      at = skip(line, close + 1)
      guard at < line.count, line[at] == UInt8(ascii: ":") else { return nil }
      at = skip(line, at + 1)
      guard let end = value(line, at, name, depth: depth) else { return nil }
      at = skip(line, end)
      guard at < line.count else { return nil }
      if line[at] == UInt8(ascii: "}") { return at + 1 }
      guard line[at] == UInt8(ascii: ",") else { return nil }
      at = skip(line, at + 1)
    }
    return nil
  }

  private mutating func value(_ line: [UInt8], _ start: Int, _ name: [UInt8], depth: Int) -> Int? {
    guard start < line.count else { return nil }
    switch line[start] {
    case UInt8(ascii: "{"): return object(line, start, name, depth: depth + 1)
    case UInt8(ascii: "\""):
      guard let close = JSONText.closingQuote(line, start) else { return nil }
      add(name: name, TextCell(start + 1, close))
      return close + 1
    case UInt8(ascii: "["):
      guard depth < JSONText.deepest else { return nil }
      var at = skip(line, start + 1)
      var index = 0
      if at < line.count, line[at] == UInt8(ascii: "]") { return at + 1 }
      while at < line.count {
        let last = UInt8(ascii: "0") + UInt8(index % 10)
        let number: [UInt8] = index < 10 ? [last] : [UInt8(ascii: "0") + UInt8(index / 10 % 10), last]
        guard let end = value(line, at, name + [UInt8(ascii: "[")] + number + [UInt8(ascii: "]")], depth: depth + 1)
        else { return nil }
        at = skip(line, end)
        guard at < line.count else { return nil }
        if line[at] == UInt8(ascii: "]") { return at + 1 }
        guard line[at] == UInt8(ascii: ",") else { return nil }
        at = skip(line, at + 1)
        index += 1
      }
      return nil
    default:
      var end = start
      while end < line.count, line[end] != UInt8(ascii: ","), line[end] != UInt8(ascii: "}"),
        line[end] != UInt8(ascii: "]"), !isBlank(line[end])
      { end += 1 }
      guard end > start else { return nil }
      add(name: name, TextCell(start, end))
      return end
    }
  }
}
