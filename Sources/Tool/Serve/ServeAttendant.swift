// Carries out the commands of pages while a stream runs, and requests from the device what pages need.
import Calibration
import DeviceUnits
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import Simulation
import TerminalInterface
import ToolCalibration
import ToolCommandLine
import ToolConnection
import ToolStream
import WebServer

/// Takes part in a live stream on behalf of the pages.
final class ServeAttendant: StreamAttendant {
  private let link: ServedLink
  private let arguments: ParsedArguments
  /// The options in force: those of the command line with the changes by pages.
  private var given: [String: [String]]
  private let watch: CalibrationStates
  /// The destination; `nil` if there is none.
  private var destination: SetDestination?
  /// The number of samples for the meter's zero point: about one second.
  private static let zeroSamples: UInt16 = 50

  init(_ link: ServedLink, _ arguments: ParsedArguments, _ watch: CalibrationStates) {
    (self.link, self.arguments, self.watch) = (link, arguments, watch)
    given = arguments.given
  }

  // MARK: - The stream

  func streamBegan(_ stream: LiveStream) throws(SessionError) {
    link.become(.waiting)
    // A board that restarted has forgotten its destination.
    if let destination { try stream.session.setDestination(destination) }
    // The stream itself has requested record, mounting and settings. The relay keeps the answers for later pages.
    try askForCalibration(stream)
    if stream.connection.hello.capabilities.contains(.worldModel) { _ = try stream.session.localField() }
    link.become(.waiting)
  }

  func streamLost(_ reason: String) { link.become(.lost, reason) }

  /// Removes the settings that only the pages requested.
  func leave(_ session: DeviceSession) {
    guard destination != nil else { return }
    try? session.setDestination(SetDestination(destination: nil))
    // The last fix has set the place.
    try? session.setLocation(nil)
  }

  func turn(_ stream: LiveStream) throws(SessionError) {
    if stream.report.readings > readings {
      readings = stream.report.readings
      link.reportReading()
    }
    if watch.hasChanged() { try followCalibration(stream) }
    for command in link.removeCommands() {
      do {
        command.reply(CommandAnswer(status: 200, json: try carryOut(command, stream).line))
      } catch let error as SessionError {
        command.reply(.error(error.description, status: error.isLinkLost ? 503 : 409))
        guard !error.isLinkLost else { throw error }
      } catch let error as any UserFacingError {
        command.reply(.error(error.description, status: error is UsageError ? 400 : 409))
      } catch {
        command.reply(.error(error.localizedDescription, status: 500))
      }
    }
  }
  private var readings = 0

  /// The result and the record of a calibration are replies: the device sends them only on request.
  private func askForCalibration(_ stream: LiveStream) throws(SessionError) {
    let session = stream.session
    _ = try session.calibration()
    _ = try session.calibrationProgress()
    _ = try session.calibrationReport()
    if stream.connection.hello.capabilities.contains(.storage) { _ = try session.storedRecord() }
  }

  private func followCalibration(_ stream: LiveStream) throws(SessionError) {
    let turning: [CalibrationState] = [.armed, .seeking, .collecting, .refining]
    if !turning.contains(where: { $0.rawValue == watch.state }) { stream.connection.link.move(along: nil) }
    let isAdopted = watch.state == CalibrationState.monitor.rawValue && isCommitting
    if isAdopted {
      isCommitting = false
      try stream.connection.dateRecord()
    }
    try askForCalibration(stream)
  }
  private var isCommitting = false

  // MARK: - Commands

  private func carryOut(_ command: PageCommand, _ stream: LiveStream) throws -> JSONObject {
    let (body, session) = (command.body, stream.session)
    switch command.name {
    case "startCalibration":
      // The device detects by itself whether it is turned only flat.
      try body.allow(["planar"])
      _ = try body.truth("planar")
      try start(session)
      // A simulated instrument cannot be turned by hand.
      stream.connection.link.move(along: .tumbling())
    case "finishCalibration": try session.command(.finish)
    case "commitCalibration":
      isCommitting = true
      try session.command(.commit)
    case "abortCalibration": try abort(session)
    case "setPlace": try setPlace(body, stream)
    case "setDestination": try setDestination(body, stream)
    case "setFix": try setFix(body, stream.session)
    case "setHeading": try setHeading(body, stream)
    case "zeroPoint": try zero(body, stream)
    case "selfTest": return ["done": true, "tests": .array(try selfTest(session))]
    case "calibrationRecord": return try record(stream)
    default: throw UsageError("There is no command of this name.")
    }
    if ["startCalibration", "abortCalibration"].contains(command.name) { isCommitting = false }
    return ["done": true]
  }

  private func start(_ session: DeviceSession) throws(SessionError) {
    do throws(SessionError) {
      try session.startCalibration()
    } catch {
      guard error.isIllegalEvent else { throw error }
      // The device is still in a calibration that was left in the middle.
      try abort(session)
      try session.startCalibration()
    }
  }

  /// Ends a calibration in any state; the record in use stays.
  private func abort(_ session: DeviceSession) throws(SessionError) {
    let ways: [CalibrationCommand] = [.cancel, .discard, .dismiss]
    for (index, way) in ways.enumerated() {
      do throws(SessionError) {
        return try session.command(way)
      } catch {
        guard error.isIllegalEvent, index < ways.count - 1 else { throw error }
      }
    }
  }

  /// `latitude`, `longitude`, and perhaps `height` and `date`; without them the place is deleted.
  private func setPlace(_ body: CommandBody, _ stream: LiveStream) throws {
    try body.allow(["latitude", "longitude", "height", "date"])
    var options = given
    let place = try position(body)
    if let (latitude, longitude) = place {
      let height = try body.number("height", -1000...850_000) ?? 0
      options[CommandOption.location.name] = [
        [latitude, longitude, height].map { Digits.fixed($0, 7) }.joined(separator: ",")
      ]
    } else {
      for option in [CommandOption.location, .trueNorth, .extrapolate] { options[option.name] = nil }
    }
    let date = try body.text("date")
    if let date, Place.day(date) == nil { throw UsageError("“date” must be a day such as 2026-07-02.") }
    try arrange(options, stream)
    if let day = date.flatMap({ Place.day($0) }), place != nil { try stream.session.setDate(day) }
    _ = try stream.session.settledLocalField()
  }

  /// `latitude` and `longitude` in degrees; `nil` without both.
  private func position(_ body: CommandBody) throws(UsageError) -> (latitude: Double, longitude: Double)? {
    let latitude = try body.number("latitude", -90...90)
    let longitude = try body.number("longitude", -180...180)
    if let latitude, let longitude { return (latitude, longitude) }
    guard latitude == nil, longitude == nil else { throw UsageError("A place has a latitude and a longitude.") }
    return nil
  }

  /// Sets the destination; without fields, guidance ends.
  private func setDestination(_ body: CommandBody, _ stream: LiveStream) throws {
    try body.allow(["latitude", "longitude"])
    let wanted = SetDestination(
      destination: try position(body).map {
        Position(latitudeDegrees: $0.latitude, longitudeDegrees: $0.longitude, heightMetres: 0)
      })
    try stream.session.setDestination(wanted)
    destination = wanted.destination == nil ? nil : wanted
    if destination == nil {
      stream.streams.subtract(.guidance)
      try stream.session.stop(.guidance)
    } else {
      stream.streams.formUnion(.guidance)
      try stream.session.start(.guidance)
    }
  }

  /// Sets where the device is now, within `accuracy` metres (10 if it is absent). Guidance needs a fix every 30 s.
  private func setFix(_ body: CommandBody, _ session: DeviceSession) throws {
    try body.allow(["latitude", "longitude", "accuracy"])
    guard let (latitude, longitude) = try position(body) else {
      throw UsageError("A fix has a latitude and a longitude.")
    }
    let metres = try body.number("accuracy", 0...100_000) ?? 10
    try session.setFix(
      Fix(
        time: Instant(microseconds: 0),
        position: Position(latitudeDegrees: latitude, longitudeDegrees: longitude, heightMetres: 0),
        horizontalMillimetres: UInt32((metres * 1000).rounded())))
  }

  /// Sets options of `stream` by their names. The value null removes an option.
  private func setHeading(_ body: CommandBody, _ stream: LiveStream) throws {
    let flags: [CommandOption] = [.trueNorth]
    let numbers: [CommandOption] = [.filter, .heartbeat, .smooth, .level]
    let texts: [CommandOption] = [.orientation, .orientationFlat, .pointing, .mounting, .card]
    try body.allow((flags + numbers + texts).map(\.name))
    var options = given
    for option in flags where body.names.contains(option.name) {
      options[option.name] = try body.truth(option.name) == true ? [""] : nil
    }
    for option in numbers where body.names.contains(option.name) {
      options[option.name] =
        try body.number(option.name, 0...3600).map { $0 == 0 ? nil : [Digits.significant($0, 9)] } ?? nil
    }
    for option in texts where body.names.contains(option.name) {
      let text = try body.text(option.name)
      // On the command line it may also be a file. A page must not be able to open a file of this machine.
      if option == .card, let text, text != "none", text.contains(where: { !"0123456789.,+-eE ".contains($0) }) {
        throw UsageError("“card” must be “none” or A,B,C,D,E in degrees.")
      }
      options[option.name] = text.map { [$0] }
    }
    try arrange(options, stream)
  }

  /// Applies options and stores them. Options that are refused change nothing here.
  private func arrange(_ options: [String: [String]], _ stream: LiveStream) throws {
    let parsed = ParsedArguments(
      command: arguments.command, path: arguments.path, positionals: arguments.positionals, given: options,
      console: arguments.console)
    try stream.arrange(HeadingOptions(parsed), console: arguments.console)
    given = options
    // The replies tell every page what is in force now.
    _ = try? stream.session.mounting()
    _ = try? stream.session.headingSettings()
  }

  private func zero(_ body: CommandBody, _ stream: LiveStream) throws {
    try body.allow(["on"])
    let isOn = try body.truth("on") ?? true
    try stream.session.setZeroPoint(samples: isOn ? Self.zeroSamples : 0)
    if isOn {
      stream.streams.formUnion(.meter)
      try stream.session.start(.meter)
    } else {
      stream.streams.subtract(.meter)
      try stream.session.stop(.meter)
    }
  }

  private func selfTest(_ session: DeviceSession) throws -> [JSONValue] {
    var lines: [JSONValue] = []
    try session.selfTest { line in
      lines.append(
        .object([
          "name": .string(line.name), "status": .string(CodeText.name(line.status, code: line.statusCode)),
          "pass": .bool(line.status == .passed), "measured": .integer(line.measured), "limit": .integer(line.limit),
        ]))
    }
    return lines
  }

  /// The content of the file that `binnacle calibration export` would write.
  private func record(_ stream: LiveStream) throws -> JSONObject {
    let device = try DeviceRecord(stream.connection)
    let file = CalibrationJSON.object(device.record, bytes: device.bytes, hello: stream.connection.hello).line + "\n"
    return [
      "done": true, "name": "compass.json", "record": .string(Data(file.utf8).base64EncodedString()),
      "bytes": .string(Data(device.bytes).base64EncodedString()),
    ]
  }
}

/// The state of the device's calibration, from its messages.
final class CalibrationStates: @unchecked Sendable {
  private let lock = NSLock()
  private var last: UInt8?
  private var isNew = false

  /// Evaluates a frame.
  func add(kind: UInt8, payload: [UInt8]) {
    guard kind == MessageKind.periodicCalibration.rawValue, let progress = CalibrationProgress(payload: payload.span)
    else { return }
    lock.withLock {
      isNew = isNew || (last != nil && last != progress.state)
      last = progress.state
    }
  }

  /// The last state.
  var state: UInt8? { lock.withLock { last } }

  /// Whether it has changed since the last call.
  func hasChanged() -> Bool {
    lock.withLock {
      defer { isNew = false }
      return isNew
    }
  }
}

extension SessionError {
  /// Whether the calibration's state does not allow the requested command.
  fileprivate var isIllegalEvent: Bool {
    guard case .refused(_, _, let refusal) = self else { return false }
    return refusal.reason == RefusalReason.illegalEvent.rawValue
  }
}
