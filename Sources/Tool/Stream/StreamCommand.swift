// binnacle stream: headings from a device, a recording or a capture.
import Correction
import DeviceLinks
import Emulator
import HostSession
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection

package struct StreamCommand: Subcommand {
  package let name = "stream"
  package let summary = "show live heading; --check compares every reading with a Double reference"
  package let arguments = [CommandArgument("LINK", .one, "where the readings come from; see `binnacle help links`")]
  package let options: [CommandOption] =
    [
      .readings, .duration, .rate, .check, .location, .distanceFilter, .desiredAccuracy, .extrapolate, .trueNorth,
      .filter, .heartbeat, .smooth, .noQuestions,
    ] + CommandOption.instrument + [
      .nmea, .worst, .coreLocation, .csv, .require, .prefer, .reconnect, .noDTR, .summary, .json, .capture, .sabotage,
      .on,
      .columns,
      .join,
      .unit, .accelUnit, .gyroUnit, .noGyro, .time, .timeUnit, .rows, .attitude, .calibrationFile, .reference,
    ]
  package let examples = [
    CommandExample("stream auto", "the board that is plugged in; Ctrl-C ends"),
    CommandExample(
      "stream emulator:lm3s6965evb --duration 12 --check", "real firmware in QEMU, every heading checked twice"),
    CommandExample(
      "stream /dev/ttyUSB0 --rate 50 --json | jq 'select(.magneticValid).magneticHeadingDegrees'", "for other programs"),
    CommandExample(
      "stream recording:walk.csv --columns mx,my,mz,ax,ay,az --unit uT --accel-unit m/s2 --time t_s --check",
      "a table of measurements, through the same core"),
    CommandExample(
      "stream 'csv:/dev/ttyACM0?columns=mx,my,mz,ax,ay,az&unit=uT'",
      "a sensor with any firmware that prints its numbers"),
    CommandExample("stream recording:walk.csv --columns mx,my,mz --on emulator:microbit", "the same on a Cortex-M0"),
    CommandExample("stream auto --location 47.37,8.54 --true --filter 1", "true headings, told when they move by 1°"),
    CommandExample("stream auto --location gpsd --nmea > /dev/ttyS0", "HDG, HDM, HDT, THS, ROT and XDR for a plotter"),
    CommandExample(
      "stream auto --csv --duration 1m > walk.csv", "a table for a spreadsheet, and a recording for `fit`"),
    CommandExample("stream auto --orientation landscape-left --core-location", "for a program that knows CLHeading"),
    CommandExample(
      "stream auto --pointing -Z --card card.json", "the axis through the display points; with a deviation card"),
    CommandExample("stream simulated --check --sabotage sign --readings 200", "see a check fail"),
  ]
  package let notes = [
    "Each reading is one row, or with --json (and when piped) one JSON object on a line. With --check the "
      + "last line is the verdict. `numeric` compares the device with the same equations in Double, from the "
      + "counts on. `truth` compares it with the simulated world, if there is one; for that, an emulated "
      + "board gets the calibration that its world needs.",
    "--rate is the rate of the readings; the sensor runs at its next higher rate. A reading that repeats "
      + "an earlier sample is marked stale. --duration counts device time.",
    "On a terminal with colour a needle is shown below the rows. It points to magnetic north, when up is "
      + "the direction of the instrument's forward axis. The orientation of the display does not turn it.",
    "--level: without an accelerometer the compass assumes that the board is level. Its accuracy allows "
      + "for 5° of tilt about each axis (one sigma), which is ±34° at a dip of 65°. If a gimbal or a vehicle "
      + "keeps the board closer to level, give this option.",
    LocationSource.note
      + " While a source sends no location, the last one stays in use for true headings; after 30 s, and "
      + "when the source is gone, a remark says so.",
    "--location of a simulated instrument: its world takes strength, dip and declination of the place, by the "
      + "world model in Double, as in every command that tells it where it is, and --check compares true headings "
      + "with that. The world of an emulated board does not change (20,000 nT horizontal, dip 65°); with a "
      + "place of another dip its field counts as disturbed. If less than 5,000 nT are horizontal, no "
      + "accuracy is promised, and --check cannot pass.",
    "--location, --true, --filter and --smooth are for one stream: its end, or the next stream, resets "
      + "them. --mounting, --orientation, --pointing, --level and --card are settings of the instrument. They "
      + "stay on the device until you change them or it restarts; guide, sources and swing accept them, too. "
      + "If you give none of these options, the device keeps its settings, and the command prints those that "
      + "were set before. The device applies them in this order: the mounting turns sensor axes into body "
      + "axes (forward +X, right +Y, down +Z); --pointing chooses the axis whose heading is shown; the card "
      + "is added (east positive); the orientation of the display comes last, because it only turns the "
      + "heading for the viewer. --orientation auto follows the attitude, and needs an accelerometer: from "
      + "15° of tilt on, the edge that is up decides. A flat display is face up or face down; its heading stays "
      + "turned as before it lay flat, and is not turned before it was tilted. Axes through the display (+Z, -Z) are not turned. --pointing auto is +X, and "
      + "±Z while the nose is more than 50° up or down.",
    "--core-location: `headingAccuracy` is negative if and only if there is no valid heading, `trueHeading` is -1 if and "
      + "only if there is none; x, y, z are the raw field in body axes (forward, right, down), each within ±128 uT.",
    "A simulated instrument runs at the speed of this machine's clock. With --readings or --duration, and "
      + "not on a terminal, its readings come as fast as they can be computed.",
    "--reconnect finds the same board again by the USB serial number of its adapter or by its own number, "
      + "whatever name its port has then. It marks the gap and its length among the readings (`\"what\": \"gap\"` "
      + "in JSON). A board without a number behind tcp:HOST:PORT counts as the same only if its clock shows "
      + "that it kept running.",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let text = arguments.positionals[0]
    let address = try LinkAddress(text)
    try Self.refuseUnusedWorst(arguments)
    if case .capture(let path) = address {
      try refuse(Self.recordingOptions, arguments, "is for a recording: stream recording:FILE.")
      for (option, reason) in CaptureReplay.refusals { try refuse([option], arguments, reason) }
      let options = try StreamOptions(arguments, isCaptured: true)
      return try CaptureReplay(path: path, options: options).run(StreamReport(arguments, options))
    }
    let options = try StreamOptions(arguments)
    let report = StreamReport(arguments, options)
    switch address {
    case .recording(let path):
      try refuse([.reconnect, .noDTR, .summary], arguments, "is for a live device, not for a recording.")
      try refuse([.rate], arguments, "is not for a recording: every row gives one reading.")
      try refuseUnseenSabotage(options)
      let input = path == "-" ? try StandardInputRows(arguments) : nil
      var recording: Recording
      var columns: RecordingOptions
      if let input {
        try refuse([.attitude, .join], arguments, "is for a file, not for lines of standard input.")
        let isLearned = !arguments.flag(.calibrationFile)
        recording = try input.first(seconds: isLearned ? try arguments.seconds(.reference) ?? 10 : 0)
        columns = try input.options ?? RecordingOptions(columns: "x,y,z")
        if input.countScale != nil { try CountedStream.refuseStrengths(arguments, columns.fieldUnit) }
      } else {
        let file = try RecordingInput(path: path, arguments)
        columns = file.options
        recording = try file.recording()
        if let scaled = try CountedStream(file, arguments) {
          (recording, columns.fieldScale) = (scaled.recording, scaled.scale)
          arguments.console.remark(scaled.remark)
          try CountedStream.refuseStrengths(arguments, columns.fieldUnit)
        }
        for remark in file.remarks(recording.passed) { arguments.console.remark(remark) }
      }
      for remark in UnitCheck.remarks(recording, columns) { arguments.console.remark(remark) }
      try arguments.text(.attitude).map { try RecordedAttitude($0) }?.apply(to: &recording)
      let record = try Self.recordedModel(recording, arguments)
      guard options.sabotage != .wire || arguments.flag(.on) else {
        throw UsageError("--sabotage crc damages frames on a wire, and there is none.\nAdd --on LINK.")
      }
      let connection =
        try arguments.text(.on).map { try Connection($0, capture: options.capturePath) }
        ?? Connection(LinkOpener.inProcess(name: "this process"), capture: options.capturePath)
      connection.printRemarks(on: arguments.console)
      return try connection.use {
        defer { for remark in input?.lastRemarks ?? [] { report.remark(remark) } }
        return try RecordingStream(recording: recording, options: options, record: record, more: input.map { $0.next })
          .run(on: connection, report: report, console: arguments.console)
      }
    default:
      try refuse(Self.recordingOptions + [.on], arguments, "is for a recording: stream recording:FILE.")
      try refuseUnseenSabotage(options)
      let connection = try Connection(text, capture: options.capturePath, releasesLines: options.releasesLines)
      let isTold = arguments.outputMode == .human || options.heading.form.isForeign
      connection.pace(isForPeople: isTold, hasEnd: options.hasEnd)
      if !options.isChecked, options.capturePath == nil { connection.link.forgetTruth() }
      return try connection.use {
        if let facts = connection.link.lineFacts, facts.countScale != nil {
          try CountedStream.refuseStrengths(arguments, facts.options.fieldUnit)
        }
        return try LiveStream(connection, options: options, report: report).run(console: arguments.console)
      }
    }
  }

  /// The record for computing a recording: from a file, or learned from its beginning.
  package static func recordedModel(_ recording: Recording, _ arguments: ParsedArguments) throws -> CalibrationRecord? {
    let seconds = try arguments.seconds(.reference)
    if let path = arguments.text(.calibrationFile) {
      guard seconds == nil else {
        throw UsageError("--reference learns what --calibration already says.\nGive one of them.")
      }
      return try CalibrationJSON.read(path: path).record
    }
    do throws(RecordingModel.Lack) { return try RecordingModel.learned(recording, seconds: seconds ?? 10) } catch {
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

  /// Refuses a limit for sentences where there are none.
  static func refuseUnusedWorst(_ arguments: ParsedArguments) throws {
    guard arguments.flag(.nmea) || !arguments.flag(.worst) else {
      throw UsageError("--worst is for sentences, and there are none.\nAdd --nmea, or leave it out.")
    }
  }

  /// A stream with deliberate errors but without a check would look like a correct one.
  private func refuseUnseenSabotage(_ options: StreamOptions) throws {
    guard options.isChecked || options.sabotage == .none else {
      throw UsageError("--sabotage shows how a check fails, and there is none.\nAdd --check.")
    }
  }

  private static let recordingOptions: [CommandOption] = [
    .columns, .join, .unit, .accelUnit, .time, .timeUnit, .rows, .attitude, .calibrationFile, .reference,
  ]

  /// Refuses options that have no effect here. A sabotage without effect would make a check look sound.
  private func refuse(_ options: [CommandOption], _ arguments: ParsedArguments, _ reason: String) throws {
    guard let given = options.first(where: arguments.flag) else { return }
    throw UsageError("--\(given.name) \(reason)" + (reason.contains("\n") ? "" : "\nSee `binnacle stream --help`."))
  }
}

/// Writes the bytes of a stream to a file.
package struct CaptureCommand: Subcommand {
  package let name = "capture"
  package let summary = "stream, and keep the exact bytes with their times in a file"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package static let output = CommandOption("output", letter: "o", "FILE", "the file to write")
  package let options: [CommandOption] = [
    Self.output, .readings, .duration, .rate, .check, .reconnect, .noDTR, .summary, .json,
  ]
  package let examples = [
    CommandExample("capture auto -o run.binnacle --duration 60", "one minute of the board that is plugged in"),
    CommandExample("replay run.binnacle --check", "the same readings again, checked"),
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    guard let path = arguments.text(Self.output) else {
      throw UsageError("Say where to keep the bytes: binnacle capture LINK -o FILE")
    }
    var options = try StreamOptions(arguments)
    options.capturePath = path
    let connection = try Connection(
      arguments.positionals[0], capture: path, releasesLines: options.releasesLines)
    connection.pace(isForPeople: arguments.outputMode == .human, hasEnd: options.hasEnd)
    let status = try connection.use {
      try LiveStream(connection, options: options, report: StreamReport(arguments, options))
        .run(console: arguments.console)
    }
    arguments.console.remark("binnacle: kept in \(path)")
    return status
  }
}

/// Reads a capture again.
package struct ReplayCommand: Subcommand {
  package let name = "replay"
  package let summary = "give the readings of a capture again, to the last bit"
  package let arguments = [CommandArgument("FILE", .one, "a capture, as `binnacle capture` or --capture wrote it")]
  package let options: [CommandOption] = [
    .readings, .duration, .check, Self.trueNorth, .nmea, .worst, .noGyro, .coreLocation, .csv, .json,
  ]
  package static let trueNorth = CommandOption.flag(
    CommandOption.trueNorth.name, "give true headings or none; for a capture that was made with --location")
  package let examples = [
    CommandExample("replay run.binnacle --check", "the same verdict as when it was captured"),
    CommandExample("replay run.binnacle --json > run.jsonl", "readings as JSON lines"),
    CommandExample("replay run.binnacle --csv > run.csv", "a table for a spreadsheet"),
    CommandExample("replay run.binnacle --nmea", "sentences for another instrument, marked as simulated"),
  ]
  package let notes = [
    "A replay shows what the device sent, and computes nothing again. Place, filter, smoothing, "
      + "orientation and card are those of the capture. Sentences leave out the orientation, which is only "
      + "for a viewer of a display. For true headings, capture with --location. --core-location shows the "
      + "times at which the readings came."
  ]
  package let refusals = CaptureReplay.refusals

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    try StreamCommand.refuseUnusedWorst(arguments)
    let options = try StreamOptions(arguments, isCaptured: true)
    return try CaptureReplay(path: arguments.positionals[0], options: options).run(StreamReport(arguments, options))
  }
}
