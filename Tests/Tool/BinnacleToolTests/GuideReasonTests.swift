// Why guide shows no arrow, and what arrival does.
import Foundation
import LinkProtocol
import Navigation
import Quantities
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolNavigation
@testable import ToolStream

private func guide(_ words: [String]) throws -> (rows: [[String: Any]], remarks: String) {
  let spy = SpyConsole()
  #expect(CommandLineTool.binnacle.run(["guide"] + words + ["--json"], console: spy.console) == 0, "\(spy.remarks)")
  let rows = try spy.results.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
  return (rows, spy.remarks)
}

/// A log that stands at latitudes of 47° and so many metres north.
private func log(metres: [Double], in folder: TemporaryFolder) throws -> String {
  let bodies = metres.enumerated().map { i, metres in
    let minutes = String(format: "%07.4f", metres / 1852)
    return sentence("GPRMC,1200\(i < 10 ? "0" : "")\(i).00,A,47\(minutes),N,00800.0000,E,0.0,,010726,,,A")
  }
  return "nmea:" + (try folder.write(bodies.joined(), to: "way.nmea"))
}

@Test func guide_ofAnUncalibratedBoard_saysToCalibrateIt() throws {
  let folder = try TemporaryFolder()
  let board = try BenchBoard()
  let way = try log(metres: [0, 1, 2], in: folder)
  let rows = try guide([board.link, "--to", "48,8", "--location", way, "--speed", "0"]).rows
  let last = try #require(rows.last)
  #expect(last["hidden"] as? String == "noHeading" && last["reason"] as? String == "uncalibrated", "\(last)")
  #expect((last["advice"] as? String)?.contains("binnacle calibrate \(board.link)") == true, "\(last)")
}

@Test func guide_ofASimulatedCompass_saysThatItWasCalibrated() throws {
  let folder = try TemporaryFolder()
  let way = try log(metres: [0, 1, 2], in: folder)
  let (rows, remarks) = try guide(["simulated", "--to", "48,8", "--location", way, "--speed", "0"])
  #expect(rows.last?["arrow"] is String && rows.last?["reason"] is NSNull)
  #expect(remarks.contains("simulated was not calibrated"), "\(remarks)")
  #expect(remarks.contains("binnacle calibrate"))
}

/// Each reason of a reading has its own words.
@Test func absence_ofEveryReasonOfAReading_hasItsSentenceAndRemedy() throws {
  let connection = try Connection("simulated")
  try connection.use {
    var reading = Reading()
    reading.mode = .unavailable
    reading.reason = .pointsVertically
    func name(_ reading: Reading?) -> String? {
      HeadingAbsence.of(reading, on: connection, needsTrueNorth: true)?.name
    }
    #expect(name(nil) == "noReading" && name(reading) == "pointsVertically")
    reading = Reading()
    reading.mode = .tilted
    reading.assessment.doubts = .nearPole.union(.positionUnknown)
    #expect(name(reading) == "nearPole")
    reading.assessment.magnetic = .zero
    reading.assessment.doubts = .positionUnknown
    #expect(name(reading) == "positionUnknown")
    reading.assessment.disturbance = .disturbed
    reading.assessment.accuracy = 12_300
    let far = try #require(HeadingAbsence.of(reading, on: connection, needsTrueNorth: true))
    #expect(far.name == "disturbed" && far.text.contains("±123°") && far.text.contains("Move away"), "\(far.text)")
    reading.assessment = Reading().assessment
    reading.assessment.magnetic = .zero
    reading.assessment.trueNorth = .zero
    reading.assessment.accuracy = 100
    #expect(name(reading) == nil)
  }
}

/// So has each reason of guidance.
@Test func absence_ofEveryReasonOfGuidance_hasItsSentenceAndRemedy() throws {
  let connection = try Connection("simulated")
  try connection.use {
    var report = GuidanceReport()
    let settings = SetDestination(destination: nil)
    var location = LocationReport(
      fix: Fix(
        time: Instant(microseconds: 0), position: Position(latitude: 0, longitude: 0), horizontalMillimetres: 5000))
    func text(_ change: (inout GuidanceReport) -> Void) -> String {
      var changed = report
      change(&changed)
      return HeadingAbsence.of(changed, settings, location, on: connection) { nil }?.text ?? ""
    }
    report.view = GuidanceView(state: .unavailable)
    report.fixAge = 47_000_000
    #expect(
      text { _ in } == "the last location is too old (47 s, 30 s at most). "
        + "Wait for the next one; look at the receiver if none comes.")
    location.fix.horizontalMillimetres = 150_000
    #expect(text { _ in }.hasPrefix("the last location is too inaccurate (±150 m, 100 m at most). Go where"))
    report.view = GuidanceView(state: .guiding, hidden: .inaccurate)
    report.accuracy = 5000
    #expect(text { _ in }.hasPrefix("the heading is too inaccurate (±50°). "))
    #expect(text { $0.disturbance = .disturbed }.contains("Move away from iron"))
    #expect(text { $0.source = .course }.contains("the course is too inaccurate"))
    #expect(text { $0.view = GuidanceView(state: .guiding, hidden: .noBearing) }.contains("every direction"))
    #expect(text { $0.view = GuidanceView(state: .guiding, hidden: .noHeading) }.contains("no reading came"))
    #expect(text { $0.view = GuidanceView(state: .arrived) } == "")
  }
}

@Test func guidanceText_behind_claimsNoSide() {
  var report = GuidanceReport()
  report.view = GuidanceView(state: .guiding, arrow: .unsure, hidden: nil, turn: 0x7f00_0000)
  #expect(GuidanceText.line(report, unit: .km).hasPrefix("? behind you, left or right is not known"))
  report.view?.turn = 0x1000_0000
  #expect(GuidanceText.line(report, unit: .km).hasPrefix("? left or right is not known"))
}

/// 500 m to the place, there, away, and there again.
@Test func guide_arrival_goesOnAndSaysSoOnce_orEndsTheCommand() throws {
  let folder = try TemporaryFolder()
  let way = try log(metres: [0, 495, 300, 499, 100], in: folder)
  let to = ["--to", "47.0045,8", "--location", way, "--speed", "0"]
  let (rows, remarks) = try guide(["simulated"] + to)
  let states = rows.compactMap { $0["state"] as? String }
  #expect(states.filter { $0 == "arrived" }.count == 2 && states.last == "guiding", "\(states)")
  #expect(remarks.components(separatedBy: "--stop-at-arrival").count == 2, "\(remarks)")
  let stopped = try guide(["simulated", "--stop-at-arrival"] + to)
  #expect(stopped.rows.last?["state"] as? String == "arrived" && stopped.rows.count < rows.count)
  // The way back begins where it ends: there only an arrival after a departure counts.
  let back = try guide(["simulated", "--stop-at-arrival", "--to", "here", "--location", way, "--speed", "0"])
  #expect(back.rows.compactMap { $0["state"] as? String }.contains("guiding"), "\(back.rows)")
  #expect(!back.remarks.contains("arrived"), "it never came back")
  let round = try log(metres: [0, 3, 300, 499, 12, 400], in: folder)
  let returned = try guide(["simulated", "--stop-at-arrival", "--to", "here", "--location", round, "--speed", "0"])
  #expect(returned.rows.last?["state"] as? String == "arrived" && returned.remarks.contains("arrived"))
  #expect(try #require(returned.rows.last?["distanceMetres"] as? Double) < 20)
  #expect(returned.rows.contains { $0["state"] as? String == "guiding" })
  // A place that stands never ends by itself.
  #expect(
    try guide(["simulated", "--stop-at-arrival", "--to", "47,8", "--location", "47,8"]).remarks.contains("arrived"))
}
