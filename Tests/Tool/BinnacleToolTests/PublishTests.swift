// binnacle publish: what the command line says, how readings are thinned out, and when no heading is sent.

import Foundation
import Heading
import LinkProtocol
import Marine
import Publishing
import Quantities
import Synchronization
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolPublish
@testable import ToolStream

private func run(_ words: String...) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

private func settings(_ words: [String]) throws -> PublishSettings {
  let arguments = try CommandLineParser.parse(
    ["simulated"] + words, for: PublishCommand(), path: "publish", console: SpyConsole().console)
  return try PublishSettings(arguments, isCapture: false)
}

/// Keeps what it is sent.
private final class LineTarget: PublishTarget {
  static let scheme = "lines"
  static let pattern = "lines:"
  static let explanation = ""
  let name = "lines:"
  let form = PublishedForm.sentences
  var counters = TargetCounters()
  let lines = Mutex<[String]>([])

  init() {}
  init(_ text: TargetText) { fatalError("made by the test") }
  func open() {}
  func send(_ message: [UInt8]) { lines.withLock { $0.append(String(decoding: message, as: UTF8.self)) } }
  func close() {}
}

private func reading(_ heading: Double, accuracy: UInt16?, at microseconds: UInt64 = 1_000_000) -> Reading {
  var reading = Reading()
  reading.mode = .level
  reading.time = Instant(microseconds: microseconds)
  var assessment = HeadingAssessment()
  (assessment.magnetic, assessment.trueNorth) = (angle(heading), angle(heading + 4))
  assessment.accuracy = accuracy
  reading.assessment = assessment
  return reading
}

@Test(arguments: [
  (["publish", "simulated"], "--to TARGET is missing"),
  (["publish", "simulated", "--to", "tcp://"], "did you mean nmea+tcp://?"),
  (["publish", "simulated", "--to", "nmea+tcp://", "--to", "nmea+tcp://127.0.0.1:10110"], "is there twice"),
  (["publish", "simulated", "--to", "nmea+tcp://", "--sentences", "HDT"], "HDT tells a true heading"),
  (["publish", "simulated", "--to", "nmea+tcp://", "--sentences", "HDQ"], "did you mean HD"),
  (["publish", "simulated", "--to", "nmea+tcp://", "--talker", "hc"], "two capital letters"),
  (["publish", "simulated", "--to", "nmea+tcp://", "--talker", "PX"], "no P at the front"),
  (["publish", "simulated", "--to", "json+tcp://", "--worst", "20"], "JSON lines tell them all"),
  (["publish", "simulated", "--to", "nmea+tcp://", "--worst", "0"], "--worst wants a number"),
  (["publish", "simulated", "--to", "nmea+tcp://", "--nmea"], "is what --to nmea+tcp:// and its like do"),
  (["publish", "simulated", "--to", "nmea+tcp://", "--orientation", "auto"], "plotters look at none"),
  (["publish", "simulated", "--to", "nmea+tcp://10110"], "a port follows a colon: nmea+tcp://:10110"),
  (["publish", "simulated", "--to", "nmea+tcp://0"], "a port follows a colon"),
  (["publish", "simulated", "--to", "nmea+tcp://127.1"], "is not an address of this machine"),
  (["publish", "recording:a b.csv", "--to", "nmea+tcp://"], "replay 'a b.csv' --json --capture"),
  (["publish", "capture:absent", "--to", "nmea+tcp://:0", "--mounting", "3"], "is done by the device"),
])
func mistakes_areNamedWithWhatToDo(words: [String], text: String) {
  let spy = SpyConsole()
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 2)
  #expect(spy.remarks.contains(text), "\(spy.remarks)")
  #expect(spy.results.isEmpty)
}

@Test(arguments: [
  (["--to", "nmea+serial:/dev/ttyUSB1"], [2.0], true), (["--to", "nmea+serial:/dev/ttyUSB1?baud=38400"], [10], false),
  (["--to", "nmea+serial:/dev/ttyUSB1", "--sentences", "HDM,HDT"], [10], false),
  (["--to", "nmea+serial:/dev/ttyUSB1?baud=1200", "--to", "nmea+tcp://"], [0.5, 10], true),
  (["--to", "nmea+serial:/dev/ttyUSB1", "--rate", "5"], [5], true),
  (["--to", "nmea+serial:/dev/ttyUSB1", "--rate", "1", "--to", "json+tcp://"], [1, 1], false),
  (["--to", "mqtt://broker/a", "--to", "n2k+tcp://", "--worst", "20"], [1, 10], false),
])
func rate_isWhatTheLineCarriesUnlessAskedFor(words: [String], rates: [Double], isTold: Bool) throws {
  let settings = try settings(words)
  #expect(settings.feeds.map(\.rate) == rates)
  #expect((settings.feeds[0].remark != nil) == isTold, "\(settings.feeds[0].remark ?? "")")
  #expect(settings.deviceRate == rates.max())
}

/// What is said of a wrong target ends up in journals.
@Test(arguments: [
  "mqtt://boat:secret@host/a", "mqtt://boat:pa?secret@host/a", "mqtt://host/a?user=boat&password=secret",
  "mqqt://boat:secret@host/a", "nmea+tcp://boat:secret@host",
])
func passwords_areNotRepeated(target: String) {
  let (status, _, remarks) = run("publish", "simulated", "--to", target)
  #expect(status == 2 && !remarks.contains("secret") && remarks.contains("…"), "\(remarks)")
}

/// Homes of some networks have an “@” in their names, and so may a serial port.
@Test(arguments: [
  "mqtt://host/a?credentials=/srv/jo@corp.example/m.conf&discovery=off", "nmea+serial:/dev/serial/by-id/usb@1",
])
func signOfAnAddress_inAPath_isNoPassword(target: String) throws {
  #expect(throws: Never.self) { _ = try settings(["--to", target, "--location", "47,8"]) }
}

/// Whoever steers by the last heading must know that there is no newer one.
@Test func lostDevice_isToldWithoutValues() throws {
  let settings = try settings(["--to", "nmea+tcp://:0", "--location", "47,8"])
  let target = LineTarget()
  let runner = try TargetRunner(target) { _ in }
  runner.start()
  let channel = PublishChannel([runner], rate: 10, deviceRate: 10, settings)
  channel.begin(SentenceOutput(isSimulated: false, worst: 15))
  _ = channel.publish(reading(10, accuracy: 100), nil) { "" }
  channel.publishLoss()
  runner.stop(within: 60)
  let texts = target.lines.withLock { $0 }
  #expect(texts.count == 2 && texts[0].hasPrefix("$HCHDG,10.0"), "\(texts)")
  #expect(texts.last?.hasPrefix("$HCHDG,,,,,*") == true && texts.last?.contains("$HCTHS,,V") == true, "\(texts)")
}

@Test func readings_leaveAtEachChannelsRate() throws {
  let settings = try settings(["--to", "json+tcp://:0"])
  let runner = try TargetRunner(settings.feeds[0].target) { _ in }
  let cases: [(Double, Double?, Int)] = [
    (2, 10, 20), (10, 10, 100), (3, 10, 30), (0.5, 10, 5),
    // A capture with ten readings a second.
    (2, nil, 20), (3, nil, 30), (10, nil, 100), (50, nil, 100),
  ]
  for (rate, device, wanted) in cases {
    let channel = PublishChannel([runner], rate: rate, deviceRate: device, settings)
    // A device's readings come up to a third of a period early or late.
    let count = (0..<100).filter { index in
      let time = 1_000_000 + UInt64(index) * 100_000 + UInt64(index * 7919 % 33_000)
      return channel.publish(reading(10, accuracy: 100, at: time), nil) { "{}" }
    }.count
    #expect(abs(count - wanted) <= 1, "\(rate): \(count)")
  }
}

@Test(arguments: [(1499, true), (1500, true), (1501, false), (nil, false)] as [(UInt16?, Bool)])
func heading_thatMayBeFurtherOffThanAllowed_doesNotLeave(accuracy: UInt16?, leaves: Bool) {
  var output = SentenceOutput(isSimulated: false, worst: 15)
  let statement = output.statement(reading(20, accuracy: accuracy), nil)
  let lines = statement.lines(SentenceKind.allCases)
  #expect(lines[0].hasPrefix(leaves ? "$HCHDG,20.0,,,4.0,E" : "$HCHDG,,,,4.0,E*"))
  #expect(lines.contains { $0.hasPrefix("$HCTHS,24.0,A") } == leaves)
  #expect(lines.contains { $0.hasPrefix("$HCTHS,,V") } == !leaves)
  #expect(lines.contains { $0.contains("HDM") || $0.contains("HDT") } == leaves)
  #expect((output.withheld == nil) == leaves)
}

/// The accuracy of the reading counts: the device has judged compass and gyroscope. Those of the parts say nothing.
@Test func heading_withAGyroscope_isJudgedByTheReadingsAccuracy() {
  var motion = FusionReport()
  motion.flags = .fused
  motion.magneticHeading = angle(30)
  for (accuracy, leaves) in [(UInt16(300), true), (4000, false)] {
    motion.accuracy = leaves ? 9000 : 100
    var output = SentenceOutput(isSimulated: false, worst: 15)
    let statement = output.statement(reading(20, accuracy: accuracy), motion)
    #expect((statement.magneticHeading != nil) == leaves)
    if let heading = statement.magneticHeading { #expect(abs(heading - 20) < 0.01) }
  }
}

@Test func missingHeading_isToldAfterTwoSecondsAndNotAgainInTheSameMinute() {
  var watch = HeadingWatch(worst: 15)
  var told: [(second: Int, text: String)] = []
  for second in 0..<100 {
    // None from 10 to 15, from 20 to 30, and from 80 on.
    let isMissing = (10..<15).contains(second) || (20..<30).contains(second) || second >= 80
    let time = Instant(microseconds: UInt64(second) * 1_000_000)
    let text = watch.add(
      at: time, hasHeading: !isMissing, withheld: isMissing ? 34 : nil, canSayLevel: true, isDisturbed: false
    ) { nil }
    if let text { told.append((second, text)) }
  }
  #expect(told.map(\.second) == [12, 17, 82])
  #expect(told[0].text.contains("it may be off by 34°, and 15° are allowed (--worst)"))
  #expect(told[0].text.contains("--level 1") && told[0].text.hasSuffix("--worst 35"))
  #expect(told[1].text == "headings are sent again")
}

/// What is shown is more than the limit, however near to it, and what the remark proposes is allowed.
@Test(arguments: [
  (34.4, 15, "it may be off by 34°, and 15° are allowed", "--worst 36"),
  (15.3, 15, "it may be off by 15.3°, and 15° are allowed", "--worst 17"),
  (15.04, 15, "it may be off by 15.04°, and 15° are allowed", "--worst 17"),
  (15.26, 15.25, "it may be off by 15.3°, and 15.25° are allowed", "--worst 17"),
  (180, 15, "it may be off by 180°, and 15° are allowed", "--worst 180"),
])
func missingHeading_isToldWithFiguresThatDiffer(withheld: Double, worst: Double, words: String, proposal: String) {
  var watch = HeadingWatch(worst: worst)
  let texts = [1, 4].compactMap { second in
    watch.add(
      at: Instant(microseconds: second * 1_000_000), hasHeading: false, withheld: withheld, canSayLevel: false,
      isDisturbed: false
    ) { nil }
  }
  #expect(texts.count == 1 && texts[0].contains(words) && texts[0].hasSuffix(proposal), "\(texts)")
}

@Test func longestReading_isNeverExceeded() {
  var statement = HeadingStatement()
  for heading in stride(from: 0.0, to: 360, by: 0.7) {
    (statement.sensorHeading, statement.magneticHeading, statement.trueHeading) = (heading, heading, heading)
    (statement.deviation, statement.variation) = (heading / 20 - 9, heading - 180)
    (statement.rateOfTurn, statement.pitch, statement.roll) = (heading * 20 - 3600, heading / 4 - 45, heading - 180)
    for kinds in [SentenceKind.allCases, [.magneticHeading], [.rateOfTurn, .attitude]] {
      let count = statement.lines(kinds, talker: "II").reduce(0) { $0 + $1.utf8.count }
      #expect(count <= HeadingStatement.longestReading(kinds))
    }
  }
}

@Test func sentences_areThoseAskedForInTheirOrderWithTheirTalker() {
  var statement = HeadingStatement()
  (statement.magneticHeading, statement.sensorHeading) = (10, 10)
  // HDT needs a known variation.
  #expect(statement.lines([.trueHeading, .magneticHeading], talker: "II").map { $0.prefix(9) } == ["$IIHDM,10"])
}

@Test func publishing_saysWhereAndHowMuch() {
  let (status, results, remarks) = run(
    "publish", "simulated", "--to", "nmea+tcp://:0", "--to", "nmea+serial:/dev/absent", "--readings", "5", "--filter",
    "1")
  #expect(status == 0)
  #expect(results.contains(#""what":"publish""#))
  #expect(results.contains(#""target":"nmea+tcp://127.0.0.1:0","sent":5"#), "\(results)")
  #expect(remarks.contains("nmea+serial:/dev/absent: /dev/absent is not there; it is tried again."), "\(remarks)")
  #expect(remarks.contains("Add --heartbeat 1s."))
}

/// The device of a capture had a rate of its own, here 50 readings a second. The target gets what the user asks for.
@Test func capture_isThinnedToTheRateOfItsTarget() {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("publish-\(UUID().uuidString).binnacle").path
  defer { unlink(path) }
  #expect(run("capture", "simulated", "-o", path, "--rate", "50", "--readings", "50").status == 0)
  let (status, results, _) = run("publish", "capture:\(path)", "--to", "json+tcp://:0", "--rate", "5")
  #expect(status == 0)
  // In one second: the first reading, and five more.
  #expect(results.contains(#""readings":50,"#) && results.contains(#""sent":6,"#), "\(results)")
}
