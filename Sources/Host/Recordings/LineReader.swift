// Rows of a port or a pipe as they come, by the same reader as files.

import Quantities
import RecordingText
import TerminalInterface

/// Which columns of the lines mean what. What is `nil` is recognised.
package struct LineColumns: Equatable, Sendable {
  /// As for `RecordingOptions`; a column without a name is called by its place, from 1.
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

/// Reads rows from bytes as they come. Lines that hold no such row are passed over and counted: a greeting, a cut line.
package struct LineReader: Sendable {
  /// How messages name where the lines come from.
  package let name: String
  /// What the columns turned out to be; `nil` before the first row.
  package private(set) var options: RecordingOptions?
  /// What was recognised, in a line each; none before the first row.
  package private(set) var remarks: [String] = []
  /// Nanotesla that one count stands for; `nil` where the unit has a size, and before the first row.
  package private(set) var countScale: Double?
  /// What is known of the scale of counts before the first row.
  private let knownScale: Double?
  private let columns: LineColumns
  private let conditions: [RowCondition]
  private var text: TextReader
  private var maker: SampleMaker?

  /// - Parameters:
  ///   - conditions: which rows are taken.
  ///   - beginsAnywhere: whether the first line may be cut, as that of a port is.
  ///   - countScale: nanotesla that one count stands for; `nil`: by the size of the first rows.
  package init(
    name: String, columns: LineColumns, where conditions: [RowCondition] = [], beginsAnywhere: Bool = false,
    countScale: Double? = nil
  ) {
    (self.name, self.columns, self.conditions, knownScale) = (name, columns, conditions, countScale)
    text = TextReader(isLive: true, beginsAnywhere: beginsAnywhere)
  }

  /// Lines that were passed over.
  package var skipped: Int {
    maker.map { $0.rows.reader.skippedLines + $0.rows.passed.count + $0.rows.reader.linesBefore } ?? 0
  }

  /// The first of them.
  package var firstSkipped: String? {
    guard let maker else { return text.firstLine.isEmpty ? nil : shown(text.firstLine) }
    let before = maker.rows.reader.linesBefore > 0 ? maker.rows.reader.firstLine : nil
    return (before ?? maker.rows.reader.firstSkipped?.text ?? maker.rows.passed.text.map { Array($0.utf8) }).map {
      shown($0)
    }
  }

  /// Remarks about rows that were passed over, and about rows beyond a chip's range.
  package var passed: PassedRows { maker?.rows.passed ?? PassedRows() }

  /// Adds bytes, and returns the rows that they complete.
  /// - Throws: `RecordingError` where the columns that were asked for are not there.
  package mutating func rows(_ bytes: some Sequence<UInt8>) throws(RecordingError) -> [RecordingRow] {
    let bytes = Array(bytes)
    if maker == nil { text.feed(bytes) } else { maker?.rows.reader.feed(bytes) }
    return try readRows()
  }

  /// The last rows, of which the last line may have no end.
  package mutating func finish() throws(RecordingError) -> [RecordingRow] {
    text.finish()
    maker?.rows.reader.finish()
    return try readRows()
  }

  /// Judges the layout by what has come so far: the next line may take long.
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
      maker = SampleMaker(try RowReader(table, found.options, conditions))
    }
    guard var maker else { return [] }
    defer { self.maker = maker }
    if countScale == nil, !maker.rows.options.fieldUnit.hasStrength {
      var ahead = maker.rows
      guard let scale = knownScale ?? CountScale.nanotesla(&ahead) else {
        // Nothing is lost: what was read holds no row.
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
        // A sketch that begins anew begins its clock anew.
        continue
      }
    }
  }
}
