// Ctrl-C ends every command, whatever its line does.
import Foundation
import TestSupport
import Testing

private let fix = Array(
  String(repeating: sentence("GPRMC,120000.00,A,4722.2000,N,00832.4000,E,5.0,10.0,010726,,,A"), count: 50).utf8)
private let report = Array(
  String(
    repeating: #"{"class":"TPV","mode":3,"time":"2026-07-01T12:00:00.000Z","lat":47.37,"lon":8.54,"speed":5}"# + "\n",
    count: 100
  ).utf8)

/// Seconds from the signal to the end: two, and what a busy machine adds.
private let longest = 2.0

extension BadInput {
  /// Starts a command, lets it work, and measures how long it takes to end.
  private func expectEnd(
    _ words: [String], by number: Int32 = SIGINT, after seconds: Double = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let program = try Program(words)
    usleep(UInt32(seconds * 1e6))
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try program.interrupt(by: number, within: 30)
    let took = (clock.now - start) / .seconds(1)
    // How long this machine needs to start and end a program at all.
    let usual = clock.measure { _ = try? Program.run("--version") } / .seconds(1)
    #expect(took < longest + usual, "\(words): \(took) s; \(outcome.remarks)", sourceLocation: sourceLocation)
    #expect(
      [0, 1, 2, 3, 5, 6, 128 + number].contains(outcome.status), "\(outcome.status) \(outcome.remarks)",
      sourceLocation: sourceLocation)
    return outcome
  }

  @Test(arguments: ["hello\n", "hello", "1,2\n", "\0"])
  func interrupt_ofAFloodedLine_endsIt(line: String) throws {
    let terminal = try TemporaryTerminal()
    let flood = Flood(Array(String(repeating: line, count: 1000).utf8), terminal: terminal)
    defer { flood.end() }
    _ = try expectEnd(["stream", "csv:\(terminal.path)", "--json"])
    #expect(flood.bytes > 10_000, "it was no flood: \(flood.bytes)")
  }

  @Test func interrupt_ofAFloodOfRows_endsItWithItsSummary() throws {
    let terminal = try TemporaryTerminal()
    let flood = Flood(Array(String(repeating: "20,1,43\n", count: 1000).utf8), terminal: terminal)
    defer { flood.end() }
    let outcome = try expectEnd(["stream", "csv:\(terminal.path)", "--json"])
    #expect(outcome.status == 0 && outcome.remarks.contains("ended by Ctrl-C"), "\(outcome.remarks)")
  }

  /// A sketch that prints no rows is told after six seconds, however much it prints.
  @Test func floodWithoutRows_isRefusedInItsTime() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let flood = Flood(Array(String(repeating: "hello\n", count: 1000).utf8), pipe: path)
    defer { flood.end() }
    let outcome = try Program.run(["stream", "csv:\(path)"], within: 30)
    expectRefusal(outcome, status: 5, "prints no lines of numbers, but “hello”")
  }

  @Test(arguments: ["stream", "guide", "sources"])
  func interrupt_ofAFloodOfPlaces_endsIt(command: String) throws {
    let (terminal, server) = (try TemporaryTerminal(), try TemporaryServer())
    let floods = [Flood(fix, terminal: terminal), Flood(report, server: server)]
    defer { for flood in floods { flood.end() } }
    for place in ["nmea:\(terminal.path)", "gpsd:\(server.link.dropFirst("tcp:".count))"] {
      let goal = command == "guide" ? ["--to", "47.5,8.6"] : []
      _ = try expectEnd([command, "simulated", "--location", place, "--json"] + goal, after: 0.7)
    }
    for flood in floods { #expect(flood.bytes > 10_000, "it was no flood: \(flood.bytes)") }
  }

  /// Today's requests at the end of a stream would take it 25 s.
  @Test func interrupt_ofASlowBoard_endsIt() throws {
    let board = try BenchBoard()
    let program = try Program(["stream", board.link, "--rate", "20", "--json", "--filter", "1"])
    try program.waitForLines(1)
    board.answerLate(seconds: 0.9)
    let start = ContinuousClock.now
    let outcome = try program.interrupt(within: 30)
    #expect((ContinuousClock.now - start) / .seconds(1) < longest + 0.5, "\(outcome.remarks)")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func interrupt_ofASilentLine_endsIt(number: Int32) throws {
    let server = try TemporaryServer()
    let outcome = try expectEnd(["stream", server.link], by: number, after: 0.3)
    #expect(outcome.status == 1 && outcome.remarks == "binnacle: interrupted\n", "\(outcome.remarks)")
  }

  @Test func interrupt_ofAnInputThatWaits_endsIt() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    for words in [["fit", path], ["report", path], ["replay", path], ["stream", "simulated", "--card", path]] {
      let outcome = try expectEnd(words, after: 0.3)
      #expect(outcome.status == 1 && outcome.remarks == "binnacle: interrupted\n", "\(words): \(outcome.remarks)")
    }
  }

  @Test func interrupt_ofAProgramWhoseResultsNobodyTakes_endsIt() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    // Nobody reads its results, so that it waits in the middle of writing one. (A shell lets what runs beside it ignore SIGINT.)
    let program = try TemporaryProcess(
      "sh",
      [
        "-c",
        "\(Program.path) stream simulated --json > '\(path)' & p=$!; sleep 60 < '\(path)' & s=$!; sleep 1.5; "
          + "kill -TERM $p; wait $p; echo $?; kill -KILL $s",
      ])
    let start = ContinuousClock.now
    let text = program.finish()
    #expect((ContinuousClock.now - start) / .seconds(1) < 1.5 + longest + 2, "\(text)")
  }

  @Test func quit_printsNoBacktrace() throws {
    let program = try Program(["stream", "simulated", "--json"])
    try program.waitForLines(3)
    let outcome = try program.interrupt(by: SIGQUIT, within: 5)
    #expect(outcome.status == 128 + SIGQUIT)
    #expect(!outcome.remarks.contains("Thread") && !outcome.remarks.contains(" at /"), "\(outcome.remarks)")
  }
}
