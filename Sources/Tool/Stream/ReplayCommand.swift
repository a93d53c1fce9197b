// binnacle replay: headings from what is stored: a capture, a recording or a log.
import DeviceLinks
import Foundation
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Gives the readings of a capture again, or computes those of a recording.
package struct ReplayCommand: Subcommand {
  package let name = "replay"
  package let summary = "show the headings of a capture, a recording or the log of an autopilot"
  package let arguments = [
    CommandArgument(
      "FILE", .one,
      "a capture, a table of measurements or the log of an autopilot; - for lines of standard input")
  ]
  package let options: [CommandOption] =
    [.readings, .duration, .check] + CommandOption.recordingOptions + [
      .location, .distanceFilter, .desiredAccuracy, .extrapolate, trueNorth, .filter, .heartbeat, .smooth,
    ] + CommandOption.instrument + [
      .nmea, .worst, .noGyro, .coreLocation, .csv, .require, .prefer, .json, .capture, .sabotage, .on,
    ]
  private static let trueNorth = CommandOption.flag(
    CommandOption.trueNorth.name, "give true headings or none; needs --location, for a capture while it was made")
  package let refusals: [(option: CommandOption, reason: String)] =
    [(.rate, "is not for a file: every row and every captured reading gives one reading.")]
    + [CommandOption.reconnect, .noDTR, .summary].map { ($0, "is for a live device, not for a file.") }
  package let examples = [
    CommandExample("replay run.binnacle --check", "a capture: the same verdict as when it was captured"),
    CommandExample("replay run.binnacle --json > run.jsonl", "readings as JSON lines"),
    CommandExample("replay run.binnacle --csv > run.csv", "a table for a spreadsheet"),
    CommandExample("replay run.binnacle --nmea", "sentences for another instrument, marked as simulated"),
    CommandExample(
      "replay walk.csv --columns mx,my,mz,ax,ay,az --unit uT --accel-unit m/s2 --time t_s --check",
      "a table of measurements, through the same core"),
    CommandExample("replay walk.csv --columns mx,my,mz --on emulator:microbit", "the same on a Cortex-M0"),
  ]
  package let notes = [
    "A capture: the command shows what the device sent, and computes nothing again. Place, filter, smoothing, "
      + "orientation and card are those of the capture. Sentences leave out the orientation, which is only "
      + "for a viewer of a display. For true headings, capture with --location. --core-location shows the "
      + "times at which the readings came.",
    "A recording, or the log of an autopilot: the device's code computes each row, in this process or with --on on a "
      + "board. Columns and units are recognised and reported (docs/recordings.md has the forms). The record comes "
      + "from --calibration, or is learned from the first 10 s (--reference).",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let path = arguments.positionals[0]
    try StreamCommand.refuseUnusedWorst(arguments)
    if try path != "-" && CaptureReader.isCapture(path) {
      try refuse(
        CommandOption.recordingOptions, arguments, "is for a recording, and \(path) is a capture.\nLeave it out.")
      for (option, reason) in CaptureReplay.refusals { try refuse([option], arguments, reason) }
      let options = try StreamOptions(arguments, isCaptured: true)
      return try CaptureReplay(path: path, options: options).run(StreamReport(arguments, options))
    }
    let options = try StreamOptions(arguments)
    try StreamCommand.refuseUnseenSabotage(options)
    guard options.sabotage != .wire || arguments.flag(.on) else {
      throw UsageError("--sabotage crc damages frames on a wire, and there is none.\nAdd --on LINK.")
    }
    let source = try RecordingSource(path, arguments)
    return try source.replay(arguments, options, StreamReport(arguments, options))
  }

  /// Refuses options that have no effect here. A sabotage without effect would make a check look sound.
  private func refuse(_ options: [CommandOption], _ arguments: ParsedArguments, _ reason: String) throws {
    guard let given = options.first(where: arguments.flag) else { return }
    throw UsageError("--\(given.name) \(reason)" + (reason.contains("\n") ? "" : "\nSee `binnacle replay --help`."))
  }
}
