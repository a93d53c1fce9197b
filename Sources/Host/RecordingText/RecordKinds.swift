// Texts with several kinds of rows: the first cell names the kind, or the lines have different names.

extension LayoutFinder {
  /// Finds rows whose first cell names their kind. The names of their columns come from comments that begin with the
  /// kind, or from the FMT rows of ArduPilot's logs.
  mutating func findKinds(_ found: [RecordKind], _ separator: UInt8) {
    var kinds = found.filter { $0.count > 0 || $0.columns.count >= 4 }
    var cells = LineCells()
    for line in lines {
      var text = line.text
      if line.isComment {
        var at = 0
        while at < text.count, isBlank(text[at]) || text[at] == 35 || text[at] == 47 || text[at] == 37 { at += 1 }
        text.removeFirst(at)
      }
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
      } else if line.isComment {
        for i in kinds.indices where kinds[i].word == word && cells.cells.count >= 3 {
          for (place, cell) in cells.cells.enumerated() where place < kinds[i].columns.count {
            kinds[i].columns[place].name = LineCells.text(cell, of: text)
          }
        }
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
