// The rows that `binnacle replay` computes, of a file or as they come on standard input.
import Correction
import DeviceLinks
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// A recording, its columns, and how it is computed.
package struct RecordingSource {
  private var recording: Recording
  /// Where further rows come from; `nil` for a file.
  private let input: StandardInputRows?

  init(_ path: String, _ arguments: ParsedArguments) throws {
    var columns: RecordingOptions
    if path == "-" {
      let rows = try StandardInputRows(arguments)
      if let given = [CommandOption.attitude, .join].first(where: arguments.flag) {
        throw UsageError(
          "--\(given.name) is for a file, not for lines of standard input.\nSee `binnacle replay --help`.")
      }
      recording = try rows.first(
        seconds: arguments.flag(.calibrationFile) ? 0 : try arguments.seconds(.reference) ?? 10)
      columns = try rows.options ?? RecordingOptions(columns: "x,y,z")
      if rows.countScale != nil { try CountedStream.refuseStrengths(arguments, columns.fieldUnit) }
      input = rows
    } else {
      let file = try RecordingInput(path: path, arguments)
      (recording, columns) = (try file.recording(), file.options)
      if let scaled = try CountedStream(file, arguments) {
        (recording, columns.fieldScale) = (scaled.recording, scaled.scale)
        arguments.console.remark(scaled.remark)
        try CountedStream.refuseStrengths(arguments, columns.fieldUnit)
      }
      for remark in file.remarks(recording.passed) { arguments.console.remark(remark) }
      input = nil
    }
    for remark in RecordingStream.remarks(recording, columns) { arguments.console.remark(remark) }
    try arguments.text(.attitude).map { try RecordedAttitude($0) }?.apply(to: &recording)
  }

  /// Computes the rows in this process, or on the link of --on.
  func replay(_ arguments: ParsedArguments, _ options: StreamOptions, _ report: StreamReport) throws -> ExitStatus {
    let record = try Self.model(recording, arguments)
    let connection =
      try arguments.text(.on).map { try Connection($0, capture: options.capturePath) }
      ?? Connection(LinkOpener.inProcess(name: "this process"), capture: options.capturePath)
    connection.printRemarks(on: arguments.console)
    return try connection.use {
      defer { for remark in input?.lastRemarks ?? [] { report.remark(remark) } }
      return try RecordingStream(recording: recording, options: options, record: record, more: input.map { $0.next })
        .run(on: connection, report: report, console: arguments.console)
    }
  }
}

extension RecordingSource {
  /// What a recording without a calibration is taken for.
  private static func assumption(_ name: String) -> String {
    "binnacle: no calibration was given, so \(name) is treated as calibrated. If it is not, the errors of the headings can be "
      + "larger than their accuracy.\nTo use one: binnacle fit FILE --json >record.json, then --calibration record.json"
  }

  /// The record for computing a recording: from a file, or learned from its beginning.
  package static func model(_ recording: Recording, _ arguments: ParsedArguments) throws -> CalibrationRecord? {
    let seconds = try arguments.seconds(.reference)
    if let path = arguments.text(.calibrationFile) {
      guard seconds == nil else {
        throw UsageError("--reference learns what --calibration already says.\nGive one of them.")
      }
      return try CalibrationJSON.read(path: path).record
    }
    do throws(RecordingModel.Lack) {
      let record = try RecordingModel.learned(recording, seconds: seconds ?? 10)
      if !arguments.flag(.on) { arguments.console.remark(assumption(recording.name)) }
      return record
    } catch {
      let span = "\(seconds ?? 10)"
      let what =
        "he first \(span.hasSuffix(".0") ? String(span.dropLast(2)) : span) s of \(recording.name) give no reference: \(error.text)"
      guard seconds == nil else { throw UsageError("T\(what).\n\(error.advice)") }
      let without =
        arguments.flag(.on) ? "the device's own calibration is used" : "without one no heading is calibrated"
      arguments.console.remark("binnacle: t\(what); \(without).\n\(error.advice)")
      return nil
    }
  }
}
