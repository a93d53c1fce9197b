// binnacle serve: the compass in a browser.
import DeviceLinks
import Foundation
import HostSession
import Recordings
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream
import WebServer

extension CommandOption {
  static let port = CommandOption(
    "port", "PORT",
    "of the page; 0 for any that is free (default \(ServeCommand.usualPort), or a free one if it is busy)")
  package static let listen = CommandOption(
    "listen", "ADDRESS", "show the page to other machines, too, such as phones, at this address of this machine")
  static let openBrowser = flag("open", "open the page in this machine's browser")
  static let pageRate = CommandOption("rate", "HZ", "readings a second, 0.02 to 1000 (default 20)")
}

package struct ServeCommand: Subcommand {
  package let name = "serve"
  package let summary = "show it in a browser: heading, calibration, field, disturbance; nothing to install there"
  package let arguments = [CommandArgument("LINK", .one, "where the readings come from; see `binnacle help links`")]
  package let options: [CommandOption] =
    [
      .openBrowser, .port, .listen, .pageRate, .location, .distanceFilter, .desiredAccuracy, .extrapolate, .trueNorth,
      .filter, .heartbeat, .smooth, .noQuestions,
    ] + CommandOption.instrument + [
      .noDTR, .noGyro, .capture, .json, .columns, .join, .unit, .accelUnit, .gyroUnit, .time, .timeUnit, .rows,
      .attitude,
      .calibrationFile, .reference,
    ]
  package let examples = [
    CommandExample("serve auto --open", "the board that is plugged in, in your browser; Ctrl-C ends"),
    CommandExample("serve emulator:pico", "real firmware on an emulated board; nothing to plug in"),
    CommandExample(
      "serve auto --listen 192.168.1.5", "also for a phone in your network, which can look but not command"),
    CommandExample("serve capture:run.binnacle", "a capture with a slider for its time"),
    CommandExample(
      "serve recording:walk.csv --columns mx,my,mz,ax,ay,az --unit uT --time t_s",
      "a table of measurements, computed by the same core, then played in its own time"),
  ]
  package let notes = [
    "The command prints the address of the page. What follows # is a token, and it is new each time: only "
      + "a page with the token can calibrate or change settings. Do not pass it on. The page is part of this "
      + "program and loads nothing from elsewhere.",
    "The page gets the frames of the device, byte for byte, and decodes them itself. Up to "
      + "\(FrameRelay.pageLimit) pages may be open. A slow page loses its oldest frames and says so; the device "
      + "and the other pages do not wait for it.",
    "When the cable is pulled or the board restarts, the pages say so. The command finds the device "
      + "again, as `binnacle stream --reconnect` does.",
    "--listen lets other machines open a page that only shows. Commands are accepted from this machine "
      + "alone, because the token would cross the network unencrypted. 0.0.0.0 means every address of this "
      + "machine.",
    "Over SSH use `binnacle stream`, or forward the port: ssh -L \(Self.usualPort):127.0.0.1:\(Self.usualPort) HOST. "
      + "Choose the same port on both sides.",
  ]
  package let refusals: [(option: CommandOption, reason: String)] = [
    (.check, "is for `binnacle stream`; the page compares every reading with the reference itself."),
    (.reconnect, "is not needed: a served link is always found again."),
  ]
  /// IANA lists this port as unassigned, and no common PC service uses it.
  static let usualPort: UInt16 = 8462

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let text = arguments.positionals[0]
    let address = try LinkAddress(text)
    let port = try arguments.integer(.port, in: 0...UInt16.max)
    let relay = FrameRelay()
    let link = ServedLink(text, relay: relay, version: CommandLineTool.version)
    link.isCompassAlone = arguments.flag(.noGyro)
    var options = try StreamOptions(arguments)
    options.rate = try arguments.number(.pageRate, in: 0.02...1000) ?? 20
    options.reconnects = true
    // The port is opened first, so that a port in use is reported before the time to open a link.
    let sockets = try ServeSockets(address: arguments.text(.listen), port: port, console: arguments.console)
    defer { sockets.closeUnused() }
    switch address {
    case .capture(let path):
      try refuse(
        Self.liveOptions + CommandOption.recordingOptions, arguments,
        "is not for a capture, whose bytes are as they came.")
      let track = try CaptureTrack(path: path)
      return try play(track, ServeSession(arguments, link, relay, sockets))
    case .recording(let path):
      try refuse([.noDTR, .capture], arguments, "is for a live device, not for a recording.")
      guard path != "-" else {
        throw UsageError("A page needs a recording with an end.\nSave the lines in a file, or use `binnacle stream`.")
      }
      let track = try ComputedTrack.of(path, options, arguments)
      return try play(track, ServeSession(arguments, link, relay, sockets))
    default:
      try refuse(CommandOption.recordingOptions, arguments, "is for a recording: serve recording:FILE.")
      return try stream(text, options, ServeSession(arguments, link, relay, sockets))
    }
  }

  private static let liveOptions: [CommandOption] =
    [
      .location, .distanceFilter, .desiredAccuracy, .extrapolate, .trueNorth, .filter, .heartbeat, .smooth,
      .noQuestions,
    ] + CommandOption.instrument + [.noDTR, .noGyro, .capture]

  private func refuse(_ options: [CommandOption], _ arguments: ParsedArguments, _ reason: String) throws {
    guard let given = options.first(where: arguments.flag) else { return }
    throw UsageError("--\(given.name) \(reason)\nSee `binnacle serve --help`.")
  }

  // MARK: - Links

  private func play(_ track: CaptureTrack, _ session: ServeSession) throws -> ExitStatus {
    if let ending = track.ending { session.console.remark("binnacle: \(ending.description)") }
    let playback = CapturePlayback(track, relay: session.relay, link: session.link)
    try session.begin("capture of \(track.linkName), \(Digits.fixed(Double(track.duration) / 1e6, 1)) s")
    playback.run { Interrupt.isRequested }
    session.end(nil)
    return .pass
  }

  private func stream(_ text: String, _ options: StreamOptions, _ session: ServeSession) throws -> ExitStatus {
    let watch = CalibrationStates()
    let relay = session.relay
    let connection = try Connection(
      text, capture: options.capturePath, releasesLines: options.releasesLines,
      tap: { stream in relay.tap(stream) { kind, payload in watch.add(kind: kind, payload: payload) } })
    connection.pace(isForPeople: true, hasEnd: false)
    if options.capturePath == nil { connection.link.forgetTruth() }
    // Readings go only to the pages. Remarks for the user also go to standard error.
    let report = StreamReport(console: session.console, mode: .human, isForeign: true)
    let link = session.link
    report.remarked = { link.announce($0) }
    let attendant = ServeAttendant(link, session.arguments, watch)
    return try connection.use {
      let live = LiveStream(connection, options: options, report: report)
      live.attendant = attendant
      try session.begin(connection.title)
      defer { session.end(report) }
      defer { attendant.leave(connection.session) }
      return try live.run(console: session.console)
    }
  }
}
