// The options of `stream`, `capture` and `replay`, and the meaning of their combinations.
import HostSession
import LinkProtocol
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine

extension CommandOption {
  package static let location = CommandOption(
    "location", "WHERE", "for true north: LAT,LON[,HEIGHT], nmea:FILE, nmea:DEVICE[?baud=N] or gpsd[:HOST[:PORT]]")
  package static let trueNorth = flag("true", "give true headings or none; needs --location")
  package static let filter = CommandOption(
    "filter", "DEGREES", "give a heading only when it has moved by DEGREES, or its state changed")
  package static let heartbeat = CommandOption(
    "heartbeat", "TIME", "with --filter: give a heading at least once in TIME")
  package static let smooth = CommandOption(
    "smooth", "TIME", "time constant of the smoothing, up to 60s (default none)")
  package static let nmea = flag("nmea", "write NMEA 0183 sentences: HDG, HDM, HDT, THS, ROT, XDR")
  package static let require = CommandOption(
    "require", "NAMES",
    "refuse a device without these: \(Capabilities.nameList); location and gps refuse to begin without a place, "
      + "or without one of a receiver; may be given again", among: HeadingOptions.requirements)
  package static let prefer = CommandOption(
    "prefer", "NAMES", "likewise, but say what the device lacks and go on; may be given again",
    among: HeadingOptions.requirements)
  package static let readings = CommandOption("readings", "N", "end after N readings")
  package static let duration = CommandOption(
    "duration", "TIME", "end after this much device time, such as 10, 500ms, 2m or 1h")
  package static let rate = CommandOption("rate", "HZ", "readings a second, 0.02 to 1000 (default 10)")
  package static let check = flag("check", "compare every reading with the Double reference, and end with a verdict")
  package static let sabotage = CommandOption(
    "sabotage", "HOW", "make the device compute wrongly, to see the check fail: sign, swap, gain or crc",
    among: ["sign", "swap", "gain", "crc"])
  package static let reconnect = flag("reconnect", "when the cable is pulled or the board restarts, wait and go on")
  package static let noDTR = flag("no-dtr", "release DTR and RTS of a serial port instead of asserting them")
  package static let noQuestions = flag(
    "no-questions", "the device does not ask to be calibrated in this session; `calibration questions` sets it for good"
  )
  package static let summary = flag("summary", "end with a summary of counts, latencies and costs, as JSON with --json")
  package static let columns = CommandOption(
    "columns", "NAMES",
    "of a recording: X,Y,Z[,AX,AY,AZ[,GX,GY,GZ]] as names or places from 1, forward, right, down; a leading - negates "
      + "(default: recognised and reported)")
  package static let join = CommandOption(
    "join", "FILE",
    "of a recording: another file of it, joined by time; a folder or a .zip is joined by itself; may be given again")
  package static let unit = CommandOption(
    "unit", "UNIT",
    "of a recording's field: uT, nT, mT, T, mG, G, A/m; CHIP@RANGE for a chip's counts, such as qmc5883l@2G; counts or arbitrary, "
      + "whose strength is not checked (default: as names say, else uT). Chips: "
      + ChipCounts.names(.magnetometer).joined(separator: ", "))
  package static let accelUnit = CommandOption(
    "accel-unit", "UNIT",
    "of a recording's acceleration: g, mg, m/s2, counts, or CHIP@RANGE, such as lis3dh@2g (default: as names say, else g). "
      + "Chips: " + ChipCounts.names(.accelerometer).joined(separator: ", "))
  package static let gyroUnit = CommandOption(
    "gyro-unit", "UNIT",
    "of a recording's rates: dps, rad/s, mdps, a chip's counts such as lsm6dsox@2000dps, or counts, 16.4 for each "
      + "degree a second (default: as names say, else dps with --columns)")
  package static let noGyro = flag(
    "no-gyro", "show the compass's own heading, although there is a gyroscope; the device keeps both")
  package static let worst = CommandOption(
    "worst", "DEGREES",
    "sentences: send no heading that may be further off (default \(Digits.fixed(StreamOptions.usualWorst, 0)))")
  package static let time = CommandOption(
    "time", "NAME", "of a recording: the column that holds the time, as a number, a date or a time of day")
  package static let timeUnit = CommandOption(
    "time-unit", "UNIT", "of that column: s, ms, us, ns, min, h or d (default: as its name says, else s)")
  package static let rows = CommandOption(
    "where", "COLUMN=VALUE",
    "of a recording: only rows with this value; 1=WORD where the first cell names the kind of a row; may be given again"
  )

  /// Those that say what is in a recording.
  package static let recordingContent: [CommandOption] = [
    .columns, .join, .unit, .accelUnit, .gyroUnit, .time, .timeUnit, .rows,
  ]
  /// The same, and those that say how its headings are computed.
  package static let recordingOptions = recordingContent + [.attitude, .calibrationFile, .reference]
}

extension ParsedArguments {
  /// The worst accuracy of a heading in a sentence, degrees.
  package func worstHeading() throws -> Double { try number(.worst, in: 0.1...180) ?? StreamOptions.usualWorst }

  /// The conditions for the rows of a recording, one for each --where.
  package func rowConditions() throws -> [RowCondition] {
    try (given[CommandOption.rows.name] ?? []).map { text throws in try RowCondition(option: text) }
  }

  /// The unit of a recording's accelerations.
  package func accelerationUnit() throws -> UnitOption<AccelerationUnit> {
    try text(.accelUnit).map { text in try UnitOption(option: "--accel-unit", value: text) } ?? .init(.standardGravity)
  }

  /// The unit of a recording's rates.
  func rateUnit() throws -> UnitOption<RateUnit> {
    try text(.gyroUnit).map { text in try UnitOption(option: "--gyro-unit", value: text) } ?? .init(.degreesPerSecond)
  }

  /// The unit of a recording's field.
  package func fieldUnit() throws -> UnitOption<FieldUnit> {
    try text(.unit).map { text in try UnitOption(option: "--unit", value: text) } ?? .init(.microtesla)
  }

  /// Refuses impossible columns: a column that is named twice, or no acceleration although its unit is given.
  func checkColumns(of recording: RecordingOptions) throws {
    try recording.checkDistinctColumns()
    guard text(.accelUnit) == nil || !recording.acceleration.isEmpty else {
      throw UsageError(
        "--accel-unit is for columns of acceleration, and --columns names none.\n"
          + "Add them, such as --columns mx,my,mz,ax,ay,az, or leave it out.")
    }
    guard text(.gyroUnit) == nil || !recording.rate.isEmpty else {
      throw UsageError(
        "--gyro-unit is for columns of a gyroscope, and --columns names none.\n"
          + "Add them, such as --columns mx,my,mz,ax,ay,az,gx,gy,gz, or leave it out.")
    }
    guard recording.rate.isEmpty || recording.time != nil else {
      throw UsageError("Rates tell nothing without the time between them.\nAdd --time NAME, the column that holds it.")
    }
  }

  /// The unit of a recording's time column.
  package func timeUnit() throws -> TimeUnit {
    guard let text = text(.timeUnit) else { return .seconds }
    let unit = try TimeUnit(option: "--time-unit", value: text)
    guard given[CommandOption.time.name] != nil || given[CommandOption.columns.name] == nil else {
      throw UsageError("--time-unit is for a column of times, and there is none.\nAdd --time NAME, or leave it out.")
    }
    return unit
  }
}

/// The options of a stream.
package struct StreamOptions {
  package var readings: Int?
  package var duration: Double?
  package var rate: Double
  package var isChecked: Bool
  package var sabotage: Provocation
  package var capturePath: String?
  package var reconnects: Bool
  package var releasesLines: Bool
  var hasSummary: Bool
  /// Whether the device must not ask for a calibration in this session.
  var hasNoQuestions: Bool
  /// Whether the gyroscope may take part in the headings that are shown.
  package var usesGyroscope: Bool
  /// The worst accuracy of a heading in a sentence, degrees.
  package var worst: Double
  package static let usualWorst = 15.0
  /// What is wanted of the headings.
  package var heading: HeadingOptions

  package init(_ arguments: ParsedArguments, isCaptured: Bool = false) throws {
    readings = try arguments.integer(.readings, in: 1...1_000_000_000)
    duration = try arguments.seconds(.duration)
    rate = try arguments.number(.rate, in: 0.02...1000) ?? 10
    isChecked = arguments.flag(.check)
    sabotage = try Self.sabotage(arguments)
    capturePath = arguments.text(.capture)
    reconnects = arguments.flag(.reconnect)
    releasesLines = arguments.flag(.noDTR)
    hasSummary = arguments.flag(.summary)
    hasNoQuestions = arguments.flag(.noQuestions)
    usesGyroscope = !arguments.flag(.noGyro)
    worst = try arguments.worstHeading()
    heading = try HeadingOptions(arguments, isCaptured: isCaptured)
  }

  /// Whether the end of the stream is known in advance.
  package var hasEnd: Bool { (readings != nil || duration != nil) && !mayBeSilent }
  /// With a filter, an instrument at rest sends nothing.
  var mayBeSilent: Bool { (heading.filter?.minimumChange ?? 0) > 0 }

  /// Whether `--duration` is over at `now` for a stream that started at `first`, both in device time.
  /// - Parameter before: additional seconds from earlier boots of the device.
  package func isOver(at now: Instant, since first: Instant, after before: Double = 0) -> Bool {
    guard let duration, now > first else { return false }
    // `elapsed(since:)` cannot be used, because it ends at 71 minutes.
    return before + now.seconds(since: first) > duration
  }

  /// The device's code for `--sabotage`.
  package static func sabotage(_ arguments: ParsedArguments) throws -> Provocation {
    switch try arguments.choice(.sabotage) {
    case "sign": .sign
    case "swap": .swap
    case "gain": .gain
    case "crc": .wire
    default: .none
    }
  }

  /// The given columns and their units. Those that were not given are recognised.
  package static func lines(_ arguments: ParsedArguments) throws -> LineColumns {
    LineColumns(
      columns: arguments.text(.columns), field: arguments.flag(.unit) ? try arguments.fieldUnit() : nil,
      acceleration: arguments.flag(.accelUnit) ? try arguments.accelerationUnit() : nil,
      rate: arguments.flag(.gyroUnit) ? try arguments.rateUnit() : nil, time: arguments.text(.time),
      timeUnit: arguments.flag(.timeUnit) ? try arguments.timeUnit() : nil)
  }
}
