// binnacle sources: lists the available headings, and the one that each feature uses.

import DeviceLinks
import DeviceUnits
import HostSession
import LinkProtocol
import Navigation
import Quantities
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct SourcesCommand: Subcommand {
  package static let head = CommandOption("head", "LINK", "a compass worn on the head, over a link of its own")
  static let background = CommandOption.flag("background", "nobody looks at the device")
  static let kayaking = CommandOption.flag("kayaking", "the device hangs upright in a lanyard")
  static let settle = CommandOption(
    "settle", "S", "seconds a source must be available before it is preferred (default 1)")

  package let name = "sources"
  package let summary = "which headings are available, and which one each feature takes"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package let options =
    [
      FixReader.location, .courseAbove, .distanceFilter, .desiredAccuracy, .extrapolate, head, background, kayaking,
      settle,
    ] + CommandOption.instrument + [.json]
  package let examples = [
    CommandExample("sources auto", "this device alone"),
    CommandExample("sources auto --location gpsd --course-above 3m/s", "heading or course, by the speed"),
    CommandExample("sources auto --head /dev/ttyACM1 --location gpsd", "with a compass on the head, while walking"),
  ]
  package let notes = [
    "Sources are the course (direction of movement), the head (a second compass) and the device. The "
      + "features are those of a guide that speaks to a walker: callouts of places, and a beacon to walk to. "
      + "Each feature has a list of sources for collecting its data, and a list for presenting them. The "
      + "first available source is used; a better one is used only after it has been available for a second. "
      + "n/a means that no heading is needed. If a heading is needed and no source is available, the callout "
      + "is skipped or the beacon dimmed.",
    "With --kayaking the pointing axis is the one that faces away from the wearer, unless --pointing "
      + "names another: up or down through the display of an instrument that hangs by its nose, the back of "
      + "one that hangs by an edge.",
    "A simulated or emulated compass without a calibration gets the one that its world needs, and the command says so.",
    "The command decides when every possible source has been available for --settle, or after 4 s, and "
      + "says why a source is missing. A log is played from its beginning, with at most a second between "
      + "locations.",
    LocationSource.note,
  ]

  package init() {}

  /// How long a source may need to become available, in seconds: a sensor starts, or a receiver gives a second
  /// location.
  private static let patience = 4.0

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let seconds = try arguments.number(Self.settle, in: 0...60) ?? 1
    let movement = try MovementOptions(arguments)
    let instrument = try InstrumentOptions(arguments)
    let connection = try Connection(arguments.positionals[0])
    connection.printRemarks(on: arguments.console)
    // The result depends on how long a source has been available, so time must be real.
    connection.pace(isForPeople: true, hasEnd: true)
    connection.session.isExtrapolating = arguments.flag(.extrapolate)
    return try connection.use {
      let remark = { (text: String) in arguments.console.remark("binnacle: \(text)") }
      let source = try arguments.text(FixReader.location).map { try FixReader(LocationSource($0), named: $0) }
      defer { source?.close() }
      try connection.arrange(instrument, console: arguments.console)
      try connection.calibrateForItsBench(arguments.console)
      let watch = SourceWatch(
        connection, source, named: arguments.text(FixReader.location), movement: movement, remark: remark)
      func decide() throws { try Self.decide(watch, on: connection, settling: seconds, arguments) }
      func decideForTheWearer() throws {
        if arguments.flag(Self.kayaking) {
          try Self.pointingAway(connection, instrument, decide)
        } else {
          try decide()
        }
      }
      if source == nil {
        try decideForTheWearer()
      } else {
        try connection.session.lendingPlace(decideForTheWearer)
      }
      return .pass
    }
  }

  private static func decide(
    _ watch: SourceWatch, on connection: Connection, settling seconds: Double, _ arguments: ParsedArguments
  ) throws {
    let session = connection.session
    try watch.begin()
    let head = try arguments.text(Self.head).map {
      try Head(
        link: $0, at: watch.place, on: watch.day?.date ?? Place.today, like: connection, console: arguments.console)
    }
    try session.setSurroundings(
      watch.movement.applied(
        to: SetSurroundings(
          isForeground: !arguments.flag(background), hasHeadset: head != nil,
          context: arguments.flag(kayaking) ? .kayaking : .standard, settlingTime: UInt32(seconds * 1e6))))
    try watch.wait(upTo: seconds + patience, hasHead: head != nil)
    let report = try session.sources()
    let guidance = try session.guidance()
    let missing = watch.reasons(report, surroundings: arguments)
    switch arguments.outputMode {
    case .jsonLines: arguments.console.line(json(report, guidance, head, watch.magnetic, missing))
    case .human: show(report, guidance, head, watch.magnetic, missing, on: arguments.console)
    }
  }

  /// While the body runs, sets the pointing axis to the one that faces away from the wearer: in a lanyard, the
  /// instrument's forward axis points up, down, or to the side. An axis that the user chose stays.
  ///
  /// If the instrument hangs by its nose, this is the most level axis, on both sides of the vertical. If it hangs by an
  /// edge, it is the axis through the back.
  private static func pointingAway(
    _ connection: Connection, _ instrument: InstrumentOptions, _ body: () throws -> Void
  ) throws {
    let session = connection.session
    guard instrument.pointer == nil, connection.hello.capabilities.contains(.accelerometer) else { return try body() }
    let before = try session.headingSettings().orientation
    var away = before
    away.pointer = try session.reading(within: 1).flatMap { reading in
      let force = reading.specificForce.microG
      return force.y.magnitude > max(force.x.magnitude, force.z.magnitude) ? .plusZ : nil
    }
    guard away != before else { return try body() }
    try session.setOrientation(away)
    defer { try? session.setOrientation(before) }
    try body()
  }

  private static let features = [
    "place callout", "intersection callout", "beacon callout", "my location", "nearby markers", "around me",
    "ahead of me", "beacon",
  ]
  private static let sources: [HeadingSource] = [.course, .head, .device]

  private static func word(_ choice: SourceChoice?) -> String {
    switch choice {
    case .source(let source): "\(source)"
    case .notApplicable: "n/a"
    case .unavailable(let action): "none: \(action == .none ? "no action" : "\(action)")"
    case nil: "?"
    }
  }

  /// The heading of a source, in degrees, and whether it refers to true north.
  /// - Parameter magnetic: the device's magnetic heading, for a device that does not know true north.
  private static func value(
    _ source: HeadingSource, _ guidance: GuidanceReport, _ head: Head?, _ magnetic: BinaryAngle?
  ) -> (degrees: Double, isTrue: Bool)? {
    switch source {
    case .course: guidance.course.map { (GuidanceText.degrees($0), true) }
    case .head: head.map { ($0.degrees, $0.isTrue) }
    case .device:
      guidance.heading.map { (GuidanceText.degrees($0), true) } ?? magnetic.map { (GuidanceText.degrees($0), false) }
    }
  }

  /// Heading or course: the source that is used at this speed, if it is available.
  private static func inUse(
    _ report: SourceReport, _ guidance: GuidanceReport, _ magnetic: BinaryAngle?
  ) -> HeadingSource? {
    let source = guidance.source ?? (magnetic == nil ? nil : .device)
    return source.flatMap { report.available & HeadingSource.bit($0) == 0 ? nil : $0 }
  }

  /// The possible error of a source, in degrees: at 95 %, for a course at 68 %.
  private static func accuracy(_ source: HeadingSource, _ guidance: GuidanceReport, _ head: Head?) -> Double? {
    switch source {
    case .course: guidance.course == nil ? nil : guidance.courseUncertainty.binaryDegrees
    case .head: head?.accuracy
    case .device: guidance.accuracy.map { Double($0) / 100 }
    }
  }

  private static func show(
    _ report: SourceReport, _ guidance: GuidanceReport, _ head: Head?, _ magnetic: BinaryAngle?,
    _ missing: [HeadingSource: String], on console: Console
  ) {
    var table = Table([
      Column("source"), Column("available"), Column("degrees", .right), Column("accuracy", .right), Column(""),
    ])
    for source in sources {
      let bit = HeadingSource.bit(source)
      let state = report.available & bit == 0 ? "no" : report.settled & bit == 0 ? "settling" : "yes"
      let degrees =
        value(source, guidance, head, magnetic).map { Digits.fixed($0.degrees, 1) + ($0.isTrue ? "" : " magnetic") }
        ?? "–"
      let accuracy = accuracy(source, guidance, head).map { "±" + Digits.fixed($0, 1) } ?? "–"
      let isDisturbed = source == .device && guidance.disturbance != .clear
      let remark = missing[source] ?? (isDisturbed ? "the field is \(guidance.disturbance)" : "")
      table.add(["\(source)", state, degrees, accuracy, remark])
    }
    if let head, !head.isTrue { console.remark("binnacle: the head's heading is magnetic; --location makes it true") }
    for line in table.lines { console.line(line) }
    let speed = guidance.speed.map { " at \(Digits.fixed(Double($0) / 1000, 1)) m/s" } ?? ""
    console.line("heading in use: \(inUse(report, guidance, magnetic).map { "\($0)" } ?? "none")\(speed)")
    console.line()
    table = Table([Column("feature"), Column("collection"), Column("presentation")])
    for (raw, name) in features.enumerated() {
      guard let feature = HeadingFeature(rawValue: UInt8(raw)) else { continue }
      table.add([
        name, word(report.choice(for: feature, .collection)), word(report.choice(for: feature, .presentation)),
      ])
    }
    for line in table.lines { console.line(line) }
  }

  private static func json(
    _ report: SourceReport, _ guidance: GuidanceReport, _ head: Head?, _ magnetic: BinaryAngle?,
    _ missing: [HeadingSource: String]
  ) -> JSONObject {
    var object: JSONObject = [
      "what": "sources", "deviceTimeSeconds": .fixed(Double(report.time.microseconds) / 1e6, decimals: 6),
      "context": .string(CodeText.name(report.context, code: report.contextCode)),
      "pose": .optional(report.pose) { .string("\($0)") },
    ]
    var states: JSONObject = [:]
    for source in sources {
      let bit = HeadingSource.bit(source)
      let value = value(source, guidance, head, magnetic)
      var state: JSONObject = [
        "available": .bool(report.available & bit != 0), "settled": .bool(report.settled & bit != 0),
        "degrees": .optional(value) { .fixed($0.degrees, decimals: 3) },
        "accuracyDegrees": .optional(accuracy(source, guidance, head)) { .fixed($0, decimals: 2) },
        "reference": .optional(value) { .string($0.isTrue ? "trueNorth" : "magnetic") },
        "missing": .optional(missing[source]) { .string($0) },
      ]
      if source == .device { state["disturbance"] = .string("\(guidance.disturbance)") }
      states["\(source)"] = .object(state)
    }
    object["sources"] = .object(states)
    var choices: JSONObject = [:]
    for raw in features.indices {
      guard let feature = HeadingFeature(rawValue: UInt8(raw)) else { continue }
      choices["\(feature)"] = [
        "collection": .string(word(report.choice(for: feature, .collection))),
        "presentation": .string(word(report.choice(for: feature, .presentation))),
      ]
    }
    object["features"] = .object(choices)
    object["headingFrom"] = .optional(inUse(report, guidance, magnetic)) { .string("\($0)") }
    object["speedMetresPerSecond"] = .optional(guidance.speed) { .fixed(Double($0) / 1000, decimals: 3) }
    return object
  }
}

/// The heading of a second compass.
private struct Head {
  /// Clockwise from true or magnetic north.
  var degrees: Double
  var isTrue: Bool
  /// In degrees, at 95 %.
  var accuracy: Double?

  /// - Parameters:
  ///   - place: its place, for true north.
  ///   - day: its date, for true north.
  ///   - other: the connection of the device itself.
  /// - Throws: status 3 if it has no valid heading.
  init(link: String, at place: Position?, on day: CalendarDay, like other: Connection, console: Console) throws {
    let connection = try Connection(link)
    self = try connection.use {
      let session = connection.session
      try connection.arrange(InstrumentOptions(), console: console)
      try connection.calibrateForItsBench(console)
      guard let place else { return try Self.heard(on: session, link, isTrue: false) }
      session.isExtrapolating = other.session.isExtrapolating
      return try session.lendingPlace {
        try session.setDate(day)
        try session.setLocation(place)
        _ = try session.settledLocalField()
        return try Self.heard(on: session, link, isTrue: true)
      }
    }
  }

  /// - Parameter isTrue: whether the heading must refer to true north.
  private static func heard(on session: DeviceSession, _ link: String, isTrue: Bool) throws -> Head {
    try session.start(.readings)
    let deadline = Deadline.after(seconds: 3)
    while let frame = try session.receive(deadline: deadline) {
      if frame.kind == .reading, let assessment = (frame.message() as Reading?)?.assessment,
        assessment.isUsable, let heading = assessment.heading, !isTrue || assessment.reference == .trueNorth
      {
        return Head(
          degrees: GuidanceText.degrees(heading), isTrue: assessment.reference == .trueNorth,
          accuracy: assessment.accuracy.map { Double($0) / 100 })
      }
    }
    throw CommandError(
      .linkLost, "\(link) gave no valid heading within 3 s.\n`binnacle stream \(link.shellWord)` shows why.")
  }

  private init(degrees: Double, isTrue: Bool, accuracy: Double?) {
    (self.degrees, self.isTrue, self.accuracy) = (degrees, isTrue, accuracy)
  }
}
