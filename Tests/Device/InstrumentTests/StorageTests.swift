// Records that survive, seen from the line: what is asked of the store, what is answered, what a restart finds.

import Correction
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers
import Testing

private struct Reply: Equatable {
  var kind: MessageKind?
  var payload: [UInt8]
  var refusal: Refusal? { Refusal(payload: payload.span) }
}

/// A board with a store, from one restart to the next.
private struct Board: ~Copyable {
  var loop:
    DeviceLoop<
      NavigationUnit, WithoutMotion, WithoutSensors, OptionalRecords<Pages.Page>, HostedProcessor
    >
  private var decoder = FrameDecoder()
  private var now: UInt64 = 1000

  /// - Parameter pages: `nil` for a board without a store.
  init(_ pages: Pages?, _ more: Capabilities = .provocation) {
    loop = DeviceLoop(
      identity: DeviceIdentity(
        board: BoardName("bench"), capabilities: more, imageHash: 0, bootCounter: 1, fault: nil),
      sensors: WithoutSensors(),
      records: OptionalRecords(pages.map { RecordKeeper($0.page(0), $0.page(1)) }),
      processor: HostedProcessor(canFail: false))
    loop.begin(seeking: .none)
  }

  mutating func send(_ kind: MessageKind, token: UInt8, _ payload: [UInt8] = []) {
    for byte in request(kind, token: token, payload) { loop.receive(byte, at: Instant(microseconds: now)) }
  }

  /// The main loop of a board.
  mutating func run(turns: Int = 200) -> [Reply] {
    var replies: [Reply] = []
    for _ in 0..<turns {
      now += 100
      loop.run(at: Instant(microseconds: now))
      while let byte = loop.nextByte() {
        guard decoder.feed(byte) == .frame else { continue }
        let payload = decoder.frame.payload
        replies.append(
          Reply(
            kind: MessageKind(rawValue: decoder.frame.header.kind), payload: payload.indices.map { payload[$0] }))
      }
    }
    return replies
  }

  mutating func ask(_ kind: MessageKind, token: UInt8 = 1, _ payload: [UInt8] = []) -> [Reply] {
    send(kind, token: token, payload)
    return run()
  }

  mutating func recordInUse() -> [UInt8] { ask(.getCalibration).first?.payload ?? [] }
}

private func record(_ x: Int32, chip: UInt8 = 0) -> [UInt8] {
  var record = CalibrationRecord()
  record.sensorChip = chip
  record.modelOrder = .sphere
  record.grade = 2
  record.hardIron = Vector3(x: x, y: -x, z: 5)
  let bytes = record.bytes()
  return bytes.indices.map { bytes[$0] }
}

private let identity: [UInt8] = {
  let bytes = CalibrationRecord.identity.bytes()
  return bytes.indices.map { bytes[$0] }
}()

private let eraseKey: [UInt8] = Array("ERAS".utf8)

@Test func storeRecord_isInUseAfterARestart() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.recordInUse() == identity)
  #expect(board.ask(.getStoredRecord).map(\.payload) == [[1, 0, 0, 0, 0, 0, 0, 0]])
  #expect(board.ask(.storeRecord, token: 9, record(256)).map(\.kind) == [.acknowledged])
  #expect(board.ask(.getStoredRecord).map(\.payload) == [[2, 0, 0x01, 0, 1, 0, 0, 0] + record(256)])
  // In RAM only.
  #expect(board.ask(.setCalibration, record(512)).map(\.kind) == [.acknowledged])
  #expect(board.recordInUse() == record(512))

  var later = Board(pages)
  #expect(later.recordInUse() == record(256))
  #expect(later.ask(.storeRecord, record(1024)).map(\.kind) == [.acknowledged])
  #expect(later.ask(.getStoredRecord).map(\.payload) == [[2, 1, 0x11, 0, 2, 0, 0, 0] + record(1024)])
  var last = Board(pages)
  #expect(last.recordInUse() == record(1024))
}

@Test func eraseRecords_leavesTheIdentity() {
  let pages = Pages()
  var board = Board(pages)
  for x in [1, 2] as [Int32] { #expect(board.ask(.storeRecord, record(x)).map(\.kind) == [.acknowledged]) }
  #expect(board.ask(.eraseRecords, [1, 2, 3, 4]).first?.refusal?.reason == RefusalReason.outOfRange.rawValue)
  #expect(board.recordInUse() == record(2))
  #expect(board.ask(.eraseRecords, eraseKey).map(\.kind) == [.acknowledged])
  #expect(board.recordInUse() == identity)
  #expect(board.ask(.getStoredRecord).first?.payload.first == StoredRecordState.empty.rawValue)
  var later = Board(pages)
  #expect(later.recordInUse() == identity)
}

@Test func storeRecord_thatTheMemoryRefuses_isInUseAndNotStored() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.ask(.storeRecord, record(1)).map(\.kind) == [.acknowledged])
  pages.refusesWrites = true
  let refusal = board.ask(.storeRecord, record(2)).first?.refusal
  #expect(
    refusal
      == Refusal(
        kind: MessageKind.storeRecord.rawValue, reason: .notStored, detail: Int32(StoreOutcome.writeFailed.rawValue),
        limit: 0))
  #expect(board.recordInUse() == record(2))
  var later = Board(pages)
  #expect(later.recordInUse() == record(1))
}

@Test func storeRecord_withADefect_changesNothing() {
  let pages = Pages()
  var board = Board(pages)
  var bad = record(7)
  bad[30] ^= 4
  #expect(board.ask(.storeRecord, bad).first?.refusal?.reason == RefusalReason.badRecord.rawValue)
  #expect(board.recordInUse() == identity)
  #expect(board.ask(.getStoredRecord).first?.payload.first == StoredRecordState.empty.rawValue)
}

@Test func storage_repeatedRequest_isAnsweredOnce_andAnotherIsBusy() {
  var board = Board(Pages())
  board.send(.storeRecord, token: 5, record(1))
  board.send(.storeRecord, token: 5, record(1))
  board.send(.getStoredRecord, token: 6)
  board.send(.setCalibration, token: 7, record(3))
  let replies = board.run()
  #expect(replies.map(\.kind) == [.refused, .refused, .acknowledged])
  #expect(replies[0].refusal?.reason == RefusalReason.busy.rawValue)
  #expect(replies[1].refusal?.reason == RefusalReason.busy.rawValue)
  #expect(board.recordInUse() == record(1))
}

@Test func storage_withoutToken_worksSilently() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.ask(.storeRecord, token: 0, record(4)).isEmpty)
  #expect(board.ask(.getStoredRecord, token: 0).isEmpty)
  var later = Board(pages)
  #expect(later.recordInUse() == record(4))
}

@Test func storage_onABoardWithoutOne_isRefusedOrAbsent() {
  var board = Board(nil)
  let isWaiting = board.loop.instrument.isWaitingForStoredRecord
  #expect(!isWaiting)
  #expect(board.ask(.getStoredRecord).map(\.payload) == [[0, 0, 0, 0, 0, 0, 0, 0]])
  for (kind, payload) in [
    (MessageKind.storeRecord, record(1)), (.eraseRecords, eraseKey), (.interruptStorage, [1, 0]),
  ] {
    let refusal = board.ask(kind, payload).first?.refusal
    #expect(refusal?.reason == RefusalReason.notSupported.rawValue && refusal?.detail == 32, "\(kind)")
  }
}

@Test func interruptStorage_stopsTheStoreUntilARestart() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.ask(.storeRecord, record(1)).map(\.kind) == [.acknowledged])
  #expect(board.ask(.interruptStorage, token: 2, [57, 0]).map(\.kind) == [.acknowledged])
  #expect(board.ask(.storeRecord, token: 3, record(2)).isEmpty)
  #expect(board.ask(.ping, token: 4).map(\.kind) == [.pong])
  #expect(board.ask(.eraseRecords, token: 5, eraseKey).first?.refusal?.reason == RefusalReason.busy.rawValue)
  var later = Board(pages)
  #expect(later.recordInUse() == record(1))
  #expect(later.ask(.getStoredRecord).first?.payload[2] == 0x21)
  var harmless = Board(Pages(), .none)
  #expect(harmless.ask(.interruptStorage, [1, 0]).first?.refusal?.reason == RefusalReason.notSupported.rawValue)
}

@Test func storedRecord_ofAnotherSensor_isDroppedWhenTheSensorHasToldItsName() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.ask(.storeRecord, record(1, chip: 1)).map(\.kind) == [.acknowledged])
  var later = Board(pages, .magnetometer)
  #expect(later.recordInUse() == record(1, chip: 1))
  let other = SensorIdentity(chip: SensorChip(rawValue: 77), address: 0x0e, identityBytes: 0)
  later.loop.instrument.receive(SensorOutcome<FieldSample>.nothing, from: other, at: Instant(microseconds: 5000))
  #expect(later.recordInUse() == identity)
  var same = Board(pages, .magnetometer)
  let fitting = SensorIdentity(chip: .lsm303dlhc, address: 0x1e, identityBytes: 0)
  same.loop.instrument.receive(SensorOutcome<FieldSample>.nothing, from: fitting, at: Instant(microseconds: 5000))
  #expect(same.recordInUse() == record(1, chip: 1))
}

// MARK: - The answer that is kept

/// "No" or "ask again", for the device.
private let never: [UInt8] = [2, 2, 0, 0]
private let again: [UInt8] = [0, 2, 0, 0]

@Test func answerForTheDevice_outlivesRestartsAndOtherRecords() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.ask(.storeRecord, record(1)).map(\.kind) == [.acknowledged])
  #expect(board.ask(.answerPrompt, token: 2, never).map(\.kind) == [.acknowledged])
  #expect(board.ask(.getStoredRecord).first?.payload.dropFirst(8) == (record(1) + [1])[...])
  var later = Board(pages)
  let suppressed = later.loop.instrument.storedMark
  #expect(suppressed == 1 && later.recordInUse() == record(1))
  // Another record takes it along; the same again is not written again.
  #expect(later.ask(.storeRecord, record(2)).map(\.kind) == [.acknowledged])
  #expect(later.ask(.answerPrompt, token: 3, never).map(\.kind) == [.acknowledged])
  #expect(later.ask(.getStoredRecord).first?.payload == [2, 0, 0x11, 0, 3, 0, 0, 0] + record(2) + [1])
  #expect(later.ask(.answerPrompt, token: 4, again).map(\.kind) == [.acknowledged])
  #expect(later.ask(.getStoredRecord).first?.payload == [2, 1, 0x11, 0, 4, 0, 0, 0] + record(2))
  let last = Board(pages)
  #expect(last.loop.instrument.storedMark == 0)
}

@Test func answerForTheDevice_storesNoRecordThatIsNotToStay() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.ask(.storeRecord, record(1)).map(\.kind) == [.acknowledged])
  #expect(board.ask(.setCalibration, token: 2, record(5)).map(\.kind) == [.acknowledged])
  #expect(board.ask(.answerPrompt, token: 3, never).map(\.kind) == [.acknowledged])
  #expect(board.recordInUse() == record(5))
  var later = Board(pages)
  #expect(later.recordInUse() == record(1))
}

@Test func answerForTheDevice_onAnEmptyStore_isKeptAlone_untilItIsErased() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.ask(.answerPrompt, never).map(\.kind) == [.acknowledged])
  var later = Board(pages)
  #expect(later.loop.instrument.storedMark == 1)
  #expect(later.recordInUse() == identity)
  #expect(later.ask(.getStoredRecord, token: 9).first?.payload == [1, 0, 0x01, 0, 1, 0, 0, 0, 1])
  #expect(later.ask(.eraseRecords, token: 2, eraseKey).map(\.kind) == [.acknowledged])
  #expect(later.loop.instrument.storedMark == 0)
  let last = Board(pages)
  #expect(last.loop.instrument.storedMark == 0)
}

@Test func answerForTheDevice_thatTheMemoryRefuses_isToldAndHoldsUntilARestart() {
  let pages = Pages()
  var board = Board(pages)
  pages.refusesWrites = true
  #expect(board.ask(.answerPrompt, never).first?.refusal?.reason == RefusalReason.notStored.rawValue)
  #expect(board.loop.instrument.storedMark == 1)
  let later = Board(pages)
  #expect(later.loop.instrument.storedMark == 0)
}

@Test func answerForTheSession_isNotStored() {
  let pages = Pages()
  var board = Board(pages)
  #expect(board.ask(.answerPrompt, [2, 1, 0, 0]).map(\.kind) == [.acknowledged])
  #expect(board.ask(.getStoredRecord).first?.payload.first == StoredRecordState.empty.rawValue)
}

@Test func answerForTheDevice_thatTheMemoryHasNoRoomFor_isSaidWithTheRecord() {
  // 63 words are header and calibration.
  let pages = Pages(wordCount: 64)
  var board = Board(pages)
  #expect(board.ask(.answerPrompt, token: 2, never).map(\.kind) == [.acknowledged])
  #expect(board.ask(.getStoredRecord).first?.payload == [1, 0, 0x01, 0, 1, 0, 0, 0, 1])
  #expect(board.ask(.storeRecord, token: 3, record(1)).map(\.kind) == [.acknowledged])
  #expect(board.ask(.getStoredRecord).first?.payload == [2, 1, 0x11, 2, 2, 0, 0, 0] + record(1))
  var later = Board(pages)
  #expect(later.recordInUse() == record(1))
  let mark = later.loop.instrument.storedMark
  #expect(mark == 0)
}
