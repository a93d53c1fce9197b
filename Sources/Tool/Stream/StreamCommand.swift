// binnacle stream: headings from a device, live.
import DeviceLinks
import Foundation
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
      .nmea, .worst, .noGyro, .coreLocation, .csv, .require, .prefer, .reconnect, .noDTR, .summary, .json, .capture,
      .sabotage,
    ]
  package let refusals: [(option: CommandOption, reason: String)] = (CommandOption.recordingOptions + [.on]).map {
    ($0, "is for a stored file: binnacle replay FILE.")
  }
  package let examples = [
    CommandExample("stream auto", "the board that is plugged in; Ctrl-C ends"),
    CommandExample(
      "stream emulator:lm3s6965evb --duration 12 --check", "real firmware in QEMU, every heading checked twice"),
    CommandExample(
      "stream /dev/ttyUSB0 --rate 50 --json | jq 'select(.magneticValid).magneticHeadingDegrees'", "for other programs"),
    CommandExample(
      "stream 'csv:/dev/ttyACM0?columns=mx,my,mz,ax,ay,az&unit=uT'",
      "a sensor with any firmware that prints its numbers"),
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
    if let file = try Self.storedFile(text) {
      throw UsageError("A file is replayed: binnacle replay \(file.shellWord)\n`stream` is for what is live.")
    }
    try Self.refuseUnusedWorst(arguments)
    let options = try StreamOptions(arguments)
    let report = StreamReport(arguments, options)
    try Self.refuseUnseenSabotage(options)
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

  /// The path of a file that was given instead of a link; `nil` for a link.
  private static func storedFile(_ text: String) throws -> String? {
    do {
      switch try LinkAddress(text) {
      case .recording(let path), .capture(let path): return path
      case .serial(let path, _, _): return isRegularFile(path) ? path : nil
      default: return nil
      }
    } catch {
      if isRegularFile(text) { return text }
      throw error
    }
  }

  private static func isRegularFile(_ path: String) -> Bool {
    let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return kind == .typeRegular
  }

  /// Refuses a limit for sentences where there are none.
  static func refuseUnusedWorst(_ arguments: ParsedArguments) throws {
    guard arguments.flag(.nmea) || !arguments.flag(.worst) else {
      throw UsageError("--worst is for sentences, and there are none.\nAdd --nmea, or leave it out.")
    }
  }

  /// A stream with deliberate errors but without a check would look like a correct one.
  static func refuseUnseenSabotage(_ options: StreamOptions) throws {
    guard options.isChecked || options.sabotage == .none else {
      throw UsageError("--sabotage shows how a check fails, and there is none.\nAdd --check.")
    }
  }
}
