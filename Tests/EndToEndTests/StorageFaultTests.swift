// Power that goes around a save: the store of a board is stopped after every operation, and QEMU is killed at many moments.
// `make test` tries a sample; `make faults` tries all.
import Correction
import Emulator
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TestSupport
import Testing

private func boot(_ name: String, state: String? = nil) throws -> (EmulatedBoard, DeviceSession) {
  let board = try EmulatedBoard(board: name, image: try Images.of(name).elf.path, stateFolder: state)
  return (board, try open(board))
}

private func open(_ board: EmulatedBoard) throws -> DeviceSession {
  let session = DeviceSession(board)
  _ = try session.openWhenReady()
  return session
}

@Suite(.serialized, .repeatedAfterStandstill) struct StorageFaults {
  /// Every board with a store, and how many erases and writes one save takes.
  static let stores = [
    ("microbit", 1 + 55 + 4 + 1), ("lm3s6965evb", 1 + 7 + 1 + 1), ("pico", 1 + 7 + 1 + 1),
    ("esp32-c3", 1 + 7 + 1 + 1),
  ].filter { Images.boards.contains($0.0) }

  @Test(arguments: stores)
  func save_stoppedAtEveryOperation_leavesTheOldRecord(name: String, operations: Int) throws {
    let (board, first) = try boot(name)
    defer { board.close() }
    var session = first
    var deepest: UInt32 = 0
    var cuts = 0
    defer { print("\(name): \(cuts) saves stopped, \(deepest) bytes of stack") }
    for n in FaultRuns.numbers(upTo: operations, sample: 7) {
      let (old, new) = (record(n), record(-1000 - n))
      try session.store(record: old)
      try session.interruptStorage(after: UInt16(n))
      if n == operations {
        try session.store(record: new)
      } else {
        try session.send(.storeRecord) { frame in frame.append(new.span) }
        try waitForTheStore(session)
        #expect(try session.calibration() == new)
      }
      deepest = max(deepest, try session.statistics().stackHighWater)
      try board.reset()
      session = try open(board)
      cuts += n < operations ? 1 : 0
      let expected = n == operations ? new : old
      #expect(try session.calibration() == expected, "\(name): in use after \(n) operations")
      let (contents, found) = try session.storedRecord()
      #expect(contents.status == .present && found == expected, "\(name): stored after \(n) operations")
      // Shows that the store had got as far as that: the header is written, and its last word is not.
      if n == operations - 1 {
        let states = [contents.slots & 15, contents.slots >> 4].sorted()
        #expect(states == [1, 2], "\(name): slots \(contents.slots)")
      }
    }
  }

  /// The mark is a part of its own: two words more, which the flash of the micro:bit writes one by one, and others in one more
  /// write.
  @Test(arguments: stores.map { ($0.0, $0.0 == "microbit" ? $0.1 + 2 : $0.1 + 1) })
  func saveOfAMark_stoppedAtEveryOperation_leavesTheRecordAndTheOldMark(name: String, operations: Int) throws {
    let (board, first) = try boot(name)
    defer { board.close() }
    var session = first
    let kept = record(5)
    try session.store(record: kept)
    var isQuiet = false
    var cuts = 0
    defer { print("\(name): \(cuts) saves of a mark stopped") }
    for n in FaultRuns.numbers(upTo: operations, sample: 4) {
      let wanted = PromptAnswer(isQuiet ? .ask : .suppress, for: .device)
      try session.interruptStorage(after: UInt16(n))
      if n == operations {
        try session.answerPrompt(wanted)
        isQuiet.toggle()
      } else {
        try session.send(.answerPrompt) { frame in wanted.append(to: &frame) }
        try waitForTheStore(session)
        cuts += 1
      }
      try board.reset()
      session = try open(board)
      #expect(try session.storedRecord().bytes == kept, "\(name): after \(n) operations")
      #expect(try session.calibration() == kept, "\(name): in use after \(n) operations")
      #expect(try session.storedQuiet() == isQuiet, "\(name): mark after \(n) operations")
    }
  }

  /// Every turn of the main loop does one slice of the save; the pings alone take some hundred turns.
  private func waitForTheStore(_ session: DeviceSession) throws {
    _ = try session.synchronise()
    Thread.sleep(forTimeInterval: 0.02)
  }

  /// The memory of these boards is a file: the emulator writes it, and the next one reads it.
  @Test(arguments: ["lm3s6965evb", "pico", "esp32-c3"].filter(Images.boards.contains))
  func save_whenTheEmulatorIsKilledAroundIt_leavesTheOldOrTheNewRecord(name: String) throws {
    let folder = try TemporaryFolder()
    let last = FaultRuns.isFull ? 419 : 7
    var (old, new) = (record(0), record(0))
    var (foundOld, foundNew, foundUnfinished) = (0, 0, 0)
    /// How long a save takes, from its request to its answer.
    var seconds = 0.0
    for n in 0...(last + 1) {
      let (board, session) = try boot(name, state: folder.url.path)
      defer { board.close() }
      if n == 0 {
        try session.store(record: old)
        for sample in 1...5 {
          let began = Date()
          try session.store(record: record(-sample))
          seconds = max(seconds, Date().timeIntervalSince(began))
        }
        try session.store(record: old)
      } else {
        let (contents, found) = try session.storedRecord()
        #expect(contents.status == .present && (found == old || found == new), "kill \(n - 1): \(contents)")
        #expect(try session.calibration() == found, "kill \(n - 1): the stored record is in use")
        foundNew += found == new ? 1 : 0
        foundOld += found == old ? 1 : 0
        foundUnfinished += [contents.slots & 15, contents.slots >> 4].contains(2) ? 1 : 0
        old = found
      }
      guard n <= last else { break }
      new = record(n + 1)
      // From before the request is sent to after the save; the first kill and the last are surely outside of it.
      if n == last {
        try session.store(record: new)
      } else if n > 0 {
        try session.send(.storeRecord) { frame in frame.append(new.span) }
        Thread.sleep(forTimeInterval: seconds * 2 * Double(n) / Double(last))
      }
      kill(-board.processGroup, SIGKILL)
    }
    print(
      "\(name): \(last + 1) kills within \(seconds * 1000) ms: \(foundOld) old, \(foundNew) new records,",
      terminator: " ")
    print("\(foundUnfinished) slots unfinished")
    #expect(foundOld > 0 && foundNew > 0 && foundOld + foundNew == last + 1)
  }
}
