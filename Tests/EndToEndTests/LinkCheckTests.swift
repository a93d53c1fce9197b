// binnacle check link and binnacle selftest: every frame answered, every test of the device passed.
import BoardKit
import Testing

extension EndToEnd {
  @Test(arguments: ["emulator:microbit", "simulated"])
  func checkLink_answersEveryFrame(link: String) throws {
    let outcome = try Program.run("check", "link", link, "--frames", "1100", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    #expect(outcome.lines.count == 1)
    let verdict = try outcome.verdict()
    #expect(try verdict.text("what") == "link")
    #expect(try verdict.flag("pass"))
    #expect(try verdict.integer("frames") == 1_100)
    for name in ["lost", "corrupt", "wrong", "droppedByDevice"] { #expect(try verdict.integer(name) == 0, "\(name)") }
    let median = try verdict.number("roundTripMicroseconds.median")
    #expect(median > 0)
    #expect(try verdict.number("roundTripMicroseconds.p99") >= median)
  }

  @Test(arguments: Images.boards)
  func selfTest_passesOnEveryBoard(board: String) throws {
    let outcome = try Program.run("selftest", "emulator:\(board)", "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let tests = try outcome.readings()
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass"))
    #expect(tests.count >= 10)
    #expect(try verdict.integer("samples") == tests.count)
    #expect(try verdict.text("imageHash") == hexadecimal(Images.of(board).imageHash()))
    for test in tests {
      let name = try test.text("test")
      #expect(try test.text("status") == "passed", "\(name)")
      #expect(try test.integer("measured") <= test.integer("limit"))
    }
    let names = try tests.map { try $0.text("test") }
    #expect(Set(names).count == names.count)
    // The same list everywhere.
    let host = try Program.run("selftest", "simulated", "--json").readings()
    #expect(try host.map { try $0.text("test") } == names)
  }
}
