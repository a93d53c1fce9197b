// The recording of a command: its table, its columns, and the remarks about them.

import Recordings
import TerminalInterface
import ToolCommandLine

/// A file of measurements, with what the options say about its columns.
package struct RecordingInput {
  /// The rows as they are in the file.
  package let table: RecordingTable
  /// The rows that are used.
  package let conditions: [RowCondition]
  /// What each column is, and how that was found.
  package var columns: RecordingColumns

  package var options: RecordingOptions { columns.options }

  /// - Parameter allowsPlane: whether a field with two axes is accepted.
  package init(_ table: RecordingTable, _ arguments: ParsedArguments, allowsPlane: Bool = false) throws {
    self.table = table
    conditions = try arguments.rowConditions()
    var given = try StreamOptions.lines(arguments)
    if given.columns == nil, let own = table.own { (given.columns, given.time) = (own.columns, given.time ?? own.time) }
    columns = try RecordingColumns(table, given, where: conditions, allowsPlane: allowsPlane)
    try arguments.checkColumns(of: columns.options)
  }

  package init(path: String, _ arguments: ParsedArguments, allowsPlane: Bool = false) throws {
    try Self.check(arguments, allowsPlane: allowsPlane)
    let table = try RecordingTable(
      path: path, joining: arguments.given[CommandOption.join.name] ?? [], where: try arguments.rowConditions())
    try self.init(table, arguments, allowsPlane: allowsPlane)
  }

  /// Refuses options that cannot be valid for any recording, before a file is opened.
  package static func check(_ arguments: ParsedArguments, allowsPlane: Bool = false) throws {
    _ = try arguments.rowConditions()
    let given = try StreamOptions.lines(arguments)
    guard let columns = given.columns else { return }
    try RecordingOptions(columns: columns, allowsPlane: allowsPlane).checkDistinctColumns()
  }

  /// The rows as samples of an instrument.
  package func recording() throws -> Recording { try Recording(table: table, options: options, where: conditions) }

  /// The rows as numbers in the file's units.
  /// - Parameter joinsRuns: whether the rows are read beyond a place at which the clock starts again.
  package func vectors(joinsRuns: Bool = true) throws -> MeasuredVectors {
    try MeasuredVectors(table: table, options: options, where: conditions, joinsRuns: joinsRuns)
  }

  /// Remarks about what was recognised, and about skipped rows; each with the program's name.
  package func remarks(_ passed: PassedRows) -> [String] {
    (table.remarks + columns.remarks + Self.told(passed, options)).map { "binnacle: \($0)" }
  }

  /// - Parameter isCounted: whether skipped rows are counted here.
  package static func told(_ passed: PassedRows, _ options: RecordingOptions, withRows isCounted: Bool = true)
    -> [String]
  {
    var told: [String] = []
    if isCounted, let first = passed.first {
      let line = first.line.map { ", the first is line \($0)" } ?? ""
      let column = first.column.map { "column “\($0)”: " } ?? ""
      told.append(
        "\(Digits.count(passed.count, "row")) \(passed.count == 1 ? "was" : "were") passed over\(line): "
          + "\(column)\(first.message)")
    }
    if passed.withoutField > 0 {
      told.append(
        "\(Digits.count(passed.withoutField, "row")) without a field \(passed.withoutField == 1 ? "is" : "are") left out"
      )
    }
    if passed.hasNoOrder {
      told.append("the times of the rows have no order, and are not used")
    } else if let line = passed.beginnings.first {
      let more = passed.runs > 2 ? " and \(passed.runs - 2) times more" : ""
      told.append(
        "the clock starts again at line \(line)\(more): "
          + (passed.run.map { run in
            "run \(run) of \(passed.runs) is read; --where run=\(run == 1 ? 2 : 1) takes another"
          } ?? "the rows of all \(passed.runs) runs are used"))
    }
    if let line = passed.firstFarApart {
      told.append(
        "\(Digits.count(passed.farApart, "row")) \(passed.farApart == 1 ? "is" : "are") more than an hour after the row "
          + "before, the first is line \(line): is --time-unit \(options.timeUnit.rawValue) right?")
    }
    if let line = passed.firstBeyondRange, let chip = options.fieldCounts?.text {
      told.append(
        "\(Digits.count(passed.beyondRange, "row")) \(passed.beyondRange == 1 ? "is" : "are") at the end of the range of "
          + "\(chip) or beyond it, the first is line \(line)")
    }
    return told
  }
}
