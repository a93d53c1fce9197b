// How many cells the rows of a table have, and which names belong to them.

/// The widths of the first rows.
struct RowWidths {
  /// A number of cells, how many rows have it, and the last place with something in it.
  private var counts: [(cells: Int, rows: Int, filled: Int)] = []
  private var rows = 0
  /// The number in the first cell of the row above, while each is one more than the one before.
  private var index: Double?
  private var isIndexed = true
  private var hasPoint = false
  /// The columns in which every cell is digits alone; only those of the first row.
  private var isDigits: [Bool] = []

  mutating func add(_ cells: LineCells, _ line: [UInt8]) {
    rows += 1
    var filled = 0
    for (place, cell) in cells.cells.enumerated() {
      if cell.end > cell.start || cell.isQuoted { filled = place + 1 }
      var isNumeral = cell.end > cell.start
      for byte in line[cell.start..<cell.end] {
        if byte == UInt8(ascii: ".") { hasPoint = true }
        if !isDigit(byte) { isNumeral = false }
      }
      if rows == 1 { isDigits.append(isNumeral) } else if place < isDigits.count, !isNumeral { isDigits[place] = false }
    }
    let first = cells.cells.first.flatMap { DecimalNumber.parse(line, $0.start, $0.end) }
    if let first, index == nil || rows == 1 || index == first - 1 { index = first } else { isIndexed = false }
    for i in counts.indices where counts[i].cells == cells.cells.count {
      counts[i].rows += 1
      counts[i].filled = max(counts[i].filled, filled)
      return
    }
    counts.append((cells.cells.count, 1, filled))
  }

  /// The most frequent number of cells, and the number without those at the end that are always empty.
  private var modal: (cells: Int, rows: Int, filled: Int) {
    var best = (cells: 0, rows: 0, filled: 0)
    for count in counts where count.rows > best.rows || (count.rows == best.rows && count.cells > best.cells) {
      best = count
    }
    return best
  }

  /// The number of cells of most rows, without those at the end that are always empty.
  var usual: Int { max(1, modal.filled) }

  /// Names for the columns, if they are as many as the cells; `nil` if they are not.
  func fitting(_ names: [[UInt8]]) -> [[UInt8]]? {
    if names.count == modal.cells || names.count == usual { return names }
    let last = names.lastIndex { !$0.isEmpty } ?? -1
    if last + 1 == usual || last + 1 == modal.cells { return Array(names[...last]) }
    // A program may write an empty name between two others.
    let filled = names.filter { !$0.isEmpty }
    if names.count > modal.cells, filled.count == modal.cells || filled.count == usual { return filled }
    return nil
  }

  /// The nearest that such names come to the cells: they begin with the first column, or with the second if the first
  /// one counts the rows.
  func nearest(_ names: [[UInt8]]) -> [[UInt8]] {
    let last = names.lastIndex { !$0.isEmpty } ?? -1
    let names = Array(names[...last])
    return names.count + 1 == usual && isIndexed && rows >= 3 ? [[]] + names : names
  }

  /// Sets the columns of a layout whose names are known, and the widths of rows that are read.
  func finish(_ layout: inout TextLayout, isComma: Bool) {
    guard layout.hasNames else {
      layout.columns = (0..<usual).map { _ in TextColumn(name: []) }
      return
    }
    let named = layout.columns.count
    if named != usual, named != modal.cells { layout.cells = usual }
    if named < usual, !(isComma && isWithCommas(usual - named)) {
      while layout.columns.count < usual { layout.columns.append(TextColumn(name: [])) }
    }
    /// The columns after which there is nothing that is measured.
    var needed = named
    while needed > 0, named <= ColumnFinder.mostColumns {
      let name = ColumnName(layout.columns[needed - 1].name)
      guard name.quantity == nil, name.axis == nil else { break }
      needed -= 1
    }
    for count in counts where count.cells != layout.columns.count && count.cells >= max(1, needed) {
      let isFrequent = count.rows >= 3 && count.rows * 20 >= rows
      guard isFrequent || count.cells == modal.cells else { continue }
      if count.cells > named, isComma, isWithCommas(count.cells - named) { continue }
      layout.widths.append(count.cells)
    }
  }

  /// Whether numbers with decimal commas may have given so many cells more: `29,84` is two cells.
  private func isWithCommas(_ more: Int) -> Bool {
    var numerals = 0
    for isNumeral in isDigits.dropFirst() where isNumeral { numerals += 1 }
    return !hasPoint && numerals >= more
  }
}
