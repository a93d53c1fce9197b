// A cable that is pulled while readings come, and a disk that fills up while they are kept.
import Foundation
import TestSupport
import Testing

/// What goes wrong while a command runs.
@Suite(.repeatedAfterStandstill) struct Faults {}

extension Faults {
  @Test(arguments: ["tcp", "pseudo-terminal"])
  func pulledCable_keepsWhatCame(kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cut.binnacle")
    let cable = kind == "tcp" ? try Cable.overTCP() : try Cable.overTerminal()
    let program = try Program(["capture", cable.link, "-o", path, "--rate", "50", "--json"])
    let sent = try cable.run(cutAfter: 25)
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3)
    // The last line says what became of the link.
    #expect(outcome.lines.count == sent + 1)
    #expect(try JSON(line: outcome.lines.last ?? "").text("trouble") == "transient")
    #expect(outcome.remarks.contains("\(cable.link) is gone: "), "\(outcome.remarks)")
    #expect(outcome.remarks.contains("kept in \(path)"))
    let replay = try Program.run("replay", path, "--json")
    #expect(replay.lines == outcome.lines)
    #expect(replay.status == 3, "the file is whole, the stream in it was not: \(replay.remarks)")
    #expect(replay.remarks.contains("is gone: "))
  }

  @Test func cableGoneBeforeTheFirstReading_leavesAWholeCapture() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cut.binnacle")
    let cable = try Cable.overTCP()
    let program = try Program(["capture", cable.link, "-o", path, "--json"])
    #expect(try cable.run(cutAfter: 0) == 0)
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3)
    expectMessage(outcome.remarks, ["\(cable.link) is gone: "])
    let replay = try Program.run("replay", path, "--json")
    #expect(!replay.remarks.contains("cut off at byte"), "\(replay.remarks)")
    #expect(replay.lines.isEmpty)
  }

  @Test func fullDisk_isToldAtOnceAndWhatWasShownBeforeReplays() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("run.binnacle")
    // A limit on the length of files stands for the full disk (setrlimit(2): EFBIG once SIGXFSZ is ignored); the
    // program's output goes through a pipe to escape it, results and remarks in the order in which they were written.
    let onFullDisk = [
      "bash", "-c", "set -o pipefail; trap '' XFSZ; (ulimit -f 8; exec \"$0\" \"$@\" 2>&1) | cat",
    ]
    let outcome = try Program.run(
      ["capture", "simulated", "-o", path, "--readings", "200", "--json"], through: onFullDisk)
    #expect(outcome.status == 6)
    let readings = outcome.lines.filter { $0.hasPrefix("{") }
    #expect(readings.count == 200, "the stream goes on")
    let told = try #require(outcome.lines.firstIndex { $0.hasPrefix("binnacle: \(path): the disk is full; the ") })
    expectMessage(
      outcome.lines[told...(told + 1)].joined(separator: "\n"),
      ["bytes written so far are whole", "Nothing more is kept; Ctrl-C ends this. ", "Make room"])
    expectMessage(
      outcome.lines.suffix(2).joined(separator: "\n"),
      ["\(path) ends where writing failed; what was shown before is in it", "binnacle replay \(path)"])
    #expect(outcome.lines.filter { $0.contains("the disk is full") }.count == 1)

    let replay = try Program.run("replay", path, "--json")
    #expect(replay.status == 6)
    #expect(replay.remarks.contains("cut off at byte") && replay.remarks.contains("its disk was full"))
    // Every reading that was shown before the word. Others may have arrived with the last of them and were shown after it, when a
    // question for the time had found the disk full meanwhile.
    let shown = outcome.lines[..<told].filter { $0.hasPrefix("{") }
    #expect(shown.count > 10 && replay.lines.starts(with: shown))
    #expect(readings.starts(with: replay.lines))
  }

  @Test func diskThatTakesNothing_isRefusedAtOnce() throws {
    expectRefusal(
      try Program.run("capture", "simulated", "-o", "/dev/full", "--readings", "5"), status: 6,
      "/dev/full: the disk is full", "Make room")
    expectRefusal(
      try Program.run("capture", "simulated", "-o", "/nowhere/run.binnacle", "--readings", "5"), status: 6,
      "/nowhere/run.binnacle: cannot be written: No such file or directory")
  }
}
