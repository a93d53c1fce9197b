// Power that goes while a committed calibration is saved: after a restart there is the old record or the new one.
// `make test` tries a sample of the operations; `make faults` tries all.

import Correction
import LinkProtocol
import TestSupport
import Testing

private let old: CalibrationRecord = {
  var record = CalibrationRecord()
  record.modelOrder = .sphere
  record.grade = 2
  record.hardIron.x = 4711
  return record
}()

@Test func commit_cutAtEveryOperationOfItsSave_leavesTheOldRecordOrTheNew() throws {
  let capabilities = CalibrationBoard.whole.union(.provocation)
  /// An erase, the record in words, three words of the header, and its first one.
  // One erase, the calibration with its header, the header of the slot, and the word that makes it valid.
  let operations = 1 + 55 + 4 + 1
  for n in FaultRuns.numbers(upTo: operations, sample: 4) {
    let pages = Pages()
    let board = CalibrationBoard(pages, capabilities)
    let bytes = old.bytes()
    #expect(board.ask(.storeRecord, token: 1, bytes.span.indices.map { bytes[$0] })?.kind == .acknowledged)
    board.send(.startStreams, token: 2, [16])
    #expect(board.ask(.startCalibration, token: 3, [0, 0, 0, 0])?.kind == .acknowledged)
    #expect(board.run(seconds: 120, until: 7))
    #expect(board.ask(.interruptStorage, token: 4, [UInt8(n), 0])?.kind == .acknowledged)
    // The board's loop fetches the drill before the next request comes.
    board.turn()
    #expect(board.ask(.commandCalibration, token: 5, [4])?.kind == .acknowledged)
    #expect(board.run(seconds: 6, until: 9), "the deadline ends a commit whose store hangs")
    let report = try #require(board.ask(.getCalibrationReport, token: 6)?.message(CalibrationReport.self))
    #expect(report.flags.contains(.adopted) && report.flags.contains(.stored) == (n == operations))
    let new = try #require(board.record())
    #expect(new.modelOrder == .ellipsoid, "the committed record is in use")

    let restarted = CalibrationBoard(pages, capabilities)
    #expect(restarted.record() == (n == operations ? new : old), "cut after \(n) operations")
  }
}
