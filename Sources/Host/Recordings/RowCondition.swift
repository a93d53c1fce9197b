// Which rows of a table to use: all, or only those that meet given conditions.

/// A condition on a row: the cell of a column has this value.
public struct RowCondition: Equatable, Sendable {
  public var column: String
  public var value: String

  public init(column: String, value: String) {
    self.column = column
    self.value = value
  }

  /// - Parameter option: `column=value`, the form of `--where`.
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

  /// Whether the cell equals the value, as text or as a number: 1 equals 1.0.
  func holds(_ cell: String) -> Bool {
    if cell == value { return true }
    guard let a = decimalNumber(cell), let b = decimalNumber(value) else { return false }
    return a == b
  }
}

extension CSVTable {
  /// The rows that meet every condition, in their order; at least one.
  /// - Throws: `RecordingError` of kind `unknownColumn` when a condition names a column that does not exist, `table`
  ///   when no row is left.
  func rows(where conditions: [RowCondition]) throws(RecordingError) -> [Row] {
    guard !rows.isEmpty else {
      throw RecordingError(
        kind: .table, place: name, message: "there are no rows below the header",
        advice: "Give a recording with at least one row.")
    }
    var left = rows
    for condition in conditions {
      let index = try index(of: condition.column, for: "--where")
      left.removeAll { !condition.holds($0.cells[index]) }
      guard left.isEmpty else { continue }
      throw RecordingError(
        kind: .table, place: name, column: condition.column,
        message: conditions.count == 1
          ? "no row is “\(condition.value)”" : "no row that meets the conditions before is “\(condition.value)” too",
        advice: "Check --where against what stands in the file.")
    }
    return left
  }
}
