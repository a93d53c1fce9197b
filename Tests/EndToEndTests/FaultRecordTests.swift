// Boards that crash on request, and what they and the host say about it afterwards.
import Emulator
import Foundation
import HostSession
import LinkProtocol
import TestSupport
import Testing

extension Faults {
  /// A way to fail, what the next boot must call it, and the source line at which it happened.
  struct Crash: Sendable, CustomTestStringConvertible {
    var board: String
    var kind: String
    var cause: String
    var told: String
    var function: String
    var file: String
    var source: String
    var testDescription: String { "\(kind) on \(board)" }
  }

  /// Without hangs where QEMU models no watchdog, of which the test below takes the microbit.
  static let crashes: [Crash] = Images.boards.flatMap { board in
    let isRISCV = ["esp32-c3", "hifive1b"].contains(board)
    return [
      Crash(
        board: board, kind: "trap", cause: "trap", told: "a Swift trap", function: "static System.provokeTrap()",
        file: "Sources/Chips/ChipRuntime/System.swift", source: "preconditionFailure()"),
      Crash(
        board: board, kind: "hard-fault", cause: "hardFault", told: "a hard fault",
        function: "startup_provoke_hard_fault",
        file: "Sources/Chips/CStartup/\(isRISCV ? "riscv" : "arm").c", source: isRISCV ? "lw " : "ldm"),
      Crash(
        board: board, kind: "hang", cause: "watchdog", told: "its watchdog", function: "startup_provoke_hang",
        file: "Sources/Chips/CStartup/fault.c", source: "for (;;)"),
    ]
  }.filter { $0.kind != "hang" || Images.endsHangs($0.board) }

  @Test(arguments: crashes)
  func crash_isToldWithCauseBootFunctionAndLine(crash: Crash) throws {
    let outcome = try Program.run("selftest", "emulator:\(crash.board)", "--fault", crash.kind, "--json")
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass"))
    #expect(try verdict.text("reported") == crash.cause)
    #expect(try verdict.integer("bootCounter") == 2)
    let report = try #require(verdict.value("report") as? [String])
    #expect(report.first?.hasPrefix("binnacle: the board restarted after \(crash.told)") == true, "\(report)")
    #expect(report.first?.hasSuffix("on boot 1") == true, "\(report)")
    // The place is that of the statement, not merely of the function.
    let place = try #require(report.first { $0.hasPrefix("at \(crash.function)") }, "\(report)")
    let number = try #require(place.split(separator: ":").last.flatMap { Int($0) }, "\(place)")
    #expect(place.contains(" at \(crash.file):"), "\(place)")
    let text = try String(contentsOfFile: Repository.path(crash.file), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.indices.contains(number - 1), "\(place)")
    #expect(lines[number - 1].contains(crash.source), "\(place): \(lines[number - 1])")
    #expect(report.contains { $0.hasPrefix("called from ") }, "\(report)")
  }

  @Test func hangWithoutAWatchdog_endsInTime() throws {
    let outcome = try Program.run("selftest", "emulator:microbit", "--fault", "hang", "--json", within: 25)
    expectRefusal(outcome, status: 3, "emulator:microbit did not come back", "QEMU does not model the watchdog")
  }

  @Test func fault_isToldByTheNextBootAndNoLater() throws {
    let image = try Images.of("microbit")
    let board = try EmulatedBoard(board: "microbit", image: image.elf.path)
    defer { board.close() }
    var hello = try DeviceSession(board).open(patience: 5)
    #expect(hello.bootCounter == 1)
    #expect(hello.fault == nil)
    #expect(hello.imageHash == (try image.imageHash()))
    try DeviceSession(board).provoke(.trap)
    hello = try nextBoot(of: board, after: 1)
    #expect(hello.fault?.cause == .trap)
    #expect(hello.fault?.bootCounter == 1)
    // Asked again, the same boot tells it again.
    #expect(try DeviceSession(board).open(patience: 5).fault == hello.fault)
    try DeviceSession(board).reset()
    hello = try nextBoot(of: board, after: 2)
    #expect(hello.bootCounter == 3)
    #expect(hello.fault == nil)
  }

  private func nextBoot(of board: EmulatedBoard, after counter: UInt32) throws -> Hello {
    // By time, not by tries: the boot before answers each of them at once until it ends.
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      if let hello = try? DeviceSession(board).open(patience: 0.3), hello.bootCounter > counter { return hello }
      usleep(10_000)
    }
    Issue.record("boot \(counter + 1) did not come")
    throw CancellationError()
  }
}
