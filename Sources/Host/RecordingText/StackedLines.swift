// Rows whose numbers stand in several lines, one label or one sensor a line: Teleplot, many sketches, YAML.

/// Puts labelled lines together until they are a row.
struct StackedLines: Sendable {
  /// The lines of the row so far, and their numbers.
  private(set) var text: [UInt8] = []
  private(set) var cells = LineCells()
  /// The line of the file in which the row began.
  private(set) var firstLine = 0
  /// What a line without a number says of those below it: `magnetic_field:`.
  private var heading: [UInt8] = []
  private var line = LineCells()

  /// A line as it was split: `text` with its numbers; false where it holds none.
  mutating func split(_ raw: [UInt8], hasDecimalComma: Bool) -> (text: [UInt8], cells: LineCells)? {
    line.hasDecimalComma = hasDecimalComma
    let text = firstByte(of: raw) == 62 ? Self.teleplot(raw) : raw
    line.splitLabelled(text)
    if line.cells.isEmpty {
      noteHeading(text)
      return nil
    }
    var found = LineCells()
    for i in line.cells.indices {
      let name = Array(line.name(i))
      // A plain name ends what a heading says.
      let isAxis = LineCells.isAxis(name[...])
      if !isAxis { heading = [] }
      found.add(name: isAxis && !heading.isEmpty ? heading + [46] + name : name, line.cells[i])
      found.units[i] = line.units[i]
    }
    return (text, found)
  }

  /// Whether the row has a number of this name.
  func has(_ name: ArraySlice<UInt8>) -> Bool {
    for i in cells.cells.indices where cells.name(i).elementsEqual(name) { return true }
    return false
  }

  mutating func add(_ part: (text: [UInt8], cells: LineCells), line number: Int) {
    if text.isEmpty { firstLine = number }
    let offset = text.count
    text += part.text + [10]
    for i in part.cells.cells.indices {
      let (cell, unit) = (part.cells.cells[i], part.cells.units[i])
      cells.add(name: Array(part.cells.name(i)), TextCell(cell.start + offset, cell.end + offset))
      cells.units[cells.cells.count - 1] =
        unit.end > unit.start ? TextCell(unit.start + offset, unit.end + offset) : TextCell(0, 0)
    }
  }

  /// Begins another row.
  mutating func clear() {
    text.removeAll(keepingCapacity: true)
    cells.removeAll()
  }

  private mutating func noteHeading(_ text: [UInt8]) {
    let (start, end) = trimmed(text, 0, text.count)
    guard end - start >= 2, text[end - 1] == 58 else { return }
    for i in start..<(end - 1) where !isLetter(text[i]) && !isDigit(text[i]) { return }
    heading = Array(text[start..<(end - 1)])
  }

  /// `>mx:12.5`, `>mx:1627551892437:12.5§uT|g` of Teleplot as labelled numbers.
  private static func teleplot(_ line: [UInt8]) -> [UInt8] {
    var at = trimmed(line, 0, line.count).start + 1
    var (name, time, rest): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var colons = 0
    // Flags, and more values of the same name, are left out.
    while at < line.count, line[at] != 124, line[at] != 59 {
      if line[at] == 58 {
        colons += 1
        if colons == 2 { (time, rest) = (rest, []) }
      } else if colons == 0 {
        name.append(line[at])
      } else if line[at] == 0xc2 || (line[at] == 0xa7 && line[at - 1] == 0xc2) {
        // The section mark before a unit.
        rest.append(32)
      } else {
        rest.append(line[at])
      }
      at += 1
    }
    let value = name + [58] + rest
    return time.isEmpty ? value : LayoutFinder.bytes("timestamp_ms:") + time + [32] + value
  }
}

extension LayoutFinder {
  /// Names that come again and again in lines of their own. Needed are those of a field.
  /// - Parameter best: the names that one kind of lines has; it is left where it says as much.
  mutating func findStacked(besides best: NameGroups.Group?, hasDecimalComma: Bool) -> Bool {
    var stack = StackedLines()
    var columns: [TextColumn] = []
    var counts: [Int] = []
    var firstLine = 0
    for line in lines where !line.isComment {
      guard let part = stack.split(line.text, hasDecimalComma: hasDecimalComma) else { continue }
      if firstLine == 0 { firstLine = line.number }
      for i in part.cells.cells.indices {
        let name = Array(part.cells.name(i))
        let unit = part.cells.units[i]
        var known = 0
        while known < columns.count, columns[known].name != name { known += 1 }
        if known < columns.count {
          counts[known] += 1
          if columns[known].unit.isEmpty { columns[known].unit = Array(part.text[unit.start..<unit.end]) }
        } else if columns.count < 64 {
          columns.append(TextColumn(name: name, unit: Array(part.text[unit.start..<unit.end])))
          counts.append(1)
        }
      }
    }
    // Times of Teleplot stand in every line.
    let times = Self.bytes("timestamp_ms")
    var most = 0
    for i in columns.indices where columns[i].name != times { most = max(most, counts[i]) }
    guard most >= 2 else { return false }
    // Names that come now and then belong to no row.
    // A row begins with a name that every row has but once.
    var rows: [TextColumn] = []
    for i in columns.indices where counts[i] * 4 >= most * 3 && columns[i].name != times { rows.append(columns[i]) }
    for column in columns where column.name == times { rows.append(column) }
    let found = ColumnFinder(rows)
    guard let field = found.field, field.places.count == 3 else { return false }
    if let best {
      let known = ColumnFinder(best.columns)
      // One kind of lines with the field is a row of its own, but for an acceleration in another.
      guard known.field == nil || (known.field?.isNamed == true && known.force == nil && found.force != nil) else {
        return false
      }
      if let unit = known.field?.unit, unit != found.field?.unit { return false }
    }
    // A recording that begins in the midst of a row begins with another axis.
    let (x, y) = (field.places[0], field.places[1])
    if x > y { rows = Array(rows[x...] + rows[..<x]) }
    layout.form = .stacked
    layout.columns = rows
    layout.hasNames = true
    layout.hasDecimalComma = hasDecimalComma
    layout.firstRow = firstLine
    return true
  }
}
