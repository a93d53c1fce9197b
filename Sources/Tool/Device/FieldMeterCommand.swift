// binnacle field-meter: shows the raw field as numbers and a history, with a zero point.
import FieldMonitor
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct FieldMeterCommand: Subcommand {
  package static let zero = CommandOption(
    "zero", "SAMPLES", "use the mean of the first SAMPLES (1 to 256) as the zero point")

  package let name = "field-meter"
  package let summary = "the raw field in nT with its history; --zero shows what a magnet adds"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package let options: [CommandOption] = [zero, .readings, .rate, .json]
  package let examples = [
    CommandExample("field-meter auto", "x, y, z, strength and a plot of each, ten times a second; Ctrl-C ends"),
    CommandExample("field-meter auto --zero 32", "minus the field of the place: bring the magnet to the instrument"),
  ]
  package let notes = [
    "The field is that of the sensor, uncalibrated, in body axes (forward, right, down). Hold the "
      + "instrument still while a zero point is taken, and as long as it is used. A zero point is refused if "
      + "the field moves by more than 3 µT meanwhile, or gravity by more than 2°. Later, an accelerometer "
      + "ends it at a tilt of more than 2°, and a gyroscope at a turn of more than 2°; a row says if tilts or "
      + "turns are not seen. Without a gyroscope, a level turn ends the zero point only when the field has "
      + "turned by 29° without a change of its strength; a magnet would change the strength. In central "
      + "Europe that is a turn of 73°. Until then the turn looks like a magnet of up to 24 µT, and with much "
      + "iron on the board it always does. If the field is beyond the range of the sensor for 3 s while a zero point is "
      + "taken, the command ends with status 1. After each row stand the last ten values of x, y, z and of the "
      + "strength, each drawn between its own least and greatest value. They start again with a new zero "
      + "point, and when a zero point ends."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let samples: UInt16? = try arguments.integer(Self.zero, in: 1...256)
    let count: Int? = try arguments.integer(.readings, in: 1...1_000_000_000)
    let rate = try arguments.number(.rate, in: 0.02...1000) ?? 10
    let connection = try Self.connect(arguments, hasEnd: count != nil)
    let (session, console) = (connection.session, arguments.console)
    return try connection.use {
      try session.stop(Streams(rawValue: 0xff))
      try session.setRate(hertz: rate)
      try session.setZeroPoint(samples: samples ?? 0)
      try session.start(.meter.union(.sensorEvents))
      var news = SensorNews()
      var told: UInt8 = 0
      var zero = ZeroWatch()
      var saturation = ZeroSaturation(rate: rate)
      var plot = FieldPlot()
      var shown = 0
      let longest = session.silenceSeconds(rate: rate)
      var silence = Silence()
      // The zero point has its own column, so that the history does not move sideways.
      let width = Self.head.count + (samples == nil ? 0 : " less zero, tilt unseen".count)
      if arguments.outputMode == .human { console.line(Self.head.padded(to: width) + FieldPlot.head) }
      while shown < count ?? Int.max, !Interrupt.isRequested {
        let next = try session.receive(deadline: .after(seconds: 0.1))
        let isLong = silence.listened() > longest
        guard let frame = next else {
          if isLong { throw Self.silence(session, news.reason, longest) }
          continue
        }
        if frame.kind == .sensorEvent, let event: SensorEvent = frame.message() {
          for line in news.add(event) { console.remark("binnacle: \(line)") }
        }
        guard frame.kind == .meterReading, let report: MeterReport = frame.message() else { continue }
        silence.end()
        shown += 1
        plot.add(report)
        if report.loss != told, let text = Self.lossText(report) { console.remark("binnacle: \(text)") }
        told = report.loss
        if saturation.prevents(report) { throw Self.saturated(session) }
        if zero.isUnwatched(report) { console.remark(Self.unwatched) }
        switch arguments.outputMode {
        case .jsonLines: console.line(Self.json(report))
        case .human: console.line(Self.row(report).padded(to: width) + plot.line)
        }
      }
      try session.stop(.meter.union(.sensorEvents))
      return .pass
    }
  }

  private static func connect(_ arguments: ParsedArguments, hasEnd: Bool) throws -> Connection {
    let connection = try Connection(arguments.positionals[0])
    connection.printRemarks(on: arguments.console)
    guard connection.hello.headingAvailability != .never else {
      connection.link.close()
      throw CommandError(.usage, "\(connection.session.stream.name) has no magnetometer: there is no field to show.")
    }
    connection.pace(isForPeople: arguments.outputMode == .human, hasEnd: hasEnd)
    connection.link.forgetTruth()
    return connection
  }

  /// Why no sample came. If the device reports a fault of the sensor, the sensor and not the line is the reason.
  private static func silence(_ session: DeviceSession, _ reason: String?, _ seconds: Double) -> any Error {
    let name = session.stream.name
    guard let hello = try? session.open() else {
      return SessionError.silent(name: name, request: .getHello, seconds: seconds)
    }
    guard hello.sensorState != .ready else { return SessionError.noReadings(name: name, seconds: seconds) }
    let reason = reason.map { " (\($0))" } ?? ""
    return CommandError(
      .linkLost,
      "\(name) sends no field: its magnetometer does not work\(reason).\n"
        + "Check the sensor's wiring and supply; the board tries again automatically.")
  }

  /// A zero point that cannot be taken, because no sample is a measurement.
  private static func saturated(_ session: DeviceSession) -> any Error {
    try? session.stop(.meter.union(.sensorEvents))
    try? session.setZeroPoint(samples: 0)
    let reason = ReasonTable.reason(Int(BaselineLoss.saturated.rawValue), of: ReasonTable.zeroPoint)
    return CommandError(.verdictFailed, "no zero point: \(reason.sentence).\n\(reason.remedy)")
  }

  private static let head = "   time s        x nT       y nT       z nT  magnitude nT"

  /// The reading of the meter for people.
  package static func row(_ report: MeterReport) -> String {
    let hasDifference = report.flags.contains(.difference)
    let v = (hasDifference ? report.difference : report.field).nanotesla
    let size = hasDifference ? report.differenceMagnitude : report.magnitude
    let numbers = [v.x, v.y, v.z].map { "\($0)".padded(to: 11, .right) }.joined()
    let mark =
      report.flags.contains(.saturated)
      ? " saturated"
      : report.flags.contains(.taking)
        ? " zeroing"
        : report.flags.contains(.moved)
          ? " moved: zero again"
          : hasDifference ? " less zero" + (report.flags.contains(.guarded) ? "" : ", tilt unseen") : ""
    let time = Digits.fixed(Double(report.time.microseconds) / 1e6, 3).padded(to: 9, .right)
    return time + numbers + "\(size)".padded(to: 14, .right) + mark
  }

  /// A remark about movements that a zero point does not detect without a gyroscope.
  static let unwatched =
    "binnacle: no gyroscope watches for turns: a turn on the level shows as a magnet of tens of microtesla.\n"
    + "Keep the instrument still, and move the magnet."

  /// How much the field or the instrument moved when the zero point was lost: nanotesla or degrees.
  private static func movement(_ report: MeterReport) -> (nanotesla: UInt32?, degrees: Double?) {
    switch BaselineLoss(rawValue: report.loss) {
    case .fieldMoved, .fieldTurned: (report.differenceMagnitude, nil)
    case .tiltedWhileTaken, .tilted, .turned: (nil, Double(report.differenceMagnitude) / 100)
    case .none?, .saturated, nil: (nil, nil)
    }
  }

  /// Why there is no zero point any more, by how much something moved, and what to do; `nil` if nothing moved.
  static func lossText(_ report: MeterReport) -> String? {
    guard report.loss != 0 else { return nil }
    let reason = ReasonTable.reason(Int(report.loss), of: ReasonTable.zeroPoint)
    let moved = movement(report)
    let field = moved.nanotesla.map { ", by \(Digits.fixed(Double($0) / 1000, 1)) µT" } ?? ""
    let angle = moved.degrees.map { ", by \(Digits.fixed($0, 1))°; 2° are allowed" } ?? ""
    let allowed = report.loss == BaselineLoss.fieldMoved.rawValue ? "; 3 µT are allowed" : ""
    return "no zero point: \(reason.sentence)\(field)\(angle)\(allowed).\n\(reason.remedy)"
  }

  /// The reading of the meter as fields.
  package static func json(_ report: MeterReport) -> JSONObject {
    let hasDifference = report.flags.contains(.difference)
    func vector(_ v: Vector3) -> JSONValue { .array([.integer(v.x), .integer(v.y), .integer(v.z)]) }
    let v = report.field.nanotesla
    let normalised = NormalisedField.microtesla(report.field)
    let moved = movement(report)
    return [
      "deviceTimeSeconds": .fixed(Double(report.time.microseconds) / 1e6, decimals: 6),
      "fieldNanotesla": vector(v), "magnitudeNanotesla": .integer(report.magnitude),
      "rangeNanotesla": report.range == 0 ? .null : .integer(report.range),
      "saturated": .bool(report.flags.contains(.saturated)), "stale": .bool(report.flags.contains(.stale)),
      "normalisedMicrotesla": .array([.double(normalised.x), .double(normalised.y), .double(normalised.z)]),
      "zeroing": .bool(report.flags.contains(.taking)), "zeroLost": .bool(report.flags.contains(.moved)),
      "zeroWatched": .bool(report.flags.contains(.guarded)),
      "zeroTurnWatched": .bool(report.flags.contains(.turnGuarded)),
      "zeroLoss": report.loss == 0
        ? .null : .string(ReasonTable.reason(Int(report.loss), of: ReasonTable.zeroPoint).name),
      "zeroMovedNanotesla": moved.nanotesla.map { .integer($0) } ?? .null,
      "zeroMovedDegrees": moved.degrees.map { .fixed($0, decimals: 2) } ?? .null,
      "differenceNanotesla": hasDifference ? vector(report.difference.nanotesla) : .null,
      "differenceMagnitudeNanotesla": hasDifference ? .integer(report.differenceMagnitude) : .null,
    ]
  }
}

/// Finds out once whether a gyroscope checks the zero point.
struct ZeroWatch {
  private var differences = 0

  /// Whether this is the second reading with a difference and no gyroscope checks it. The first one completes the zero
  /// point, and the check begins after it.
  mutating func isUnwatched(_ report: MeterReport) -> Bool {
    guard report.flags.contains(.difference) else {
      differences = 0
      return false
    }
    differences += 1
    return differences == 2 && !report.flags.contains(.turnGuarded)
  }
}

/// Finds out whether a zero point is waited for in vain: the samples beyond the range of the sensor do not count.
struct ZeroSaturation {
  /// For so long every reading may be saturated.
  static let seconds = 3.0
  private let longest: Int
  private var readings = 0

  /// - Parameter rate: readings a second.
  init(rate: Double) { longest = max(3, Int((Self.seconds * rate).rounded(.up))) }

  /// Adds a reading. Returns whether the zero point cannot be taken.
  mutating func prevents(_ report: MeterReport) -> Bool {
    let isVain = report.flags.contains(.taking) && report.flags.contains(.saturated)
    readings = isVain ? readings + 1 : 0
    return readings >= longest
  }
}

/// The recent values of the three axes and of the strength, side by side.
struct FieldPlot {
  static let width = 10
  /// The titles of the four columns.
  static let head = ["x", "y", "z", "strength"].map { "  " + $0.padded(to: width) }.joined()
  private var histories = Array(repeating: FieldHistory(width: width), count: 4)

  /// Adds the field, or the difference to a zero point if there is one.
  mutating func add(_ report: MeterReport) {
    let isDifference = report.flags.contains(.difference)
    let v = (isDifference ? report.difference : report.field).nanotesla
    let strength = isDifference ? report.differenceMagnitude : report.magnitude
    for (i, value) in [Double(v.x), Double(v.y), Double(v.z), Double(strength)].enumerated() {
      histories[i].add(value, isDifference: isDifference)
    }
  }

  var line: String { histories.map { "  " + $0.line.padded(to: Self.width) }.joined() }
}

/// The recent values as bars in eighths, between the smallest and the largest of them.
struct FieldHistory {
  private static let bars = Array("▁▂▃▄▅▆▇█")
  private let width: Int
  private var values: [Double] = []
  private var areDifferences = false

  init(width: Int = 32) { self.width = width }

  /// Adds a value. If its kind changes, the history starts again, because values may then be a hundred times as large.
  mutating func add(_ value: Double, isDifference: Bool = false) {
    if isDifference != areDifferences { values.removeAll() }
    areDifferences = isDifference
    values.append(value)
    if values.count > width { values.removeFirst() }
  }

  var line: String {
    guard let low = values.min(), let high = values.max() else { return "" }
    return String(
      values.map { value in
        high > low ? Self.bars[min(7, Int((value - low) / (high - low) * 8))] : Self.bars[0]
      })
  }
}
