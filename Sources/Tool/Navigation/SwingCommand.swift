// binnacle swing: finds the deviation card of a compass on board, by hand or by comparison with the course.

import DeviceLinks
import DeviceUnits
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import Simulation
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct SwingCommand: Subcommand {
  package static let auto = CommandOption.flag(
    "auto", "by the course over ground: go straight and fast, in all directions")
  package static let headings = CommandOption(
    "headings", "LIST", "magnetic headings to steer, degrees (default 0,45,90,135,180,225,270,315)")
  static let output = CommandOption(
    "output", letter: "o", "CSV", "write the card as a table, too; for --card, and for `binnacle report`")
  package static let keep = CommandOption.flag("dry-run", "print the card, and leave the device as it is")

  package let name = "swing"
  package let summary =
    "find the deviation card of a compass on board: steer eight headings, or let the course tell them"
  package let arguments = [CommandArgument("LINK", .one, "the compass; see `binnacle help links`")]
  package let options =
    [
      auto, FixReader.location, .distanceFilter, .desiredAccuracy, .extrapolate, headings, keep, output,
    ] + CommandOption.instrument + [.json]
  package let examples = [
    CommandExample("swing auto", "steer eight known headings, Return at each"),
    CommandExample("swing auto -o card.csv", "and keep the card: publish --card card.csv; report card.csv"),
    CommandExample("swing auto --auto --location gpsd", "go around at 11 knots or more; Ctrl-C ends"),
  ]
  package let notes = [
    "deviation = A + B sin h + C cos h + D sin 2h + E cos 2h, east positive, with h the compass heading. "
      + "Steer each heading by a bearing that you know (a pelorus, leading marks, the sun) and press Return "
      + "when the heading is steady; the command reads the compass for a second. The device solves for the "
      + "card and uses it until it restarts. It does not store the card.",
    "With --auto the course takes the place of the true heading while you go straight for ten seconds at "
      + "2 m/s or more, and the course is known to 2°; from 5.8 m/s (11 knots) on it always is. Choose still "
      + "water and little wind. The command gives the device the place and the date for the declination.",
    LocationSource.note,
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let isAuto = arguments.flag(Self.auto)
    try Self.refuseContradictions(arguments)
    let headings = try Self.headings(arguments)
    let output = arguments.text(Self.output)
    // A swing takes a quarter of an hour, so the file is checked first.
    if let output { try NewFile.checkAbsent(output) }
    let source =
      try isAuto
      ? arguments.text(FixReader.location).map {
        try FixReader(LocationSource($0), named: $0) { arguments.console.remark("binnacle: \($0)") }
      } : nil
    defer { source?.close() }
    let instrument = try InstrumentOptions(arguments)
    let movement = try MovementOptions(arguments)
    let connection = try Connection(arguments.positionals[0])
    connection.printRemarks(on: arguments.console)
    connection.link.forgetTruth()
    return try connection.use {
      let session = connection.session
      session.isExtrapolating = arguments.flag(.extrapolate)
      try connection.arrange(instrument, console: arguments.console)
      try connection.calibrateForItsBench(arguments.console)
      let swing = Swing(connection: connection, console: arguments.console)
      if let source {
        try session.lendingPlace {
          try session.setSurroundings(movement.applied())
          try swing.followCourse(source, arguments.text(FixReader.location))
        }
      } else {
        try swing.steer(headings)
      }
      let status = try session.swingStatus()
      try conclude(status, connection, arguments)
      try session.swing(SwingRequest(.end))
      return status.outcome == .card ? .pass : .verdictFailed
    }
  }

  /// Puts the card to use, and tells and writes it.
  private func conclude(_ status: SwingReport, _ connection: Connection, _ arguments: ParsedArguments) throws {
    let isFound = status.outcome == .card
    let isUsed = isFound && !arguments.flag(Self.keep)
    if isUsed {
      try connection.session.swing(SwingRequest(.use))
      ForgottenCard.record(status.card, of: connection)
    }
    switch arguments.outputMode {
    case .jsonLines: arguments.console.line(Self.json(status, isUsed: isUsed))
    case .human:
      for line in Self.lines(status) { arguments.console.line(line) }
      if isFound {
        arguments.console.line(isUsed ? Self.advice(status.card) : "The device was left as it is.")
      }
    }
    // The card is shown first: a full disk does not lose what was steered for.
    if isFound, let output = arguments.text(Self.output) {
      try NewFile.write(DeviationCardFile.csv(status.card, at: Date().timeIntervalSince1970), to: output)
    }
  }

  private static func headings(_ arguments: ParsedArguments) throws -> [Double] {
    let degrees = try (arguments.text(headings) ?? "0,45,90,135,180,225,270,315").split(separator: ",").map {
      guard let degrees = Double($0), (0..<360).contains(degrees) else {
        throw arguments.refusal(headings, String($0), "degrees from 0 to 359, such as 0,45,90")
      }
      return degrees
    }
    // What the solver needs is known before anything is steered.
    let directions = Set(degrees.map { Int(($0 + 22.5) / 45) % 8 }).count
    guard directions >= 7 else {
      throw UsageError(
        "A card needs headings near seven of the eight main directions; these are near \(directions).\n"
          + "Give more --headings, all around: 0,45,90,135,180,225,270,315.")
    }
    return degrees
  }

  /// Refuses contradictory options. A swing by hand does not use a location. With --auto a moving location is required,
  /// and the program does not say which heading to steer.
  private static func refuseContradictions(_ arguments: ParsedArguments) throws {
    let location = arguments.text(FixReader.location)
    guard arguments.flag(auto) else {
      guard location == nil else {
        throw UsageError("--location tells --auto the course; by hand it is not used. Add --auto, or leave it out.")
      }
      return
    }
    guard !arguments.flag(headings) else {
      throw UsageError(
        "--headings are steered by hand; --auto takes any heading that you steer. Leave one of them out.")
    }
    guard let location else {
      throw UsageError("--auto needs a source of courses: --location gpsd, or nmea:DEVICE or nmea:FILE.")
    }
    if case .fixed = try LocationSource(location) {
      throw UsageError(
        "A fixed place has no course, which --auto needs.\n"
          + "Give --location gpsd, nmea:DEVICE or nmea:FILE.")
    }
  }

  // MARK: - Text

  private static func reason(_ status: SwingReport) -> String {
    switch status.outcome {
    case .card: "a card was found"
    case .tooFew: "only \(status.count) headings: at least 5 are needed. Steer on, and swing again."
    case .tooNarrow:
      "\(8 - status.sectors.nonzeroBitCount) of eight sectors have no heading, and at most one may lack it. "
        + "Go all around."
    case nil: "outcome \(status.outcomeCode), which this program does not know. Update the binnacle program."
    case .tooLarge: "a coefficient exceeds 45°: this is no deviation. Calibrate first: binnacle calibrate."
    }
  }

  private static func lines(_ status: SwingReport) -> [String] {
    guard status.outcome == .card else { return ["No card: \(reason(status))"] }
    let card = status.card
    let names = ["A mounting", "B permanent, fore and aft", "C permanent, athwart", "D induced", "E induced, oblique"]
    var lines = zip(names, [card.a, card.b, card.c, card.d, card.e]).map { name, value in
      name.padding(toLength: 28, withPad: " ", startingAt: 0) + signed(value.binaryDegrees)
    }
    lines.append("")
    var table = Table([Column("compass", .right), Column("deviation", .right), Column("magnetic", .right)])
    for row in DeviationCardFile.rows(card) {
      table.add([Digits.fixed(row.compass, 0) + "°", signed(row.deviation), Digits.circle(row.magnetic, 1) + "°"])
    }
    return lines + table.lines
  }

  /// The device stores its calibration, but not the card.
  private static func advice(_ card: DeviationCard) -> String {
    "The device uses this card until it restarts, and does not store it. "
      + "Give it again with\n  binnacle stream LINK --card \(ForgottenCard.text(card))"
  }

  private static func signed(_ value: Double) -> String {
    Digits.fixed(abs(value), 1) + "°" + (value < -0.05 ? " W" : " E")
  }

  private static func json(_ status: SwingReport, isUsed: Bool) -> JSONObject {
    let card = status.card
    return [
      "what": "swing", "pass": .bool(status.outcome == .card), "samples": .integer(Int(status.count)),
      "outcome": .string(CodeText.name(status.outcome, code: status.outcomeCode)), "used": .bool(isUsed),
      "aDegrees": .fixed(card.a.binaryDegrees, decimals: 4), "bDegrees": .fixed(card.b.binaryDegrees, decimals: 4),
      "cDegrees": .fixed(card.c.binaryDegrees, decimals: 4), "dDegrees": .fixed(card.d.binaryDegrees, decimals: 4),
      "eDegrees": .fixed(card.e.binaryDegrees, decimals: 4),
    ]
  }
}

/// One swing over a connection.
private struct Swing {
  let connection: Connection
  let console: Console
  private var session: DeviceSession { connection.session }

  init(connection: Connection, console: Console) { (self.connection, self.console) = (connection, console) }

  /// Measures each heading when the user says that it is steered. A simulated compass is turned instead.
  func steer(_ headings: [Double]) throws {
    if try !connection.isCalibrated() {
      console.remark(
        "binnacle: the compass is not calibrated, and a card corrects little; first binnacle calibrate "
          + connection.linkText.shellWord)
    }
    try session.swing(SwingRequest(.begin))
    for heading in headings {
      if Interrupt.isRequested { return }
      if connection.link.canMove {
        connection.link.move(along: .still(headingDegrees: heading))
        _ = try mean(seconds: 0.3)
      } else {
        console.remark("binnacle: steer \(Digits.fixed(heading, 0))° magnetic, hold it, and press Return")
        guard try isReturnPressed() else { return }
      }
      guard let compass = try mean(seconds: 1) else {
        console.remark("binnacle: the compass gave no heading; this one was left out")
        continue
      }
      try addPoint(compass, at: heading)
      console.remark(
        "binnacle: \(Digits.fixed(heading, 0))° magnetic: the compass shows "
          + "\(Digits.circle(GuidanceText.degrees(compass), 1))°")
    }
  }

  private func addPoint(_ compass: BinaryAngle, at heading: Double) throws {
    do throws(SessionError) {
      try session.swing(SwingRequest(.take, compass: compass, magnetic: BinaryAngle(degrees: heading)))
    } catch {
      guard case .refused(_, _, let refusal) = error, refusal.reason == RefusalReason.outOfRange.rawValue else {
        throw error
      }
      throw CommandError(
        .linkLost,
        "\(session.stream.name) has no swing under way: it restarted, or another program ended it.\n"
          + "Swing again from the first heading.")
    }
  }

  /// Waits for Return while it watches the line, so that a lost board is reported at once.
  /// - Returns: false if the user wants to end.
  private func isReturnPressed() throws -> Bool {
    while !Interrupt.isRequested {
      switch Question.input(within: 0.1) {
      case .line: return true
      case .end:
        console.remark("binnacle: the input has ended, and no key can be pressed any more")
        return false
      case .nothing: while try session.receive(deadline: .now) != nil {}
      }
    }
    return false
  }

  /// Sends fixes until the source ends, the user interrupts, or all sectors have been steered.
  /// - Parameter text: the source of the fixes, as the user wrote it.
  func followCourse(_ source: FixReader, _ text: String?) throws {
    var day = try TemporaryDate(session)
    try session.swing(SwingRequest(.beginByCourse))
    // A receiver follows the host's clock; the fixes of a file wait for the device's clock.
    if !source.isFile { connection.link.keepRealTime() }
    // With a stream, the device's heading is never old when a fix comes.
    try session.setRate(hertz: 20)
    try session.start(.readings)
    defer { try? session.stop(.readings) }
    var (told, lastStep, lastTime): (UInt16, SwingStep?, Double?) = (0, nil, nil)
    var (yaw, hasToldModel) = (0.4, false)
    while !Interrupt.isRequested && !source.isOver {
      let next = try source.next(deadline: .after(seconds: 0.5))
      if !source.isFile { while try session.receive(deadline: .now) != nil {} }
      guard let report = next else { continue }
      if source.isFile, let time = report.time?.seconds {
        if let lastTime { try letPass(seconds: min(60, time - lastTime)) }
        lastTime = time
      }
      // A simulated vessel moves in the direction of its compass.
      if connection.link.canMove, let heading = report.trueHeading ?? report.fix.course.map(GuidanceText.degrees) {
        let declination = try session.localField().field.declination.map { GuidanceText.degrees($0) } ?? 0
        // The heading changes a little, because a sensor that gives the same values for ten seconds counts as stuck.
        yaw = -yaw
        connection.link.move(along: .still(headingDegrees: heading - declination + yaw))
        try letPass(seconds: 0.3)
      }
      try day.follow(report)
      try session.setFix(report.fix)
      let field = try session.settledLocalField()
      if !hasToldModel, let words = ModelDay(date: day.date, source: text).words(field, session) {
        console.remark("binnacle: \(words)")
        hasToldModel = true
      }
      let status = try session.swingStatus()
      if status.count != told {
        told = status.count
        console.remark(
          "binnacle: leg \(told) taken, \(status.sectors.nonzeroBitCount) of 8 sectors; turn to another heading")
      } else if status.step != lastStep, let words = status.step.flatMap(Self.words) {
        console.remark("binnacle: \(words)")
      }
      lastStep = status.step ?? lastStep
      if status.sectors == 0xff { return }
    }
  }

  /// What prevents the use of a leg.
  private static func words(_ step: SwingStep) -> String? {
    switch step {
    case .tooSlow: "too slow, or the course is not known to 2°: from 5.8 m/s (11 knots) on it always is"
    case .turning: "turning; hold the heading"
    case .noHeading: "the compass has no valid heading; is it calibrated? (binnacle calibration show LINK)"
    case .noDeclination: "the declination is not known yet: it needs a fix"
    case .none, .steadying, .taken: nil
    }
  }

  /// Waits until the device's clock has advanced by this time.
  private func letPass(seconds: Double) throws {
    guard seconds > 0 else { return }
    var first: Instant?
    let end = Deadline.after(seconds: seconds + 5)
    while !Interrupt.isRequested, let frame = try session.receive(deadline: end) {
      guard frame.kind == .reading, let reading: Reading = frame.message() else { continue }
      let begin = first ?? reading.time
      first = begin
      if reading.time.seconds(since: begin) >= seconds { return }
    }
  }

  /// The mean compass heading over some time, before any card; `nil` without a heading.
  private func mean(seconds: Double) throws -> BinaryAngle? {
    try session.setRate(hertz: 20)
    try session.start(.readings)
    defer { try? session.stop(.readings) }
    var (first, sum, count): (BinaryAngle?, Int64, Int64) = (nil, 0, 0)
    let end = Deadline.after(seconds: seconds)
    // A link in this process has its own time, so a number of readings also ends the loop.
    while !end.hasPassed && count < 200, let frame = try session.receive(deadline: end) {
      guard frame.kind == .reading, let reading: Reading = frame.message(), reading.mode != .unavailable else {
        continue
      }
      let start = first ?? reading.heading
      first = start
      sum += Int64(start.shortestDifference(to: reading.heading))
      count += 1
    }
    return first.map { BinaryAngle(rawValue: $0.rawValue &+ UInt32(truncatingIfNeeded: sum / max(1, count))) }
  }
}
