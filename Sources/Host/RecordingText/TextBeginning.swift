// Examines the beginning of a text as it comes, until the layout of its rows is known.

extension TextReader {
  mutating func judge(isForced: Bool) {
    let count = max(raw.count, bytes.count)
    guard isForced || (isLive || raw.count >= Self.headBytes) && count >= nextJudgement else { return }
    // If it cannot be decided yet, it is examined again after some more has come, and not with every byte.
    nextJudgement = count + count / 8 + 1
    defer { if isLive, !isForced, layout == nil { dropBeginning() } }
    if encoding == nil {
      guard !raw.isEmpty else { return }
      // Two bytes are too few to recognise UTF-16.
      guard isForced || raw.count >= 16 else { return }
      let head = raw.count > Self.headBytes ? Array(raw[..<Self.headBytes]) : raw
      let judged = TextEncoding(head, isLive: isLive)
      if isLive, !isForced, judged == .latin1 || judged == .utf8 {
        // The last character may be incomplete so far.
        bytes = raw
        guard judge(lines: isForced) else { return }
        use(judged)
        return
      }
      use(judged)
      guard judged != .binary else { return }
    }
    _ = judge(lines: isForced)
  }

  /// Drops the first lines of a port that has printed many lines without a row.
  private mutating func dropBeginning() {
    let count = max(raw.count, bytes.count)
    guard count > Self.headBytes else { return }
    func drop(_ text: inout [UInt8]) -> Int {
      let last = text.count - Self.headBytes / 2
      let end = text[..<last].lastIndex(where: isLineEnd) ?? last - 1
      let lines = text[...end].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
      text.removeFirst(end + 1)
      return lines
    }
    number += raw.isEmpty ? drop(&bytes) : drop(&raw)
    if !raw.isEmpty { bytes = [] }
    nextJudgement = 0
  }

  private mutating func use(_ judged: TextEncoding) {
    encoding = judged
    var fresh = Transcoder(judged)
    bytes = []
    if judged == .utf8 {
      bytes = raw
      if begins(bytes, at: 0, "\u{feff}") { bytes.removeFirst(3) }
    } else if judged != .binary {
      fresh.append(raw, to: &bytes)
    }
    raw = []
    transcoder = fresh
    layout?.encoding = judged
  }

  private mutating func judge(lines isForced: Bool) -> Bool {
    var head = Self.lines(bytes, isOver: isForced, most: Self.headLines, bytes: Self.headBytes)
    if !isLive, isOver,
      let lines = Self.isDocument(head) ? JSONDocument.lines(bytes) : JSONDocument.samplesOfRecords(bytes, head)
    {
      bytes = lines
      head = Self.lines(bytes, isOver: isForced, most: Self.headLines, bytes: Self.headBytes)
    }
    if isFirstCut, !head.isEmpty { head[0] = [] }
    if firstLine.isEmpty, let first = head.first(where: LayoutFinder.isFilled) { firstLine = first }
    hasSentences = hasSentences || head.contains(where: NMEASentence.isIn)
    if isLive, !isForced {
      // A few lines that are neither empty nor comments.
      var filled = 0
      for line in head where LayoutFinder.isFilled(line) && !LayoutFinder.isComment(line) { filled += 1 }
      guard filled > Self.liveRows else { return false }
    }
    var judged = LayoutFinder.find(head, at: number == 0 ? [] : head.indices.map { number + 1 + $0 })
    if Self.isUnsure(judged), !isLive, head.count >= Self.headLines || bytes.count > Self.headBytes {
      head = Self.lines(bytes, isOver: isForced, most: Self.longHeadLines, bytes: Self.longHeadBytes)
      judged = LayoutFinder.find(head) ?? judged
      if isOver, Self.isUnsure(judged) { judged = later(head, judged) ?? judged }
    }
    if !isLive, isOver, judged.map({ ColumnFinder($0.columns).field == nil }) ?? true, AxisLines.isIn(head) {
      bytes = AxisLines.joined(bytes)
      judged = LayoutFinder.find(Self.lines(bytes, isOver: isForced, most: Self.headLines, bytes: Self.headBytes))
    }
    guard var judged else { return false }
    judged.encoding = encoding ?? .utf8
    layout = judged
    return true
  }

  /// Whether there is no layout, or a layout with kinds of rows without a field.
  private static func isUnsure(_ judged: TextLayout?) -> Bool {
    judged.map { $0.kind != nil && !ColumnFinder.hasField($0.columns.map { $0.name }) } ?? true
  }

  /// Whether the text may be one JSON value in several lines, or one long value with many samples.
  private static func isDocument(_ head: [[UInt8]]) -> Bool {
    var filled = 0
    var isRow = false
    var cells = LineCells()
    for line in head where LayoutFinder.isFilled(line) {
      filled += 1
      guard filled == 1 else { continue }
      let first = firstByte(of: line)
      guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return false }
      isRow = cells.splitJSON(line)
    }
    // One line may be longer than the beginning that is examined.
    return filled < 2 || !isRow
  }

  /// The layout of rows, or of a kind of rows, that come only after the beginning.
  private func later(_ head: [[UInt8]], _ judged: TextLayout?) -> TextLayout? {
    /// The kinds, and the number of their rows that were read; those of the beginning are known.
    var words: [[UInt8]] = []
    var counts: [Int] = []
    for kind in judged?.kinds ?? [] {
      words.append(kind.word)
      counts.append(Self.lateRows)
    }
    let separator: UInt8
    if case .separated(let mark)? = judged?.form { separator = mark } else { separator = UInt8(ascii: ",") }
    var found = judged == nil ? [] : Array(head.prefix(Self.headLines))
    var numbers: [Int] = []
    for line in found.indices { numbers.append(line + 1) }
    var (start, number) = (0, 0)
    while start < bytes.count {
      var end = start
      while end < bytes.count, !isLineEnd(bytes[end]) { end += 1 }
      number += 1
      defer {
        start =
          end
          + (end + 1 < bytes.count && bytes[end] == UInt8(ascii: "\r") && bytes[end + 1] == UInt8(ascii: "\n") ? 2 : 1)
      }
      guard number > head.count, end > start else { continue }
      if judged == nil {
        found.append(Array(bytes[start..<end]))
        numbers.append(number)
        guard found.count == Self.headLines else { continue }
        if let layout = LayoutFinder.find(found, at: numbers) { return layout }
        (found, numbers) = ([], [])
      } else {
        var stop = start
        while stop < end, bytes[stop] != separator { stop += 1 }
        guard isLetter(bytes[start]), stop < end else { continue }
        let word = Array(bytes[start..<stop])
        var place = 0
        while place < words.count, words[place] != word { place += 1 }
        if place == words.count {
          guard place < 200 else { continue }
          words.append(word)
          counts.append(0)
        }
        guard counts[place] < Self.lateRows else { continue }
        counts[place] += 1
        found.append(Array(bytes[start..<end]))
        numbers.append(number)
      }
    }
    return found.isEmpty ? nil : LayoutFinder.find(found, at: numbers)
  }

  /// The number of rows from which a late kind of rows is examined.
  private static let lateRows = 100

  /// The first lines, without their line ends; the last one only if it is complete.
  private static func lines(_ bytes: [UInt8], isOver: Bool, most: Int, bytes limit: Int) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var start = begins(bytes, at: 0, "\u{feff}") ? 3 : 0
    let count = min(bytes.count, limit)
    while start < count, result.count < most {
      var end = start
      while end < count, !isLineEnd(bytes[end]) { end += 1 }
      if end == count, !(isOver && count == bytes.count) { break }
      result.append(Array(bytes[start..<end]))
      if end + 1 < count, bytes[end] == UInt8(ascii: "\r"), bytes[end + 1] == UInt8(ascii: "\n") { end += 1 }
      start = end + 1
    }
    return result
  }
}
