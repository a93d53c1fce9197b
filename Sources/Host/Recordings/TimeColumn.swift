// The column of a recording that holds the time.
import Quantities
import RecordingText
import TerminalInterface

/// Reads the times row by row. A time may equal the previous one but must not be earlier. A single row with an earlier
/// time is skipped.
struct TimeColumn: Sendable {
  /// 2^53 µs, 285 years: above this limit Double cannot hold every microsecond.
  private static let limit = 9_007_199_254_740_992.0

  let index: Int
  private let unit: TimeUnit
  private(set) var last: Instant?
  /// A row whose time ran backwards, until the next row shows whether it is the only one.
  private(set) var unproven: RecordingError?

  /// - Returns: `nil` when `options` names no time column.
  init?(_ table: RecordingTable, _ options: RecordingOptions) throws(RecordingError) {
    guard let name = options.time else { return nil }
    index = try table.index(of: name, for: "--time")
    unit = options.timeUnit
  }

  /// The time of the reader's row; `nil` for a row that is skipped because its time ran backwards.
  mutating func instant(_ rows: RowReader) throws(RecordingError) -> Instant? {
    let reader = rows.reader
    let cell = reader.cell(index)
    let seconds = cell.flatMap { reader.value(index) == nil ? ClockTime.parse(reader.text, $0.start, $0.end) : nil }
    let exact: Double
    if let seconds { exact = seconds * 1_000_000 } else { exact = try rows.number(index) * unit.microseconds }
    let value = (exact + 0.5).rounded(.down)
    guard value >= 0, value <= Self.limit else {
      throw rows.fault(
        .range, index, "\(shown(reader.string(index))) is not a time from 0 to 285 years",
        "Check --time-unit \(unit.rawValue), or count the time from the first row.")
    }
    let time = Instant(microseconds: UInt64(value))
    if let last, time < last {
      if let unproven { throw unproven }
      unproven = rows.fault(
        .timeOrder, index, "the time is before that of the row above",
        "Sort the rows by time, choose those of one run by --where, or name the field by --columns and give no --time.")
      return nil
    }
    unproven = nil
    last = time
    return time
  }
}
