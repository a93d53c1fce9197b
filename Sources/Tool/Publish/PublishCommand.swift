// binnacle publish: sends headings to chart plotters and other programs with one command.
import DeviceLinks
import HostSession
import LinkProtocol
import Marine
import Publishing
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct PublishCommand: Subcommand {
  package static let to = CommandOption("to", "TARGET", "where the readings go; give it again for more than one")
  package static let sentences = CommandOption(
    "sentences", "KINDS",
    "those to send, separated by commas (default \(SentenceKind.allCases.map(\.rawValue).joined(separator: ",")))",
    among: SentenceKind.allCases.map(\.rawValue))
  static let talker = CommandOption(
    "talker", "ID", "two characters with which each sentence begins (default HC, a magnetic compass)")
  package static let rate = CommandOption(
    "rate", "HZ",
    "readings a second at every target, 0.02 to 1000 (default \(Digits.fixed(PublishedForm.json.usualRate, 0)), or what a "
      + "serial line carries; at a broker \(Digits.fixed(PublishedForm.documents.usualRate, 0)))")

  package let name = "publish"
  package let summary =
    "send headings to plotters and other programs: NMEA 0183, NMEA 2000, Signal K, MQTT and JSON lines"
  package let arguments = [CommandArgument("LINK", .one, "where the readings come from; see `binnacle help links`")]
  package let options: [CommandOption] =
    [
      to, sentences, talker, .worst, rate, .location, .distanceFilter, .desiredAccuracy, .extrapolate, .filter,
      .heartbeat, .smooth, .pointing, .mounting, .level, .card, .noGyro, .noQuestions, .require, .prefer, .noDTR,
      .readings, .duration, .capture, .json,
    ]
  package let examples = [
    CommandExample("publish auto --to nmea+tcp://", "for OpenCPN on this machine: connect to 127.0.0.1, port 10110"),
    CommandExample(
      "publish auto --to nmea+tcp://0.0.0.0 --location gpsd", "for every machine in the network, with true headings"),
    CommandExample(
      "publish auto --to nmea+udp://192.168.1.255:10110 --to nmea+serial:/dev/ttyUSB1",
      "for a tablet, and an autopilot"),
    CommandExample(
      "publish auto --to nmea+tcp:// --sentences HDM --talker II", "for a dashboard that wants one sentence alone"),
    CommandExample("publish auto --to signalk+tcp:// --to n2k+tcp://", "for a Signal K server, and as NMEA 2000"),
    CommandExample(
      "publish auto --location 47.37,8.54 --to 'mqtt://192.168.1.10/house/compass?credentials=broker.conf'",
      "for Home Assistant; the file has lines such as: user = NAME"),
    CommandExample("publish auto --to json+tcp://", "the lines of `binnacle stream --json` for a program of yours"),
    CommandExample(
      "publish emulator:lm3s6965evb --level 1 --to nmea+tcp://",
      "real firmware on an emulated board; nothing to plug in"),
  ]
  package let notes =
    PublishTargets.kinds.map { "\($0.pattern): \($0.explanation)." } + [
      "A sentence cannot say how far off a heading may be, and neither can Signal K or NMEA 2000. So a heading that may be off by "
        + "more than --worst leaves the field of HDG empty, THS has the status V, and HDM and HDT are not sent; in Signal K and "
        + "in documents it is null, in NMEA 2000 not available. A remark says why, and what to do.",
      "A board without an accelerometer is taken to be level within 5°. At a dip of 65° that alone makes ±34°, and no heading "
        + "leaves. Where a gimbal or the boat keeps it closer, say so: --level 1 makes ±7°.",
      "True headings need --location, which gives the declination. If --card gives a deviation, HDG, 127250 and Signal K's "
        + "headingCompass have the heading before it, and the deviation in a field of its own; without a card that field is empty "
        + "and the heading is corrected. East is positive, and is added. What a simulated link or a capture gives is marked "
        + "where there is a place for it: THS has the status S.",
      "Each target runs by itself. Each fault of one is reported once, and it is tried again, from 0.5 s to 10 s apart; it holds up neither "
        + "the link nor the others. A UDP listener that is not there yet is no error. What clients send is ignored. A client that "
        + "does not read loses readings, and is disconnected after a minute. What a broker has not confirmed is kept for ten minutes.",
      "A broker needs libmosquitto1. The file with credentials has lines such as user = NAME, password = SECRET, ca = FILE, "
        + "certificate = FILE, key = FILE; none of it belongs on a command line.",
      "A serial line gets what it carries: with all sentences at 4800 baud two readings a second. --rate overrides it; what the "
        + "line has no room for is then left out, a whole reading at a time.",
      "A server that other machines reach is announced as _nmea-0183._tcp where Avahi is installed.",
      LocationSource.note,
      "The link is found again when the cable is pulled or the board restarts. As a service of systemd: "
        + "docs/examples/systemd in the project; docs/boats.md leads from a sensor to a plotter, docs/homes.md to Home Assistant.",
    ]
  package let refusals: [(option: CommandOption, reason: String)] =
    [
      (.nmea, "is what --to nmea+tcp:// and its like do."),
      (.trueNorth, "is not needed: HDT and THS have true headings as soon as --location gives the declination."),
      (.reconnect, "is not needed: the link is always found again."),
      (.check, "is for `binnacle stream`, whose results a person or a program reads."),
      (.coreLocation, "is for `binnacle stream`.\nFor programs: --to json+tcp://"),
    ]
    + [CommandOption.orientation, .orientationFlat].map {
      ($0, "turns the heading for whoever looks at a display; plotters look at none.")
    }

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let text = arguments.positionals[0]
    var capture: String?
    switch try LinkAddress(text) {
    case .recording(let path):
      let file = path.shellWord
      throw UsageError(
        "A recording has no time to be published in.\n"
          + "Convert it: binnacle replay \(file) --json --capture run.binnacle; then publish "
          + "capture:run.binnacle.")
    case .capture(let path): capture = path
    default: break
    }
    let settings = try PublishSettings(arguments, isCapture: capture != nil)
    var options = try StreamOptions(arguments, isCaptured: capture != nil)
    options.rate = settings.deviceRate
    options.reconnects = true
    options.heading.form = .sentences
    if let filter = options.heading.filter, filter.minimumChange > 0, filter.heartbeat == 0 {
      arguments.console.remark(
        "binnacle: with --filter nothing is sent while the heading rests, and plotters drop a heading after some "
          + "seconds.\n"
          + "Add --heartbeat 1s.")
    }
    let publication = try Publication(settings, arguments)
    defer { publication.stop() }
    if let path = capture {
      for (option, reason) in CaptureReplay.refusals
      where arguments.flag(option) && option.name != CommandOption.rate.name {
        throw UsageError("--\(option.name) \(reason)")
      }
      let replay = try CaptureReplay(path: path, options: options)
      try publication.begin()
      return try replay.run(publication.report)
    }
    try publication.begin()
    let connection = try Connection(text, capture: options.capturePath, releasesLines: options.releasesLines)
    connection.pace(isForPeople: true, hasEnd: false)
    if options.capturePath == nil { connection.link.forgetTruth() }
    return try connection.use {
      if let facts = connection.link.lineFacts, facts.countScale != nil {
        try CountedStream.refuseStrengths(arguments, facts.options.fieldUnit)
      }
      try connection.calibrateForItsBench(arguments.console)
      publication.reportLevel(connection, options.heading.instrument)
      let live = LiveStream(connection, options: options, report: publication.report)
      live.attendant = publication
      return try live.run(console: arguments.console)
    }
  }
}
