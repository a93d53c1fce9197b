// binnacle report-silicon: describes a real board and its behaviour in one file to send to the project.

import Foundation
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolConnection
import Verdict

package struct ReportSiliconCommand: Subcommand {
  package let name = "report-silicon"
  package let summary = "try a board on the desk, and write what it is and does into one file to send in"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package static let output = CommandOption(
    "output", letter: "o", "FILE", "the report (default: silicon-BOARD-IMAGE.json)")
  package static let seconds = CommandOption("seconds", "N", "how long you turn it, 5 to 600 (default 30)")
  static let sender = CommandOption("name", "TEXT", "who tried it, as the boards table may say")
  package static let samples = CommandOption(
    "samples", "N", "readings whose bits are compared, 100 to 100,000 (default 1,000)")
  package let options: [CommandOption] = [output, seconds, sender, samples, .json]
  package let examples = [
    CommandExample("report-silicon auto", "self-tests, bits, then turn the board once round by hand"),
    CommandExample("report-silicon auto --seconds 60 --name Reader -o report.json", "with time and a name"),
  ]
  package let notes = [
    "The file has lines of JSON: the description of the board (board, image, sensors, but no serial "
      + "number), its self-tests, how many of its answers equal the answers of this program bit for bit, and "
      + "the figures of the turn. Nothing is sent: CONTRIBUTING.md says where to send it.",
    "An emulated or simulated board gives a report, too; the report says that it is not from a real "
      + "board.",
    "Status 0: all passed. 1: something failed; the report is written in both cases.",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let seconds = try arguments.number(Self.seconds, in: 5...600) ?? 30
    let count = try arguments.integer(Self.samples, in: 100...100_000) ?? 1000
    let connection = try Connection(arguments.positionals[0])
    let console = arguments.console
    connection.printRemarks(on: console)
    let path =
      arguments.text(Self.output) ?? "silicon-\(connection.hello.boardText)-\(connection.hello.imageHashText).json"
    do {
      try NewFile.checkAbsent(path)
    } catch {
      try? connection.close()
      throw error
    }
    var report = SiliconReport(connection, sender: arguments.text(Self.sender))
    try connection.use {
      console.remark("1 of 3: self-tests")
      try report.runSelfTests(connection)
      console.remark("2 of 3: \(Digits.grouped(count)) readings against this program")
      try report.compareBits(connection, count: count, console: console)
      if connection.hello.headingAvailability != .never {
        console.remark("3 of 3: turn the board once round, slowly and level: \(Digits.fixed(seconds, 0)) s")
        try report.turn(connection, seconds: seconds)
      }
    }
    let lines = report.json
    try NewFile.write(lines.map { JSONValue.object($0).text }.joined(separator: "\n") + "\n", to: path)
    switch arguments.outputMode {
    case .jsonLines: for line in lines { console.line(line) }
    case .human:
      console.line(connection.title)
      for line in report.lines { console.line(line) }
      console.line(
        "Written to \(path). "
          + (connection.link.isReal
            ? "CONTRIBUTING.md says where to send it." : "It is of no silicon: there is no need to send it."))
    }
    return report.isPassed ? .pass : .verdictFailed
  }
}

/// The parts of a report.
struct SiliconReport {
  private var about: JSONObject
  private var tests: [SelfTestLine] = []
  /// `nil` for a board that computes no samples that come over the link.
  private var bits: (json: JSONObject, isPassed: Bool)?
  private var turned: SiliconTurn?

  init(_ connection: Connection, sender: String?) {
    let hello = connection.hello
    about = [
      "what": "reportSilicon", "format": 1, "silicon": .bool(connection.link.isReal), "board": .string(hello.boardText),
      "firmware": .string(hello.firmwareText), "imageHash": .string(hello.imageHashText),
      "magnetometer": .integer(hello.sensorChip), "accelerometer": .integer(hello.accelerometer.chip),
      "boots": .integer(hello.bootCounter), "lastFaultCause": .integer(hello.faultCauseCode),
      "date": .string(String(Date.now.ISO8601Format().prefix(10))),
    ]
    if let sender { about["name"] = .string(sender) }
  }

  mutating func runSelfTests(_ connection: Connection) throws {
    try connection.session.selfTest { tests.append($0) }
  }

  mutating func compareBits(_ connection: Connection, count: Int, console: Console) throws {
    guard connection.hello.capabilities.contains(.injection) else { return }
    let check = try HeadingCheck(connection, samples: HeadingSamples(seed: 1), count: count, sabotage: .none)
    try check.run(progress: console)
    bits = (check.json, check.passes)
  }

  /// Readings for some seconds, by this machine's clock.
  mutating func turn(_ connection: Connection, seconds: Double) throws {
    let session = connection.session
    connection.link.keepRealTime()
    try session.stop(Streams(rawValue: 0xff))
    try session.setRate(hertz: 20)
    let restore = try Self.openUp(session)
    defer { restore() }
    connection.beginCounting()
    try session.start(.readings)
    var turn = SiliconTurn()
    // In the board's time, because an emulated world turns in it, and a busy machine emulates slowly. A silent board
    // also ends it.
    var end = ContinuousClock.now + .seconds(seconds)
    var began: Instant?
    while ContinuousClock.now < end, !Interrupt.isRequested {
      guard let frame = try session.receive(deadline: .after(seconds: 0.1)) else { continue }
      guard frame.kind == .reading, let reading: Reading = frame.message() else { continue }
      turn.add(reading)
      began = began ?? reading.time
      if let began, Double(reading.time.elapsed(since: began)) >= seconds * 1e6 { break }
      end = .now + .seconds(seconds)
    }
    try session.stop(.readings)
    turn.lost = Int(session.counters.lost + session.counters.corrupt)
    turned = turn
  }

  /// Makes every sample a reading with a heading: a filter keeps readings back, and an axis that points up has no heading
  /// on a board that lies.
  /// - Returns: gives the device its settings back.
  private static func openUp(_ session: DeviceSession) throws -> () -> Void {
    // Firmware without a heading service has no such settings.
    guard let before = try? session.headingSettings() else { return {} }
    var orientation = before.orientation
    orientation.pointer = nil
    try session.setFilter(SetFilter())
    try session.setOrientation(orientation)
    return {
      try? session.setFilter(before.filter)
      try? session.setOrientation(before.orientation)
    }
  }

  private var failedTests: Int { tests.count { $0.status != .passed && $0.status != .skipped } }
  private var testsPass: Bool { failedTests == 0 && !tests.isEmpty && tests.count == tests[0].total }
  var isPassed: Bool { testsPass && bits?.isPassed != false && turned?.isPassed != false }

  var json: [JSONObject] {
    var lines = [about]
    lines.append([
      "what": "selftest", "pass": .bool(testsPass), "samples": .integer(tests.count), "failed": .integer(failedTests),
    ])
    lines += tests.filter { $0.status != .passed && $0.status != .skipped }.map { line in
      [
        "what": "failedTest", "test": .string(line.name), "measured": .integer(line.measured),
        "limit": .integer(line.limit),
      ]
    }
    if let bits { lines.append(bits.json) }
    if let turned { lines.append(turned.json) }
    lines.append(["what": "verdict", "pass": .bool(isPassed)])
    return lines
  }

  /// For people.
  var lines: [String] {
    func verdict(_ isGood: Bool) -> String { isGood ? "pass" : "FAIL" }
    var lines = ["self-tests  \(verdict(testsPass))  \(tests.count) run, \(failedTests) failed"]
    if let bits {
      lines.append("bits        \(verdict(bits.isPassed))  the board's readings against those of this program")
    }
    if let turned { lines.append("turn        \(verdict(turned.isPassed))  \(turned.text)") }
    if turned.map({ $0.directions < 10 }) == true {
      lines.append(
        "            Turn it through all directions: at least 10 of 12 must be seen. --seconds gives more time.")
    }
    return lines
  }
}
