// Finds from the first lines of a text how its rows are written.

/// Examines the beginning of a text.
struct LayoutFinder {
  struct Line {
    var text: [UInt8]
    var number: Int
    var isComment = false
  }

  var lines: [Line] = []
  var layout = TextLayout(form: .separated(UInt8(ascii: ",")))
  /// The separator in a line `sep=;`.
  private var given: UInt8?

  /// - Parameters:
  ///   - head: lines in order, without line ends.
  ///   - numbers: the line number of each in the text; empty: they are its first lines.
  /// - Returns: `nil` if no line is a row of at least two numbers.
  static func find(_ head: [[UInt8]], at numbers: [Int] = []) -> TextLayout? {
    var finder = LayoutFinder()
    return finder.find(head, at: numbers)
  }

  private mutating func find(_ head: [[UInt8]], at numbers: [Int]) -> TextLayout? {
    collect(head, at: numbers)
    if findMotionCal() { return layout }
    if findJSON() {
      select()
      return layout
    }
    let (separator, rows, numbers) = bestSeparator()
    let (labelled, hasComma) = labelledGroup()
    var marked = 0
    for line in lines where firstByte(of: line.text) == UInt8(ascii: ">") { marked += 1 }
    // Lines of Teleplot may contain a time: `>mx:1627551892437:12.5`.
    if marked * 2 > lines.count, findStacked(besides: nil, hasDecimalComma: hasComma) { return layout }
    var separated: LayoutFinder?
    if let separator, rows * 2 >= lines.count {
      var other = self
      other.layout.form = .separated(separator)
      other.findRows(separator)
      separated = other
      // Names above the rows are more specific than a colon in a cell.
      if other.layout.hasNames, ColumnFinder.hasField(other.layout.columns.map { $0.name }) {
        other.select()
        return other.layout
      }
    }
    let isLabelled = labelled.map { $0.count * 4 >= rows && $0.numbers * 3 >= numbers } ?? false
    if separator == nil || isLabelled, findStacked(besides: labelled, hasDecimalComma: hasComma) { return layout }
    if let labelled, isLabelled {
      layout.form = .labelled
      layout.columns = labelled.columns
      layout.hasNames = true
      layout.hasDecimalComma = hasComma
      layout.firstRow = labelled.first
      return layout
    }
    if let separated { return separated.layout }
    guard let separator else { return nil }
    layout.form = .separated(separator)
    findRows(separator)
    return layout
  }

  /// If rows of several sensors have the same names x, y and z, and one cell names the sensor, selects the rows of the
  /// field.
  private mutating func select() {
    let found = ColumnFinder(layout.columns)
    guard found.field?.isNamed != true, found.field != nil, layout.kind == nil else { return }
    for column in layout.columns.indices {
      guard let value = sensor(in: column) else { continue }
      layout.selection = RowSelection(column: column, value: value)
      return
    }
  }

  /// The text of a column that names the magnetometer, if all cells of the column are names of sensors.
  private func sensor(in column: Int) -> [UInt8]? {
    var words: [[UInt8]] = []
    var (chosen, isUncalibrated) = (-1, false)
    var cells = LineCells()
    for line in lines where line.number >= layout.firstRow && !line.isComment {
      switch layout.form {
      case .separated(let mark): cells.split(line.text, by: mark)
      case .json: if !cells.splitJSON(line.text) { cells.removeAll() }
      default: return nil
      }
      guard cells.cells.count == layout.columns.count else { continue }
      let cell = cells.cells[column]
      guard case .text = CellKind(line.text, cell.start, cell.end), words.count <= 40 else { return nil }
      let word = LineCells.text(cell, of: line.text)
      guard !words.contains(word) else { continue }
      let name = ColumnName(word)
      if name.quantity == .field, chosen < 0 || (name.isUncalibrated && !isUncalibrated) {
        (chosen, isUncalibrated) = (words.count, name.isUncalibrated)
      }
      words.append(word)
    }
    return chosen >= 0 && words.count >= 2 ? words[chosen] : nil
  }

  /// Removes decorations, and separates comments.
  private mutating func collect(_ head: [[UInt8]], at numbers: [Int]) {
    var stripped: [Line] = []
    var (decorated, filled) = (0, 0)
    for (index, text) in head.enumerated() {
      var line = Line(text: text, number: numbers.isEmpty ? index + 1 : numbers[index])
      guard Self.isFilled(text), !NMEASentence.isIn(text) else { continue }
      filled += 1
      if LineDecoration.strip(&line.text) { decorated += 1 }
      stripped.append(line)
    }
    layout.isDecorated = decorated * 2 >= filled && decorated > 0
    var lines = layout.isDecorated ? stripped : []
    if !layout.isDecorated {
      for (index, text) in head.enumerated() where Self.isFilled(text) && !NMEASentence.isIn(text) {
        lines.append(Line(text: text, number: numbers.isEmpty ? index + 1 : numbers[index]))
      }
    }
    var stamps = 0
    for var line in lines where LineDecoration.separateStamp(&line.text) { stamps += 1 }
    if stamps * 2 > lines.count {
      layout.isStamped = true
      for i in lines.indices { _ = LineDecoration.separateStamp(&lines[i].text) }
    }
    var (bracketed, rows) = (0, 0)
    for i in lines.indices {
      lines[i].isComment = Self.isComment(lines[i].text)
      if let separator = Self.separatorLine(lines[i].text) {
        given = separator
        lines[i].isComment = true
      }
      if !lines[i].isComment {
        rows += 1
        let (a, b) = trimmed(lines[i].text, 0, lines[i].text.count)
        if a < b, lines[i].text[a] == UInt8(ascii: "(") || lines[i].text[a] == UInt8(ascii: "["),
          lines[i].text[a...].contains(where: isDigit)
        {
          bracketed += 1
        }
      }
    }
    if bracketed * 2 > rows {
      layout.isBracketed = true
      for i in lines.indices where !lines[i].isComment { LineDecoration.blankBrackets(&lines[i].text) }
    }
    self.lines = lines
  }

  static func isFilled(_ text: [UInt8]) -> Bool { text.contains { !isBlank($0) } }

  /// Whether the line begins with `#`, `//` or `%` after spaces.
  static func isComment(_ text: [UInt8]) -> Bool {
    var at = 0
    while at < text.count, isBlank(text[at]) { at += 1 }
    guard at < text.count else { return false }
    return text[at] == UInt8(ascii: "#") || text[at] == UInt8(ascii: "%")
      || (text[at] == UInt8(ascii: "/") && at + 1 < text.count && text[at + 1] == UInt8(ascii: "/"))
  }

  /// A spreadsheet's line that names the separator.
  static func separatorLine(_ text: [UInt8]) -> UInt8? {
    var (a, b) = (0, text.count)
    while a < b, text[a] == UInt8(ascii: "\"") || text[a] == UInt8(ascii: " ") { a += 1 }
    while b > a, text[b - 1] == UInt8(ascii: "\"") || text[b - 1] == UInt8(ascii: " ") { b -= 1 }
    guard b - a >= 4, begins(lowered(text), at: a, "sep=") else { return nil }
    return b - a == 5 ? text[a + 4] : begins(text, at: a + 4, "\\t") ? UInt8(ascii: "\t") : nil
  }

  // MARK: - Forms

  private mutating func findMotionCal() -> Bool {
    var cells = LineCells()
    var (raw, uniform, rows) = (0, 0, 0)
    var (firstRaw, firstUniform) = (0, 0)
    for line in lines where !line.isComment {
      rows += 1
      if cells.splitMotionCal(line.text, isRaw: true) {
        raw += 1
        if firstRaw == 0 { firstRaw = line.number }
      } else if cells.splitMotionCal(line.text, isRaw: false) {
        uniform += 1
        if firstUniform == 0 { firstUniform = line.number }
      }
    }
    guard (raw + uniform) * 4 >= rows, raw + uniform > 0 else { return false }
    layout.form = raw > 0 ? .motionCal : .uniform
    layout.firstRow = raw > 0 ? firstRaw : firstUniform
    layout.hasNames = true
    layout.columns = []
    for place in 0..<9 {
      let sensor: StaticString = place < 3 ? "a" : place < 6 ? "g" : "m"
      let unit: StaticString
      switch (place / 3, raw > 0) {
      case (0, true): unit = "g"
      case (0, false): unit = "m/s2"
      case (1, true): unit = "dps"
      case (1, false): unit = "rad/s"
      default: unit = "uT"
      }
      let name = Self.bytes(sensor) + [UInt8(ascii: "x") + UInt8(place % 3)]
      layout.columns.append(TextColumn(name: name, unit: Self.bytes(unit)))
    }
    return true
  }

  static func bytes(_ text: StaticString) -> [UInt8] {
    Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func findJSON() -> Bool {
    var cells = LineCells()
    var groups = NameGroups()
    var rows = 0
    for line in lines where !line.isComment {
      rows += 1
      guard cells.splitJSON(line.text) else { continue }
      groups.add(cells, line)
    }
    guard let best = groups.best(), best.count * 4 >= rows else { return false }
    layout.form = .json
    layout.hasNames = true
    layout.columns = best.columns
    layout.firstRow = best.first
    return true
  }

  /// The best kind of labelled lines, and whether their numbers have decimal commas.
  private func labelledGroup() -> (group: NameGroups.Group?, hasDecimalComma: Bool) {
    let plain = labelledGroup(hasDecimalComma: false)
    var (points, commas) = (0, 0)
    for line in lines where !line.isComment {
      for i in line.text.indices.dropFirst().dropLast() where isDigit(line.text[i - 1]) && isDigit(line.text[i + 1]) {
        if line.text[i] == UInt8(ascii: ".") { points += 1 }
        if line.text[i] == UInt8(ascii: ",") { commas += 1 }
      }
    }
    guard points == 0, commas > 0 else { return (plain, false) }
    // `1,2,3` behind a label is a list of three; `1,2 3,4 5,6` one of three, too.
    let other = labelledGroup(hasDecimalComma: true)
    func axes(_ group: NameGroups.Group?) -> Int { group.flatMap { ColumnFinder($0.columns).field?.places.count } ?? 0 }
    let isBetter =
      axes(other) > axes(plain)
      || (axes(other) == axes(plain) && axes(plain) != 2 && (other?.columns.count ?? 9) < (plain?.columns.count ?? 0))
    return isBetter || plain == nil ? (other ?? plain, true) : (plain, false)
  }

  private func labelledGroup(hasDecimalComma: Bool) -> NameGroups.Group? {
    var cells = LineCells()
    cells.hasDecimalComma = hasDecimalComma
    var groups = NameGroups()
    for line in lines where !line.isComment {
      cells.splitLabelled(line.text)
      guard cells.cells.count >= 2 else { continue }
      groups.add(cells, line)
    }
    return groups.best()
  }

  /// The separator that makes most cells numbers, and how many rows and numbers it gives.
  private func bestSeparator() -> (UInt8?, rows: Int, numbers: Int) {
    var cells = LineCells()
    var best: (separator: UInt8?, score: Int, rows: Int, numbers: Int) = (nil, 0, 0, 0)
    let usual = Self.bytes("\t;, ")
    // A bar is used, too, where nothing else fits.
    for separator in (given.map { [$0] } ?? usual + [UInt8(ascii: "|")]) {
      var (score, rows, all) = (0, 0, 0)
      for line in lines where !line.isComment {
        cells.split(line.text, by: separator)
        let (numbers, texts) = Self.count(cells, line.text)
        guard numbers >= 2, numbers > texts else { continue }
        rows += 1
        all += numbers
        score += numbers - 2 * texts + 1
      }
      if score > best.score { best = (separator, score, rows, all) }
    }
    return (best.separator, best.rows, best.numbers)
  }

  /// The number of cells that are numbers, and of cells that are words.
  static func count(_ cells: LineCells, _ line: [UInt8]) -> (numbers: Int, texts: Int) {
    var (numbers, texts) = (0, 0)
    for cell in cells.cells {
      switch CellKind(line, cell.start, cell.end) {
      case .number: numbers += 1
      case .text: texts += 1
      case .time, .missing: break
      }
    }
    return (numbers, texts)
  }
}
