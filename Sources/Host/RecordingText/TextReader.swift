// Reads the rows of a text as its bytes come. Files, pipes, ports and the page use this reader.

/// Reads rows of cells. Feed it bytes, and call `next` until there is no row.
public struct TextReader: Sendable {
  /// How the rows are written; `nil` before the beginning was examined, and if no line was a row.
  public internal(set) var layout: TextLayout?
  /// The encoding; `nil` before the beginning was examined.
  public internal(set) var encoding: TextEncoding?
  /// The number of lines since the first row that are not rows, not empty and not comments.
  public internal(set) var skippedLines = 0
  /// The number of lines before the first row that are not comments and name no columns: for example a greeting.
  public internal(set) var linesBefore = 0
  /// The first line that is not a row, and its number.
  public internal(set) var firstSkipped: (text: [UInt8], number: Int)?
  /// The text of comment lines without their mark; at most 200.
  public internal(set) var comments: [[UInt8]] = []
  /// Whether no more bytes come.
  public internal(set) var isOver = false

  /// The line of the row, without its decoration.
  public internal(set) var text: [UInt8] = []
  /// Its line in the file, from 1.
  public internal(set) var line = 0
  /// The first line that was not empty, for messages.
  public internal(set) var firstLine: [UInt8] = []

  /// For each of several samples in a row, its columns, as recognised; none: a row is one sample.
  public var samples: [SampleColumns] = []
  /// Which sample of the row it is, from 0, and how many the row has.
  public internal(set) var sample = 0
  public internal(set) var sampleCount = 1

  /// Whether sentences of NMEA 0183 were among the first lines.
  public internal(set) var hasSentences = false

  let isLive: Bool
  var bytes: [UInt8] = []
  var raw: [UInt8] = []
  private var at = 0
  var number = 0
  var isFirstCut: Bool
  var transcoder: Transcoder?
  var found = LineCells()
  private var stack = StackedLines()
  /// For each column, its place in the cells of the line; empty if the places are the same.
  var places: [Int] = []

  /// The number of bytes with which the beginning is examined again.
  var nextJudgement = 0

  /// The number of bytes and lines from which the layout of a file is found.
  static let headBytes = 65_536
  static let headLines = 400
  /// The same if there are several kinds of rows, and the wanted kind has not come yet.
  #if hasFeature(Embedded)
    static let longHeadBytes = 262_144
    static let longHeadLines = 4_000
  #else
    static let longHeadBytes = 4_000_000
    static let longHeadLines = 20_000
  #endif
  /// The number of rows from which the layout of a port is found.
  static let liveRows = 4
  /// The number of bytes of a line that are kept: a line that never ends must not fill the memory.
  private static let longestLine = 65_536
  /// The largest number of lines of one quoted cell.
  private static let longestCell = 100

  /// - Parameters:
  ///   - isLive: whether rows come while they are measured; then the first few rows decide.
  ///   - beginsAnywhere: whether the first line may be incomplete, as on a port.
  public init(isLive: Bool = false, beginsAnywhere: Bool = false) {
    (self.isLive, isFirstCut) = (isLive, beginsAnywhere)
  }

  /// Adds the next bytes.
  public mutating func feed(_ more: [UInt8]) {
    if var known = transcoder {
      known.append(more, to: &bytes)
      transcoder = known
    } else if raw.isEmpty, bytes.isEmpty {
      raw = more
    } else {
      raw.append(contentsOf: more)
    }
  }

  /// Finds the layout if enough of the beginning has come.
  public mutating func judgeIfReady() { if layout == nil { judge(isForced: isOver) } }

  /// Call this when no more bytes come.
  public mutating func finish() { isOver = true }

  /// The bytes were interrupted: the incomplete line is dropped, and the next one may begin in its middle.
  public mutating func interrupt() {
    bytes.removeAll(keepingCapacity: isLive)
    raw.removeAll()
    at = 0
    stack.clear()
    (sample, sampleCount) = (0, 1)
    (isFirstCut, isAfterReturn) = (true, false)
  }

  /// Finds the layout from what has come, even if it is little.
  public mutating func decide() { if layout == nil { judge(isForced: true) } }

  /// The number of columns.
  public var width: Int { layout?.columns.count ?? 0 }

  /// Reads only rows of this kind, if a first cell names kinds. Returns false if there are none.
  public mutating func choose(kind: [UInt8]) -> Bool { layout?.choose(kind: kind) ?? false }

  /// Sets the unit of a column, whatever its name says.
  public mutating func setUnit(_ unit: StaticString, of column: Int) {
    layout?.columns[column].unit = LayoutFinder.bytes(unit)
  }

  // MARK: - Rows

  /// Goes to the next row, or to the next sample of the row. Returns false if it has not come yet, or there is none.
  public mutating func next() -> Bool {
    if sample + 1 < sampleCount {
      sample += 1
      return true
    }
    (sample, sampleCount) = (0, 1)
    guard nextRow() else { return false }
    // A queue that was not full leaves the last cells empty.
    for number in samples.indices.dropFirst() where samples[number].own.contains(where: { isFilled($0) }) {
      sampleCount = number + 1
    }
    return true
  }

  private mutating func nextRow() -> Bool {
    if layout == nil {
      judge(isForced: isOver)
      guard layout != nil else { return false }
    }
    while nextLine() {
      if readLine() { return true }
    }
    if isOver, let layout, layout.form == .stacked, hasStacked(layout) > 1 {
      // The rows in the last lines.
      useStack()
      stack.clear()
      if match(layout) { return true }
    }
    if at > 0, at == bytes.count {
      bytes.removeAll(keepingCapacity: isLive)
      (at, scanned) = (0, (0, 0))
    } else if at > 1 << 12 {
      bytes.removeFirst(at)
      (at, scanned) = (0, (0, max(0, scanned.end - at)))
    }
    return false
  }

  // MARK: - Lines

  /// Reads the next line into `text`.
  private mutating func nextLine() -> Bool {
    let count = bytes.count
    guard at < count else { return false }
    let (start, known) = (at, scanned.line == at ? max(at, scanned.end) : at)
    let end = bytes.withUnsafeBufferPointer { buffer -> Int in
      var i = known
      while i < count, buffer[i] != UInt8(ascii: "\n"), buffer[i] != UInt8(ascii: "\r") { i += 1 }
      return i
    }
    // After a carriage return, the line feed may be in the next bytes.
    if end == count || (bytes[end] == UInt8(ascii: "\r") && end + 1 == count) {
      guard isOver || (end < count && isLive) else {
        scanned = (at, end)
        cutLongLine()
        return false
      }
    }
    if isAfterReturn, end == start, end < count, bytes[end] == UInt8(ascii: "\n") {
      isAfterReturn = false
      at = end + 1
      return nextLine()
    }
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: bytes[start..<min(end, start + Self.longestLine)])
    isAfterReturn = false
    if end < count {
      at = end + 1
      if bytes[end] == UInt8(ascii: "\r") {
        if at < count, bytes[at] == UInt8(ascii: "\n") { at += 1 } else { isAfterReturn = at == count }
      }
    } else {
      at = end
    }
    number += 1
    line = number
    return true
  }

  /// Where a line begins that has not ended, and the place before which it does not end.
  private var scanned = (line: 0, end: 0)

  /// Drops the middle of a line that has not ended: its beginning is kept.
  private mutating func cutLongLine() {
    guard isLive, scanned.end - at > 2 * Self.longestLine else { return }
    bytes.removeSubrange((at + Self.longestLine)..<scanned.end)
    scanned.end = at + Self.longestLine
  }

  /// Whether the last line ended with a carriage return that was the last byte so far.
  private var isAfterReturn = false

  /// Whether the line in `text` is a row. Other lines are counted or stored.
  private mutating func readLine() -> Bool {
    guard let layout else { return false }
    guard let first = text.first(where: { !isBlank($0) }) else { return false }
    if isFirstCut {
      isFirstCut = false
      return false
    }
    if first == UInt8(ascii: "#") || first == UInt8(ascii: "%") || first == UInt8(ascii: "/"),
      LayoutFinder.isComment(text)
    {
      add(comment: text)
      return false
    }
    if text.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "!") }), NMEASentence.isIn(text) {
      skip()
      return false
    }
    if layout.isDecorated { _ = LineDecoration.strip(&text) }
    if layout.isStamped { _ = LineDecoration.separateStamp(&text) }
    if layout.isBracketed { LineDecoration.blankBrackets(&text) }
    switch layout.form {
    case .separated(let separator): return readCells(separator, layout) && isSelected
    case .labelled:
      found.hasDecimalComma = layout.hasDecimalComma
      found.splitLabelled(text)
    case .stacked: return stackLine(layout)
    case .json:
      guard found.splitJSON(text) else {
        skip()
        return false
      }
    case .motionCal:
      if found.splitMotionCal(text, isRaw: true) { return true }
      // Lines that repeat the sample in other units, or give the rotation, are neither rows nor faults.
      if !isOther(text) { skip() }
      return false
    case .uniform:
      if found.splitMotionCal(text, isRaw: false) { return true }
      if !isOther(text) { skip() }
      return false
    }
    return match(layout) && isSelected
  }

  /// Whether the row belongs to the selected sensor.
  private var isSelected: Bool {
    guard let selection = layout?.selection else { return true }
    return cellText(selection.column) == selection.value
  }

  /// Reads the rows of all sensors: the user selects.
  public mutating func deselect() { layout?.selection = nil }

  /// Adds a line to the row. Returns whether the row is complete.
  private mutating func stackLine(_ layout: TextLayout) -> Bool {
    guard let part = stack.split(text, hasDecimalComma: layout.hasDecimalComma) else { return false }
    let times = LayoutFinder.bytes("timestamp_ms")
    var (isWanted, isFirst) = (false, false)
    var isBegin = stack.text.isEmpty
    for i in part.cells.cells.indices {
      let name = part.cells.name(i)
      guard !name.elementsEqual(times), layout.columns.contains(where: { name.elementsEqual($0.name) }) else {
        continue
      }
      isWanted = true
      if name.elementsEqual(layout.columns[0].name) { isFirst = true }
      if stack.has(name) { isBegin = true }
    }
    guard isWanted, line >= layout.firstRow else { return false }
    if isFirst { isBegin = true }
    guard isFirst || !stack.text.isEmpty else {
      // The row before this line was incomplete.
      skip()
      return false
    }
    let here = line
    let isComplete = isBegin && !stack.text.isEmpty && hasStacked(layout) > 1
    if isComplete { useStack() }
    if isBegin { stack.clear() }
    if isFirst || !isBegin { stack.add(part, line: here) }
    if isComplete { return match(layout) }
    guard hasStacked(layout) == layout.columns.count else { return false }
    useStack()
    stack.clear()
    return match(layout)
  }

  /// The number of columns that the row has so far.
  private func hasStacked(_ layout: TextLayout) -> Int {
    var count = 0
    for column in layout.columns where stack.has(column.name[...]) { count += 1 }
    return count
  }

  private mutating func useStack() {
    (text, found, line) = (stack.text, stack.cells, stack.firstLine)
  }

  private func isOther(_ text: [UInt8]) -> Bool {
    for i in text.indices where begins(text, at: i, "Uni:") || begins(text, at: i, "Ori:") { return true }
    return false
  }

  private mutating func readCells(_ separator: UInt8, _ layout: TextLayout) -> Bool {
    guard line >= layout.firstRow else {
      if !layout.headings.contains(line), LayoutFinder.separatorLine(text) == nil { skip() }
      return false
    }
    if separator != UInt8(ascii: " "), text.contains(UInt8(ascii: "\"")) { joinQuoted(separator) }
    found.split(text, by: separator)
    if let kind = layout.kind {
      let word = layout.kinds[kind].word
      guard let cell = found.cells.first, cell.end - cell.start == word.count,
        text[cell.start..<cell.end].elementsEqual(word)
      else { return false }
      return true
    }
    return true
  }

  /// Joins lines until a quoted cell ends.
  private mutating func joinQuoted(_ separator: UInt8) {
    guard LineCells.hasOpenQuote(text, separator: separator) else { return }
    let (begin, first, from, after) = (text, number, at, isAfterReturn)
    var joined = text
    for _ in 0..<Self.longestCell {
      let end = at
      guard nextLine() else { break }
      // The line end, as in the file.
      var lineEnd = end
      while lineEnd > 0, isLineEnd(bytes[lineEnd - 1]), lineEnd > from - 2 { lineEnd -= 1 }
      joined.append(contentsOf: bytes[lineEnd..<end])
      joined.append(contentsOf: text)
      guard LineCells.hasOpenQuote(joined, separator: separator) else {
        (text, line) = (joined, first)
        return
      }
    }
    // The quote never ends: use the line alone.
    (text, number, at, isAfterReturn, line) = (begin, first, from, after, first)
  }

  /// Finds each column's cell by its name.
  private mutating func match(_ layout: TextLayout) -> Bool {
    places.removeAll(keepingCapacity: true)
    var isSame = found.cells.count == layout.columns.count
    if isSame {
      for i in layout.columns.indices where !found.name(i).elementsEqual(layout.columns[i].name) {
        isSame = false
        break
      }
    }
    if isSame {
      // If two kinds of lines have the same names, one of them has units.
      if layout.form == .labelled, line >= layout.firstRow {
        for i in layout.columns.indices where !layout.columns[i].unit.isEmpty {
          if text[found.units[i].start..<found.units[i].end].elementsEqual(layout.columns[i].unit) { return true }
          return false
        }
      }
      return line >= layout.firstRow
    }
    var count = 0
    var names = NameIndex()
    /// The first cell with each name.
    var cells: [Int] = []
    for i in found.cells.indices where names.add(found.name(i)) == cells.count { cells.append(i) }
    for column in layout.columns {
      let place = names.place(of: column.name[...]).map { cells[$0] } ?? -1
      if place >= 0 { count += 1 }
      places.append(place)
    }
    if count > 0 { return true }
    places.removeAll(keepingCapacity: true)
    skip()
    return false
  }

  private mutating func skip() {
    if line < layout?.firstRow ?? 0 { linesBefore += 1 } else { skippedLines += 1 }
    if firstSkipped == nil { firstSkipped = (text, line) }
  }

  private mutating func add(comment: [UInt8]) {
    guard comments.count < 200 else { return }
    var (a, b) = trimmed(comment, 0, comment.count)
    if comment[a] == UInt8(ascii: "/") { a += 1 }
    a += 1
    (a, b) = trimmed(comment, a, b)
    comments.append(Array(comment[a..<b]))
  }
}
