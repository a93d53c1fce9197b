// The boards of proof A and C, whose emulators are slow: on each a stream with both verdicts, a calibration that is kept, and the
// report that an owner of a board may send in. `make boards-long` runs them.
import BoardKit
import Foundation
import TestSupport
import Testing

@Suite(.serialized, .repeatedAfterStandstill) struct LongBoards {
  /// A board, what its emulated sensor's half count is worth in nanotesla, and the fastest rate that its line carries.
  struct Board: CustomTestStringConvertible, Sendable {
    var name: String
    var halfCount: Double
    var rate: Int
    var testDescription: String { name }
  }

  /// pico-motion has a suite of its own, which checks the fused heading besides.
  static let boards = [
    Board(name: "pico", halfCount: 4.17, rate: 100), Board(name: "microbit-v2", halfCount: 75, rate: 50),
    Board(name: "esp32-c3", halfCount: 4.17, rate: 100),
  ].filter { Images.long?.contains($0.name) == true }

  @Test(arguments: boards)
  func stream_withBothVerdicts_losesNothing(board: Board) throws {
    for rate in [10, board.rate] {
      let outcome = try Program.run(
        "stream", "emulator:\(board.name)", "--readings", rate == 10 ? "50" : "200", "--rate", "\(rate)", "--check",
        "--json",
        within: 300)
      #expect(outcome.status == 0, "at \(rate): \(outcome.lines.last ?? "") \(outcome.remarks)")
      let verdict = try outcome.verdict()
      #expect(try verdict.flag("pass") && verdict.integer("readings") == (rate == 10 ? 50 : 200))
      for name in ["lost", "corrupt", "outOfOrder", "truth.unmatched", "numeric.fieldMismatches"] {
        #expect(try verdict.integer(name) == 0, "\(name)")
      }
      // Half a count is there to be seen.
      #expect(try verdict.number("truth.maxErrorDegrees") > 0.05)
    }
  }

  @Test(arguments: boards)
  func calibrate_findsItsIronAndKeepsItOverEmulators(board: Board) throws {
    let folder = try TemporaryFolder()
    let link = "emulator:\(board.name)?state=\(folder.url.path)"
    let outcome = try Program.run("calibrate", link, "--yes", "--json", within: 600)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let end = try outcome.verdict()
    #expect(try end.flag("committed") && end.flag("stored"))
    // While it turns, the force is up to 10 ms older than the field, and of another attitude (`forceRate(besideFieldAt:)`).
    let after = try end.number("headingErrorAfterDegrees")
    #expect(try end.number("headingErrorBeforeDegrees") > 20 && after < 2)
    let shown = try Program.run("calibration", "show", link, "--json")
    #expect(shown.status == 0, "\(shown.remarks)")
    let kept = try JSON(line: #require(shown.lines.first))
    // The emulator truncates: half a count is missing on average.
    let iron = try kept.numbers("hardIronNanotesla")
    for found in iron { #expect(abs(found - 60_000 + board.halfCount) < 26 + board.halfCount, "\(iron)") }
    let worst = try kept.number("predictedHeadingErrorDegrees.worst")
    #expect(after <= worst)
    #expect(try kept.flag("stored"))
  }

  /// It turns once in ten seconds. The report says that it is of no silicon.
  @Test(arguments: boards)
  func reportSilicon_isWholeAndPasses(board: Board) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("report.json")
    let outcome = try Program.run(
      "report-silicon", "emulator:\(board.name)", "--seconds", "25", "--samples", "200", "-o", path, within: 300)
    #expect(outcome.status == 0, "\(outcome.lines) \(outcome.remarks)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = try text.split(separator: "\n").map { try JSON(line: String($0)) }
    let about = try #require(lines.first)
    #expect(try about.text("board") == board.name && !about.flag("silicon"))
    #expect(try about.text("imageHash") == hexadecimal(Images.of(board.name).imageHash()))
    #expect(try #require(lines.last).text("what") == "verdict" && lines[lines.count - 1].flag("pass"))
    let turn = try #require(lines.first { (try? $0.text("what")) == "turn" })
    #expect(try turn.integer("lost") == 0)
  }
}
