// One run of `binnacle publish`: from the readings of a link to all targets.
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Marine
import Publishing
import Quantities
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolNavigation
import ToolStream

/// Receives the readings of a stream or a capture, and passes them to the targets.
final class Publication: StreamObserver, StreamAttendant {
  let report: StreamReport
  private let settings: PublishSettings
  private let arguments: ParsedArguments
  private let runners: [TargetRunner]
  private let channels: [PublishChannel]
  private var headings: HeadingWatch
  private var readings = 0
  private let startedAt = MonotonicClock.nanoseconds()
  private weak var stream: LiveStream?
  private let notice = ServiceNotice()
  private var isReady = false
  private var announcer: ServiceAnnouncer?
  private var announced: [Announcement] = []
  private var isRunning = false
  private var console: Console { arguments.console }

  init(_ settings: PublishSettings, _ arguments: ParsedArguments) throws {
    (self.settings, self.arguments) = (settings, arguments)
    let console = arguments.console
    runners = try settings.feeds.map { feed in
      let name = feed.target.name
      return try TargetRunner(feed.target) { console.remark("binnacle: \(Self.text($0, of: name))") }
    }
    var groups: [(rate: Double, runners: [TargetRunner])] = []
    for (feed, runner) in zip(settings.feeds, runners) {
      if let index = groups.firstIndex(where: { $0.rate == feed.rate && $0.runners[0].form == runner.form }) {
        groups[index].runners.append(runner)
      } else {
        groups.append((feed.rate, [runner]))
      }
    }
    let deviceRate = settings.isCapture ? nil : settings.deviceRate
    channels = groups.map { PublishChannel($0.runners, rate: $0.rate, deviceRate: deviceRate, settings) }
    headings = HeadingWatch(worst: settings.worst)
    report = StreamReport(console: console, mode: .human, isForeign: true)
    report.isCompassAlone = arguments.flag(.noGyro)
    report.observer = self
  }

  /// A target's event as one line or two.
  private static func text(_ news: TargetNews, of name: String) -> String {
    switch news {
    case .remark(let text): return "\(name): \(text)"
    case .recovered: return "\(name): it works again"
    case .failed(let text):
      var lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
      if lines[0].hasSuffix(".") { lines[0].removeLast() }
      lines[0] += "; it is tried again."
      return "\(name): \(lines.joined(separator: "\n"))"
    }
  }

  // MARK: - Begin and end

  /// Opens the targets and reports their names.
  func begin() throws {
    isRunning = true
    for (feed, runner) in zip(settings.feeds, runners) {
      if let remark = feed.remark { console.remark("binnacle: \(runner.name): \(remark)") }
      runner.start()
    }
    announce()
    if arguments.outputMode == .jsonLines {
      console.line(
        [
          "what": "publish", "link": .string(arguments.positionals[0]),
          "targets": .array(zip(settings.feeds, runners).map { .object(json($0, $1)) }),
        ] as JSONObject)
    } else {
      for (feed, runner) in zip(settings.feeds, runners) {
        let what =
          runner.form == .sentences ? settings.kinds.map(\.rawValue).joined(separator: ", ") : runner.form.words
        let rate = feed.rate == 1 ? "one reading a second" : "\(PublishSettings.plain(feed.rate)) readings a second"
        console.line("\(runner.place ?? runner.name)  \(rate): \(what)")
      }
      console.line("Ctrl-C ends")
    }
  }

  private func json(_ feed: PublishSettings.Feed, _ runner: TargetRunner) -> JSONObject {
    var object: JSONObject = [
      "target": .string(runner.name), "place": .optional(runner.place) { .string($0) }, "rateHertz": .double(feed.rate),
    ]
    if runner.form == .sentences {
      object["sentences"] = .array(settings.kinds.map { .string($0.rawValue) })
      object["talker"] = .string(settings.talker)
    }
    return object
  }

  /// Ends the targets, and reports what they received.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    notice?.stopping()
    announcer?.stop()
    // Whoever presses Ctrl-C wants no pause; a run that ends by itself has some seconds for the last readings.
    for runner in runners { runner.stop(within: Interrupt.isRequested ? 1 : 5) }
    let seconds = Double(MonotonicClock.nanoseconds() - startedAt) / 1e9
    if arguments.outputMode == .jsonLines {
      console.line(
        [
          "what": "summary", "readings": .integer(readings), "seconds": .fixed(seconds, decimals: 3),
          "targets": .array(runners.map { .object(Self.summary($0)) }),
        ] as JSONObject)
      return
    }
    console.line("\(Digits.grouped(readings)) readings in \(Digits.fixed(seconds, 1)) s")
    for runner in runners {
      let counters = runner.counters
      let clients = counters.clientsEver > 0 ? ", \(Digits.count(counters.clientsEver, "client"))" : ""
      console.line(
        "\(runner.name)  \(Digits.grouped(counters.sent)) sent, \(Digits.grouped(counters.skipped)) left out\(clients)")
    }
  }

  private static func summary(_ runner: TargetRunner) -> JSONObject {
    let counters = runner.counters
    return [
      "target": .string(runner.name), "sent": .integer(counters.sent), "skipped": .integer(counters.skipped),
      "clients": .integer(counters.clientsEver), "cutOff": .integer(counters.cutOff),
    ]
  }

  /// Announces the servers that are open and that other machines can reach.
  private func announce() {
    let found = runners.compactMap(\.announcement)
    guard found != announced else { return }
    announced = found
    announcer?.stop()
    announcer = nil
    guard !found.isEmpty else { return }
    let console = console
    do throws(ServiceAnnouncer.Absence) {
      announcer = try ServiceAnnouncer(found, name: "Binnacle on \(ServiceAnnouncer.machineName)") {
        console.remark("binnacle: \($0)")
      }
    } catch {
      console.remark("binnacle: \(found.count == 1 ? "the server works" : "the servers work"); \(error.description)")
    }
  }

  /// Reports the effect of a missing accelerometer, before the first reading.
  func reportLevel(_ connection: Connection, _ instrument: InstrumentOptions) {
    guard !connection.hello.capabilities.contains(.accelerometer), instrument.levelTolerance == nil,
      connection.hello.capabilities.contains(.magnetometer)
    else { return }
    console.remark(
      "binnacle: \(connection.linkText) has no accelerometer, and is taken to be level within 5°: at a dip of 65° its "
        + "heading may be off by 34° for that alone.\nWhere a gimbal or the boat keeps it closer, say so: --level 1 makes ±7°."
    )
  }

  // MARK: - The input of a stream

  func streamBegan(_ stream: LiveStream) throws(SessionError) {
    self.stream = stream
    ready(stream.connection.title)
  }

  func turn(_ stream: LiveStream) throws(SessionError) {}

  /// Whoever steers by the last heading must know that there is no newer one.
  func streamLost(_ reason: String) { for channel in channels { channel.publishLoss() } }

  private func ready(_ status: String) {
    if !isReady { notice?.ready(status) }
    isReady = true
  }

  func beginSentences(isSimulated: Bool, card: DeviationCard) -> Bool {
    for channel in channels {
      channel.begin(SentenceOutput(isSimulated: isSimulated, card: card, worst: settings.worst))
    }
    return true
  }

  func add(_ reading: Reading, _ motion: FusionReport?) {
    if stream == nil {
      wait(for: reading.time)
      if Interrupt.isRequested { return }
      ready(arguments.positionals[0])
    }
    readings += 1
    announce()
    for channel in channels {
      let isTaken = channel.publish(reading, motion) {
        ReadingFormat.json(reading, input: nil, movement: stream?.movement, motion: motion).line + "\n"
      }
      if isTaken, channel === channels.first(where: \.form.leavesOutHeadings), let said = channel.statement {
        watch(reading, said, channel.withheld)
      }
    }
  }

  private func watch(_ reading: Reading, _ said: HeadingStatement, _ withheld: Double?) {
    // The stream has already reported that there is no calibration, and what to do.
    if said.magneticHeading == nil, reading.assessment.doubts.contains(.uncalibrated) { return }
    let isUnsaid = reading.mode == .level && stream != nil && !arguments.flag(.level)
    let isDisturbed = reading.assessment.disturbance != .clear
    let remark = headings.add(
      at: reading.time, hasHeading: said.magneticHeading != nil, withheld: withheld, canSayLevel: isUnsaid,
      isDisturbed: isDisturbed
    ) {
      guard let connection = stream?.connection else { return nil }
      return HeadingAbsence.of(reading, on: connection, needsTrueNorth: false)?.text
    }
    if let remark { report.remark(remark) }
  }

  func mark(_ gap: StreamGap) { for channel in channels { channel.addGap(gap) } }

  func report(_ event: SensorEvent) {}

  // MARK: - A capture's own time

  private var playedFirst: Instant?
  private var playedAt: UInt64 = 0

  /// Waits until a reading of a capture is due, counted from the first one. If the time starts again, that reading
  /// counts as the first.
  private func wait(for time: Instant) {
    guard let first = playedFirst, time >= first else {
      (playedFirst, playedAt) = (time, MonotonicClock.nanoseconds())
      return
    }
    let due = Deadline(nanoseconds: playedAt + UInt64(time.nanoseconds - first.nanoseconds))
    while !due.hasPassed, !Interrupt.isRequested {
      usleep(UInt32(min(due.remaining, 0.05) * 1e6) + 1)
    }
  }
}
