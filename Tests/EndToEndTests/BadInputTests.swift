// What a user sees who has a tool, an image or a word wrong: what happened, what to do, and a status to act on.
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Test(arguments: [
    (["stram", "auto"], 2, "binnacle stream"), (["check", "headng"], 2, "binnacle check heading"),
    (["stream", "emulator:lm3s6965"], 2, "lm3s6965evb"), (["stream", "/dev/ttyNoSuchPort"], 5, "binnacle ports"),
    (["stream", "recording:nosuch.csv", "--columns", "a,b,c"], 5, "nosuch.csv"), (["stream"], 2, "binnacle help links"),
    (["stream", "simulated", "--readings", "few"], 2, "--readings"), (["replay", "nosuch"], 5, "nosuch"),
    (["replay", Repository.path("Package.swift")], 6, "not a capture"),
    // A board without a magnetometer has nothing to stream, and need not be waited for.
    (["stream", "emulator:microbit"], 2, "recording:FILE --on emulator:microbit"),
  ])
  func wrongWords_areAnsweredWithTheNextStep(words: [String], status: Int, advice: String) throws {
    let outcome = try Program.run(words, within: 20)
    #expect(outcome.status == status)
    #expect(outcome.lines.allSatisfy { !$0.hasPrefix("{") })
    #expect(outcome.remarks.hasPrefix("binnacle: "))
    #expect(outcome.remarks.contains(advice), "\(outcome.remarks)")
    #expect(outcome.remarks.split(separator: "\n").count <= 2, "\(outcome.remarks)")
  }

  @Test func missingEmulator_namesTheCommandThatInstallsIt() throws {
    let outcome = try Program(["selftest", "emulator:microbit"], through: ["/usr/bin/env", "PATH=/nowhere"]).finish(within: 20)
    #expect(outcome.status == 7)
    #expect(outcome.remarks.contains("qemu-system-arm is not installed"), "\(outcome.remarks)")
    #expect(outcome.remarks.contains("make setup"))
  }

  @Test func missingImage_namesTheCommandThatBuildsIt() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Repository.path("Boards"), toPath: folder.path("Boards"))
    _ = try folder.write("", to: "Package.swift")
    let outcome = try Program.run("selftest", "emulator:microbit", root: folder.url.path, within: 20)
    #expect(outcome.status == 7)
    #expect(outcome.remarks.contains("binnacle boards build microbit"), "\(outcome.remarks)")
  }

  @Test func truncatedCapture_isUsedUpToTheCut() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("run.binnacle")
    let live = try Program.run("capture", "simulated", "--output", path, "--readings", "50", "--json")
    #expect(live.status == 0, "\(live.remarks)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    let replay = try Program.run("replay", path, "--json")
    #expect(replay.status == 6)
    #expect(replay.remarks.contains("cut off at byte"), "\(replay.remarks)")
    #expect(!replay.lines.isEmpty && replay.lines.count <= 50)
    #expect(replay.lines == Array(live.lines.prefix(replay.lines.count)))
  }
}
