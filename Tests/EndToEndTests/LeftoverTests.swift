// What one host leaves in a board, and the next must not suffer from: refused places, killed programs, sudden ends.
import Foundation
import HostSession
import LinkProtocol
import Quantities
import TestSupport
import Testing

/// A log of one valid fix in Zürich on a day, ddmmyy.
private func log(_ day: String, in folder: TemporaryFolder) throws -> String {
  let body = "GPRMC,120000.00,A,4722.2000,N,00832.4000,E,5.0,10.0,\(day),,,A"
  return "nmea:" + (try folder.write(sentence(body), to: "log-\(day).nmea"))
}

/// Checks that all is as after boot but the orientation; the date may stay, as it is one for all.
private func expectDefaults(
  _ board: BenchBoard, orientation: SetOrientation = SetOrientation(), sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (settings, mounting) = try board.host { try ($0.headingSettings(), $0.mounting()) }
  var wanted = HeadingSettingsReport()
  wanted.date = settings.date
  wanted.orientation = orientation
  #expect(settings == wanted, sourceLocation: sourceLocation)
  #expect(mounting == .identity, sourceLocation: sourceLocation)
}

/// A plain stream of readings, every one of which comes.
private func plainStream(_ board: BenchBoard, sourceLocation: SourceLocation = #_sourceLocation) throws -> [JSON] {
  let outcome = try Program.run("stream", board.link, "--readings", "8", "--json")
  #expect(outcome.status == 0, "\(outcome.remarks)", sourceLocation: sourceLocation)
  #expect(outcome.lines.count == 8, sourceLocation: sourceLocation)
  return try outcome.lines.map { try JSON(line: $0) }
}

private let rows = "mx,my,mz\n20,0,43\n21,0,43\n20,1,43\n"

extension EndToEnd {
  @Test(arguments: [
    ["--filter", "20", "--smooth", "5s"], ["--true"],
    ["--mounting", "+Y,-X", "--orientation", "landscape-left", "--pointing", "-Y", "--card", "3,0,0,0,0"],
  ])
  func stream_whosePlaceIsRefused_leavesNothingBehind(words: [String]) throws {
    let folder = try TemporaryFolder()
    let board = try BenchBoard()
    try board.calibrate()
    let old = try log("010719", in: folder)
    let refused = try Program.run(["stream", board.link, "--location", old, "--json"] + words)
    #expect(refused.status == 2 && refused.lines.isEmpty, "\(refused.remarks)")
    try expectDefaults(board)
    for reading in try plainStream(board) { #expect(try reading.text("orientation") == "portrait") }
  }

  @Test func recordingOnABoard_whosePlaceIsRefused_leavesNothingBehind() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write(rows, to: "walk.csv")
    let board = try BenchBoard()
    let before = try board.host { try $0.calibration() }
    let refused = try Program.run(
      "replay", "\(table)", "--columns", "mx,my,mz", "--on", board.link, "--mounting", "+Y,-X",
      "--orientation", "landscape-left", "--filter", "5", "--location", try log("010719", in: folder))
    #expect(refused.status == 2 && refused.lines.isEmpty, "\(refused.remarks)")
    try expectDefaults(board)
    #expect(try board.host { try $0.calibration() } == before)
  }

  @Test func recordingOnABoard_whoseHostIsKilled_doesNotLeaveItsCalibration() throws {
    let folder = try TemporaryFolder()
    let board = try BenchBoard()
    let before = try board.host { try $0.calibration() }
    let many = "mx,my,mz\n" + (0..<20_000).map { "\(20 + $0 % 7),\($0 % 5),43\n" }.joined()
    let program = try Program([
      "replay", "\(try folder.write(many, to: "long.csv"))", "--columns", "mx,my,mz", "--on", board.link,
    ])
    try program.waitForLines(20)
    program.signal(SIGKILL)
    #expect(try program.finish().status == 128 + SIGKILL)
    #expect(try board.host { try $0.calibration() } != before)

    let next = try Program.run("stream", board.link, "--readings", "2", "--json")
    #expect(next.status == 0 && next.remarks.contains("a program that was killed"), "\(next.remarks)")
    #expect(try board.host { try $0.calibration() } == before)
  }

  /// Filter, reference and place are of one stream; how the instrument is held is the instrument's, and told.
  @Test func stream_afterAKilledHost_keepsOnlyHowTheInstrumentIsHeld() throws {
    let board = try BenchBoard()
    try board.calibrate()
    let program = try Program([
      "stream", board.link, "--json", "--filter", "90", "--smooth", "20s", "--true", "--location", "47.37,8.54",
      "--orientation", "landscape-left", "--pointing", "+Y", "--rate", "50",
    ])
    try program.waitForLines(1)
    program.signal(SIGKILL)
    #expect(try program.finish().status == 128 + SIGKILL)
    let left = try board.host { try $0.headingSettings() }
    #expect(left.filter.minimumChange != 0 && left.filter.timeConstant != 0 && left.location.position != nil)

    let outcome = try Program.run("stream", board.link, "--readings", "8", "--json")
    #expect(outcome.status == 0 && outcome.lines.count == 8, "\(outcome.remarks)")
    #expect(outcome.remarks.contains("still uses --orientation landscape-left --pointing +Y"), "\(outcome.remarks)")
    for reading in try outcome.lines.map({ try JSON(line: $0) }) {
      #expect(try reading.text("orientation") == "landscapeLeft" && reading.text("reference") == "magnetic")
      #expect(reading.isNull("trueHeadingDegrees"), "nobody says where it is")
    }
    try expectDefaults(board, orientation: SetOrientation(display: .landscapeLeft, pointer: .plusY))
    // As the remark says.
    let back = try Program.run(
      "stream", board.link, "--readings", "2", "--json", "--orientation", "portrait", "--pointing", "+X")
    #expect(back.status == 0 && !back.remarks.contains("still uses"), "\(back.remarks)")
    try expectDefaults(board)
  }

  @Test func stream_afterAHostKilledWithAMounting_saysThatItStands() throws {
    let board = try BenchBoard()
    try board.host { try $0.setMounting(try #require(AxisRemap(forward: .plusY, right: .minusX))) }
    let outcome = try Program.run("stream", board.link, "--readings", "2", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.remarks.contains("uses the mounting +Y,-X that it was given before"), "\(outcome.remarks)")
    let given = try Program.run("stream", board.link, "--readings", "2", "--json", "--mounting", "0")
    #expect(!given.remarks.contains("mounting"), "\(given.remarks)")
  }

  @Test func stream_withASwungCard_keepsItUntilAnotherIsGiven() throws {
    let board = try BenchBoard()
    let card = DeviationCard(a: 1 << 24, b: 0, c: 2, d: 0, e: -3)
    try board.host { try $0.setDeviation(card) }
    _ = try plainStream(board)
    #expect(try board.host { try $0.headingSettings().card } == card)
    #expect(try Program.run("stream", board.link, "--readings", "2", "--card", "45,0,0,0,0").status == 0)
    #expect(try board.host { try $0.headingSettings().card } == DeviationCard(a: 1 << 29, b: 0, c: 0, d: 0, e: 0))
  }

  @Test func stream_ofABoardThatAnswersButTellsNothing_doesNotBlameTheCable() throws {
    let board = try BenchBoard()
    let program = try Program(["stream", board.link, "--rate", "50", "--json", "--orientation", "upside-down"])
    try program.waitForLines(5)
    board.stopReadings()
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3)
    #expect(outcome.remarks.contains("\(board.link) answers, but has sent no reading for 3."), "\(outcome.remarks)")
    #expect(!outcome.remarks.contains("cable"), "\(outcome.remarks)")
    try expectDefaults(board, orientation: SetOrientation(display: .upsideDown))
  }

  // MARK: - Signals

  @Test func signal_thatComesTwiceAtOnce_endsAStreamOnce() throws {
    let board = try BenchBoard()
    for number in [SIGTERM, SIGINT] {
      let program = try Program(["stream", board.link, "--rate", "1", "--json", "--summary", "--filter", "5"])
      try program.waitForLines(1)
      program.signal(number)
      usleep(3_000)
      let outcome = try program.interrupt(by: number)
      #expect(outcome.status == 0, "\(outcome.remarks)")
      #expect(try outcome.verdict().text("what") == "summary")
      try expectDefaults(board)
    }
  }

  @Test func timeout_endsAStreamWithItsSummary() throws {
    let board = try BenchBoard()
    for _ in 0..<4 {
      let outcome = try Program.run(
        ["stream", board.link, "--rate", "20", "--json", "--summary", "--filter", "5"],
        through: ["timeout", "--preserve-status", "1"])
      #expect(outcome.status == 0, "\(outcome.remarks)")
      #expect(try outcome.verdict().text("what") == "summary")
    }
    try expectDefaults(board)
  }

  @Test func secondSignal_aMomentLater_endsAtOnce() throws {
    let board = try BenchBoard()
    let program = try Program(["stream", board.link, "--rate", "20", "--json"])
    try program.waitForLines(3)
    // Asked to stop, it would wait for answers.
    board.fallSilent()
    program.signal(SIGINT)
    usleep(400_000)
    #expect(try program.interrupt(within: 1).status == 128 + SIGINT)
  }

  // MARK: - Dates outside the world model

  @Test func location_onADayOutsideTheModel_saysWhichAndWhatToDo() throws {
    let folder = try TemporaryFolder()
    for (day, words) in [
      (
        "010719",
        ["says 2019-07-01; WMM-2025 holds from 2025-01-01 to 2030-01-01", "--extrapolate", "check the receiver's date"]
      ),
      ("010131", ["says 2031-01-01", "Add --extrapolate"]),
      ("010745", ["says 2045-07-01", "at most ten years", "Check the receiver's date"]),
    ] {
      let location = try log(day, in: folder)
      let refused = try Program.run("stream", "simulated", "--readings", "2", "--location", location, "--json")
      expectRefusal(refused, status: 2)
      expectMessage(refused.remarks, [location] + words)
    }
  }

  @Test func extrapolate_givesTrueHeadingsOutsideTheModelAndSaysSo() throws {
    let folder = try TemporaryFolder()
    let location = try log("010131", in: folder)
    let outcome = try Program.run(
      "stream", "simulated", "--readings", "20", "--check", "--true", "--location", location, "--extrapolate", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    #expect(try outcome.readings().last?.flag("trueValid") == true)
    expectMessage(outcome.remarks, ["2031-01-01 is outside WMM-2025", "the error grows each year"])
    // Not ten years beyond, and not for a stream without a place.
    let far = try Program.run(
      "stream", "simulated", "--readings", "2", "--location", try log("010745", in: folder), "--extrapolate")
    expectRefusal(far, status: 2, "2045-07-01", "ten years", "Check the receiver's date")
    expectRefusal(
      try Program.run("stream", "simulated", "--readings", "2", "--extrapolate"), status: 2, "--location")
  }

  @Test func guide_onADayOutsideTheModel_saysSoAndExtrapolatesWhenAsked() throws {
    let folder = try TemporaryFolder()
    let words = ["guide", "simulated", "--to", "47.5,8.6", "--location", try log("010131", in: folder), "--speed", "0"]
    let refused = try Program.run(words + ["--json"])
    #expect(refused.status == 0 && refused.remarks.contains("says 2031-01-01; WMM-2025 holds"), "\(refused.remarks)")
    #expect(try refused.lines.allSatisfy { try JSON(line: $0).isNull("trueHeadingDegrees") })
    let outcome = try Program.run(words + ["--json", "--extrapolate"])
    #expect(outcome.remarks.contains("the error grows each year"), "\(outcome.remarks)")
    #expect(try !JSON(line: #require(outcome.lines.last)).isNull("trueHeadingDegrees"))
  }

  // MARK: - Capabilities

  @Test func require_everyCapabilityCounts_inAnyOrder() throws {
    for words in [
      ["--require", "watchdog", "--require", "navigation"], ["--require", "navigation", "--require", "watchdog"],
      ["--require", "navigation,watchdog"], ["--require", "watchdog, magnetometer"],
    ] {
      let refused = try Program.run(["stream", "simulated", "--readings", "2"] + words)
      expectRefusal(refused, status: 2, "simulated has no watchdog, which --require asks for")
    }
    let both = try Program.run(
      "replay", "\(try rowsFile())", "--columns", "mx,my,mz", "--require", "watchdog,storage")
    // Behind what is told of the recording.
    #expect(both.status == 2 && both.remarks.contains("has no watchdog and no storage, which --require asks for"))
    let met = try Program.run("stream", "simulated", "--readings", "2", "--require", "navigation,magnetometer")
    #expect(met.status == 0, "\(met.remarks)")
    expectRefusal(
      try Program.run("stream", "simulated", "--readings", "2", "--require", "navigation,watchdgo"), status: 2,
      "watchdgo", "did you mean watchdog?")
  }

  @Test func prefer_everyCapabilityThatLacksIsSaid_andTheStreamGoesOn() throws {
    for words in [
      ["--prefer", "watchdog", "--prefer", "navigation"], ["--prefer", "navigation,watchdog"],
    ] {
      let outcome = try Program.run(["stream", "simulated", "--check", "--readings", "2", "--json"] + words)
      #expect(outcome.status == 0 && outcome.lines.count == 3)
      expectMessage(outcome.remarks, ["simulated has no watchdog; going on without it"])
    }
  }

  private func rowsFile() throws -> String {
    try Self.folder.get().write(rows, to: "rows.csv")
  }
  private static let folder = Result { try TemporaryFolder() }
}
