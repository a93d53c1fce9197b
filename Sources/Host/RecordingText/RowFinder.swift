// Finds how rows of separated cells are made up: the width of a row, its names, its kinds.

extension LayoutFinder {
  mutating func findRows(_ separator: UInt8) {
    var cells = LineCells()
    var widths = RowWidths()
    var (points, commas, rows, firstWords) = (0, 0, 0, 0)
    // Three digits behind each comma may also be thousands.
    var hasDecimals = separator != UInt8(ascii: ",")
    var kinds: [RecordKind] = []
    var firstRow = 0
    for line in lines where !line.isComment {
      cells.split(line.text, by: separator)
      let (numbers, texts) = Self.count(cells, line.text)
      guard numbers >= 2, numbers > texts || (texts == 1 && cells.cells.count >= 3) else {
        // Rows with a kind may have more words than numbers: FMT of a flight log.
        if firstWords > 0 || rows == 0, let word = Self.firstWord(cells, line.text), cells.cells.count >= 3 {
          Self.addKind(word, cells.cells.count, &kinds, isRow: false)
        }
        continue
      }
      rows += 1
      if firstRow == 0 { firstRow = line.number }
      widths.add(cells, line.text)
      let width = Self.width(cells)
      if let word = Self.firstWord(cells, line.text) {
        firstWords += 1
        Self.addKind(word, width, &kinds, isRow: true)
      }
      let marks = Self.decimalMarks(cells, line.text)
      (points, commas, hasDecimals) = (points + marks.points, commas + marks.commas, hasDecimals || marks.areDecimals)
    }
    layout.hasDecimalComma = hasDecimals && commas > points
    layout.firstRow = firstRow
    let names = header(before: firstRow, separator, widths)
    // A comment that begins with a kind of rows names the columns of these alone.
    let isNameOfKind = names.map { names in kinds.contains { $0.count > 0 && $0.word == names[0].name } } ?? true
    if isNameOfKind || layout.isNamedInComment, firstWords * 5 >= rows * 4 {
      findKinds(kinds, separator)
      let isOfKind = layout.kinds.contains { $0.columns.contains { !$0.name.isEmpty } }
      if names == nil || isOfKind {
        layout.isNamedInComment = false
        return
      }
      (layout.kinds, layout.kind) = ([], nil)
    }
    layout.hasNames = names != nil
    layout.columns = names ?? []
    widths.finish(&layout, isComma: separator == UInt8(ascii: ","))
  }

  /// How many cells have a point and no comma, how many are numbers with a comma, and whether one of these has not three
  /// digits behind it.
  private static func decimalMarks(
    _ cells: LineCells, _ line: [UInt8]
  ) -> (points: Int, commas: Int, areDecimals: Bool) {
    var (points, commas, areDecimals) = (0, 0, false)
    for cell in cells.cells {
      let hasPoint = line[cell.start..<cell.end].contains(UInt8(ascii: "."))
      let hasComma = line[cell.start..<cell.end].contains(UInt8(ascii: ","))
      if hasPoint, !hasComma { points += 1 }
      if hasComma, !hasPoint, DecimalNumber.parse(line, cell.start, cell.end, mark: UInt8(ascii: ",")) != nil {
        commas += 1
        if cell.end - cell.start < 4 || line[cell.end - 4] != UInt8(ascii: ",") { areDecimals = true }
      }
    }
    return (points, commas, areDecimals)
  }

  /// Cells without an empty one behind the last mark.
  static func width(_ cells: LineCells) -> Int {
    guard let last = cells.cells.last, last.start == last.end, !last.isQuoted, cells.cells.count > 1 else {
      return cells.cells.count
    }
    return cells.cells.count - 1
  }

  /// Counts a row, or a list, of so many cells.
  static func add(_ width: Int, to counts: inout [(cells: Int, rows: Int)]) {
    for i in counts.indices where counts[i].cells == width {
      counts[i].rows += 1
      return
    }
    counts.append((width, 1))
  }

  private static func firstWord(_ cells: LineCells, _ line: [UInt8]) -> [UInt8]? {
    guard let cell = cells.cells.first, cell.start < cell.end, isLetter(line[cell.start]) else { return nil }
    return Array(line[cell.start..<cell.end])
  }

  private static func addKind(_ word: [UInt8], _ width: Int, _ kinds: inout [RecordKind], isRow: Bool) {
    for i in kinds.indices where kinds[i].word == word {
      if isRow { kinds[i].count += 1 }
      while kinds[i].columns.count < width { kinds[i].columns.append(TextColumn(name: [])) }
      return
    }
    guard kinds.count < 200 else { return }
    kinds.append(
      RecordKind(word: word, columns: (0..<width).map { _ in TextColumn(name: []) }, count: isRow ? 1 : 0))
  }

  /// The words of a line above the rows.
  private typealias Heading = (names: [[UInt8]], isComment: Bool, line: Int)

  /// Whether the lines are a monitor's chatter that happens to have as many words as the rows have cells: they name no columns,
  /// and none is right above the rows.
  private func isChatter(_ headings: [Heading], before row: Int, _ separator: UInt8) -> Bool {
    guard separator == UInt8(ascii: " ") else { return false }
    let last = lines.last { $0.number < row && !$0.isComment }?.number ?? 0
    return headings.allSatisfy { heading in
      heading.line != last && heading.names.allSatisfy { ColumnName($0).quantity == nil && TextUnit($0) == nil }
    }
  }

  /// Names and units above the rows: the best of the lines of text that have as many cells, or else a line that names
  /// quantities.
  private mutating func header(before row: Int, _ separator: UInt8, _ widths: RowWidths) -> [TextColumn]? {
    var cells = LineCells()
    var (candidates, others): ([Heading], [Heading]) = ([], [])
    for line in lines where line.number < row {
      var text = line.text
      if line.isComment {
        text = Self.withoutCommentMark(text)
        guard !text.isEmpty, Self.separatorLine(line.text) == nil else { continue }
      }
      cells.split(text, by: separator)
      let (numbers, texts) = Self.count(cells, text)
      guard numbers == 0, texts >= 1 else { continue }
      let names = cells.cells.map { LineCells.text($0, of: text) }
      if let fitting = widths.fitting(names) {
        candidates.append((fitting, line.isComment, line.number))
      } else if texts >= 2, Self.namesQuantities(names, isComment: line.isComment) {
        others.append((widths.nearest(names), line.isComment, line.number))
      }
    }
    // Names that do not fit the rows are names all the same.
    if candidates.isEmpty { candidates = others }
    // Names in a line of their own come before such in a comment.
    var plain = candidates.filter { !$0.isComment }
    if plain.isEmpty, let last = candidates.last {
      layout.isNamedInComment = true
      return last.names.map { TextColumn(name: $0) }
    }
    guard !plain.isEmpty else { return nil }
    var chosen = 0
    for i in plain.indices where ColumnFinder.hasField(plain[i].names) {
      chosen = i
      break
    }
    if isChatter(plain, before: row, separator) { return nil }
    layout.headings = plain.map { $0.line }
    var names = plain[chosen].names
    if let above = chosen > 0 ? plain[chosen - 1] : nil, !Self.namesField(names) {
      let joined = Self.joined(above.names, names)
      if Self.namesField(joined) { names = joined }
    }
    plain.remove(at: chosen)
    var columns = names.map { TextColumn(name: $0) }
    for other in plain.dropFirst(min(chosen, plain.count)) where Self.areUnits(other.names) {
      for i in columns.indices where i < other.names.count { columns[i].unit = other.names[i] }
      layout.hasUnitRow = true
    }
    if !plain.isEmpty { layout.hasUnitRow = true }
    return columns
  }

  /// A header in two lines: the first one names the sensors, perhaps only above their first columns, the second one axes.
  private static func joined(_ above: [[UInt8]], _ below: [[UInt8]]) -> [[UInt8]] {
    var sensor: [UInt8] = []
    return below.indices.map { place in
      if place < above.count, !above[place].isEmpty { sensor = above[place] }
      return sensor + [UInt8(ascii: " ")] + below[place]
    }
  }

  private static func namesField(_ names: [[UInt8]]) -> Bool {
    ColumnFinder(names.map { TextColumn(name: $0) }).field?.isNamed == true
  }

  /// Whether a line with another number of cells than the rows names what they are.
  private static func namesQuantities(_ names: [[UInt8]], isComment: Bool) -> Bool {
    let found = ColumnFinder(names.map { TextColumn(name: $0) })
    if found.field?.isNamed == true || found.force != nil || found.rate != nil { return true }
    return !isComment && found.field != nil
  }

  /// A comment without its mark.
  static func withoutCommentMark(_ text: [UInt8]) -> [UInt8] {
    var at = 0
    while at < text.count,
      isBlank(text[at]) || text[at] == UInt8(ascii: "#") || text[at] == UInt8(ascii: "%")
        || text[at] == UInt8(ascii: "/")
    { at += 1 }
    return Array(text[at...])
  }

  private static func areUnits(_ cells: [[UInt8]]) -> Bool {
    var (units, others) = (0, 0)
    for cell in cells where !cell.isEmpty {
      if TextUnit(cell) != nil { units += 1 } else { others += 1 }
    }
    return units > 0 && units >= others
  }
}
