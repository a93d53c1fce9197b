// Rows whose numbers are on several lines, with one label or one sensor on each line: Teleplot, many sketches, YAML.

/// Joins labelled lines until they are a row.
struct StackedLines: Sendable {
  /// The lines of the row so far, and their numbers.
  private(set) var text: [UInt8] = []
  private(set) var cells = LineCells()
  /// The line of the file in which the row began.
  private(set) var firstLine = 0
  /// The heading in a line without a number, for the lines below it: `magnetic_field:`.
  private var heading: [UInt8] = []
  private var line = LineCells()

  /// A line after splitting: its text and its numbers; `nil` if it has none.
  mutating func split(_ raw: [UInt8], hasDecimalComma: Bool) -> (text: [UInt8], cells: LineCells)? {
    line.hasDecimalComma = hasDecimalComma
    let text = firstByte(of: raw) == UInt8(ascii: ">") ? Self.teleplot(raw) : raw
    line.splitLabelled(text)
    if line.cells.isEmpty {
      readHeading(text)
      return nil
    }
    var found = LineCells()
    for i in line.cells.indices {
      let name = Array(line.name(i))
      // A plain name ends the validity of a heading.
      let isAxis = LineCells.isAxis(name[...])
      if !isAxis { heading = [] }
      found.add(name: isAxis && !heading.isEmpty ? heading + [UInt8(ascii: ".")] + name : name, line.cells[i])
      found.units[i] = line.units[i]
    }
    return (text, found)
  }

  /// Whether the row has a number with this name.
  func has(_ name: ArraySlice<UInt8>) -> Bool {
    for i in cells.cells.indices where cells.name(i).elementsEqual(name) { return true }
    return false
  }

  mutating func add(_ part: (text: [UInt8], cells: LineCells), line number: Int) {
    if text.isEmpty { firstLine = number }
    let offset = text.count
    text += part.text + [UInt8(ascii: "\n")]
    for i in part.cells.cells.indices {
      let (cell, unit) = (part.cells.cells[i], part.cells.units[i])
      cells.add(name: Array(part.cells.name(i)), TextCell(cell.start + offset, cell.end + offset))
      cells.units[cells.cells.count - 1] =
        unit.end > unit.start ? TextCell(unit.start + offset, unit.end + offset) : TextCell(0, 0)
    }
  }

  /// Starts a new row.
  mutating func clear() {
    text.removeAll(keepingCapacity: true)
    cells.removeAll()
  }

  private mutating func readHeading(_ text: [UInt8]) {
    let (start, end) = trimmed(text, 0, text.count)
    guard end - start >= 2, text[end - 1] == UInt8(ascii: ":") else { return }
    for i in start..<(end - 1) where !isLetter(text[i]) && !isDigit(text[i]) { return }
    heading = Array(text[start..<(end - 1)])
  }

  /// Converts `>mx:12.5`, `>mx:1627551892437:12.5§uT|g` of Teleplot to labelled numbers.
  private static func teleplot(_ line: [UInt8]) -> [UInt8] {
    var at = trimmed(line, 0, line.count).start + 1
    var (name, time, rest): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var colons = 0
    // Flags, and further values of the same name, are ignored.
    while at < line.count, line[at] != UInt8(ascii: "|"), line[at] != UInt8(ascii: ";") {
      if line[at] == UInt8(ascii: ":") {
        colons += 1
        if colons == 2 { (time, rest) = (rest, []) }
      } else if colons == 0 {
        name.append(line[at])
      } else if line[at] == 0xc2 || (line[at] == 0xa7 && line[at - 1] == 0xc2) {
        // The section mark is before a unit.
        rest.append(UInt8(ascii: " "))
      } else {
        rest.append(line[at])
      }
      at += 1
    }
    let value = name + [UInt8(ascii: ":")] + rest
    return time.isEmpty ? value : LayoutFinder.bytes("timestamp_ms:") + time + [UInt8(ascii: " ")] + value
  }
}

extension LayoutFinder {
  /// Finds names that occur again and again on lines of their own, among them those of a field.
  /// - Parameter best: the best group of one kind of lines; it is preferred if it contains as much.
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
    // Lines of Teleplot all have times.
    let times = Self.bytes("timestamp_ms")
    var most = 0
    for i in columns.indices where columns[i].name != times { most = max(most, counts[i]) }
    guard most >= 2 else { return false }
    // Names that occur only sometimes do not belong to a row. A row begins with a name that occurs exactly once in
    // every row.
    var rows: [TextColumn] = []
    for i in columns.indices where counts[i] * 4 >= most * 3 && columns[i].name != times { rows.append(columns[i]) }
    for column in columns where column.name == times { rows.append(column) }
    let found = ColumnFinder(rows)
    guard let field = found.field, field.places.count == 3 else { return false }
    if let best, !Self.isMore(found, than: ColumnFinder(best.columns)) { return false }
    // If a recording begins in the middle of a row, it begins with another axis.
    let (x, y) = (field.places[0], field.places[1])
    if x > y { rows = Array(rows[x...] + rows[..<x]) }
    layout.form = .stacked
    layout.columns = rows
    layout.hasNames = true
    layout.hasDecimalComma = hasDecimalComma
    layout.firstRow = firstLine
    return true
  }

  /// Whether lines together have what the best kind of lines alone has not. If that has the whole field, each such line is a
  /// row, unless an acceleration is on another line.
  private static func isMore(_ found: ColumnFinder, than best: ColumnFinder) -> Bool {
    guard let field = best.field else { return true }
    return field.isNamed && best.force == nil && found.force != nil
      && (field.unit == nil || field.unit == found.field?.unit)
  }
}
