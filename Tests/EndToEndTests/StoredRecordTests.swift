// Records on emulated boards: over resets and new emulators.
import Correction
import Emulator
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TestSupport
import Testing

private func boot(_ name: String, state: String? = nil) throws -> EmulatedBoard {
  try EmulatedBoard(board: name, image: try Images.of(name).elf.path, stateFolder: state)
}

private func open(_ board: EmulatedBoard) throws -> DeviceSession {
  let session = DeviceSession(board)
  _ = try session.openWhenReady()
  return session
}

@Suite(.serialized, .repeatedAfterStandstill) struct StoredRecords {
  @Test(arguments: StorageFaults.stores.map(\.0))
  func record_outlivesResets_andItsErasureDoesToo(name: String) throws {
    let board = try boot(name)
    defer { board.close() }
    var session = try open(board)
    #expect(try session.storedRecord().state.status == .empty)
    try session.store(record: record(5))
    #expect(try session.storedRecord().bytes == record(5))
    try session.reset()
    session = try open(board)
    #expect(try session.calibration() == record(5))
    try board.reset()
    session = try open(board)
    #expect(try session.calibration() == record(5))
    try session.eraseRecords()
    try board.reset()
    session = try open(board)
    #expect(try session.storedRecord().state.status == .empty)
    let identity = CalibrationRecord.identity.bytes()
    #expect(try session.calibration() == identity.indices.map { identity[$0] })
  }

  @Test func recordInAStateFolder_outlivesTheEmulator() throws {
    let folder = try TemporaryFolder()
    let state = folder.path("made, if need be")
    for n in 0..<3 {
      let board = try boot("lm3s6965evb", state: state)
      defer { board.close() }
      let session = try open(board)
      if n > 0 { #expect(try session.calibration() == record(n - 1)) }
      try session.store(record: record(n))
      // Two emulators at one memory would spoil it: QEMU locks the file.
      #expect(throws: EmulatorError.self) { try boot("lm3s6965evb", state: state) }
    }
    let file = URL(fileURLWithPath: state + "/lm3s6965evb-records.bin")
    var content = try Data(contentsOf: file)
    #expect(content.count == 4096)
    // The newest lies in slot 0 again: one bit of it rots.
    content[100] ^= 0x20
    try content.write(to: file)
    let board = try boot("lm3s6965evb", state: state)
    defer { board.close() }
    let session = try open(board)
    #expect(try session.calibration() == record(1))
    #expect(try session.storedRecord().state.slots == 0x12)
  }

  @Test func recordWithoutAStateFolder_goesWithTheEmulator() throws {
    for _ in 0..<2 {
      let board = try boot("lm3s6965evb")
      defer { board.close() }
      let session = try open(board)
      #expect(try session.storedRecord().state.status == .empty)
      try session.store(record: record(1))
    }
  }
}
