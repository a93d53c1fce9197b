// The field around the emulated chip, as firmware reads it.
import Foundation
import SerialLink
import TestSupport
import Testing

@testable import Emulator

/// Counts as the firmware reads them: registers X, Z, Y, high byte first.
private func readCounts(_ board: EmulatedBoard) throws -> [Int] {
  try board.write([UInt8(ascii: "M")], deadline: .after(seconds: 5))
  let bytes = try board.read(exactly: 6, deadline: .after(seconds: 20))
  let words = stride(from: 0, to: 6, by: 2).map { index in
    Int(Int16(bitPattern: UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])))
  }
  return [words[0], words[2], words[1]]
}

private func counts(_ field: EmulatedField) -> [Int] {
  let (x, y, z) = field.counts()
  return [x, y, z]
}

@Suite(.serialized, .repeatedAfterStandstill) struct EmulatedFieldTests {
  @Test func field_reachesTheFirmwareFromItsFirstRead() throws {
    let firmware = try EchoFirmware("lm3s6965evb")
    let first = EmulatedField(x: 60_000, y: 80_000, z: 100_000)
    let board = try EmulatedBoard(board: "lm3s6965evb", image: firmware.image, field: first)
    #expect(try readCounts(board) == [660, 880, 980])
    #expect(counts(first) == [660, 880, 980])
    let second = EmulatedField(x: 12_345, y: 54_321, z: 33_333)
    let before = MonotonicClock.nanoseconds()
    let setting = try board.moveField(to: second)
    #expect(try readCounts(board) == counts(second))
    #expect(setting.field == second)
    #expect(before <= setting.changeBegan && setting.changeBegan < setting.changeEnded)
    #expect(setting.changeEnded <= MonotonicClock.nanoseconds())
    #expect(board.fieldLog.all.map(\.field) == [first, second])
  }

  @Test func field_limits_areThoseOfTheEmulatedChip() throws {
    let firmware = try EchoFirmware("lm3s6965evb")
    let board = try EmulatedBoard(board: "lm3s6965evb", image: firmware.image)
    let limit = EmulatedField.limit()
    try board.moveField(to: limit)
    #expect(try readCounts(board) == [2047, 2047, 2047])
    // One nanotesla more is refused by us before it is sent …
    var beyond = limit
    beyond.z += 1
    let error = #expect(throws: EmulatorError.self) { try board.moveField(to: beyond) }
    #expect(error == .fieldOutOfRange(axis: "Z", nanotesla: limit.z + 1, limit: limit.z))
    let negative = #expect(throws: EmulatorError.self) { try board.moveField(to: EmulatedField(x: -1, y: 0, z: 0)) }
    #expect(negative == .fieldOutOfRange(axis: "X", nanotesla: -1, limit: limit.x))
    #expect(try readCounts(board) == [2047, 2047, 2047])
    // … and by the chip when we think it less sensitive than it is; the log tells what is really there.
    let mistaken = try EmulatedBoard(board: "lm3s6965evb", image: firmware.image, gain: 2)
    let refused = #expect(throws: EmulatorError.self) {
      try mistaken.moveField(to: EmulatedField(x: 50_000, y: 50_000, z: limit.z + 1))
    }
    guard case .refused = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(mistaken.fieldLog.last?.field == EmulatedField(x: 50_000, y: 50_000, z: 0))
    #expect(try mistaken.status() == "running")
    #expect(try readCounts(mistaken) == [550, 550, 0])
  }

  @Test func field_survivesReset() throws {
    let firmware = try EchoFirmware("lm3s6965evb")
    let field = EmulatedField(x: 10_000, y: 20_000, z: 30_000)
    let board = try EmulatedBoard(board: "lm3s6965evb", image: firmware.image, field: field)
    #expect(try readCounts(board) == counts(field))
    try board.reset()
    #expect(try readCounts(board) == counts(field))
    #expect(board.fieldLog.all.map(\.field) == [field, .zero, field])
    // The firmware's own reset is noticed as well.
    try board.write([UInt8(ascii: "R")], deadline: .after(seconds: 5))
    let deadline = Deadline.after(seconds: 5)
    // A setting is entered before QEMU is told; it is in force once its change has ended.
    while board.fieldLog.all.count < 5 || board.fieldLog.last?.changeEnded == .max, !deadline.hasPassed {
      Thread.sleep(forTimeInterval: 0.01)
    }
    #expect(board.fieldLog.all.map(\.field) == [field, .zero, field, .zero, field])
    #expect(try readCounts(board) == counts(field))
  }

  @Test func field_ofABoardWithoutMagnetometer_isRefused() throws {
    let firmware = try EchoFirmware("microbit")
    let board = try EmulatedBoard(board: "microbit", image: firmware.image)
    let error = #expect(throws: EmulatorError.self) { try board.moveField(to: .zero) }
    #expect(error == .noMagnetometer(board: "microbit"))
  }

  @Test func mover_everyReadingIsOneOfTheFieldsOfItsMoment() throws {
    let firmware = try EchoFirmware("lm3s6965evb")
    let board = try EmulatedBoard(board: "lm3s6965evb", image: firmware.image)
    // All axes move together and fast, so that a torn sample could not pass for a whole one.
    let mover = FieldMover(board, updatesPerSecond: 100) { seconds in
      let phase = (seconds * 7.31).truncatingRemainder(dividingBy: 1)
      return SIMD3(10_000 + 150_000 * phase, 160_000 - 150_000 * phase, 10_000 + 150_000 * phase)
    }
    _ = try readCounts(board)
    var readings = 0
    var unmatched = 0
    var distinct: Set<[Int]> = []
    let end = Deadline.after(seconds: 2)
    while !end.hasPassed {
      let before = MonotonicClock.nanoseconds()
      let seen = try readCounts(board)
      let after = MonotonicClock.nanoseconds()
      readings += 1
      distinct.insert(seen)
      if !board.fieldLog.settings(during: before...after).contains(where: { counts($0.field) == seen }) {
        unmatched += 1
      }
    }
    mover.stop()
    #expect(mover.failure == nil)
    let updates = board.fieldLog.all.count
    print("\(readings) readings, \(distinct.count) distinct, \(updates) fields in 2 s")
    #expect(unmatched == 0, "of \(readings)")
    #expect(distinct.count > 50)
    let settled = board.fieldLog.all.count
    Thread.sleep(forTimeInterval: 0.1)
    #expect(board.fieldLog.all.count == settled)
  }

  @Test func mover_stopsAtAFieldOutOfRange() throws {
    let firmware = try EchoFirmware("lm3s6965evb")
    let board = try EmulatedBoard(board: "lm3s6965evb", image: firmware.image)
    let mover = FieldMover(board, updatesPerSecond: 100) { SIMD3(1_000, 1_000, $0 < 0.1 ? 1_000 : -1_000) }
    let deadline = Deadline.after(seconds: 5)
    while mover.failure == nil, !deadline.hasPassed { Thread.sleep(forTimeInterval: 0.01) }
    #expect(mover.failure == .fieldOutOfRange(axis: "Z", nanotesla: -1_000, limit: EmulatedField.limit().z))
    #expect(try readCounts(board) == [11, 11, 9])
  }
}

@Test func fieldLog_findsWhatWasInForce() {
  let log = FieldLog()
  for step in 0..<5 {
    let time = UInt64(step) * 100
    log.append(FieldSetting(field: EmulatedField(x: step, y: 0, z: 0), changeBegan: time, changeEnded: time + 10))
  }
  func found(_ interval: ClosedRange<UInt64>) -> [Int] { log.settings(during: interval).map(\.field.x) }
  #expect(found(150...160) == [1])
  #expect(found(195...205) == [1, 2])
  #expect(found(205...206) == [1, 2], "during a change both are possible")
  #expect(found(210...210) == [1, 2])
  #expect(found(211...299) == [2])
  #expect(found(0...1000) == [0, 1, 2, 3, 4])
  #expect(found(900...1000) == [4])
}
