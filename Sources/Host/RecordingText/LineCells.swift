// Splits a line into its cells: separated, labelled, as a JSON object, or in the form of MotionCal.

/// The place of a cell's text in its line.
public struct TextCell: Equatable, Sendable {
  public var start: Int
  public var end: Int
  /// Whether it was in quotes. Two quotes in it then mean one.
  public var isQuoted: Bool

  init(_ start: Int, _ end: Int, isQuoted: Bool = false) {
    (self.start, self.end, self.isQuoted) = (start, end, isQuoted)
  }
}

/// The cells of one line, with their names and units.
struct LineCells {
  var cells: [TextCell] = []
  /// The names, one after the other, if the line has names; `nameEnds` has the end of each.
  var names: [UInt8] = []
  var nameEnds: [Int] = []
  /// The units of labelled numbers, as places in the line.
  var units: [TextCell] = []
  /// Whether labelled numbers have decimal commas.
  var hasDecimalComma = false

  mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    nameEnds.removeAll(keepingCapacity: true)
    units.removeAll(keepingCapacity: true)
  }

  func name(_ index: Int) -> ArraySlice<UInt8> { names[(index == 0 ? 0 : nameEnds[index - 1])..<nameEnds[index]] }

  /// The largest number of bytes of a name. The rest is cut off: many members may share one long name.
  static var longestName: Int { 400 }

  /// The name of a member of an object that has a name, with a point between them.
  static func member(_ name: ArraySlice<UInt8>, of object: [UInt8]) -> [UInt8] {
    let name = name.prefix(longestName)
    return object.isEmpty ? Array(name) : (object + [UInt8(ascii: ".")] + name).prefix(longestName).map { $0 }
  }

  mutating func add(name: [UInt8], _ cell: TextCell) {
    names.append(contentsOf: name.prefix(Self.longestName))
    nameEnds.append(names.count)
    cells.append(cell)
    units.append(TextCell(0, 0))
  }

  // MARK: - Separated

  /// - Parameter separator: a comma, a semicolon, a tab or another mark. 32 means spaces and tabs, and several of them
  ///   count as one.
  mutating func split(_ line: [UInt8], by separator: UInt8) {
    removeAll()
    line.withUnsafeBufferPointer { text in
      separator == UInt8(ascii: " ") ? splitBlanks(text) : splitMarks(text, separator)
    }
  }

  @inline(__always)
  private mutating func splitMarks(_ line: UnsafeBufferPointer<UInt8>, _ separator: UInt8) {
    let count = line.count
    var at = 0
    while true {
      while at < count,
        line[at] == UInt8(ascii: " ") || (line[at] == UInt8(ascii: "\t") && separator != UInt8(ascii: "\t"))
      { at += 1 }
      if at < count, line[at] == UInt8(ascii: "\""), let end = closingQuote(line, at) {
        var after = end + 1
        while after < count,
          line[after] == UInt8(ascii: " ") || (line[after] == UInt8(ascii: "\t") && separator != UInt8(ascii: "\t"))
        { after += 1 }
        if after == count || line[after] == separator {
          cells.append(TextCell(at + 1, end, isQuoted: true))
          guard after < count else { return }
          at = after + 1
          continue
        }
      }
      let start = at
      while at < count, line[at] != separator { at += 1 }
      var end = at
      while end > start,
        line[end - 1] == UInt8(ascii: " ") || (line[end - 1] == UInt8(ascii: "\t") && separator != UInt8(ascii: "\t"))
      { end -= 1 }
      cells.append(TextCell(start, end))
      guard at < count else { return }
      at += 1
    }
  }

  private mutating func splitBlanks(_ line: UnsafeBufferPointer<UInt8>) {
    let count = line.count
    var at = 0
    while at < count {
      while at < count, isBlank(line[at]) { at += 1 }
      guard at < count else { return }
      if line[at] == UInt8(ascii: "\""), let end = closingQuote(line, at), end + 1 == count || isBlank(line[end + 1]) {
        cells.append(TextCell(at + 1, end, isQuoted: true))
        at = end + 1
        continue
      }
      let start = at
      while at < count, !isBlank(line[at]) { at += 1 }
      cells.append(TextCell(start, at))
    }
  }

  private func closingQuote(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var at = start + 1
    while at < line.count {
      if line[at] == UInt8(ascii: "\"") {
        guard at + 1 < line.count, line[at + 1] == UInt8(ascii: "\"") else { return at }
        at += 1
      }
      at += 1
    }
    return nil
  }

  /// Whether a quoted cell does not end in this line.
  static func hasOpenQuote(_ line: [UInt8], separator: UInt8) -> Bool {
    var isBegin = true
    var isOpen = false
    for byte in line {
      if isOpen {
        if byte == UInt8(ascii: "\"") { isOpen = false }
      } else if byte == UInt8(ascii: "\""), isBegin {
        isOpen = true
      }
      if byte == separator {
        isBegin = true
      } else if !isBlank(byte), byte != UInt8(ascii: "\"") {
        isBegin = false
      }
    }
    return isOpen
  }

  // MARK: - MotionCal

  /// Nine integers after `Raw:`, or nine numbers after `Uni:`, wherever these words are in the line.
  mutating func splitMotionCal(_ line: [UInt8], isRaw: Bool) -> Bool {
    removeAll()
    var at = 0
    while at < line.count, !begins(line, at: at, isRaw ? "Raw:" : "Uni:") { at += 1 }
    guard at < line.count else { return false }
    var start = at + 4
    while cells.count < 9 {
      var end = start
      while end < line.count, line[end] != UInt8(ascii: ",") { end += 1 }
      let (a, b) = trimmed(line, start, end)
      guard DecimalNumber.parse(line, a, b) != nil else { return false }
      if isRaw {
        for i in a..<b where !isDigit(line[i]) && line[i] != UInt8(ascii: "-") && line[i] != UInt8(ascii: "+") {
          return false
        }
      }
      cells.append(TextCell(a, b))
      start = end + 1
      if end >= line.count { break }
    }
    return cells.count == 9
  }

  /// The text of a cell without its quotes.
  static func text(_ cell: TextCell, of line: [UInt8]) -> [UInt8] {
    guard cell.isQuoted else { return Array(line[cell.start..<cell.end]) }
    var result: [UInt8] = []
    var at = cell.start
    while at < cell.end {
      result.append(line[at])
      at += line[at] == UInt8(ascii: "\"") && at + 1 < cell.end && line[at + 1] == UInt8(ascii: "\"") ? 2 : 1
    }
    return result
  }
}
