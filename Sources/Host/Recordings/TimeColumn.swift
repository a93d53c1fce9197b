// The column of a recording that holds the time.
import Quantities
import RecordingText
import TerminalInterface

/// Reads the times row by row. A time may equal the previous one. A single row with an earlier time is skipped. If
/// several rows are earlier, the clock has started again: a new run begins.
struct TimeColumn: Sendable {
  /// 2^53 µs, 285 years: above this limit Double cannot hold every microsecond.
  private static let limit = 9_007_199_254_740_992.0
  /// The rows that are examined to see whether a new run has begun.
  private static let mostAhead = 20

  let index: Int
  private let unit: TimeUnit
  /// A second column, whose time is added.
  private let part: (index: Int, unit: TimeUnit)?
  /// The time of the row before, without gaps between runs, microseconds.
  private(set) var last: Instant?
  /// The same as written.
  private var written: Double?
  /// What is added to the written times, so that the times of all runs rise.
  private var shift = 0.0
  /// Spreads the samples of a row.
  private var samples: SampleClock?
  private var step = 0.0
  /// A row whose time ran backwards, until the next row shows whether it is the only one.
  private(set) var unproven: RecordingError?
  /// The first row of the second run, as an error: if the times have no order.
  private(set) var first: RecordingError?
  /// The number of runs so far, and the lines at which all but the first begin; at most 1,000.
  private(set) var runs = 1
  private(set) var beginnings: [Int] = []
  private var count = 0
  /// Whether the times have no order: the runs are shorter than ten rows.
  var hasNoOrder: Bool { runs > 2 && runs * 10 > count }
  /// Whether the times of a run must rise. A fit needs no order.
  var isOrderNeeded = true
  /// Whether the rows come live, so that the next one cannot be examined.
  var isLive = false

  /// - Returns: `nil` when `options` names no time column.
  init?(_ table: RecordingTable, _ options: RecordingOptions) throws(RecordingError) {
    guard let name = options.time else { return nil }
    index = try table.index(of: name, for: "--time")
    unit = options.timeUnit
    if let second = options.timePart {
      part = (try table.index(of: second, for: "--time"), options.timePartUnit)
    } else {
      part = nil
    }
  }

  /// Prepares for rows with several samples. - Parameter reader: at the beginning of the text.
  mutating func prepare(for reader: TextReader) {
    guard !reader.samples.isEmpty else { return }
    samples = SampleClock(reader) { reader in
      guard let value = reader.value(index) else {
        return reader.cell(index).flatMap { ClockTime.parse(reader.text, $0.start, $0.end) }.map { $0 * 1_000_000 }
      }
      return value * unit.microseconds + (part.flatMap { reader.value($0.index) } ?? 0) * (part?.unit.microseconds ?? 0)
    }
  }

  /// The columns of the time.
  var columns: [Int] { [index] + (part.map { [$0.index] } ?? []) }

  /// The time of the reader's row; `nil` for a row that is skipped because its time ran backwards.
  mutating func instant(_ rows: RowReader) throws(RecordingError) -> Instant? {
    var exact = try microseconds(rows)
    guard exact >= -0.5, exact < Self.limit else {
      throw rows.fault(
        .range, index, "\(shown(rows.reader.string(index))) is not a time from 0 to 285 years",
        "Check --time-unit \(unit.rawValue), or count the time from the first row.")
    }
    if var clock = samples {
      exact = clock.time(exact, rows.reader)
      samples = clock
      // The first samples are before the time of the first row, which may be 0.
      if written == nil { shift = max(0, -exact) }
    }
    if let written, exact < written {
      // A counter of 32 bits begins again at 0: after 72 minutes if it counts microseconds.
      let whole = 4_294_967_296 * unit.microseconds
      if isClock(rows), written - exact > 43_200_000_000 {
        // Midnight, for times without a date.
        shift += 86_400_000_000
      } else if unit != .seconds, written - exact > 0.9 * whole, written < whole {
        shift += whole
      } else if try isNewRun(exact, written, rows) {
        runs += 1
        if first == nil { first = disorder(rows) }
        if beginnings.count < 1_000 { beginnings.append(rows.reader.line) }
        shift += written + step - exact
      } else {
        unproven = disorder(rows)
        return nil
      }
    } else if let written {
      step = exact - written
    }
    count += 1
    (unproven, written) = (nil, exact)
    exact = min(exact + shift, Self.limit)
    let time = Instant(microseconds: UInt64(max(0, (exact + 0.5).rounded(.down))))
    last = time
    return time
  }

  /// Whether the row's time is a time of day without a date.
  private func isClock(_ rows: RowReader) -> Bool {
    guard rows.reader.value(index) == nil, let cell = rows.reader.cell(index) else { return false }
    return ClockTime.isWithoutDate(rows.reader.text, cell.start, cell.end)
  }

  /// The error of a row whose time is before that of the row above.
  private func disorder(_ rows: RowReader) -> RecordingError {
    rows.fault(
      .timeOrder, index, "the time is before that of the row above",
      "Sort the rows by time, choose those of one sensor by --where, or name the field by --columns and give no --time."
    )
  }

  /// Whether the rows after this one continue from its time, and not from that of the row above.
  private func isNewRun(_ exact: Double, _ above: Double, _ rows: RowReader) throws(RecordingError) -> Bool {
    if isLive { return unproven != nil }
    var ahead = rows
    for _ in 0..<Self.mostAhead {
      guard ahead.nextOfConditions() else { return false }
      guard ahead.reader.sample == 0, let next = try? microseconds(ahead) else { continue }
      return next < above && (next >= exact || !isOrderNeeded)
    }
    return false
  }

  /// The time of a row as written, in microseconds.
  private func microseconds(_ rows: RowReader) throws(RecordingError) -> Double {
    let reader = rows.reader
    let cell = reader.cell(index)
    let seconds = cell.flatMap { reader.value(index) == nil ? ClockTime.parse(reader.text, $0.start, $0.end) : nil }
    if let seconds { return seconds * 1_000_000 }
    let whole = try rows.number(index) * unit.microseconds
    guard let part else { return whole }
    return whole + (try rows.number(part.index)) * part.unit.microseconds
  }
}
