// The columns of a recording as plain numbers in the file's own unit. A fit needs them in this form.
import Quantities

/// The vectors of one or two sensors from a table, with the signs that the options give to the columns.
public struct MeasuredVectors: Equatable, Sendable {
  /// The file's path.
  public var name: String
  /// 1-based line of the file for each row.
  public var lines: [Int] = []
  /// Forward, right, down; in the file's unit, or nanotesla where that is a chip's counts.
  public var field: [SIMD3<Double>] = []
  /// Specific force in the same order, in the file's unit, or milli-g where that is a chip's counts; empty without acceleration columns.
  public var acceleration: [SIMD3<Double>] = []
  /// When each row was measured; empty without a time column.
  public var times: [Instant] = []

  /// What is to be said of a binary log that gave the rows.
  public var remarks: [String] = []

  /// Vectors that do not come from a table.
  public init(name: String = "", field: [SIMD3<Double>], acceleration: [SIMD3<Double>] = []) {
    (self.name, self.field, self.acceleration) = (name, field, acceleration)
  }

  /// Takes the columns that `options` name from the rows that meet every condition.
  /// - Throws: `RecordingError` of kind `unknownColumn`, `cell` or `table`, naming file, line and column.
  public init(
    table: CSVTable, options: RecordingOptions, where conditions: [RowCondition] = []
  ) throws(RecordingError) {
    name = table.name
    remarks = table.remarks
    var chosen: [(index: Int, factor: Double)] = []
    for (number, column) in (options.field + options.acceleration).enumerated() {
      chosen.append((try table.index(of: column.name, for: "--columns"), options.factor(ofColumn: number)))
    }
    var time = try TimeColumn(table, options)
    for row in try table.rows(where: conditions) {
      var numbers: [Double] = []
      for source in chosen { numbers.append(source.factor * (try table.number(row, source.index))) }
      if let time = try time?.instant(row) { times.append(time) }
      lines.append(row.line)
      field.append(SIMD3(numbers[0], numbers[1], numbers[2]))
      if numbers.count >= 6 { acceleration.append(SIMD3(numbers[3], numbers[4], numbers[5])) }
    }
  }
}
