// What is left when the emulator, the host or the person at the keyboard ends a run before its time.
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Test func killedEmulator_endsAStreamAsLostAndKeepsWhatCame() throws {
    let capture = try TemporaryFolder()
    let path = capture.path("cut.binnacle")
    let program = try Program(
      ["stream", "emulator:lm3s6965evb", "--rate", "50", "--check", "--json", "--capture", path])
    try program.waitForLines(30)
    kill(try program.emulator(), SIGKILL)
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3)
    #expect(outcome.remarks.contains("emulator:lm3s6965evb is gone"), "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("linkLost"))
    #expect(try verdict.flag("pass") == false)
    #expect(try verdict.integer("readings") >= 30)

    // The same readings again, and no better a verdict.
    let replay = try Program.run("replay", path, "--check", "--json")
    #expect(replay.status == 3)
    #expect(replay.lines == outcome.lines)
  }

  @Test(arguments: [["check", "heading", "--on"], ["check", "link"]])
  func killedEmulator_failsAnyCheck(command: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cut.binnacle")
    let program = try Program(
      command + ["emulator:microbit", "--capture", path, "--json"]
        + (command[1] == "link" ? ["--frames", "100000"] : []))
    let emulator = try program.emulator()
    // Not before frames went to and fro.
    let end = Date(timeIntervalSinceNow: 30)
    while (try? Data(contentsOf: URL(fileURLWithPath: path)).count) ?? 0 < 50_000, Date() < end { usleep(10_000) }
    kill(emulator, SIGKILL)
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3)
    #expect(outcome.remarks.contains("emulator:microbit is gone"), "\(outcome.remarks)")
    #expect(outcome.lines.isEmpty)
    let (lines, status) = try CapturedBytes.decodedByPython(path)
    #expect(status == 0 && lines.count > 100, "status \(status), \(lines.count) lines")
  }

  @Test func killedHost_leavesNoEmulatorBehind() throws {
    let program = try Program(["stream", "emulator:lm3s6965evb", "--json"])
    try program.waitForLines(3)
    let emulator = try program.emulator()
    program.signal(SIGKILL)
    // `finish` expects that nothing is left behind.
    #expect(try program.finish(within: 5).status == 128 + SIGKILL)
    #expect(kill(emulator, 0) != 0 || isZombie(emulator))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func interrupt_endsAStreamWithItsSummaryAndStatus(number: Int32) throws {
    let program = try Program(["stream", "emulator:lm3s6965evb", "--rate", "50", "--check", "--json"])
    try program.waitForLines(20)
    let outcome = try program.interrupt(by: number, within: 20)
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.text("what") == "stream")
    #expect(try verdict.flag("pass"))
    #expect(try verdict.integer("readings") == outcome.lines.count - 1)
  }

  @Test func interrupt_ofASabotagedStreamEndsAsFailed() throws {
    let program = try Program(["stream", "emulator:lm3s6965evb", "--check", "--sabotage", "sign", "--json"])
    try program.waitForLines(5)
    let outcome = try program.interrupt(within: 20)
    #expect(outcome.status == 1)
    #expect(try outcome.verdict().flag("pass") == false)
  }

  private func isZombie(_ process: pid_t) -> Bool {
    (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8))?.contains("State:\tZ") ?? true
  }
}
