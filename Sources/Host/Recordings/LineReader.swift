// Reads rows from a port or a pipe as they come, with the same reader as for files.

import Quantities
import RecordingText
import TerminalInterface

/// The meaning of the columns. Values that are `nil` are recognised.
package struct LineColumns: Equatable, Sendable {
  /// As in `RecordingOptions`. A column without a name is called by its place, from 1.
  package var columns: String?
  package var field: UnitOption<FieldUnit>?
  package var acceleration: UnitOption<AccelerationUnit>?
  package var rate: UnitOption<RateUnit>?
  package var time: String?
  package var timeUnit: TimeUnit?

  package init(
    columns: String? = nil, field: UnitOption<FieldUnit>? = nil, acceleration: UnitOption<AccelerationUnit>? = nil,
    rate: UnitOption<RateUnit>? = nil, time: String? = nil, timeUnit: TimeUnit? = nil
  ) {
    (self.columns, self.field, self.acceleration, self.rate) = (columns, field, acceleration, rate)
    (self.time, self.timeUnit) = (time, timeUnit)
  }
}

/// Reads rows from bytes as they come. Lines that are not such rows, such as a greeting or a cut line, are skipped and
/// counted.
package struct LineReader: Sendable {
  /// The source of the lines in messages.
  package let name: String
  /// The columns as found; `nil` before the first row.
  package private(set) var options: RecordingOptions?
  /// What was recognised, one line for each fact; none before the first row.
  package private(set) var remarks: [String] = []
  /// Nanotesla per count; `nil` if the unit has a size, and before the first row.
  package private(set) var countScale: Double?
  /// The scale of counts if it is known before the first row.
  private let knownScale: Double?
  private let columns: LineColumns
  private let conditions: [RowCondition]
  private var text: TextReader
  private var maker: SampleMaker?

  /// - Parameters:
  ///   - conditions: which rows are used.
  ///   - beginsAnywhere: whether the first line may be incomplete, as on a port.
  ///   - countScale: nanotesla per count; `nil`: from the size of the first rows.
  package init(
    name: String, columns: LineColumns, where conditions: [RowCondition] = [], beginsAnywhere: Bool = false,
    countScale: Double? = nil
  ) {
    (self.name, self.columns, self.conditions, knownScale) = (name, columns, conditions, countScale)
    text = TextReader(isLive: true, beginsAnywhere: beginsAnywhere)
  }

  /// The number of skipped lines.
  package var skipped: Int {
    maker.map { $0.rows.reader.skippedLines + $0.rows.passed.count + $0.rows.reader.linesBefore } ?? 0
  }

  /// Whether the lines before the first row are sentences of NMEA 0183.
  package var hasSentences: Bool { maker == nil && text.hasSentences }

  /// The first skipped line.
  package var firstSkipped: String? {
    guard let maker else { return text.firstLine.isEmpty ? nil : shown(text.firstLine) }
    let before = maker.rows.reader.linesBefore > 0 ? maker.rows.reader.firstLine : nil
    return (before ?? maker.rows.reader.firstSkipped?.text ?? maker.rows.passed.text.map { Array($0.utf8) }).map {
      shown($0)
    }
  }

  /// Remarks about skipped rows, and about rows beyond a chip's range.
  package var passed: PassedRows { maker?.rows.passed ?? PassedRows() }

  /// Adds bytes, and returns the rows that they complete.
  /// - Throws: `RecordingError` if the requested columns do not exist.
  package mutating func rows(_ bytes: some Sequence<UInt8>) throws(RecordingError) -> [RecordingRow] {
    let bytes = Array(bytes)
    if maker == nil { text.feed(bytes) } else { maker?.rows.reader.feed(bytes) }
    return try readRows()
  }

  /// The port was lost and comes again: the cut line is dropped. Columns and units stay.
  package mutating func interrupt() {
    text.interrupt()
    maker?.rows.reader.interrupt()
  }

  /// The last rows. The last line may have no line end.
  package mutating func finish() throws(RecordingError) -> [RecordingRow] {
    text.finish()
    maker?.rows.reader.finish()
    return try readRows()
  }

  /// Finds the layout from what has come so far, because the next line may take long.
  package mutating func decide() throws(RecordingError) -> [RecordingRow] {
    text.decide()
    return try readRows()
  }

  private mutating func readRows() throws(RecordingError) -> [RecordingRow] {
    if maker == nil {
      text.judgeIfReady()
      guard text.layout != nil else { return [] }
      let table = RecordingTable(live: text, name: name)
      let found = try RecordingColumns(table, columns, where: conditions)
      try found.options.checkDistinctColumns()
      (options, remarks) = (found.options, found.remarks)
      maker = SampleMaker(try RowReader(table, found.options, conditions, isLive: true), isLive: true)
    }
    guard var maker else { return [] }
    defer { self.maker = maker }
    if countScale == nil, !maker.rows.options.fieldUnit.hasStrength {
      var ahead = maker.rows
      guard let scale = knownScale ?? CountScale.nanotesla(&ahead) else {
        // Nothing is lost: the bytes that were read contain no row.
        maker.rows = ahead
        return []
      }
      countScale = scale
      maker.rows.options.fieldScale = scale
      options = maker.rows.options
    }
    var rows: [RecordingRow] = []
    while true {
      do throws(RecordingError) {
        guard let row = try maker.next() else { return rows }
        rows.append(row)
      } catch {
        // A row that is no sample is skipped.
        continue
      }
    }
  }
}
