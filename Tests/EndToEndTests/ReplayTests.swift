// A capture gives back the stream it was made of: the same lines, the same verdict.
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
    let plain = try Program.run("stream", "capture:\(path)", "--readings", "40", "--json")
    #expect(plain.lines == Array(live.lines.prefix(40)))
  }

  @Test func replay_ofASabotagedStreamFailsAsItDid() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("run.binnacle")
    for sabotage in ["gain", "crc"] {
      let live = try Program.run(
        "stream", "emulator:lm3s6965evb", "--rate", "50", "--readings", "60", "--check", "--sabotage", sabotage,
        "--capture", path, "--json")
      #expect(live.status == 1, "\(live.remarks)")
      let replay = try Program.run("replay", path, "--check", "--json")
      #expect(replay.status == 1)
      #expect(replay.lines == live.lines)
    }
  }
}
