// The program as a process: Ctrl-C, closed pipes, statuses.
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

/// The program that was built together with the tests.
func binnacle(_ words: [String]) -> Process {
  let process = Process()
  let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  process.executableURL = folder.appendingPathComponent("binnacle")
  process.arguments = words
  return process
}

/// Waits until the process catches the signal: one that came earlier would just kill it. Linux tells in /proc.
func awaitHandler(of signal: Int32, in process: Process) throws {
  let path = "/proc/\(process.processIdentifier)/status"
  for _ in 0..<1000 {
    let status = try String(contentsOfFile: path, encoding: .utf8)
    let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let mask = caught.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
    if mask & (1 << UInt64(signal - 1)) != 0 { return }
    usleep(10_000)
  }
  Issue.record("signal \(signal) is not caught")
}

/// Waits until the process sleeps, and goes on sleeping. Linux tells in /proc.
private func awaitSleep(of process: Process) throws {
  let path = "/proc/\(process.processIdentifier)/stat"
  var times = 0
  for _ in 0..<1000 {
    times = try String(contentsOfFile: path, encoding: .utf8).contains(") S ") ? times + 1 : 0
    if times == 10 { return }
    usleep(10_000)
  }
  Issue.record("it does not wait for its input")
}

@Suite(.waits, .repeatedAfterStandstill, .timeLimit(.minutes(2))) struct ProcessTests {
  /// The verdict of a command that is asked to end as soon as it can be; it must end by itself, with status 1.
  private func interrupted(_ words: [String], by signal: Int32) throws -> [String: Any] {
    let process = binnacle(words)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try awaitHandler(of: signal, in: process)
    kill(process.processIdentifier, signal)
    let text = try #require(try output.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 1)
    return try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
  }

  /// What a command says on standard error that is ended by Ctrl-C; it must end by itself, with status 1.
  /// - Parameter isAsleep: whether to wait until it waits for something.
  private func remarks(of process: Process, isAsleep: Bool) throws -> String {
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try awaitHandler(of: SIGINT, in: process)
    if isAsleep { try awaitSleep(of: process) }
    kill(process.processIdentifier, SIGINT)
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    return said
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func interruptedSweep_endsWithItsSummaryAndFails(signal: Int32) throws {
    let verdict = try interrupted(["check", "atan2", "--exhaustive", "--json"], by: signal)
    #expect(verdict["complete"] as? Bool == false)
    #expect(verdict["pass"] as? Bool == false)
  }

  @Test func interruptedLinkCheck_hasNoVerdict() throws {
    let words = ["check", "link", "simulated", "--frames", "100000000", "--json"]
    let verdict = try interrupted(words, by: SIGINT)
    #expect(verdict["interrupted"] as? Bool == true && verdict["pass"] as? Bool == false)
  }

  @Test func interruptedBeforeAPipeWasOpened_saysSoAndNoMore() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for words in [["fit", pipe, "--columns", "x,y,z", "--unit", "uT"], ["replay", pipe]] {
      #expect(try remarks(of: binnacle(words), isAsleep: true) == "binnacle: interrupted\n", "\(words)")
    }
  }

  @Test func interruptedSources_endBeforeALocationCame() throws {
    let receiver = try TemporaryTerminal()
    let process = binnacle(["sources", "simulated", "--location", "nmea:\(receiver.path)"])
    process.standardOutput = FileHandle.nullDevice
    let said = try remarks(of: process, isAsleep: false)
    #expect(said.hasSuffix("binnacle: Ended by Ctrl-C before a location came; nothing was decided.\n"), "\(said)")
  }

  @Test func interruptedReplay_isJudgedByWhatWasReplayed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("run.binnacle")
    let spy = SpyConsole()
    let words = ["stream", "simulated", "--check", "--readings", "2000", "--json", "--capture", path]
    #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0, "\(spy.remarks)")
    let process = binnacle(["replay", path, "--check", "--json"])
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    // Rows come, and more than a pipe holds are left.
    var text = output.fileHandleForReading.availableData
    kill(process.processIdentifier, SIGINT)
    text += try output.fileHandleForReading.readToEnd() ?? Data()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && said.contains("ended by Ctrl-C"), "\(said)")
    let last = try #require(text.split(separator: UInt8(ascii: "\n")).last)
    let verdict = try #require(JSONSerialization.jsonObject(with: last) as? [String: Any])
    #expect(verdict["pass"] as? Bool == true && verdict["complete"] == nil, "\(verdict)")
    #expect((1..<2000).contains(try #require(verdict["readings"] as? Int)))
  }

  @Test func fitOfADash_readsStandardInput() throws {
    func fit(_ file: String, input: String) throws -> (status: Int32, text: String) {
      let process = binnacle(["fit", file, "--columns", "mx,my,mz", "--unit", "counts", "--json"])
      let output = Pipe()
      process.standardInput = FileHandle(forReadingAtPath: input)
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
    let path = Repository.path("Tests/Data/mag/handheld_counts.csv")
    let (named, piped) = (try fit(path, input: "/dev/null"), try fit("-", input: path))
    #expect(piped.status == 0 && piped.status == named.status)
    #expect(piped.text == named.text.replacingOccurrences(of: path, with: "standard input"), "\(piped.text)")
    let empty = try fit("-", input: "/dev/null")
    #expect(empty.status == 6 && empty.text.hasPrefix("binnacle: standard input: it is empty"), "\(empty)")
  }

  @Test func fitOfADash_endsByCtrlC() throws {
    let process = binnacle(["fit", "-", "--columns", "mx,my,mz", "--unit", "counts"])
    process.standardInput = Pipe()
    // Once it waits for rows: a signal that came before would only be seen when they end.
    let said = try remarks(of: process, isAsleep: true)
    #expect(said == "binnacle: Ended by Ctrl-C before standard input did; nothing was fitted.\n")
  }

  @Test func closedOutput_endsQuietly() throws {
    let process = binnacle(["help", "stream"])
    let (output, errors) = (Pipe(), Pipe())
    // Nobody reads: the first write fails.
    try output.fileHandleForReading.close()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(said.isEmpty)
  }

  /// Runs a line of the shell in which `"$0"` is the program and `"$1"` a file. - Returns: status and results.
  private func shell(_ line: String, _ file: String) throws -> (status: Int32, text: String) {
    let process = binnacle([])
    let program = try #require(process.executableURL).path
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line, program, file]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  // The capture took the number of the output, and the readings went into it.
  @Test(arguments: [(">&-", 6), ("2>&-", 0), ("<&-", 0)] as [(String, Int32)])
  func captureWithAClosedDescriptor_isWhole(closed: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("run.binnacle")
    let taken = try shell(#""$0" capture simulated --readings 5 -o "$1" "# + closed, file)
    #expect(taken.status == status)
    let replayed = try shell(#""$0" replay "$1""#, file)
    #expect(replayed.status == 0)
    if status == 0 { #expect(replayed.text.split(separator: "\n").count == 5) }
  }

  @Test func remarksThatNobodyTakes_endNothing() throws {
    let streamed = try shell(#""$0" stream simulated --readings 5 2>&-"#, "")
    #expect(streamed.status == 0)
    #expect(streamed.text.split(separator: "\n").count == 5)
  }

  @Test func filesFromACommand_areRead() throws {
    let folder = try TemporaryFolder()
    let rows = "mx,my,mz\n" + (0..<20).map { "20,\($0),43\n" }.joined()
    let table = try folder.write(rows, to: "walk.csv")
    let fit = #""$0" replay <(cat "$1") --columns mx,my,mz --readings 3"#
    #expect(try shell(fit, table).text.split(separator: "\n").count == 3)
    let part = folder.path("part.json")
    let merged = try shell(
      #""$0" check atan2 --samples 1000 --json > "$1"; "$0" check merge <(cat "$1") --json"#, part)
    #expect(merged.status == 0 && merged.text.contains("\"what\""), "\(merged)")
    let card = try folder.write("{\"a\":1}", to: "card.json")
    #expect(try shell(#""$0" stream simulated --readings 1 --card <(cat "$1")"#, card).status == 6)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      ["--help"], ["--version"], ["boards", "list"], ["selftest", "simulated"],
      ["check", "atan2", "--samples", "1000", "--json"], ["check", "atan2", "--exhaustive", "--shard", "1/32768"],
    ])
  func fullOutput_isToldAndFails(words: [String]) throws {
    let process = binnacle(words)
    let errors = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.run()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 6, "\(said)")
    #expect(said.hasSuffix("binnacle: the output cannot be written: No space left on device\n"), "\(said)")
  }

  @Test func status_isThatOfTheCommand() throws {
    let expected: [([String], Int32)] = [(["--version"], 0), (["nonsense"], 2), (["check", "merge", "/nowhere"], 5)]
    for (words, status) in expected {
      let process = binnacle(words)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == status, "\(words)")
    }
  }
}
