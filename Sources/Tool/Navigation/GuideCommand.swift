// binnacle guide: shows the way to a place as an arrow, from the device's own heading.

import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Navigation
import Quantities
import SerialLink
import Simulation
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct GuideCommand: Subcommand {
  package static let to = CommandOption(
    "to", "PLACE", "latitude,longitude in degrees, or `here`: back to where you start")
  static let arrival = CommandOption("arrival", "M", "distance in metres at which you have arrived (default 20)")
  static let stopAtArrival = CommandOption.flag("stop-at-arrival", "end once arrived, with status 0")
  package static let unit = CommandOption(
    "unit", "UNIT", "of the distance: m, km, mi or nmi (default km)",
    among: DistanceUnit.allCases.map(\.rawValue))
  package static let worst = CommandOption(
    "worst", "DEGREES", "show no arrow where the heading may be further off (default 45)")
  package static let speed = CommandOption(
    "speed", "N", "play a file N times as fast; 0: as fast as the device takes it")
  static let wgs84 = CommandOption.flag("wgs84", "bearing and distance on the ellipsoid, not on the sphere")

  package let name = "guide"
  package let summary = "an arrow to a place: ahead, left or right, until you arrive"
  package let arguments = [CommandArgument("LINK", .one, "the compass; see `binnacle help links`")]
  package let options =
    [
      to, FixReader.location, .courseAbove, .distanceFilter, .desiredAccuracy, .extrapolate, arrival, stopAtArrival,
      worst, unit,
      wgs84, speed,
    ] + CommandOption.instrument + [.json]
  package let examples = [
    CommandExample(
      "guide auto --to 37.3229,-122.0322 --location gpsd", "to Cupertino, with the receiver of this machine"),
    CommandExample(
      "guide auto --to 37.3229,-122.0322 --location gpsd --course-above 3m/s", "by the course while it drives"),
    CommandExample("guide auto --to here --location nmea:/dev/ttyACM0", "walk away; the arrow leads back"),
    CommandExample(
      "guide emulator:lm3s6965evb --to 37.3229,-122.0322 --arrival 4828.032 --unit mi --location nmea:drive.nmea "
        + "--speed 0", "a drive from a file, to within three miles"),
  ]
  package let notes = [
    "The arrow points ahead up to 10° (and stays so up to 12°); otherwise it points the shorter way. It "
      + "needs a valid heading from true north: the device must be calibrated, and know place and date, which "
      + "the command gets from the location and from the date of this machine. A location that is too old (30 "
      + "s) or too inaccurate (100 m) is not used. After arrival, guidance starts again at 1.2 times the "
      + "radius; --stop-at-arrival ends the command at arrival, and with --to here only after you have left.",
    "--distance-filter holds back the bearing and the distance of a place that is nearer than this to the last one shown. "
      + "The arrow and the arrival follow every location.",
    "There is also no arrow if the heading may be more than 45° off (--worst), or is disturbed and 90° "
      + "off or more. Left or right is shown only if the accuracy of the heading decides it: not for a turn "
      + "that is smaller than the accuracy, and not for a place that may be on either side behind you. If "
      + "there is no arrow, the row says why, and what to do.",
    "--course-above uses the course as the heading from this speed on, until the speed falls below four "
      + "fifths of it. A car points where it drives, and its iron does not disturb the course. Each row says "
      + "which one was used.",
    "There is one row for each location, and between locations one row every tenth of a second.",
    LocationSource.note,
    "A simulated or emulated compass without a calibration gets the one that its world needs, and the command says so. It "
      + "is turned as the file's HDT sentences say, so that a drive can be tried at a desk.",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    guard let target = arguments.text(Self.to) else {
      throw UsageError("Say where to go: --to 37.3229,-122.0322, or --to here for the way back.")
    }
    let destination = target == "here" ? nil : try Place.onTheSurface(target, "The way")
    guard let locationText = arguments.text(FixReader.location) else {
      throw UsageError("Say where you are: --location gpsd, nmea:DEVICE, nmea:FILE or LAT,LON.")
    }
    let word = try arguments.choice(Self.unit) ?? "km"
    let arrival = try arguments.number(Self.arrival, in: 0.001...3_000_000) ?? 20
    let worst = try arguments.number(Self.worst, in: 0.1...180) ?? 45
    let speed = try arguments.number(Self.speed, in: 0...1e6) ?? 1
    let movement = try MovementOptions(arguments)
    let instrument = try InstrumentOptions(arguments)
    let console = arguments.console
    let isLive = arguments.outputMode == .human
    let source = try FixReader(LocationSource(locationText), named: locationText) { text in
      if isLive { console.liftLive() }
      console.remark("binnacle: \(text)")
    }
    defer { source.close() }
    let connection = try Connection(arguments.positionals[0])
    connection.printRemarks(on: arguments.console)
    connection.pace(isForPeople: arguments.outputMode == .human, hasEnd: source.isFile && speed == 0)
    connection.link.forgetTruth()
    connection.session.isExtrapolating = arguments.flag(.extrapolate)
    return try connection.use {
      try connection.arrange(instrument, console: console)
      var run = GuideRun(
        connection, source, unit: DistanceUnit(rawValue: word) ?? .km, speed: speed, console: arguments.console,
        mode: arguments.outputMode)
      run.settings.arrivalMillimetres = UInt32((arrival * 1000).rounded())
      run.settings.leaveMillimetres = UInt32((arrival * 1200).rounded())
      run.settings.worstAccuracy = UInt16((worst * 100).rounded())
      run.settings.isEllipsoidal = arguments.flag(Self.wgs84)
      run.locationText = locationText
      run.movement = movement
      run.endsAtArrival = arguments.flag(Self.stopAtArrival)
      return try run.guide(to: destination)
    }
  }
}

/// One run of the command.
private struct GuideRun {
  let connection: Connection
  let source: FixReader
  let unit: DistanceUnit
  let speed: Double
  let console: Console
  let mode: OutputMode
  var settings = SetDestination(destination: nil)
  private var day: TemporaryDate?
  private var lastTime: Double?
  private var lastState: GuidanceState?
  private var hasLine = false
  /// Whether the device knows the destination.
  private var isGuiding = false
  /// The location as the user wrote it.
  var locationText: String?
  /// Whether arrival ends the run.
  var endsAtArrival = false
  private var hasArrived = false
  /// Whether arrival counts: on the way back it does only after a departure.
  private var mayArrive = true
  /// The place of the last rows.
  private var shown = ShownPlace()
  var movement = MovementOptions() { didSet { coarse = CoarseLocationRemark(movement) } }
  private var coarse = CoarseLocationRemark(MovementOptions())
  private var latest: LocationReport?
  /// The latest place that guidance has.
  private var here: Position?
  private var reading: Reading?
  /// When `reading` is too old.
  private var readingAge = Deadline.now
  /// The day that was outside the world model.
  private var dayOutside: CalendarDay?
  /// The seconds between two rows if no new location needs one.
  private static let interval = 0.1

  init(
    _ connection: Connection, _ source: FixReader, unit: DistanceUnit, speed: Double, console: Console,
    mode: OutputMode
  ) {
    (self.connection, self.source, self.unit, self.speed) = (connection, source, unit, speed)
    (self.console, self.mode) = (console, mode)
  }

  private var session: DeviceSession { connection.session }

  mutating func guide(to destination: Position?) throws -> ExitStatus {
    settings.destination = destination
    return try session.lendingPlace {
      // A host that was killed may have left a destination.
      try session.setDestination(SetDestination(destination: nil))
      try session.setSurroundings(movement.applied())
      defer { try? session.setDestination(SetDestination(destination: nil)) }
      try prepare()
      try follow()
      return .pass
    }
  }

  private mutating func follow() throws {
    try show()
    while !Interrupt.isRequested && !source.isOver && !isDone {
      guard let report = try source.next(deadline: .now) else {
        try rest(Self.interval)
        try show()
        continue
      }
      try pace(report)
      try day?.follow(report)
      latest = report
      if report.fix.isValid, movement.admits(report.fix) { here = report.fix.position }
      if let words = coarse.words(report.fix, from: source.name) {
        keepLine()
        console.remark("binnacle: \(words)")
      }
      try session.setFix(report.fix)
      // A fixed place is sent again only so that it does not become too old.
      if isGuiding && !source.isFollowed { continue }
      // The first fix makes the device evaluate its world model, which takes a few steps.
      reportModel(try session.settledLocalField())
      try turn(report)
      if !isGuiding, report.fix.isValid, movement.admits(report.fix) { try begin(at: report.fix.position) }
      try show()
    }
    if hasLine { console.endLive() }
  }

  private var isDone: Bool { endsAtArrival && hasArrived }

  /// Prints at the first arrival whether guidance continues.
  private mutating func printArrival() {
    guard !hasArrived else { return }
    hasArrived = true
    keepLine()
    console.remark(
      endsAtArrival
        ? "binnacle: arrived"
        : "binnacle: arrived; the arrow comes back when you leave the place (--stop-at-arrival ends here instead)")
  }

  /// Called with the first location. A device that got its destination earlier would guide from the last location of
  /// another run.
  private mutating func begin(at place: Position) throws {
    if settings.destination == nil {
      settings.destination = place
      mayArrive = false
      keepLine()
      console.remark("binnacle: saved here; go on later with --to \(Self.text(place))")
    }
    try session.setDestination(settings)
    isGuiding = true
  }

  /// Call this before the next text, so that it gets its own line.
  private mutating func keepLine() {
    if hasLine { console.endLive() }
    hasLine = false
  }

  /// Reports once per day why there is no true north, or that it is extrapolated.
  private mutating func reportModel(_ field: LocalField) {
    guard let day = day?.date, day != dayOutside else { return }
    guard let text = ModelDay(date: day, source: locationText).words(field, session) else { return }
    dayOutside = day
    keepLine()
    console.remark("binnacle: \(text)")
  }

  /// Sets the date and the calibration, which the arrow needs in addition to locations.
  private mutating func prepare() throws {
    day = try TemporaryDate(session)
    try connection.calibrateForItsBench(console)
  }

  /// Plays a file at its own speed.
  private mutating func pace(_ report: LocationReport) throws {
    guard source.isFile, let time = report.time?.seconds else { return }
    defer { lastTime = time }
    guard speed > 0, let lastTime else { return }
    let end = Deadline.after(seconds: max(0, time - lastTime) / speed)
    while !end.hasPassed && !Interrupt.isRequested && !isDone {
      try rest(min(Self.interval, end.remaining))
      try show()
    }
  }

  /// Waits while it listens to the device, because the time of a simulated device advances only then.
  private func rest(_ seconds: Double) throws {
    let end = Deadline.after(seconds: seconds)
    while !end.hasPassed { _ = try session.receive(deadline: end) }
  }

  /// Turns a simulated compass to the heading that the source gives, and waits until the device has seen it.
  private func turn(_ report: LocationReport) throws {
    guard connection.link.canMove, let heading = report.trueHeading else { return }
    let declination = try session.localField().field.declination.map { GuidanceText.degrees($0) } ?? 0
    connection.link.move(along: .still(headingDegrees: (heading - declination).truncatingRemainder(dividingBy: 360)))
    // The change passes through the bench's step, the sensor's sample and the next reading. These are in the device's
    // time, which may be ahead of the host's.
    try session.setRate(hertz: 20)
    try session.start(.readings)
    defer { try? session.stop(.readings) }
    var left = 8
    let end = Deadline.after(seconds: 2)
    while left > 0, let frame = try session.receive(deadline: end) {
      if frame.kind == .reading { left -= 1 }
    }
  }

  private mutating func show() throws {
    var report = try session.guidance()
    if !isGuiding {
      // Course and age would be those of another run.
      report.view = GuidanceView(state: .waiting)
      (report.course, report.speed, report.fixAge) = (nil, nil, UInt32.max)
    }
    if let view = report.view, let here { report.view = shown.view(view, at: here, movement) }
    let absence = try HeadingAbsence.of(report, settings, latest, on: connection) { try freshReading() }
    switch mode {
    case .jsonLines: console.line(GuidanceText.json(report, latest, absence: absence))
    case .human:
      let isNew = report.view?.state != lastState
      lastState = report.view?.state
      // The line is redrawn in place; a new state starts a new line.
      if isNew && hasLine { console.endLive() }
      console.live(GuidanceText.line(report, unit: unit, absence: absence))
      hasLine = true
    }
    if report.view?.state == .guiding { mayArrive = true }
    if report.view?.state == .arrived, mayArrive { printArrival() }
  }

  /// A reading of the last second, which shows why there is no heading; `nil` if none comes.
  private mutating func freshReading() throws -> Reading? {
    guard readingAge.hasPassed else { return reading }
    reading = try session.reading(within: 1)
    readingAge = .after(seconds: 1)
    return reading
  }

  private static func text(_ position: Position) -> String {
    "\(Digits.fixed(position.latitudeDegrees, 6)),\(Digits.fixed(position.longitudeDegrees, 6))"
  }
}

/// Bearing and distance as `--distance-filter` shows them on the way: those of the last place that was far enough from
/// the one before. Arrow, turn and state follow every location, and so does everything at the destination.
private struct ShownPlace {
  private var place: Position?
  private var last: GuidanceView?

  /// - Parameters:
  ///   - view: the state of guidance at `here`.
  /// - Returns: what to show.
  mutating func view(_ view: GuidanceView, at here: Position, _ movement: MovementOptions) -> GuidanceView {
    guard view.state == .guiding else { return view }
    guard let place, let last, movement.areSame(place, here) else {
      (place, last) = (here, view)
      return view
    }
    var held = view
    (held.bearing, held.millimetres) = (last.bearing, last.millimetres)
    return held
  }
}
