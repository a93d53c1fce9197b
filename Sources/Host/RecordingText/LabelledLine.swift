// Lines with labels, `mx: 12.5 uT`, and lines with one JSON object.

import JSONText

/// What has been read of a line with labels.
private struct Labels {
  /// The label of the next numbers.
  var label: [UInt8] = []
  /// The text before the axis in the previous label: `Mag` in `Mag X: 1 Y: 2`.
  var family: [UInt8] = []
  /// Words since the last number.
  var words: [UInt8] = []
  var numbersOfLabel = 0
  /// The first number that has no unit yet.
  var unitsFrom = 0

  /// Begins the label with this last word.
  mutating func begin(_ word: ArraySlice<UInt8>) {
    let isAxis = LineCells.isAxis(word)
    if !isAxis {
      family = []
    } else if !words.isEmpty {
      // `Mag X: 1 Y: 2`, `Mag: X: 1 Y: 2`, `Magn: X 0.1, Y 0.2`
      family = words
    } else if numbersOfLabel == 0, LineCells.isSensor(label) {
      family = label
    }
    label = LineCells.joined(isAxis ? family : words, Array(word))
    words.removeAll(keepingCapacity: true)
    numbersOfLabel = 0
  }

  /// The words so far are the label.
  mutating func begin() {
    (label, family, numbersOfLabel) = (words, words, 0)
    words = []
  }

  mutating func add(_ word: ArraySlice<UInt8>) {
    if !words.isEmpty { words.append(UInt8(ascii: " ")) }
    words.append(contentsOf: word)
    label = []
  }
}

extension LineCells {
  /// Splits a line with names, a colon or an equals sign, and numbers: `mx:12.5,my:3`, `Mag X: 1 Y: 2 Z: 3 uT`, `mag =
  /// (1, 2, 3)`.
  mutating func splitLabelled(_ line: [UInt8]) {
    removeAll()
    var labels = Labels()
    var at = 0
    while at < line.count {
      let byte = line[at]
      if isQuote(byte), !labels.label.isEmpty, at + 1 < line.count, isNumberStart(line, at + 1) {
        // `mx="12.5"`
        at += 1
      } else if isNumberStart(line, at) {
        at = addNumber(line, at, &labels)
      } else if isLetter(byte), at > 0, isDigit(line[at - 1]) {
        // A unit may directly follow its number. Other letters there are parts of a date: 2026-01-02T10:00:00.
        if !addUnit(line, at, &at, &labels) {
          while at < line.count, !isBlank(line[at]), line[at] != UInt8(ascii: ","), line[at] != UInt8(ascii: ";") {
            at += 1
          }
        }
      } else if isLetter(byte) || isQuote(byte) {
        at = addWord(line, at, &labels)
      } else {
        at += 1
        if endsLabel(byte, line, at), !labels.words.isEmpty { labels.begin() }
      }
    }
  }

  /// Adds the number that begins here. What looks like one and is none, such as `1.2.3`, is examined once.
  /// - Returns: the place after it.
  private mutating func addNumber(_ line: [UInt8], _ at: Int, _ labels: inout Labels) -> Int {
    let (end, isNumber) = numberEnd(line, at)
    guard isNumber else { return end }
    if !labels.label.isEmpty {
      addNumber(labels.label, labels.numbersOfLabel, TextCell(at, end))
      labels.numbersOfLabel += 1
    }
    labels.words.removeAll(keepingCapacity: true)
    return end
  }

  /// Gives the unit that begins at `start` to the numbers without one; `false` if there are none, or no unit begins here.
  private mutating func addUnit(_ line: [UInt8], _ start: Int, _ at: inout Int, _ labels: inout Labels) -> Bool {
    guard labels.unitsFrom < cells.count, labels.words.isEmpty, let unit = unitEnd(line, start, &at) else {
      return false
    }
    for i in labels.unitsFrom..<cells.count { units[i] = TextCell(unit.start, unit.end) }
    labels.unitsFrom = cells.count
    labels.label = []
    return true
  }

  /// Adds the word that begins here: the end of a label, a unit, or a word before a label.
  /// - Returns: the place after it, and after the mark of a label.
  private mutating func addWord(_ line: [UInt8], _ start: Int, _ labels: inout Labels) -> Int {
    var at = start
    while at < line.count, isWordByte(line, at) { at += 1 }
    var (a, b) = (start, at)
    while a < b, isQuote(line[a]) { a += 1 }
    while b > a, isQuote(line[b - 1]) { b -= 1 }
    if a == b { at = max(at, start + 1) }
    let next = skip(line, at)
    // `2024-03-01T10:15` has no label.
    let isInNumber = start > 0 && isDigit(line[start - 1])
    let hasMark =
      next < line.count && (line[next] == UInt8(ascii: "=") || (line[next] == UInt8(ascii: ":") && !isInNumber))
    if hasMark || (Self.isAxis(line[a..<b]) && next < line.count && isNumberStart(line, next)) {
      labels.begin(line[a..<b])
      return hasMark ? next + 1 : next
    }
    if !addUnit(line, a, &at, &labels) { labels.add(line[a..<b]) }
    return at
  }

  /// Whether a bracket before `at` ends a label: `mx (uT): 12.5`, `Mag (uT) [ 12.5, 3, -4 ]`.
  private func endsLabel(_ byte: UInt8, _ line: [UInt8], _ at: Int) -> Bool {
    if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
      let next = skip(line, at)
      return next < line.count && isNumberStart(line, next)
    }
    return (byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]")) && at < line.count
      && (line[at] == UInt8(ascii: ":") || line[at] == UInt8(ascii: "="))
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
    let letter = count < 3 ? UInt8(ascii: "x") + UInt8(count) : UInt8(ascii: "4") + UInt8(min(5, count - 3))
    add(name: label + [UInt8(ascii: " "), letter], cell)
  }

  fileprivate static func joined(_ words: [UInt8], _ word: [UInt8]) -> [UInt8] {
    words.isEmpty ? word : words + [UInt8(ascii: " ")] + word
  }

  /// Whether a label names a sensor, so that axes after it belong to that sensor.
  fileprivate static func isSensor(_ label: [UInt8]) -> Bool {
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
          || (byte | 32 == UInt8(ascii: "e") && end + 1 < line.count
            && (isDigit(line[end + 1]) || line[end + 1] == UInt8(ascii: "-") || line[end + 1] == UInt8(ascii: "+")))
      else { break }
      end += 1
    }
    return (end, DecimalNumber.parse(line, start, end, mark: hasComma ? UInt8(ascii: ",") : UInt8(ascii: ".")) != nil)
  }

  private func isWordByte(_ line: [UInt8], _ at: Int) -> Bool {
    let byte = line[at]
    return isLetter(byte) || isDigit(byte) || isQuote(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
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
    var scanner = JSONScanner(line, from: at)
    guard let part = scanner.next(), read(part, &scanner, []) else { return false }
    at = skip(line, scanner.at)
    while at < line.count, line[at] == UInt8(ascii: ",") || line[at] == UInt8(ascii: "]") { at = skip(line, at + 1) }
    return at == line.count && !cells.isEmpty
  }

  private func skip(_ line: [UInt8], _ start: Int) -> Int {
    var at = start
    while at < line.count, isBlank(line[at]) { at += 1 }
    return at
  }

  /// Adds the strings and words of the value that begins with a part. Returns whether it is whole.
  private mutating func read(_ part: JSONScanner.Part, _ scanner: inout JSONScanner, _ name: [UInt8]) -> Bool {
    switch part {
    case .object:
      while let next = scanner.next() {
        guard case .name(let range) = next else { return next == .end }
        let member = LineCells.member(scanner.text[range], of: name)
        guard let first = scanner.next(), read(first, &scanner, member) else { return false }
      }
    case .list:
      var index = 0
      while let next = scanner.next() {
        if next == .end { return true }
        let last = UInt8(ascii: "0") + UInt8(index % 10)
        let number: [UInt8] = index < 10 ? [last] : [UInt8(ascii: "0") + UInt8(index / 10 % 10), last]
        guard read(next, &scanner, name + [UInt8(ascii: "[")] + number + [UInt8(ascii: "]")]) else { return false }
        index += 1
      }
    case .string(let range), .word(let range):
      add(name: name, TextCell(range.lowerBound, range.upperBound))
      return true
    case .name, .end: break
    }
    return false
  }
}
