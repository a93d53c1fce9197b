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

extension BadInput {
  /// Behind a host and a port there may be any board, and without a number only its clock tells.
  @Test func reconnection_overTCP_takesABoardWithoutANumberOnlyIfItRanOn() throws {
    let board = try BenchBoard()
    let program = try Program(["stream", board.link, "--reconnect", "--rate", "20", "--json"])
    try program.waitForLines(10)
    try board.hangUp()
    try program.waitForLines(60)
    try board.hangUp(another: true)
    usleep(3_000_000)
    let outcome = try program.interrupt()
    let gaps = try outcome.lines.filter { $0.contains("\"what\":\"gap\"") }.map { try JSON(line: $0) }
    #expect(try gaps.map { try $0.text("cause") } == ["cable"], "\(outcome.remarks)")
    #expect(outcome.remarks.contains("is back\n"), "\(outcome.remarks)")
    #expect(
      outcome.remarks.contains("a board without an identifier answers at \(board.link)")
        && outcome.remarks.contains("it may be another board"), "\(outcome.remarks)")
  }

  /// As `stream` does: a source that is gone is named as it was typed, and comes back.
  @Test func guide_whoseSourceGoesAway_goesOnWhenItIsThereAgain() throws {
    let server = try TemporaryServer()
    let place = "gpsd:127.0.0.1:\(server.port)"
    let program = try Program(["guide", "simulated", "--to", "47.5,8.6", "--location", place, "--json"])
    let report = Array((#"{"class":"TPV","mode":3,"lat":47.37,"lon":8.54}"# + "\n").utf8)
    let first = try server.accept()
    try first.write(report, deadline: .after(seconds: 5))
    try program.waitForLines(10)
    first.close()
    let second = try server.accept()
    try second.write(report, deadline: .after(seconds: 5))
    usleep(300_000)
    let outcome = try program.interrupt()
    second.close()
    #expect(outcome.status == 0, "\(outcome.remarks)")
    for words in ["\(place) is gone (the other side closed it)", "\(place) is there again"] {
      #expect(outcome.remarks.contains(words), "\(outcome.remarks)")
    }
  }

  /// 1.8 MB/s of valid sentences are no reason to lose a reading of the compass.
  @Test func floodOfPlaces_costsNoReading() throws {
    let terminal = try TemporaryTerminal()
    let text = sentence("GPRMC,120000.00,A,4722.2000,N,00832.4000,E,5.0,10.0,010726,,,A")
    let flood = Flood(Array(String(repeating: text, count: 50).utf8), terminal: terminal)
    defer { flood.end() }
    let board = try BenchBoard()
    let outcome = try Program.run(
      "stream", board.link, "--rate", "50", "--duration", "3", "--json", "--summary", "--location",
      "nmea:\(terminal.path)")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let summary = try outcome.verdict()
    #expect(try summary.integer("lost") == 0 && summary.integer("readings") >= 140, "\(outcome.lines.last ?? "")")
    #expect(flood.bytes > 100_000, "it was no flood: \(flood.bytes)")
  }
}
