// `binnacle report-silicon`: the figures of a turn, and the file.

import Foundation
import LinkProtocol
import Quantities
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCheck
@testable import ToolCommandLine

@Suite struct SiliconTurnTests {
  /// A turn of `degrees`, 20 µT horizontal about the iron of the board.
  private func turn(_ degrees: Int, horizontal: Double = 20_000) -> SiliconTurn {
    var turn = SiliconTurn()
    for step in 0..<degrees {
      var reading = Reading()
      let angle = Double(step) * .pi / 180
      reading.time = Instant(microseconds: UInt64(step) * 50_000)
      reading.mode = .level
      reading.field = MagneticField(
        nanotesla: Vector3(
          x: Int32(90_000 + horizontal * cos(angle)), y: Int32(-40_000 - horizontal * sin(angle)), z: 43_000))
      turn.add(reading)
    }
    return turn
  }

  @Test func wholeTurn_isSeenWhateverIronIsOnTheBoard() {
    let whole = turn(360)
    #expect(whole.directions == 12 && whole.isPassed)
    #expect(abs(whole.hertz - 20) < 0.01)
  }

  @Test func boardThatLiesStill_hasNotBeenTurned() {
    #expect(turn(360, horizontal: 100).directions == 0)
    #expect(!turn(360, horizontal: 100).isPassed)
  }

  @Test func lostFrames_failTheTurn() {
    var whole = turn(360)
    whole.lost = 1
    #expect(!whole.isPassed)
  }

  @Test(.waits) func report_hasEveryPart_andIsNeverOverwritten() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("report.json")
    let words = ["report-silicon", "simulated?circle=4", "--seconds", "5", "--samples", "100", "-o", path]
    let spy = SpyConsole()
    #expect(CommandLineTool.binnacle.run(words + ["--name", "A. Reader"], console: spy.console) == 0, "\(spy.remarks)")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.map { $0["what"] as? String } == ["reportSilicon", "selftest", "heading", "turn", "verdict"])
    #expect(lines[0]["silicon"] as? Bool == false && lines[0]["name"] as? String == "A. Reader")
    #expect(lines[3]["directionsSeen"] as? Int == 12)
    #expect(lines.dropFirst().allSatisfy { $0["pass"] as? Bool == true })
    let again = SpyConsole()
    #expect(CommandLineTool.binnacle.run(words, console: again.console) == 6)
    #expect(again.remarks.contains("exists already") && !again.remarks.contains("1 of 3"))
  }
}
