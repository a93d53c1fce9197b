// A check that cannot fail shows nothing: each way to go wrong is told from right, and its size foretold.
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Test(arguments: ["sign", "swap", "gain"], ["simulated", "emulator:microbit"])
  func sabotage_ofTheCoreFailsCheckHeading(how: String, device: String) throws {
    let outcome = try Program.run(
      ["check", "heading", "--on", device, "--samples", "500", "--sabotage", how, "--json"])
    #expect(outcome.status == 1, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass") == false)
    try expectForetoldError(verdict, in: "")
    #expect(try verdict.integer("differingReadings") > 450)
  }

  @Test(arguments: ["sign", "swap", "gain"], ["simulated", "emulator:lm3s6965evb"])
  func sabotage_ofTheCoreFailsAStream(how: String, link: String) throws {
    let outcome = try Program.run(
      "stream", link, "--readings", "60", "--rate", "50", "--check", "--sabotage", how, "--json")
    #expect(outcome.status == 1, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass") == false)
    #expect(try verdict.flag("numeric.pass") == false)
    #expect(try verdict.flag("truth.pass") == false)
    try expectForetoldError(verdict, in: "numeric.")
  }

  @Test(arguments: [
    ["check", "heading", "--on", "emulator:microbit", "--samples", "500"],
    ["stream", "emulator:lm3s6965evb", "--readings", "60", "--rate", "50", "--check"],
    ["stream", "simulated", "--readings", "60", "--check"],
  ])
  func sabotage_ofTheWireFailsTheLinkAndNotTheCore(command: [String]) throws {
    let outcome = try Program.run(command + ["--sabotage", "crc", "--json"])
    #expect(outcome.status == 1, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass") == false)
    let expected = try verdict.integer("expectedCorrupt")
    #expect(expected > 0)
    #expect(try verdict.integer("corrupt") == expected)
    #expect(try verdict.flag("metExpectedCorrupt"))
    #expect(try verdict.integer("lost") == expected)
    // What did get through was computed rightly.
    #expect(try verdict.number(command[0] == "stream" ? "numeric.maxErrorDegrees" : "maxErrorDegrees") <= 1e-4)
  }

  @Test func sabotage_ofTheWireNeedsAWire() throws {
    let recording = Repository.path("Tests/Data/marg/broad_slow_rotation_breaks.csv")
    for command in [["check", "heading"], ["replay", recording, "--columns", "mx,-my,-mz", "--check"]] {
      let outcome = try Program.run(command + ["--sabotage", "crc"])
      #expect(outcome.status == 2)
      #expect(outcome.lines.isEmpty)
      #expect(outcome.remarks.contains("--on LINK"), "\(outcome.remarks)")
    }
  }

  /// The size of the error is computed from the sabotage, told, and met within the numeric limit.
  private func expectForetoldError(_ verdict: JSON, in part: String) throws {
    let expected = try verdict.number("\(part)expectedMaxErrorDegrees")
    // The least of the three, 5 % on one axis, turns a heading by up to atan(1.05) − 45° = 1.4° and more.
    #expect(expected > 1)
    // Both are printed to six digits.
    #expect(abs(try verdict.number("\(part)maxErrorDegrees") - expected) <= 1e-4 + expected * 2e-6)
    #expect(try verdict.flag("metExpectedError"))
  }
}
