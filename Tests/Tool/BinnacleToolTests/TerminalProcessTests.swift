// The program before somebody who types: what Enter ends, what a question hears, how soon Ctrl-C is obeyed.
import Foundation
import TestSupport
import Testing

@testable import ToolServe

/// The program on a pseudo-terminal.
private final class TypedProgram {
  let process: Process
  private let terminal: TemporaryTerminal
  private(set) var said = ""
  /// Bytes of `said` up to the end of the words that were awaited last.
  private var heard = 0

  init(_ words: [String]) throws {
    terminal = try TemporaryTerminal()
    process = binnacle(words)
    let end = try #require(FileHandle(forUpdatingAtPath: terminal.path))
    process.standardInput = end
    process.standardOutput = end
    process.standardError = end
    try process.run()
    try end.close()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func type(_ text: String) { terminal.send(Array(text.utf8)) }

  /// Reads on until all of these words were said, in this order, and after those that were awaited before; the program may
  /// end instead.
  func awaitWords(_ words: String...) {
    for text in words {
      while !hasHeard(text) {
        let bytes = terminal.receive()
        if bytes.isEmpty { return }
        said += String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  private func hasHeard(_ text: String) -> Bool {
    let start = said.utf8.index(said.startIndex, offsetBy: heard)
    guard let found = said.range(of: text, range: start..<said.endIndex) else { return false }
    heard = said.utf8.distance(from: said.startIndex, to: found.upperBound)
    return true
  }

  /// Reads on for a while.
  func listen(seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end { said += String(decoding: terminal.receive(), as: UTF8.self) }
  }

  /// - Returns: the exit status.
  func finish() -> Int32 {
    while true {
      let bytes = terminal.receive()
      if bytes.isEmpty { break }
      said += String(decoding: bytes, as: UTF8.self)
    }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

@Suite(.waits, .repeatedAfterStandstill, .timeLimit(.minutes(2))) struct TerminalProcessTests {
  @Test func calibrate_enter_endsEarlyAndDoesNotAnswerTheQuestion() throws {
    let program = try TypedProgram(["calibrate", "simulated"])
    program.awaitWords("heading error before:", "collecting")
    // Few seconds are not believed.
    program.listen(seconds: 9)
    program.type("\n\n")
    program.awaitWords("Use this calibration? [y/n]")
    usleep(100_000)
    // One more Enter that comes too late throws nothing away.
    program.type("\n")
    program.awaitWords("Type y for yes or n for no:")
    program.type("y\n")
    let status = program.finish()
    #expect(status == 0 && program.said.contains("saved and read back"), "\(program.said.suffix(600))")
    #expect(!program.said.contains("discarded") && !program.said.contains("too few"))
    // "16 of 96 directions, 48 samples, 1 left out, 3.8 s": by itself it goes on until no direction is new.
    let coverage = try #require(program.said.split(whereSeparator: \.isNewline).last { $0.contains("  coverage ") })
    let seconds = try #require(Double(coverage.split(separator: ",").last?.split(separator: " ").first ?? ""))
    #expect(seconds < 16, "\(coverage)")
  }

  @Test func calibrate_interruptedWhileItMeasures_endsAtOnce() throws {
    let program = try TypedProgram(["calibrate", "simulated"])
    program.awaitWords("measuring the heading error before")
    let start = ContinuousClock.now
    kill(program.process.processIdentifier, SIGINT)
    #expect(program.finish() == 1)
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(program.said.contains("cancelled; the compass has no calibration, as before"), "\(program.said)")
  }

  @Test(arguments: [("\t YES \n", 0), ("no\n", 1), ("\n", 1), ("\u{4}", 1)])
  func question_heardSomethingElse_isAskedAgain(answer: String, status: Int32) throws {
    let program = try TypedProgram(["calibration", "erase", "simulated"])
    program.awaitWords("Erase the calibration of this board? [y/N]")
    usleep(100_000)
    program.type("yy\n")
    program.awaitWords("Type y for yes or n for no:")
    program.type("Jawohl\n")
    program.awaitWords("Jawohl", "Type y for yes or n for no:")
    program.type(answer)
    #expect(program.finish() == status, "\(program.said)")
    let told = status == 0 ? "erased; the compass is not calibrated now" : "binnacle: nothing was erased"
    #expect(program.said.split(whereSeparator: \.isNewline).last.map(String.init) == told, "\(program.said)")
  }

  @Test(arguments: [false, true])
  func calibrateAccelerometer_advisesTheCompassOnlyWhereItIsKept(isKept: Bool) throws {
    let folder = try TemporaryFolder()
    let link = "simulated" + (isKept ? "?state=\(folder.path("state"))" : "")
    let program = try TypedProgram(["calibrate", link, "--accelerometer", "--yes"])
    #expect(program.finish() == 0, "\(program.said.suffix(600))")
    #expect(program.said.contains("tilt error after:"))
    let isAdvised = program.said.contains("Now calibrate the compass, with this tilt: ")
    #expect(isAdvised == isKept, "\(program.said.suffix(300))")
  }

  @Test func guide_savedPlace_standsOnALineOfItsOwn() throws {
    let program = try TypedProgram(["guide", "simulated", "--to", "here", "--location", "47.3,8.5"])
    program.awaitWords("binnacle: saved here", "arrived")
    kill(program.process.processIdentifier, SIGINT)
    #expect(program.finish() == 0)
    #expect(program.said.contains("\nbinnacle: saved here"), "\(program.said.prefix(300))")
  }
}
