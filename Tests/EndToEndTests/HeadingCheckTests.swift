// binnacle check heading on every board: the same bits as on this host, within the limit, within the stack's budget.
import BoardKit
import Foundation
import LinkProtocol
import TestSupport
import Testing

extension EndToEnd {
  @Test func checkHeading_onTheCortexM0EqualsTheHostAndTheIndependentDecoder() throws {
    let folder = try TemporaryFolder()
    let capture = folder.path("heading.binnacle")
    let outcome = try Program.run(
      "check", "heading", "--on", "emulator:microbit", "--samples", "5000", "--capture", capture, "--json",
      within: 240)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.integer("samples") == 5_000)
    try Self.expectEqualBits(verdict, board: "microbit")

    // The captured bytes hold the answer to every sample, in order, and the other decoder reads the same in them.
    // One sample before them makes the device forget what it got earlier.
    let readings = try CapturedBytes.computed(in: capture)
    try #require(readings.count == 5_001)
    let (lines, status) = try CapturedBytes.decodedByPython(capture)
    #expect(status == 0)
    let answers = lines.filter { $0.contains(#""message": "computed""#) }
    try #require(answers.count == readings.count)
    var differing = 0
    for (index, (reading, line)) in zip(readings, answers).enumerated() {
      // Every heading; and every field of each hundredth reading.
      differing += line.contains(#""heading": \#(reading.heading.rawValue),"#) ? 0 : 1
      if index % 100 == 0 {
        try reading.expectEqual(to: JSON(line: String(line)))
      }
    }
    #expect(differing == 0)
    let sum = try JSON(line: String(#require(lines.last)))
    for name in ["lost", "corrupt", "overlong", "unknown"] { #expect(try sum.integer(name) == 0) }
  }

  @Test(arguments: Images.boards.filter { $0 != "microbit" })
  func checkHeading_onOtherCoresEqualsTheHost(board: String) throws {
    let outcome = try Program.run(
      "check", "heading", "--on", "emulator:\(board)", "--samples", "1000", "--seed", "2", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    try Self.expectEqualBits(outcome.verdict(), board: board)
  }

  @Test func checkHeading_inProcessNeedsNoBoard() throws {
    let outcome = try Program.run("check", "heading", "--samples", "20000", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass"))
    #expect(outcome.remarks.isEmpty, "no progress in a pipe")
    for (path, limit) in [("counts", 1e-5), ("service", 2e-5)] {
      #expect(try verdict.integer("\(path).samples") == 20_000)
      #expect(try verdict.number("\(path).limitDegrees") == limit)
      let largest = try verdict.number("\(path).maxErrorDegrees")
      #expect(largest > 1e-7 && largest <= limit)
      #expect(try verdict.text("\(path).outputHash").count == 16)
    }
  }

  /// Passes, with the very bits of the host, the image that was built here, and no more stack than budgeted.
  private static func expectEqualBits(_ verdict: JSON, board: String) throws {
    let image = try Images.of(board)
    #expect(try verdict.flag("pass"))
    for name in ["differingReadings", "lost", "corrupt", "fieldMismatches", "stateMismatches", "outsideDomain"] {
      #expect(try verdict.integer(name) == 0, "\(name)")
    }
    let largest = try verdict.number("maxErrorDegrees")
    #expect(largest > 0 && largest <= 1e-4)
    #expect(try verdict.number("limitDegrees") == 1e-4)
    #expect(try verdict.text("board") == board)
    #expect(try verdict.text("imageHash") == hexadecimal(image.imageHash()))
    let budget = try image.board.budget()
    let stack = try verdict.integer("stackHighWaterBytes")
    #expect(stack > 0 && stack <= Int(budget.stack), "\(stack) of \(budget.stack) bytes")
    #expect(try verdict.integer("stackBytes") >= Int(budget.stack))
  }
}
