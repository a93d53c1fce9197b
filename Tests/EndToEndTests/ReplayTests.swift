// A capture gives back the stream it was made of: the same lines, the same verdict.
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Test(arguments: [
    ["emulator:lm3s6965evb", "--rate", "50"], ["simulated"],
  ])
  func replay_repeatsTheStreamAndItsVerdict(link: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("run.binnacle")
    let live = try Program.run(
      ["capture"] + link + ["--output", path, "--readings", "100", "--check", "--json"])
    #expect(live.status == 0, "\(live.remarks)")
    #expect(live.lines.count == 101)
    #expect(try live.verdict().flag("truth.pass"))
    let replay = try Program.run("replay", path, "--check", "--json")
    #expect(replay.status == 0, "\(replay.remarks)")
    #expect(replay.lines == live.lines)

    // Without a check the readings alone; fewer of them when asked.
    let plain = try Program.run("replay", path, "--readings", "40", "--json")
    #expect(plain.lines == Array(live.lines.prefix(40)))
  }

  @Test func replay_ofASabotagedStreamFailsAsItDid() throws {
    let folder = try TemporaryFolder()
    for sabotage in ["gain", "crc"] {
      let path = folder.path("\(sabotage).binnacle")
      let live = try Program.run(
        "stream", "emulator:lm3s6965evb", "--rate", "50", "--readings", "60", "--check", "--sabotage", sabotage,
        "--capture", path, "--json")
      #expect(live.status == 1, "\(live.remarks)")
      let replay = try Program.run("replay", path, "--check", "--json")
      #expect(replay.status == 1)
      #expect(replay.lines == live.lines)
    }
  }

  @Test func capture_ontoAnExistingFile_keepsIt() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("precious", to: "run.binnacle")
    let outcome = try Program.run("capture", "simulated", "-o", path, "--readings", "3", "--json")
    #expect(outcome.status == 6)
    #expect(outcome.remarks.contains("there is a file already"), "\(outcome.remarks)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func replay_ofACutCaptureIsNoPass() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("run.binnacle")
    let live = try Program.run("capture", "simulated", "-o", path, "--readings", "50", "--check", "--json")
    #expect(live.status == 0, "\(live.remarks)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let cut = try folder.write("", to: "cut.binnacle")
    try whole.prefix(whole.count * 2 / 3).write(to: URL(fileURLWithPath: cut))
    let replay = try Program.run("replay", cut, "--check", "--json")
    #expect(replay.status == 6)
    #expect(try !replay.verdict().flag("pass"))
    #expect(try !replay.verdict().flag("complete"))
  }

  @Test func sabotage_withoutACheck_isRefused() throws {
    let outcome = try Program.run("stream", "simulated", "--sabotage", "sign", "--readings", "2")
    #expect(outcome.status == 2)
    #expect(outcome.remarks.contains("Add --check"), "\(outcome.remarks)")
  }
}
