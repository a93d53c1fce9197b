// Columns of a recording as the numbers that stand there, in the file's own unit: what a fit needs.

/// A condition on a row: the cell of a column has this value.
public struct RowCondition: Equatable, Sendable {
  public var column: String
  public var value: String

  public init(column: String, value: String) {
    self.column = column
    self.value = value
  }

  /// - Parameter option: `column=value`, as `--where` takes it.
  /// - Throws: kind `option`.
  public init(option: String) throws(RecordingError) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, case let name = String(parts[0]).trimmed, !name.isEmpty else {
      throw RecordingError(
        kind: .option, place: "--where \(option)", message: "it has no column and value",
        advice: "Write it as column=value: --where device=BB")
    }
    self.init(column: name, value: String(parts[1]).trimmed)
  }

  /// Equal as text, or equal as numbers: 1 is 1.0.
  func holds(_ cell: String) -> Bool {
    if cell == value { return true }
    guard let a = decimalNumber(cell), let b = decimalNumber(value) else { return false }
    return a == b
  }
}

/// Vectors of one or two sensors out of a table, with the signs that the columns were given.
public struct MeasuredVectors: Equatable, Sendable {
  /// The file's path.
  public var name: String
  /// 1-based line of the file for each row.
  public var lines: [Int] = []
  /// Forward, right, down; the file's unit.
  public var field: [SIMD3<Double>] = []
  /// Specific force in the same order, the file's unit; empty without acceleration columns.
  public var acceleration: [SIMD3<Double>] = []

  /// Vectors that come from elsewhere.
  public init(name: String = "", field: [SIMD3<Double>], acceleration: [SIMD3<Double>] = []) {
    (self.name, self.field, self.acceleration) = (name, field, acceleration)
  }

  /// Takes the columns that `options` name from the rows that meet every condition.
  /// - Throws: `RecordingError` of kind `unknownColumn`, `cell` or `table`, naming file, line and column.
  public init(
    table: CSVTable, options: RecordingOptions, where conditions: [RowCondition] = []
  ) throws(RecordingError) {
    name = table.name
    var chosen: [(index: Int, sign: Double)] = []
    for column in options.field + options.acceleration {
      chosen.append((try table.index(of: column.name, for: "--columns"), column.isNegated ? -1 : 1))
    }
    var filters: [(index: Int, condition: RowCondition)] = []
    for condition in conditions { filters.append((try table.index(of: condition.column, for: "--where"), condition)) }
    for row in table.rows where filters.allSatisfy({ $0.condition.holds(row.cells[$0.index]) }) {
      var numbers: [Double] = []
      for source in chosen { numbers.append(source.sign * (try Self.number(row, source.index, table))) }
      lines.append(row.line)
      field.append(SIMD3(numbers[0], numbers[1], numbers[2]))
      if numbers.count == 6 { acceleration.append(SIMD3(numbers[3], numbers[4], numbers[5])) }
    }
    try checkRows(of: table, conditions)
  }

  private func checkRows(of table: CSVTable, _ conditions: [RowCondition]) throws(RecordingError) {
    guard field.isEmpty else { return }
    let first = conditions.first
    throw RecordingError(
      kind: .table, place: table.name, column: table.rows.isEmpty ? nil : first?.column,
      message: table.rows.isEmpty ? "there are no rows below the header" : "no row is “\(first?.value ?? "")”",
      advice: table.rows.isEmpty
        ? "Give a recording with at least one row." : "Check --where against what stands in the file.")
  }

  private static func number(
    _ row: CSVTable.Row, _ index: Int, _ table: CSVTable
  ) throws(RecordingError) -> Double {
    let text = row.cells[index]
    if let value = decimalNumber(text) { return value }
    throw RecordingError(
      kind: .cell, place: table.name, line: row.line, column: table.header[index],
      message: text.isEmpty ? "the cell is empty" : "“\(text)” is not a finite decimal number",
      advice: "Correct the cell or remove the row.")
  }
}
