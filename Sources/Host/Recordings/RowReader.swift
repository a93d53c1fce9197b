// Converts rows of text to samples. Rows without a sample are skipped and counted.

import Quantities
import RecordingText
import TerminalInterface

/// The skipped rows.
package struct PassedRows: Equatable, Sendable {
  package var count = 0
  /// The error in the first of them.
  package var first: RecordingError?
  /// Rows whose time is more than an hour before that of the previous row, and the first of them.
  package var farApart = 0
  package var firstFarApart: Int?
  /// Rows at or beyond the end of a chip's range.
  package var beyondRange = 0
  package var firstBeyondRange: Int?
  /// The text of the first skipped row.
  package var text: String?
  /// The lines at which the clock starts again; at most 1,000.
  package var beginnings: [Int] = []
  /// The number of runs.
  package var runs = 1
  /// The run that was read; `nil`: all of them.
  package var run: Int?
  /// Whether the times have no order, so that they are not used.
  package var hasNoOrder = false
  /// Rows between the samples of a magnetometer that is slower than the other sensors: their cells of the field are empty.
  package var withoutField = 0

  mutating func add(_ error: RecordingError, _ line: [UInt8]) {
    count += 1
    first = first ?? error
    text = text ?? shown(line)
  }
}

/// Reads those rows of a table that meet the conditions.
struct RowReader: Sendable {
  struct Source: Sendable {
    var index: Int
    /// The sign times the value of a chip's count.
    var factor: Double
    /// The sign, times the divisor of a fixed unit that the user replaced.
    var sign: Double
  }

  /// A row as numbers, with the options' signs and factors.
  struct Numbers {
    var line = 0
    var field: SIMD3<Double> = .zero
    var acceleration: SIMD3<Double> = .zero
    var rate: SIMD3<Double> = .zero
    var time: Instant?
    /// The field in counts of a chip, if a chip was named.
    var counts: SIMD3<Double> = .zero
  }

  var options: RecordingOptions
  let name: String
  let header: [String]
  let hasForce: Bool
  let hasRate: Bool
  /// Columns that no option uses.
  let others: [Int]
  private(set) var passed = PassedRows()
  private(set) var rows = 0
  var reader: TextReader
  private let field: [Source]
  private let acceleration: [Source]
  private let rate: [Source]
  private let conditions: [(index: Int, condition: RowCondition)]
  private var time: TimeColumn?
  /// The run that is read, from 1; `nil`: all of them.
  private let run: Int?

  /// - Parameter joinsRuns: whether all runs are read; otherwise only the first, or the one that a condition names.
  init(
    _ table: RecordingTable, _ options: RecordingOptions, _ conditions: [RowCondition] = [], joinsRuns: Bool = false,
    isLive: Bool = false
  ) throws(RecordingError) {
    let table = try table.choosing(conditions)
    self.options = options
    (name, header, reader) = (table.name, table.header, table.reader)
    reader.samples = options.samples
    var chosen: [Source] = []
    for (number, column) in (options.field + options.acceleration + options.rate).enumerated() {
      let index = try table.index(of: column.name, for: "--columns")
      let isAsWritten =
        number < options.field.count
        ? options.asWritten.field
        : number < options.field.count + options.acceleration.count ? options.asWritten.force : options.asWritten.rate
      let written = isAsWritten ? table.layout.divisor(index) : 1
      let sign: Double = column.isNegated ? -1 : 1
      chosen.append(
        Source(index: index, factor: options.factor(ofColumn: number) * written, sign: sign * written))
    }
    field = Array(chosen[..<options.field.count])
    acceleration = Array(chosen[options.field.count...].prefix(options.acceleration.count))
    rate = Array(chosen[(options.field.count + options.acceleration.count)...])
    (hasForce, hasRate) = (!acceleration.isEmpty, !rate.isEmpty)
    time = try TimeColumn(table, options)
    time?.isLive = isLive
    time?.prepare(for: reader)
    time?.isOrderNeeded = !joinsRuns
    var wanted: [(index: Int, condition: RowCondition)] = []
    var run: Int?
    for condition in conditions {
      if time != nil, let number = condition.run(in: table.header) {
        run = number
      } else {
        wanted.append((try table.index(of: condition.column, for: "--where"), condition))
      }
    }
    self.conditions = wanted
    self.run = run ?? (joinsRuns || isLive || time == nil ? nil : 1)
    let used = Set(chosen.map(\.index) + (time?.columns ?? []) + options.samples.flatMap(\.own))
    let header = table.header
    others = header.indices.filter { !used.contains($0) && !header[$0].isEmpty }
  }

  /// The next row with numbers in all columns that are used.
  /// - Throws: a time that runs backwards for longer than one row.
  mutating func next() throws(RecordingError) -> Numbers? {
    while nextOfConditions() {
      do throws(RecordingError) {
        if isWithoutField {
          passed.withoutField += 1
          continue
        }
        let row = try numbers()
        guard let row, run == nil || run == time?.runs else { continue }
        rows += 1
        return row
      } catch {
        if error.kind == .timeOrder { throw error }
        passed.add(error, reader.text)
      }
    }
    return nil
  }

  /// Goes to the next row that meets the conditions.
  mutating func nextOfConditions() -> Bool {
    while reader.next() {
      if meetsConditions { return true }
    }
    return false
  }

  /// Rejects a row that turns out to contain no sample.
  mutating func reject(_ error: RecordingError) {
    rows -= 1
    passed.add(error, reader.text)
  }

  private var meetsConditions: Bool {
    for (index, condition) in conditions where !condition.holds(reader.string(index)) { return false }
    return true
  }

  /// Whether all cells of the field are empty, and the row is otherwise as the others are.
  private var isWithoutField: Bool {
    field.allSatisfy { source in reader.cell(source.index).map { $0.start == $0.end && !$0.isQuoted } ?? true }
      && reader.isWhole
  }

  private mutating func numbers() throws(RecordingError) -> Numbers? {
    if !reader.isWhole { throw uneven() }
    var row = Numbers()
    row.line = reader.line
    for (axis, source) in field.enumerated() {
      let value = try number(source.index)
      row.field[axis] = source.factor * value
      if options.fieldCounts != nil { row.counts[axis] = source.sign * value }
    }
    for (axis, source) in acceleration.enumerated() {
      row.acceleration[axis] = source.factor * (try number(source.index))
    }
    for (axis, source) in rate.enumerated() { row.rate[axis] = source.factor * (try number(source.index)) }
    if var column = time {
      let (last, back) = (column.last, column.unproven)
      defer { time = column }
      let found = try column.instant(self)
      if let back { passed.add(back, []) }
      guard let found else { return nil }
      row.time = found
      if let last, found.microseconds - last.microseconds > 3_600_000_000 {
        passed.farApart += 1
        passed.firstFarApart = passed.firstFarApart ?? row.line
      }
    }
    if let counts = options.fieldCounts, counts.isBeyondRange(row.counts) {
      passed.beyondRange += 1
      passed.firstBeyondRange = passed.firstBeyondRange ?? row.line
    }
    return row
  }

  /// Checks the skipped rows after all rows were read. Throws the first fault if too many rows, or all, were skipped.
  mutating func finish() throws(RecordingError) {
    if let error = time?.unproven { passed.add(error, []) }
    if let time, time.hasNoOrder, let first = time.first, run != nil { throw first }
    passed.hasNoOrder = time?.hasNoOrder ?? false
    if let time, time.runs > 1 { (passed.runs, passed.beginnings, passed.run) = (time.runs, time.beginnings, run) }
    if let error = passed.first, rows == 0 || passed.count * 5 > passed.count + rows {
      guard passed.count > 1, rows > 0 else { throw error }
      var told = error
      told.message += "; so it is in \(passed.count) of \(passed.count + rows) rows"
      throw told
    }
    guard rows == 0 else { return }
    if passed.withoutField > 0, let place = field.first?.index {
      throw RecordingError(
        kind: .cell, place: name, column: shown(header[place]), message: "every cell of the column is empty",
        advice: "Name the columns of the field by --columns.")
    }
    if let run, run > 1 {
      throw RecordingError(
        kind: .table, place: name, message: "there is no run \(run): the recording has \(time?.runs ?? 1)",
        advice: "Give a smaller number by --where run=N.")
    }
    guard let condition = conditions.last?.condition else {
      throw RecordingError(
        kind: .table, place: name, message: "there are no rows of numbers",
        advice: "Give a recording with at least one row.")
    }
    throw RecordingError(
      kind: .table, place: name, column: condition.column,
      message: conditions.count == 1
        ? "no row is “\(condition.value)”" : "no row meets all conditions, the last of which is “\(condition.value)”",
      advice: "Check --where against what stands in the file.")
  }

  // MARK: - Cells

  func number(_ index: Int) throws(RecordingError) -> Double {
    if let value = reader.value(index) { return value }
    let text = reader.string(index)
    if reader.hasOpenQuote {
      throw RecordingError(
        kind: .table, place: name, line: reader.line, message: "a quoted cell that starts here never ends",
        advice: "Add the closing quote.")
    }
    if text.hasPrefix("\"") {
      throw RecordingError(
        kind: .table, place: name, line: reader.line, message: "there is text after a closing quote",
        advice: "Write a quote inside a quoted cell twice.")
    }
    let what =
      text.isEmpty
      ? "the cell is empty"
      : Double(text) == nil ? "“\(shown(text))” is not a number" : "“\(shown(text))” is not a finite decimal number"
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isWithComma = parts.count == 2 && decimalNumber(parts.joined(separator: ".")) != nil
    throw fault(
      .cell, index, what,
      isWithComma ? "Write numbers with a decimal point, not a comma." : "Correct the cell or remove the row.")
  }

  func fault(
    _ kind: RecordingError.Kind, _ index: Int, _ message: String, _ advice: String
  ) -> RecordingError {
    RecordingError(
      kind: kind, place: name, line: reader.line, column: shown(header[index]), message: message, advice: advice)
  }

  private func uneven() -> RecordingError {
    let count = reader.rowWidth
    func text(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    let rest =
      reader.layout?.hasNames == true
      ? "where the header names \(text(header.count, "column"))" : "and others \(header.count)"
    // A number such as 29,84 gives two cells.
    let isWithCommas = count == 2 * header.count && (0..<count).allSatisfy { Int(reader.string($0)) != nil }
    return RecordingError(
      kind: .table, place: name, line: reader.line, message: "the row has \(text(count, "cell")) \(rest)",
      advice: isWithCommas
        ? "Are its commas decimal marks? Write the numbers with a point."
        : "Correct or remove the row; a file that was cut off ends with such a row.")
  }

  /// The other cells of the row.
  var input: [RecordingCell] {
    others.map { RecordingCell(name: header[$0], text: reader.string($0)) }
  }
}
