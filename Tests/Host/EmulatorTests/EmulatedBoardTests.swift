// Booting, talking, resetting; and QEMU's end on every path.
import Foundation
import SerialLink
import TestSupport
import Testing

@testable import Emulator

private func boot(_ board: String, field: EmulatedField = .zero) throws -> (EmulatedBoard, EchoFirmware) {
  let firmware = try EchoFirmware(board)
  return (try EmulatedBoard(board: board, image: firmware.image, field: field), firmware)
}

@Suite(.serialized, .repeatedAfterStandstill) struct EmulatedBoardTests {
  @Test(arguments: EchoFirmware.boards) func board_echoesWhatWasSentBeforeItListens(
    _ name: String
  ) throws {
    let (board, _) = try boot(name)
    #expect(board.name == "emulator:\(name)")
    // Sent at once, long before the firmware turns its receiver on.
    let bytes = (0..<200).map { UInt8($0) &+ 100 }.filter { !"MRFB".utf8.contains($0) }
    try board.write(bytes, deadline: .after(seconds: 10))
    #expect(try board.read(exactly: bytes.count, deadline: .after(seconds: 20)) == bytes)
    #expect(try board.status() == "running")
    #expect(try board.read(atMost: 10, deadline: .after(seconds: 0.05)) == [])
  }

  @Test func board_largeEcho_arrivesWhole() throws {
    let (board, _) = try boot("lm3s6965evb")
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 % 60) }
    let start = MonotonicClock.nanoseconds()
    try board.write(bytes, deadline: .after(seconds: 60))
    #expect(try board.read(exactly: bytes.count, deadline: .after(seconds: 60)) == bytes)
    print("100 kB echoed in \(Double(MonotonicClock.nanoseconds() - start) / 1e9) s")
  }

  @Test(arguments: EchoFirmware.boards) func board_answersWithoutStalling(_ name: String) throws {
    let firmware = try EchoFirmware(name)
    // Reminders come so late that no busy machine is as slow as a stall that only a reminder ends.
    let board = try EmulatedBoard(
      machine: .named(name), image: firmware.image, field: .zero, gain: 1, extraArguments: [], firstReminder: 4000)
    let question = [UInt8](repeating: 1, count: 60)
    try board.write(question, deadline: .after(seconds: 10))
    _ = try board.read(exactly: question.count, deadline: .after(seconds: 20))
    var times: [Double] = []
    for _ in 0..<40 {
      let start = MonotonicClock.nanoseconds()
      try board.write(question, deadline: .after(seconds: 10))
      _ = try board.read(exactly: question.count, deadline: .after(seconds: 20))
      times.append(Double(MonotonicClock.nanoseconds() - start) / 1e6)
    }
    times.sort()
    print("\(name): 60 bytes and back in \(times[20]) ms (median), \(times[39]) ms (worst)")
    #expect(times[20] < 2000)
  }

  @Test func board_unreadFlood_doesNotBlockItsControls() throws {
    let (board, _) = try boot("lm3s6965evb", field: EmulatedField(x: 1, y: 2, z: 3))
    try board.write([UInt8(ascii: "B")], deadline: .after(seconds: 5))
    Thread.sleep(forTimeInterval: 0.5)
    #expect(try board.status() == "running")
    try board.moveField(to: EmulatedField(x: 4, y: 5, z: 6))
    #expect(try board.read(exactly: 3, deadline: .after(seconds: 5)) == [0, 1, 2])
  }

  @Test func twoBoards_doNotMix() throws {
    let firmware = try EchoFirmware("lm3s6965evb")
    let boards = try (0..<2).map { _ in try EmulatedBoard(board: "lm3s6965evb", image: firmware.image) }
    for (index, board) in boards.enumerated() { try board.write([UInt8(index)], deadline: .after(seconds: 5)) }
    for (index, board) in boards.enumerated() {
      #expect(try board.read(exactly: 1, deadline: .after(seconds: 20)) == [UInt8(index)])
    }
    boards[0].close()
    try boards[1].write([7], deadline: .after(seconds: 5))
    #expect(try boards[1].read(exactly: 1, deadline: .after(seconds: 5)) == [7])
    #expect(throws: LinkError.self) { try boards[0].read(atMost: 1, deadline: .now) }
  }

  @Test func qemu_isOutOfReachOfTheTerminalsCtrlC() throws {
    let (board, _) = try boot("microbit")
    #expect(board.processGroup != getpgrp())
    #expect(getpgid(try #require(emulatorProcess(inGroup: board.processGroup))) == board.processGroup)
  }

  // MARK: - The end

  @Test func close_endsQEMU() throws {
    let (board, _) = try boot("microbit")
    let group = board.processGroup
    #expect(emulatorProcess(inGroup: group) != nil)
    board.close()
    #expect(running(inGroup: group).isEmpty)
    board.close()
  }

  @Test func lastReference_endsQEMU() throws {
    var board: EmulatedBoard? = try boot("microbit").0
    let group = try #require(board?.processGroup)
    #expect(emulatorProcess(inGroup: group) != nil)
    board = nil
    #expect(running(inGroup: group).isEmpty)
  }

  @Test(arguments: [SIGKILL, SIGINT, SIGTERM]) func hostKilled_endsQEMU(by signal: Int32) async throws {
    // Built here: a killed child cannot tidy up.
    let firmware = try EchoFirmware("lm3s6965evb")
    let image = firmware.image
    let result = await #expect(
      processExitsWith: .signal(signal), observing: [\.standardOutputContent]
    ) { [signal, image = image as String] in
      let board = try EmulatedBoard(board: "lm3s6965evb", image: image)
      guard emulatorProcess(inGroup: board.processGroup) != nil else { exit(1) }
      print("group \(board.processGroup)")
      fflush(nil)
      kill(getpid(), signal)
      pause()
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let group = try #require(output.split(separator: "\n").first { $0.hasPrefix("group ") }?.dropFirst(6))
    #expect(isGone(group: try #require(Int32(group)), within: 2))
    withExtendedLifetime(firmware) {}
  }

  @Test func hostLeavesByError_endsQEMU() async throws {
    let firmware = try EchoFirmware("microbit")
    let image = firmware.image
    let result = await #expect(
      processExitsWith: .exitCode(3), observing: [\.standardOutputContent]
    ) { [image = image as String] in
      let board = try EmulatedBoard(board: "microbit", image: image)
      print("group \(board.processGroup)")
      fflush(nil)
      exit(3)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let group = try #require(output.split(separator: "\n").first { $0.hasPrefix("group ") }?.dropFirst(6))
    #expect(isGone(group: try #require(Int32(group)), within: 2))
    withExtendedLifetime(firmware) {}
  }

  @Test func qemuKilledMidRun_isLostAndSaysSo() throws {
    let (board, _) = try boot("lm3s6965evb")
    let process = try #require(emulatorProcess(inGroup: board.processGroup))
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.1)
      kill(process, SIGKILL)
    }
    let error = #expect(throws: LinkError.self) { try board.read(atMost: 1, deadline: .after(seconds: 20)) }
    #expect(error == .lost(name: "emulator:lm3s6965evb", reason: "QEMU ended"))
    #expect(error?.exitStatus == 3)
    #expect(throws: LinkError.self) { try board.write([1], deadline: .after(seconds: 1)) }
    let moved = #expect(throws: EmulatorError.self) { try board.moveField(to: .zero) }
    #expect(moved?.exitStatus == 3)
  }

  @Test func firmwareLockUp_isLostWithQEMUsWords() throws {
    let (board, _) = try boot("lm3s6965evb")
    try board.write([UInt8(ascii: "F")], deadline: .after(seconds: 5))
    let error = #expect(throws: LinkError.self) { try board.read(atMost: 1, deadline: .after(seconds: 20)) }
    guard case .lost(_, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("Lockup"))
  }

  // MARK: - Failing to start

  @Test func boot_missingImage_namesTheCommandThatBuildsIt() {
    let error = #expect(throws: EmulatorError.self) { try EmulatedBoard(board: "microbit", image: "/no/such.elf") }
    #expect(error == .missingImage(board: "microbit", path: "/no/such.elf"))
    #expect(error?.exitStatus == 7)
    #expect(error?.description.contains("binnacle boards build microbit") == true)
  }

  @Test func boot_missingQEMU_namesMakeSetup() throws {
    let error = #expect(throws: EmulatorError.self) {
      try EmulatedBoard(
        machine: EmulatedMachine.named("lm3s6965evb"), image: "/dev/null", field: .zero, gain: 1, extraArguments: [],
        program: "qemu-system-no-such")
    }
    #expect(error == .missingProgram("qemu-system-no-such", package: "qemu-system-arm"))
    #expect(error?.exitStatus == 7)
    #expect(error?.description.contains("make setup") == true)
  }

  @Test func boot_unknownBoard_suggestsTheNearest() {
    let error = #expect(throws: EmulatorError.self) { try EmulatedBoard(board: "mikrobit", image: "x") }
    #expect(error == .unknownBoard("mikrobit", nearest: "microbit"))
    #expect(error?.exitStatus == 2)
  }

  @Test func boot_refusedByQEMU_givesItsReasonAndLeavesNothing() throws {
    let firmware = try EchoFirmware("microbit")
    let error = #expect(throws: EmulatorError.self) {
      try EmulatedBoard(board: "microbit", image: firmware.image, extraArguments: ["-device", "no-such-device"])
    }
    guard case .didNotStart("microbit", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("no-such-device"))
    #expect(error?.exitStatus == 5)
  }

  /// A shell script in the place of QEMU.
  private func run(
    _ script: String, as name: String, startSeconds: Double = EmulatedBoard.startSeconds
  ) throws -> EmulatedBoard {
    let folder = try TemporaryFolder()
    let program = try folder.write("#!/bin/sh\n\(script)\n", to: "machine")
    chmod(program, 0o755)
    return try EmulatedBoard(
      machine: .named(name), image: program, field: .zero, gain: 1, extraArguments: [], program: program,
      startSeconds: startSeconds)
  }

  /// Not every emulator is QEMU.
  @Test(arguments: ["microbit", "microbit-v2", "pico"])
  func boot_ofAnEmulatorThatSaysNothing_namesIt(board: String) throws {
    let emulator = try EmulatedMachine.named(board).emulatorName
    #expect((emulator == "QEMU") == (board == "microbit"))
    let error = #expect(throws: EmulatorError.self) { try run("exec sleep 10", as: board, startSeconds: 0.3) }
    #expect(error == .link(.timeout(name: "emulator:\(board)", awaited: "the greeting of \(emulator)")))
  }

  @Test func boot_whoseControlEndsBeforeItsReason_givesTheReason() throws {
    let error = #expect(throws: EmulatorError.self) {
      try run(#"printf '{"QMP": {}}\n' >&4; exec 4>&-; sleep 0.3; echo 'QEMU: no room' >&2"#, as: "microbit")
    }
    guard case .didNotStart("microbit", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("no room"))
  }

  @Test func write_whereTheLineEndsBeforeTheReason_givesTheReason() throws {
    let script = #"""
      printf '{"QMP": {}}\n{"return": {}, "id": 1}\n{"return": {}, "id": 2}\n' >&4
      exec 3>&-
      sleep 0.5
      echo 'QEMU: no room' >&2
      """#
    let board = try run(script, as: "microbit")
    let error = #expect(throws: LinkError.self) {
      while true { try board.write([1], deadline: .after(seconds: 5)) }
    }
    guard case .lost(_, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("no room"))
  }
}
