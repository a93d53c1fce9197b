// The columns of a recording as plain numbers in the file's own unit. A fit needs them in this form.
import Quantities

/// The vectors of one or two sensors from a table, with the signs that the options give to the columns.
package struct MeasuredVectors: Equatable, Sendable {
  /// The file's path.
  package var name: String
  /// 1-based line of the file for each row.
  package var lines: [Int] = []
  /// Forward, right, down, in the file's unit, or in nanotesla if the numbers are a chip's counts.
  package var field: [SIMD3<Double>] = []
  /// Specific force in the same order, in the file's unit, or in milli-g if the numbers are a chip's counts; empty
  /// without acceleration columns.
  package var acceleration: [SIMD3<Double>] = []
  /// When each row was measured; empty without a time column.
  package var times: [Instant] = []
  /// Rows without numbers, and other remarks about the rows.
  package var passed = PassedRows()
  /// Rows in which a chip's counts are at or beyond the end of its range.
  package var beyondRange: Set<Int> = []

  /// Vectors that do not come from a table.
  package init(name: String = "", field: [SIMD3<Double>], acceleration: [SIMD3<Double>] = []) {
    (self.name, self.field, self.acceleration) = (name, field, acceleration)
  }

  /// Reads the columns that `options` name from the rows that meet every condition.
  /// - Parameter joinsRuns: whether the rows are read beyond a place at which the clock starts again. Times then go on.
  /// - Throws: `RecordingError` of kind `unknownColumn`, `cell` or `table`, naming file, line and column.
  package init(
    table: RecordingTable, options: RecordingOptions, where conditions: [RowCondition] = [], joinsRuns: Bool = true
  ) throws(RecordingError) {
    name = table.name
    var rows = try RowReader(table, options, conditions, joinsRuns: joinsRuns)
    while let row = try rows.next() {
      if let time = row.time { times.append(time) }
      if let counts = options.fieldCounts, counts.isBeyondRange(row.counts) { beyondRange.insert(lines.count) }
      lines.append(row.line)
      field.append(row.field)
      if rows.hasForce { acceleration.append(row.acceleration) }
    }
    try rows.finish()
    passed = rows.passed
    if passed.hasNoOrder { times = [] }
  }
}
