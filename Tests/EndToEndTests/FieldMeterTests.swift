// binnacle field-meter on emulated boards, and a record that is none of theirs.
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The reading that completes the zero is told less the zero like those after it: each core's compiler must keep the
  /// meter's own object (docs/bare-metal-build.md, "Toolset").
  @Test(arguments: ["lm3s6965evb"])
  func fieldMeter_theReadingThatCompletesTheZero_isLessTheZero(board: String) throws {
    let outcome = try Program.run(
      "field-meter", "emulator:\(board)?circle=600", "--readings", "8", "--zero", "3", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let rows = try outcome.lines.map { try JSON(line: $0) }
    let first = try #require(try rows.firstIndex { try !$0.flag("zeroing") }, "\(outcome.lines)")
    #expect(first >= 2)
    let field = { (row: JSON) in try row.numbers("fieldNanotesla") }
    // All readings so far are in the mean; a repeated one counts once.
    let measured = try rows[...first].filter { try !$0.flag("stale") }.map(field)
    #expect(measured.count == 3)
    let zero = (0..<3).map { axis -> Double in measured.reduce(0) { $0 + $1[axis] } / Double(measured.count) }
    for row in rows[first...] {
      for ((difference, value), zero) in zip(zip(try row.numbers("differenceNanotesla"), try field(row)), zero) {
        #expect(abs(difference - (value - zero)) <= 1.5, "\(row.object)")
      }
    }
  }

  @Test(arguments: ["microbit", "hifive1b"])
  func calibrationImport_ofASensorToABoardWithoutOne_isRefusedUnlessAsked(board: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("compass.json")
    try Data(#"{"sensor": "LSM303DLHC", "hardIronNanotesla": [1, 2, 3]}"#.utf8).write(to: URL(fileURLWithPath: file))
    let refused = try Program.run("calibration", "import", "emulator:\(board)", file)
    #expect(refused.status == 6 && refused.remarks.contains("--any-board"), "\(refused.remarks)")
    let taken = try Program.run("calibration", "import", "emulator:\(board)", file, "--any-board")
    #expect(taken.status == 0, "\(taken.remarks)")
  }
}
