// Heading or course by speed, filters of locations, required places, questions: what the command line offers of them.
import Foundation
import Quantities
import SerialLink
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCalibration
@testable import ToolCommandLine
@testable import ToolNavigation
@testable import ToolStream

private func run(_ words: [String]) -> (status: Int32, rows: [[String: Any]], remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  let rows = spy.results.split(separator: "\n").compactMap {
    try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
  }
  return (status, rows, spy.remarks)
}

/// Fixes a second apart to the north, at speeds in knots.
private func log(_ knots: [Double], in folder: TemporaryFolder, dilution: Double = 1) throws -> String {
  var text = ""
  var metres = 0.0
  for (second, speed) in knots.enumerated() {
    metres += speed * 0.514444
    let place = String(format: "47%07.4f,N,00800.0000,E", metres / 1852)
    let clock = String(format: "1200%02d.00", second)
    text += sentence("GPGGA,\(clock),\(place),1,08,\(dilution),400.0,M,48.0,M,,")
    text += sentence("GPRMC,\(clock),A,\(place),\(speed),20.0,010726,,,A")
  }
  return "nmea:" + (try folder.write(text, to: "log.nmea"))
}

/// Row A1: the course takes the place of the heading above a speed, and gives it back below four fifths of that.
@Test func guide_courseAbove_switchesWithHysteresisAndSaysSo() throws {
  let folder = try TemporaryFolder()
  let path = try log([2, 6, 10, 9, 7, 8, 3, 2], in: folder)
  let words = ["guide", "simulated", "--to", "48,8", "--location", path, "--speed", "0", "--json"]
  let (status, rows, remarks) = run(words + ["--course-above", "9kn"])
  #expect(status == 0, "\(remarks)")
  var seen: [Double: Set<String>] = [:]
  for row in rows {
    guard let speed = row["speedMetresPerSecond"] as? Double else { continue }
    let source = row["headingFrom"] as? String ?? "none"
    seen[(speed / 0.514444).rounded(), default: []].insert(source)
    if source == "course" { #expect(abs((row["courseDegrees"] as? Double ?? 0) - 20) < 0.01) }
    #expect(row["movementFrom"] as? String == "receiver")
  }
  // 7 knots are below 7.2; after that it takes 9 again.
  #expect(seen[10] == ["course"] && seen[9] == ["course"], "\(seen)")
  #expect(seen[7] == ["device"] && seen[8] == ["device"] && seen[3] == ["device"], "\(seen)")
  #expect(run(words).rows.allSatisfy { $0["headingFrom"] as? String != "course" }, "off unless asked for")
}

@Test(.waits) func sources_courseAbove_saysWhichHeadingIsInUse() throws {
  let folder = try TemporaryFolder()
  let path = try log(Array(repeating: 8, count: 9), in: folder)
  let words = ["sources", "simulated", "--location", path, "--settle", "0.2", "--json"]
  #expect(run(words + ["--course-above", "3m/s"]).rows.last?["headingFrom"] as? String == "course")
  #expect(run(words + ["--course-above", "5m/s"]).rows.last?["headingFrom"] as? String != "course")
}

@Test(arguments: ["fast", "0", "-3m/s", "3 furlongs", "1000m/s", "nan"])
func courseAbove_thatIsNoSpeed_isRefused(text: String) {
  let words = ["guide", "simulated", "--to", "48,8", "--location", "47,8", "--course-above=\(text)"]
  let (status, _, remarks) = run(words)
  #expect(status == 2 && remarks.contains("--course-above wants a speed"), "\(remarks)")
}

/// Row A10: the device ignores what is too coarse, and what has not moved far enough moves nothing.
@Test func guide_filtersLocationsByAccuracyAndDistance() throws {
  let folder = try TemporaryFolder()
  // 5 m a second; a dilution of 5 makes 20 m.
  let path = try log(Array(repeating: 10, count: 12), in: folder, dilution: 5)
  let words = ["guide", "simulated", "--to", "48,8", "--location", path, "--speed", "0", "--json"]
  let coarse = run(words + ["--desired-accuracy", "19"])
  #expect(coarse.rows.allSatisfy { $0["state"] as? String == "waiting" })
  #expect(coarse.remarks.contains("accurate only to 20.0 m;"), "\(coarse.remarks)")
  func places(_ more: String...) -> Int {
    Set(run(words + more).rows.compactMap { $0["distanceMetres"] as? Double }).count
  }
  #expect(places("--desired-accuracy", "20") >= 12)
  #expect((3...4).contains(places("--distance-filter", "18")))
}

/// Row A10: the filter holds back what is shown, never guidance: an arrival between two places that are shown is found.
@Test func guide_withADistanceFilter_arrivesAllTheSame() throws {
  let folder = try TemporaryFolder()
  // 5 m a second to the north, through a place 50 m away.
  let path = try log(Array(repeating: 10, count: 25), in: folder)
  let words = [
    "guide", "simulated", "--to", "47.00045,8", "--location", path, "--speed", "0", "--json", "--arrival", "12",
  ]
  let rows = run(words + ["--distance-filter", "1000"]).rows
  let states = rows.compactMap { $0["state"] as? String }
  #expect(states.contains("arrived") && states.last == "guiding", "\(states)")
  let arrived = rows.filter { $0["state"] as? String == "arrived" }.compactMap { $0["distanceMetres"] as? Double }
  #expect(arrived.allSatisfy { $0 <= 12 }, "\(arrived)")
  // On the way nothing is 1,000 m from the first place.
  let way = rows.filter { $0["state"] as? String == "guiding" }.compactMap { $0["distanceMetres"] as? Double }
  #expect(Set(way).count == 1, "\(way)")
  // The arrow follows every location: the place is ahead before, and behind after.
  let turns = rows.compactMap { $0["turnDegrees"] as? Double }
  let first = try #require(turns.first)
  #expect(abs(abs((try #require(turns.last) - first).remainder(dividingBy: 360)) - 180) < 40, "\(turns)")
}

@Test(arguments: ["0", "0.05", "181", "-5"]) func guide_worstThatIsNoAccuracy_isRefused(text: String) {
  let (status, _, remarks) = run(["guide", "simulated", "--to", "48,8", "--location", "47,8", "--worst=\(text)"])
  #expect(status == 2 && remarks.contains("--worst wants a number from 0.1 to 180"), "\(remarks)")
}

/// One bad fix of a receiver at rest gives no course, whichever command reads it.
@Test func guide_ofAReceiverAtRest_withABadFix_hasNoCourse() throws {
  let folder = try TemporaryFolder()
  let text = (0..<40).map { second in
    let east = second == 20 ? 0.0473 : 0.0005 * Double(second % 3)
    let place = String(format: "4700.0000,N,008%07.4f,E", east)
    return sentence("GPGGA,1000\(second < 10 ? "0" : "")\(second).00,\(place),1,08,0.9,400.0,M,48.0,M,,")
  }
  let path = "nmea:" + (try folder.write(text.joined(), to: "outlier.nmea"))
  let words = ["guide", "simulated", "--to", "48,8", "--location", path, "--speed", "0", "--json"]
  let (_, rows, remarks) = run(words + ["--course-above", "3m/s"])
  #expect(
    rows.count >= 40 && rows.allSatisfy { $0["courseDegrees"] is NSNull && $0["headingFrom"] as? String != "course" })
  #expect(remarks.contains("of 10:00:20 UTC that is ") && remarks.contains("give no course"), "\(remarks)")
}

/// Row A10 where the host follows the source: stream.
@Test func locationFeed_leavesOutWhatIsTooCoarse() throws {
  let folder = try TemporaryFolder()
  let source = try LocationSource(log([0, 0], in: folder, dilution: 5))
  var rules = MovementOptions()
  rules.desiredAccuracy = 19_000
  #expect(throws: CommandError.self) { try LocationFeed(source, movement: rules) { _ in } }
  rules.desiredAccuracy = 20_000
  #expect(try LocationFeed(source, movement: rules, remark: { _ in }).place != nil)
}

/// The readings of a stream while a receiver says its speed in knots and its course.
private func streaming(knots: [Double]) throws -> (rows: [[String: Any]], remarks: String) {
  let folder = try TemporaryFolder()
  let path = folder.path("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  // Both ends, so that neither waits for the other.
  let pipe = open(path, O_RDWR | O_CLOEXEC)
  defer { close(pipe) }
  let text = knots.enumerated().map { second, knots in
    sentence("GPGGA,12000\(second).00,4700.0000,N,00800.0000,E,1,08,1.0,400.0,M,48.0,M,,")
      + sentence("GPRMC,12000\(second).00,A,4700.0000,N,00800.0000,E,\(knots),20.0,010726,,,A")
  }
  _ = text.joined().withCString { write(pipe, $0, strlen($0)) }
  let (status, rows, remarks) = run(["stream", "simulated", "--readings", "30", "--json", "--location", "nmea:\(path)"])
  #expect(status == 0, "\(remarks)")
  return (rows, remarks)
}

/// Rows A1 and A34: speed and course beside the headings of a stream.
@Test func stream_withALocation_tellsSpeedAndCourse() throws {
  let last = try #require(try streaming(knots: [10]).rows.last)
  #expect(last["speedMetresPerSecond"] as? Double == 5.144 && last["movementFrom"] as? String == "receiver")
  #expect(abs((last["courseDegrees"] as? Double ?? 0) - 20) < 0.001)
  // 0.2 m/s across 5.144 m/s, as for the device.
  #expect(abs((last["courseUncertaintyDegrees"] as? Double ?? 0) - 2.23) < 0.02)
  let words = ["stream", "simulated", "--readings", "30", "--json"]
  #expect(run(words).rows.allSatisfy { $0["speedMetresPerSecond"] == nil }, "nobody asked for a place")
}

/// A receiver at rest says any course: the judge of `guide` judges it for `stream`, `publish` and `serve`, too.
@Test(arguments: [([0.0], 0.0, false), ([1.5], 0.772, false), ([2.5, 1.5], 0.772, true), ([2.5, 0.5], 0.257, false)])
func stream_ofAReceiverAtRest_hasNoCourse(knots: [Double], speed: Double, hasCourse: Bool) throws {
  let last = try #require(try streaming(knots: knots).rows.last)
  #expect(abs(try #require(last["speedMetresPerSecond"] as? Double) - speed) < 0.001)
  #expect((last["courseDegrees"] as? Double != nil) == hasCourse)
  #expect((last["courseUncertaintyDegrees"] as? Double != nil) == hasCourse)
}

/// Row A4: a place may be required, and a receiver.
@Test func requiredPlace_isRefusedWhereThereIsNone() throws {
  let folder = try TemporaryFolder()
  let path = try log([0, 0], in: folder)
  let words = ["stream", "simulated", "--readings", "3", "--json"]
  for (more, status, said) in [
    (["--require", "location"], 2, "Add --location"), (["--require", "location", "--location", "47,8"], 0, ""),
    (["--require", "gps", "--location", "47,8"], 2, "asks for a receiver"),
    (["--require", "gps", "--location", path], 2, "asks for a receiver"),
    (["--prefer", "gps,location"], 0, "no gps and no location; going on"),
  ] {
    let outcome = run(words + more)
    #expect(outcome.status == Int32(status) && (said.isEmpty || outcome.remarks.contains(said)), "\(outcome.remarks)")
  }
}

/// Row A15: a gpsd that is not there costs the true heading only.
@Test func stream_withoutItsDaemon_goesOnWithTheMagneticHeading() throws {
  // A port that nobody listens on: that of a server that has gone.
  let port = try TemporaryServer().port
  let words = ["stream", "simulated", "--readings", "3", "--json", "--location", "gpsd:127.0.0.1:\(port)"]
  let (status, rows, remarks) = run(words)
  #expect(status == 0 && rows.count == 3, "\(remarks)")
  #expect(remarks.contains("The magnetic heading goes on"), "\(remarks)")
  #expect(
    rows.allSatisfy { $0["trouble"] as? String == "transient" && $0["advice"] as? String == "Calibrate the compass." })
  for more in [["--true"], ["--require", "location"], ["--require", "gps"]] {
    #expect(run(words + more).status == 5, "\(more)")
  }
}

/// Row A12: no question in this session; the next one asks again.
@Test func stream_withNoQuestions_isNotAsked() throws {
  let folder = try TemporaryFolder()
  let words = ["stream", "simulated?state=\(folder.path("memory"))", "--readings", "20", "--json"]
  #expect(!run(words + ["--no-questions"]).remarks.contains("asks to be calibrated"))
  #expect(run(words).remarks.contains("asks to be calibrated"))
}

/// Row A29: thousands are set apart in every unit.
@Test(arguments: [
  (DistanceUnit.m, 1_234_567_890, "1,234,568 m"), (.km, 1_234_567_890, "1,234.6 km"), (.km, 9_990_000, "9.99 km"),
  (.mi, 1_609_344_000 * 2, "2,000.0 mi"), (.nmi, 1_852_000 * 12_345, "12,345.0 nmi"), (.km, 0, "0.00 km"),
])
func distances_areGroupedInEveryUnit(unit: DistanceUnit, millimetres: Int64, text: String) {
  #expect(unit.text(millimetres: millimetres) == text)
}

/// Row A26, and the way back: the bearing on arrival and half a turn; at a pole there is none.
@Test func bearing_givesTheWayBack() throws {
  let row = try #require(run(["bearing", "37.7793,-122.4193", "37.3318,-122.0312", "--json"]).rows.last)
  let back = try #require(run(["bearing", "37.3318,-122.0312", "37.7793,-122.4193", "--json"]).rows.last)
  for earth in ["sphere", "wgs84"] {
    let there = try #require(row[earth] as? [String: Any])
    let (final, found) = (there["finalDegrees"] as? Double ?? -1, there["backDegrees"] as? Double ?? -1)
    #expect(abs(found - (final + 180).truncatingRemainder(dividingBy: 360)) < 1e-7)
    let asked = try #require(back[earth] as? [String: Any])
    #expect(abs(found - (asked["initialDegrees"] as? Double ?? -1)) < 1e-4, "\(earth)")
  }
  let pole = try #require(run(["bearing", "10,20", "90,0", "--json"]).rows.last?["sphere"] as? [String: Any])
  #expect(pole["backDegrees"] is NSNull)
  let spy = SpyConsole(isTerminal: true)
  #expect(CommandLineTool.binnacle.run(["bearing", "47,8", "48,8"], console: spy.console) == 0)
  #expect(spy.results.contains("way back") && spy.results.contains("180.000000°"), "\(spy.results)")
}

/// Row A13: figures of eight are named as one way to move, in the help and before the first turn.
@Test func calibrate_namesTheFigureOfEight() {
  #expect(CalibrateCommand().notes.contains { $0.contains("figures of eight") })
  #expect(Calibrator.introduction(isSimulated: false).contains("figures of eight"))
}
