// The column of a recording that holds the time.
import Quantities

/// Reads the times row by row. A time may equal the one before it but must not be earlier.
struct TimeColumn {
  /// 2^53 µs, 285 years: above this limit Double cannot hold every microsecond.
  private static let limit = 9_007_199_254_740_992.0

  let index: Int
  private let table: CSVTable
  private let unit: TimeUnit
  private var last: Instant?

  /// - Returns: `nil` when `options` names no time column.
  init?(_ table: CSVTable, _ options: RecordingOptions) throws(RecordingError) {
    guard let name = options.time else { return nil }
    index = try table.index(of: name, for: "--time")
    self.table = table
    unit = options.timeUnit
  }

  mutating func instant(_ row: CSVTable.Row) throws(RecordingError) -> Instant {
    let value = (try table.number(row, index) * unit.microseconds + 0.5).rounded(.down)
    guard value >= 0, value <= Self.limit else {
      throw table.fault(
        .range, row, index, "\(row.cells[index]) is not a time from 0 to 285 years",
        "Check --time-unit \(unit.rawValue), or count the time from the first row.")
    }
    let time = Instant(microseconds: UInt64(value))
    if let last, time < last {
      throw table.fault(
        .timeOrder, row, index, "the time is before that of the row above",
        "Sort the rows by time, choose those of one run by --where, or leave out --time.")
    }
    last = time
    return time
  }
}
