// Which rows of a table to use: all, or only those that meet given conditions.

/// A condition on a row: the cell of a column has this value.
package struct RowCondition: Equatable, Sendable {
  package var column: String
  package var value: String

  package init(column: String, value: String) {
    self.column = column
    self.value = value
  }

  /// - Parameter option: `column=value`, the form of `--where`.
  /// - Throws: kind `option`.
  package init(option: String) throws(RecordingError) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, case let name = String(parts[0]).trimmed, !name.isEmpty else {
      throw RecordingError(
        kind: .option, place: "--where \(option)", message: "it has no column and value",
        advice: "Write it as column=value: --where device=BB")
    }
    self.init(column: name, value: String(parts[1]).trimmed)
  }

  /// The number of a run, from 1, if the condition is `run=N` and no column has this name.
  func run(in header: [String]) -> Int? {
    guard column == "run", !header.contains(column) else { return nil }
    return Int(value).flatMap { $0 >= 1 ? $0 : nil }
  }

  /// Whether the cell equals the value, as text or as a number: 1 equals 1.0.
  func holds(_ cell: String) -> Bool {
    if cell == value { return true }
    guard let a = decimalNumber(cell), let b = decimalNumber(value) else { return false }
    return a == b
  }
}
