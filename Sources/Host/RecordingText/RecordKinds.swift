// Texts with several kinds of rows: the first cell names the kind, or the lines have different names.

extension LayoutFinder {
  /// Finds rows whose first cell names their kind. The names of their columns come from comments that begin with the
  /// kind, or from the FMT rows of ArduPilot's logs.
  mutating func findKinds(_ found: [RecordKind], _ separator: UInt8) {
    var kinds = found.filter { $0.count > 0 || $0.columns.count >= 4 }
    var cells = LineCells()
    for line in lines {
      let text = line.isComment ? Self.withoutCommentMark(line.text) : line.text
      cells.split(text, by: separator)
      guard let first = cells.cells.first else { continue }
      let word = LineCells.text(first, of: text)
      if !line.isComment, word == Self.bytes("FMT"), cells.cells.count >= 6 {
        // FMT, type, length, name, format, names…
        let name = LineCells.text(cells.cells[3], of: text)
        for i in kinds.indices where kinds[i].word == name {
          for (place, cell) in cells.cells.dropFirst(5).enumerated() where place + 1 < kinds[i].columns.count {
            kinds[i].columns[place + 1].name = LineCells.text(cell, of: text)
          }
          Self.nameUnits(&kinds[i])
        }
      } else if text.count <= 4_000, line.isComment || Self.isNames(cells, text) {
        for i in kinds.indices { Self.name(&kinds[i], in: text, separator) }
      }
    }
    layout.kinds = kinds
    var best = 0
    var bestScore = -1
    for i in kinds.indices where kinds[i].count > 0 {
      let score =
        (ColumnFinder.hasField(kinds[i].columns.map { $0.name }) ? 1_000_000 : 0)
        + (ColumnName(kinds[i].word).quantity == .field ? 500_000 : 0) + kinds[i].count
      if score > bestScore { (best, bestScore) = (i, score) }
    }
    layout.choose(kind: best)
  }

  private static func isNames(_ cells: LineCells, _ text: [UInt8]) -> Bool {
    let (numbers, texts) = count(cells, text)
    return numbers == 0 && texts >= 3
  }

  /// Uses the names in a line that has the word of a kind and then at least two names, perhaps behind other text:
  /// `field: 'MAGN;time(s);X(uT);Y(uT);Z(uT)'`.
  private static func name(_ kind: inout RecordKind, in line: [UInt8], _ separator: UInt8) {
    var start = 0
    while start < line.count {
      let end = start + kind.word.count
      guard end < line.count else { return }
      let isWord = start == 0 || !(isLetter(line[start - 1]) || isDigit(line[start - 1]))
      if isWord, line[end] == separator, line[start..<end].elementsEqual(kind.word) { break }
      start += 1
    }
    guard start < line.count else { return }
    let quotes: [UInt8] = [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: " ")]
    var stop = line.count
    while start > 0, stop > start, quotes.contains(line[stop - 1]) { stop -= 1 }
    var cells = LineCells()
    let text = Array(line[start..<stop])
    cells.split(text, by: separator)
    var names = cells.cells.map { LineCells.text($0, of: text) }
    guard names.count >= 3 else { return }
    // A program may write an empty name between two others.
    let filled = names.filter { !$0.isEmpty }
    if names.count > kind.columns.count, filled.count == kind.columns.count { names = filled }
    for (place, name) in names.enumerated() where place < kind.columns.count { kind.columns[place].name = name }
  }

  /// Sets the units of ArduPilot's fields, which have no units in their names: MAG is in milligauss, IMU in m/s² and
  /// rad/s (documentation of its log messages).
  private static func nameUnits(_ kind: inout RecordKind) {
    for i in kind.columns.indices {
      let name = ColumnName(kind.columns[i].name)
      switch name.quantity {
      case .field where name.axis != nil: kind.columns[i].unit = bytes("mG")
      case .force where name.axis != nil: kind.columns[i].unit = bytes("m/s2")
      case .rate where name.axis != nil: kind.columns[i].unit = bytes("rad/s")
      default: break
      }
    }
  }
}

extension TextLayout {
  /// Selects the rows of this kind.
  mutating func choose(kind index: Int) {
    kind = index
    columns = kinds[index].columns
    hasNames = columns.contains { !$0.name.isEmpty }
  }

  /// Selects the rows whose first cell is this word. Returns false if there are none.
  public mutating func choose(kind word: [UInt8]) -> Bool {
    for i in kinds.indices where kinds[i].word == word {
      choose(kind: i)
      return true
    }
    return false
  }
}

/// Lines with names, grouped by their names.
struct NameGroups {
  struct Group {
    var columns: [TextColumn]
    var count = 0
    var numbers = 0
    var first: Int
  }

  private var groups: [Group] = []

  mutating func add(_ cells: LineCells, _ line: LayoutFinder.Line) {
    let columns = cells.cells.indices.map { index in
      TextColumn(
        name: Array(cells.name(index)), unit: Array(line.text[cells.units[index].start..<cells.units[index].end]))
    }
    for i in groups.indices where groups[i].columns == columns {
      groups[i].count += 1
      groups[i].numbers += cells.cells.count
      return
    }
    guard groups.count < 64 else { return }
    groups.append(Group(columns: columns, count: 1, numbers: cells.cells.count, first: line.number))
  }

  /// The group with a field that has a named unit, or else with a field, or else the most frequent one.
  func best() -> Group? {
    var most = 0
    for group in groups { most = max(most, group.count) }
    var best: Group?
    var bestScore = -1
    for group in groups where group.count * 4 >= most {
      let found = ColumnFinder(group.columns)
      let score =
        (found.field != nil ? 200_000 : 0) + (found.field?.unit != nil ? 400_000 : 0)
        + (found.field?.isNamed == true ? 100_000 : 0) + group.count * 10 + min(9, group.columns.count)
      if score > bestScore { (best, bestScore) = (group, score) }
    }
    return best
  }
}
