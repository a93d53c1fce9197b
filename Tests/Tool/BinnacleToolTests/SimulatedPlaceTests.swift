// A simulated instrument that is told where it is: its world is there, too.

import DeviceLinks
import FieldMonitor
import Foundation
import Heading
import LinkProtocol
import Quantities
import Simulation
import StreamCheck
import TestSupport
import Testing
import Verdict

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolConnection

private func run(_ words: [String]) throws -> (status: Int32, objects: [[String: Any]], lines: [Substring]) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  let lines = spy.results.split(separator: "\n")
  let objects = try lines.map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
  return (status, objects, lines)
}

/// Rows of the World Magnetic Model's own calculator would say the same: at the equator the field is half as strong and
/// lies nearly flat, which in a world elsewhere counts as disturbed.
@Test(arguments: [("0,0", -40.0...(-20.0), -6.0...(-2.0)), ("47.4,8.5", 62.0...65.0, 2.0...5.0)])
func simulatedWorld_isWhereTheInstrumentIsTold(
  place: String, dips: ClosedRange<Double>, declinations: ClosedRange<Double>
) throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  let live = try run(
    ["stream", "simulated", "--location", place, "--check", "--readings", "30", "--json", "--capture", path])
  #expect(live.status == 0)
  for reading in live.objects.dropLast() {
    #expect(reading["disturbance"] as? String == "clear")
    #expect(dips.contains(try #require(reading["dipDegrees"] as? Double)))
    let magnetic = try #require(reading["magneticHeadingDegrees"] as? Double)
    let trueNorth = try #require(reading["trueHeadingDegrees"] as? Double)
    #expect(declinations.contains((trueNorth - magnetic + 540).truncatingRemainder(dividingBy: 360) - 180))
  }
  let truth = try #require(live.objects.last?["truth"] as? [String: Any])
  #expect(truth["trueHeadings"] as? Int == 30)
  #expect(try #require(truth["maxDeclinationErrorDegrees"] as? Double) < TruthCheck.declinationLimit)
  // The capture knows it, too.
  #expect(try run(["replay", path, "--check", "--json"]).lines == live.lines)
}

@Test func verdict_ofTrueHeadings_tellsTheirFigureWithItsLimitAndNotAmongFailures() throws {
  let spy = SpyConsole(isTerminal: true)
  let words = ["stream", "simulated", "--location", "47,8", "--check", "--readings", "5"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
  #expect(spy.results.contains(/declination: max [0-9.e-]+°, limit 0\.002° over 5 true headings/), "\(spy.results)")
  #expect(!spy.results.contains("trueHeadings"), "a line of mere names is one of failures")

  var judge = TruthCheck(horizontalNanotesla: 20_000)
  let (reading, field) = northwards(declination: 23.5 + 0.0021)
  judge.add(reading, fields: [field])
  let lines = VerdictFormat.lines("truth", judge.part) { $1 }
  #expect(lines[0].contains("FAIL"), "\(lines)")
  #expect(lines.contains { $0.contains("declination: max 0.0021°, limit 0.002° over 1 true headings") }, "\(lines)")
}

@Test func simulatedWorld_withoutAPlace_staysWhereItWas() throws {
  let truth = try #require(
    try run(["stream", "simulated", "--check", "--readings", "5", "--json"]).objects.last?["truth"] as? [String: Any])
  #expect(truth["trueHeadings"] == nil)
  #expect((truth["limitReason"] as? String)?.contains("H = 20000.0 nT") == true)
  #expect(!LinkOpener.inProcess(name: "x").settle(horizontalNanotesla: 1, dipDegrees: 0, declinationDegrees: 0))
}

/// A place may come at any moment. No sample of the former place is judged by the field of the new one, which the device finds
/// between two readings.
@Test func simulatedWorld_whosePlaceComesBetweenTwoSamples_isNotDisturbed() throws {
  let singapore = try Place.onTheSurface("1.3521,103.8198")
  for rates in 0..<20 {
    let connection = try Connection("simulated?circle=12")
    defer { try? connection.close() }
    let session = connection.session
    try connection.calibrate(for: try #require(connection.link.bench))
    try session.setDate(Place.today)
    try session.setRate(hertz: 10)
    // A rate comes every 10 ms: their number says when the place comes.
    try session.start(.readings.union(.rawMotion))
    var found: [DisturbanceState] = []
    func receive(until isEnough: (_ rates: Int) -> Bool) throws {
      var rates = 0
      while !isEnough(rates), let frame = try session.receive(deadline: .after(seconds: 5)) {
        if frame.kind == .reading, let reading: Reading = frame.message() {
          found.append(reading.assessment.disturbance)
        }
        if frame.kind == .rawRate { rates += 1 }
      }
    }
    try receive { _ in found.count == 35 }
    try receive { $0 == rates }
    try session.setLocation(singapore)
    try receive { _ in found.count == 50 }
    #expect(found.allSatisfy { $0 == .clear }, "the place came \(rates) rates after a reading: \(found.suffix(15))")
  }
}

/// Sydney, Helsinki, Singapore, Tokyo, Cupertino.
private let cities = [
  "-33.8688,151.2093", "60.1699,24.9384", "1.3521,103.8198", "35.6762,139.6503", "37.3229,-122.0322",
]

/// Every command puts the instrument into the same world: each states an accuracy that `stream` states there on a circle.
@Test(.waits, .repeatedAfterStandstill, arguments: cities) func everyCommand_hasTheWorldOfThePlace(place: String) throws
{
  let folder = try TemporaryFolder()
  let stream = try run(
    ["stream", "simulated?circle=12", "--location", place, "--check", "--readings", "900", "--rate", "50", "--json"])
  let stated = stream.objects.dropLast().dropFirst(50).compactMap { $0["accuracyDegrees"] as? Double }
  let (least, most) = (try #require(stated.min()), try #require(stated.max()))
  #expect(stream.status == 0 && stated.count > 800 && most < 6, "±\(least)° to ±\(most)°")
  func expect(_ accuracy: Any?, _ command: String) throws {
    let accuracy = try #require(accuracy as? Double, "\(command) states no accuracy")
    #expect((least * 0.9...most * 1.1).contains(accuracy), "\(command): ±\(accuracy)°, stream: ±\(least)° to ±\(most)°")
  }

  let way = "nmea:" + (try folder.write(log(at: place), to: "way.nmea"))
  let guide = try run(
    ["guide", "simulated?circle=12", "--to", "10,10", "--location", way, "--speed", "0.4", "--json"])
  let last = try #require(guide.objects.last)
  #expect(last["arrow"] is String && last["disturbance"] as? String == "clear", "\(last)")
  try expect(last["accuracyDegrees"], "guide")

  let sources = try run(["sources", "simulated?circle=12", "--head", "simulated", "--location", place, "--json"])
  let all = try #require(sources.objects.last?["sources"] as? [String: [String: Any]])
  #expect(all["device"]?["available"] as? Bool == true && all["device"]?["reference"] as? String == "trueNorth")
  try expect(all["device"]?["accuracyDegrees"], "sources")
  #expect(all["head"]?["reference"] as? String == "trueNorth")
  try expect(all["head"]?["accuracyDegrees"], "sources --head")

  let published = try #require(try publish(at: place, in: folder))
  #expect(published["trueHeadingDegrees"] is Double && published["disturbance"] as? String == "clear", "\(published)")
  try expect(published["accuracyDegrees"], "publish")
}

/// The last reading of `publish`, to which a receiver gives the place while it runs. A busy computer gives it later: then more
/// readings are needed.
private func publish(at place: String, in folder: TemporaryFolder) throws -> [String: Any]? {
  let pipe = folder.path("pipe")
  #expect(mkfifo(pipe, 0o600) == 0)
  let end = open(pipe, O_RDWR | O_CLOEXEC)
  defer { close(end) }
  var last: [String: Any]?
  for readings in [40, 160, 640] where !(last?["trueHeadingDegrees"] is Double) {
    let sent = Thread {
      Thread.sleep(forTimeInterval: 0.5)
      _ = log(at: place).withCString { write(end, $0, strlen($0)) }
    }
    sent.start()
    let path = folder.path("\(readings).binnacle")
    #expect(
      try run([
        "publish", "simulated?circle=12", "--to", "json+tcp://:0", "--location", "nmea:\(pipe)", "--readings",
        "\(readings)", "--capture", path, "--json",
      ]).status == 0)
    last = try run(["replay", path, "--json"]).objects.last { $0["sequence"] != nil }
  }
  return last
}

/// Four fixes of a receiver at rest, a second apart.
private func log(at place: String) -> String {
  let degrees = place.split(separator: ",").compactMap { Double($0) }
  func field(_ value: Double, _ width: Int, _ signs: String) -> String {
    let minutes = (abs(value) - abs(value).rounded(.down)) * 60
    let whole = String(format: "%0\(width)d%07.4f", Int(abs(value)), minutes)
    return "\(whole),\(value < 0 ? signs.suffix(1) : signs.prefix(1))"
  }
  return (0..<4).map {
    sentence("GPRMC,12000\($0).00,A,\(field(degrees[0], 2, "NS")),\(field(degrees[1], 3, "EW")),0.0,,010726,,,A")
  }.joined()
}

/// A reading of 350° whose true heading is 23.5° east of it, in a world with this declination.
private func northwards(declination: Double) -> (Reading, TrueField) {
  var reading = Reading()
  reading.mode = .tilted
  reading.heading = angle(350)
  var judgement = HeadingAssessment()
  judgement.magnetic = angle(350)
  judgement.trueNorth = angle(13.5)
  reading.assessment = judgement
  return (reading, TrueField(counts: .zero, headingDegrees: 350, declinationDegrees: declination))
}

@Test(arguments: [(0.0, true), (0.0019, true), (0.0021, false), (-0.0021, false), (180, false)])
func truth_ofATrueHeadingWithAnotherDeclination_fails(error: Double, passes: Bool) {
  var judge = TruthCheck(horizontalNanotesla: 20_000)
  let (reading, field) = northwards(declination: 23.5 + error)
  judge.add(reading, fields: [field])
  #expect(judge.part.pass == passes)
}

@Test func truth_withoutASingleTrueHeadingWhereOneWasDue_failsAndSaysWhy() {
  func judge(_ readings: [(isTrue: Bool, isAtAPlace: Bool)]) -> VerdictPart {
    var judge = TruthCheck(horizontalNanotesla: 20_000)
    for (isTrue, isAtAPlace) in readings {
      var (reading, field) = northwards(declination: 23.5)
      if !isTrue { reading.assessment.trueNorth = nil }
      if !isAtAPlace { field.declinationDegrees = nil }
      judge.add(reading, fields: [field])
    }
    return judge.part
  }
  let never = judge(Array(repeating: (false, true), count: 30))
  #expect(!never.pass)
  #expect(VerdictFormat.lines("truth", never) { $1 }.contains { $0.contains("no true heading beside 30 magnetic") })
  #expect(judge([(false, true), (false, true)]).pass, "the world model takes a moment")
  #expect(judge(Array(repeating: (false, true), count: 5) + [(true, true)]).pass)
  #expect(judge(Array(repeating: (false, false), count: 30)).pass, "nobody told a place")
}
