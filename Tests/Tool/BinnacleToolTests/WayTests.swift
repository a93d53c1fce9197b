// binnacle guide, sources and swing: what they find on a board, what they leave there, and what they refuse.
import Foundation
import LinkProtocol
import Quantities
import SerialLink
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolStream

/// A day that no command of today tells.
private let oldDate = SetDate(date: CalendarDay(days: 9679))
private let here = Position(latitude: 560_800_000, longitude: 95_400_000)

/// A log: no fix, then a place at 47° N, 8° E on a day of 2026.
private func log(in folder: TemporaryFolder, date: String = "010726") throws -> String {
  let bodies = [
    "GPRMC,115959.00,V,,,,,,,\(date),,,N", "GPRMC,120000.00,A,4700.0000,N,00800.0000,E,5.0,10.0,\(date),,,A",
    "GPRMC,120001.00,A,4700.0010,N,00800.0000,E,5.0,10.0,\(date),,,A",
  ]
  return "nmea:" + (try folder.write(bodies.map(sentence).joined(), to: "walk.nmea"))
}

/// Runs a command on a board, with `LINK` for its link.
private func run(
  _ words: String..., on board: BenchBoard, status: Int32 = 0, at place: SourceLocation = #_sourceLocation
) -> SpyConsole {
  let spy = SpyConsole()
  let words = words.map { $0 == "LINK" ? board.link : $0 }
  let found = CommandLineTool.binnacle.run(words, console: spy.console)
  #expect(found == status, "\(spy.remarks)", sourceLocation: place)
  return spy
}

private func expectAsBefore(_ board: BenchBoard, _ what: String) throws {
  let (settings, guidance) = try board.host { try ($0.headingSettings(), $0.guidance()) }
  #expect(settings.location.position == nil, "\(what)")
  #expect(settings.date == oldDate, "\(what)")
  #expect(guidance.view == nil, "\(what)")
}

@Test func wayCommands_leaveTheBoardItsDateAndNoPlace() throws {
  let folder = try TemporaryFolder()
  let walk = try log(in: folder)
  let board = try BenchBoard()
  try board.host { try $0.setDate(oldDate.date) }
  let rows = run("guide", "LINK", "--to", "48,8", "--location", walk, "--speed", "0", "--json", on: board).results
  #expect(rows.contains("\"guiding\""))
  try expectAsBefore(board, "guide")
  _ = run("sources", "LINK", "--location", walk, "--settle", "0.2", "--json", on: board)
  try expectAsBefore(board, "sources")
  // Two fixes are no swing.
  _ = run("swing", "LINK", "--auto", "--location", walk, "--json", on: board, status: 1)
  try expectAsBefore(board, "swing --auto")
}

/// A machine's clock may be wrong where a receiver's is not; and a log is of its own day.
@Test(arguments: [
  (["guide", "simulated", "--to", "48,8", "--speed", "0"], 0), (["sources", "simulated", "--settle", "0.2"], 0),
  (["swing", "simulated", "--auto"], 1),
])
func wayCommands_goByTheDayThatTheLocationTells(words: [String], status: Int) throws {
  let folder = try TemporaryFolder()
  let words = words + ["--json", "--location", try log(in: folder, date: "010731")]
  for (more, said) in [([], "Add --extrapolate"), (["--extrapolate"], "2031-07-01 is outside WMM-2025")] {
    let spy = SpyConsole()
    #expect(CommandLineTool.binnacle.run(words + more, console: spy.console) == Int32(status), "\(spy.remarks)")
    #expect(spy.remarks.contains(said), "\(words[0]): \(spy.remarks)")
  }
}

private let wayCommands: [([String], Int)] = [
  (["guide", "LINK", "--to", "48,8", "--location", "WALK", "--speed", "0", "--json"], 0),
  (["sources", "LINK", "--settle", "0.2", "--json"], 0),
  (["swing", "LINK", "--auto", "--location", "WALK", "--json"], 1),
]

/// Filter and reference of a stream whose host was killed would spoil the headings that these use; how the instrument is
/// held is the instrument's.
@Test(arguments: wayCommands)
func wayCommands_takeAwayWhatAKilledHostLeft(words: [String], status: Int) throws {
  let folder = try TemporaryFolder()
  let walk = try log(in: folder)
  let board = try BenchBoard()
  try board.host { former in
    var left = HeadingSettingsReport()
    (left.filter.minimumChange, left.filter.timeConstant) = (1 << 28, 5_000_000)
    try former.setFilter(left.filter)
    try former.setReference(.trueNorth)
    left.orientation.display = .landscapeLeft
    try former.setOrientation(left.orientation)
    try former.setLevelTolerance(tenths: 100)
  }
  let spy = SpyConsole()
  let filled = words.map { $0 == "LINK" ? board.link : $0 == "WALK" ? walk : $0 }
  #expect(CommandLineTool.binnacle.run(filled, console: spy.console) == Int32(status), "\(spy.remarks)")
  let found = try board.host { try $0.headingSettings() }
  var wanted = HeadingSettingsReport()
  wanted.date = found.date
  wanted.orientation.display = .landscapeLeft
  wanted.levelTolerance = 100
  #expect(found == wanted)
  #expect(spy.remarks.contains("still uses --orientation landscape-left --level 10 of an earlier command"))
  #expect(spy.remarks.contains("(--orientation portrait --level 5 removes it"), "\(spy.remarks)")
}

@Test(arguments: wayCommands)
func wayCommands_takeTheSettingsOfAStream_andLeaveThem(words: [String], status: Int) throws {
  let folder = try TemporaryFolder()
  let walk = try log(in: folder)
  let board = try BenchBoard()
  let spy = SpyConsole()
  let filled = words.map { $0 == "LINK" ? board.link : $0 == "WALK" ? walk : $0 }
  let named = ["--orientation", "landscape-right", "--pointing", "-Y", "--mounting", "+Y,-X", "--card", "0,45,0,0,0"]
  #expect(CommandLineTool.binnacle.run(filled + named, console: spy.console) == Int32(status), "\(spy.remarks)")
  #expect(!spy.remarks.contains("still uses"), "\(spy.remarks)")
  let (found, mounting) = try board.host { try ($0.headingSettings(), $0.mounting()) }
  #expect(found.orientation == SetOrientation(display: .landscapeRight, pointer: .minusY))
  #expect(found.card == DeviationCard(a: 0, b: 1 << 29, c: 0, d: 0, e: 0))
  #expect(mounting == AxisRemap(forward: .plusY, right: .minusX))
}

@Test func sources_whoseHeadFails_leaveBothBoardsNoPlace() throws {
  let folder = try TemporaryFolder()
  let (board, head) = (try BenchBoard(), try BenchBoard())
  for each in [board, head] { try each.host { try $0.setDate(oldDate.date) } }
  let walk = try log(in: folder)
  // Nobody has calibrated it: it has no heading.
  let spy = run("sources", "LINK", "--head", head.link, "--location", walk, on: board, status: 3)
  #expect(spy.remarks.contains("gave no valid heading"))
  try expectAsBefore(board, "board")
  try expectAsBefore(head, "head")
}

/// Both a place and a destination of another run are on the board, the one at the other.
@Test(arguments: ["here", "47.0,8.1"])
func guide_waitsForItsOwnLocation(to target: String) throws {
  let folder = try TemporaryFolder()
  let board = try BenchBoard()
  let fix = Fix(time: Instant(microseconds: 0), position: here, horizontalMillimetres: 1000)
  try board.host { former in
    try former.setFix(fix)
    try former.setDestination(SetDestination(destination: here))
  }
  let walk = try log(in: folder)
  let spy = run("guide", "LINK", "--to", target, "--location", walk, "--speed", "0", "--json", on: board)
  let rows = try spy.results.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
  let states = rows.compactMap { $0["state"] as? String }
  // The first row, and that of the location without a fix.
  #expect(states.prefix(2) == ["waiting", "waiting"], "\(states)")
  #expect(rows.prefix(2).allSatisfy { $0["fixAgeSeconds"] is NSNull && $0["distanceMetres"] is NSNull })
  #expect(Set(states.dropFirst(2)) == [target == "here" ? "arrived" : "guiding"], "\(states)")
  #expect(states.count >= 4)
  let metres = try #require(rows.last?["distanceMetres"] as? Double)
  #expect(target == "here" ? metres < 5 : abs(metres - 7580) < 20, "\(metres)")
}

@Test func placeThatStands_isToldAgain() throws {
  let reader = try FixReader(LocationSource("47,8"))
  #expect(reader.repetition < 30)
  reader.repetition = 0.05
  let first = try #require(try reader.next(deadline: .now))
  #expect(try reader.next(deadline: .now) == nil)
  usleep(60_000)
  let second = try #require(try reader.next(deadline: .now))
  #expect(second.fix.position == first.fix.position)
  #expect(try reader.next(deadline: .now) == nil)
  #expect(!reader.isOver && !reader.isFollowed)
}

@Test(arguments: [
  (["--auto", "--location", "47,8"], "has no course"), (["--location", "47,8"], "Add --auto"),
  (["--location", "gpsd"], "Add --auto"), (["--auto", "--location", "gpsd", "--headings", "0,90"], "Leave one"),
  (["--auto"], "needs a source of courses"),
  (["--headings", "0,72,144,216,288"], "these are near 5"),
  (["--headings", "0,45,90,135,180,200,315"], "these are near 6"),
])
func swing_optionsThatDoNotGoTogether_areRefused(words: [String], advice: String) {
  let spy = SpyConsole()
  #expect(CommandLineTool.binnacle.run(["swing", "simulated"] + words, console: spy.console) == 2)
  #expect(spy.remarks.contains(advice), "\(spy.remarks)")
}

/// Unpaced, a simulated device's time runs ahead of this machine's; its locations must not grow old by that.
@Test func guide_asFastAsTheDeviceTakesIt_followsTheHeadingsOfALog() throws {
  let folder = try TemporaryFolder()
  let bodies = (0..<10).flatMap { i in
    ["GPRMC,12000\(i).00,A,4700.0000,N,00800.0000,E,5.0,10.0,010726,,,A", "GPHDT,\(10 * i).0,T"]
  }
  let log = "nmea:" + (try folder.write(bodies.map(sentence).joined(), to: "turn.nmea"))
  let spy = SpyConsole()
  let words = ["guide", "simulated", "--to", "48,8", "--location", log, "--speed", "0", "--json"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0, "\(spy.remarks)")
  let rows = try spy.results.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
  let guided = rows.dropFirst()
  #expect(guided.count >= 10)
  #expect(guided.allSatisfy { $0["state"] as? String == "guiding" })
  // Northwards; the last location comes before the last heading, 90°.
  let turn = try #require(rows.last?["turnDegrees"] as? Double)
  #expect(abs(turn + 80) < 3, "\(turn)")
}

/// A location of 17:00:06 that comes after one of 17:00:07 and lies a degree away.
@Test func guide_ignoresALateLocation() throws {
  let folder = try TemporaryFolder()
  let bodies = [
    "GPRMC,170005.00,A,4700.0000,N,00800.0000,E,5.0,10.0,010726,,,A",
    "GPRMC,170007.00,A,4700.0010,N,00800.0000,E,5.0,10.0,010726,,,A",
    "GPRMC,170006.00,A,4800.0000,N,00800.0000,E,5.0,10.0,010726,,,A",
    "GPRMC,170008.00,A,4700.0020,N,00800.0000,E,5.0,10.0,010726,,,A",
  ]
  let path = "nmea:" + (try folder.write(bodies.map(sentence).joined(), to: "late.nmea"))
  let spy = SpyConsole()
  let words = ["guide", "simulated", "--to", "47.001,8", "--location", path, "--speed", "0", "--json"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0, "\(spy.remarks)")
  for line in spy.results.split(separator: "\n") {
    let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect((row["distanceMetres"] as? Double ?? 0) < 200)
  }
  #expect(spy.remarks.contains("17:00:06 UTC after a later one"), "\(spy.remarks)")
}
