// A calibration seen from the line: requests and refusals, progress, the record that comes into use, questions.

import Correction
import Foundation
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers
import TestSupport
import Testing

private let noDelay: [UInt8] = [0, 0, 0, 0]
private let review: UInt8 = 7

@Test func calibration_overTheLine_isInUseStoredAndThereAfterARestart() throws {
  let pages = Pages()
  let board = CalibrationBoard(pages, CalibrationBoard.whole)
  board.send(.startStreams, token: 1, [16])
  #expect(board.ask(.startCalibration, token: 2, noDelay)?.kind == .acknowledged)
  let reached = board.run(seconds: 120, until: review)
  #expect(reached)
  let untouched = board.record()
  #expect(untouched == .identity, "nothing is in use before the commit")
  let report = try #require(board.ask(.getCalibrationReport, token: 3)?.message(CalibrationReport.self))
  #expect(report.flags.contains(.accepted) && !report.flags.contains(.adopted) && report.modelOrder == 4)
  #expect(board.ask(.commandCalibration, token: 4, [4])?.kind == .acknowledged)
  let ended = board.run(seconds: 5, until: 9)
  #expect(ended)
  let after = try #require(board.ask(.getCalibrationReport, token: 5)?.message(CalibrationReport.self))
  #expect(after.flags.contains(.adopted) && after.flags.contains(.stored))
  let record = try #require(board.record())
  #expect(record.modelOrder == .ellipsoid && record.sensorChip == 1)
  for (found, iron) in [
    (record.hardIron.x, board.hardIron.x), (record.hardIron.y, board.hardIron.y), (record.hardIron.z, board.hardIron.z),
  ] {
    #expect(abs(Double(found) / 256 - iron) < 50)
  }
  let progress = board.heard.compactMap { $0.kind == .periodicCalibration ? $0.message(CalibrationProgress.self) : nil }
  let percents = progress.map(\.percent)
  #expect(percents == percents.sorted() && percents.last == 100)
  #expect(progress.allSatisfy { ($0.percent == 100) == ($0.state == 9) })

  let restarted = CalibrationBoard(pages, CalibrationBoard.whole)
  #expect(restarted.record() == record)
}

@Test func calibration_withGravity_tellsTheDipAndHowSteadyItIs() throws {
  let board = CalibrationBoard(Pages(), CalibrationBoard.whole)
  board.dipDegrees = 61.3
  board.send(.startStreams, token: 1, [16])
  board.send(.startCalibration, token: 2, noDelay)
  let reached = board.run(seconds: 120, until: review)
  #expect(reached)
  let report = try #require(board.ask(.getCalibrationReport, token: 3)?.message(CalibrationReport.self))
  #expect(abs(Int(report.dip) - 6130) < 20 && report.dipSpread < 60, "\(report.dip) \(report.dipSpread)")
  #expect(report.middleRatio >= 1000 && report.middleRatio <= report.axisRatio && report.axisRatio < 1020)
  board.send(.commandCalibration, token: 4, [4])
  board.run(seconds: 5, until: 9)
  let record = try #require(board.record())
  let dip = try #require(record.dip)
  #expect(abs(dip.signedDegrees - 61.3) < 0.2)
  #expect(record.predictedError < 250, "the rotation between the sensors is known: \(record.predictedError)")
}

/// 60, −35 and 25 mg of offset, 3 % too much along x: what a force is measured as.
private func measured(_ force: SIMD3<Double>) -> Vector3 {
  Vector3(
    x: Int32(1.03e6 * force.x) + 60_000, y: Int32(1e6 * force.y) - 35_000, z: Int32(1e6 * force.z) + 25_000)
}

@Test func calibrationOfTheAccelerometer_ofABoardWithoutOne_isRefused() throws {
  let board = CalibrationBoard(Pages(), CalibrationBoard.whole)
  let refused = try #require(board.ask(.startCalibration, token: 1, [4, 0, 0, 0])?.message(Refusal.self))
  #expect(refused.reason == RefusalReason.notSupported.rawValue && refused.detail == 2)
}

/// A board whose accelerometer feels every two and a half seconds another of 26 sides, edges and corners.
private func boardWithAccelerometer(_ pages: Pages) -> CalibrationBoard {
  let board = CalibrationBoard(pages, CalibrationBoard.whole.union(.accelerometer))
  board.isTurned = false
  board.force = { n in
    let pose = n / 125 * 7 % 26
    let code = pose < 13 ? pose : pose + 1
    let side = SIMD3<Double>(Double(code % 3 - 1), Double(code / 3 % 3 - 1), Double(code / 9 - 1))
    return measured(side / (side * side).sum().squareRoot())
  }
  return board
}

/// A tilted force, as the sensor measures it, comes out as it is.
private func expectForceIsCorrected(_ board: CalibrationBoard) throws {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
  InjectedSample(
    time: Instant(microseconds: 1), scale: .nanotesla, counts: board.field(0),
    specificForce: Acceleration(microG: measured(SIMD3(0.28, 0, -0.96)))
  ).append(to: &frame)
  let payload = (0..<frame.payloadLength).map { frame.payload[$0] }
  let reading = try #require(board.ask(.injectSample, token: 6, payload)?.message(Reading.self))
  let force = reading.specificForce.microG
  #expect(abs(force.x - 280_000) < 500 && abs(force.y) < 500 && abs(force.z + 960_000) < 500, "\(force)")
}

@Test func calibrationOfTheAccelerometer_keepsTheMagnetometersPart_andTheOtherWayRound() throws {
  let pages = Pages()
  let board = boardWithAccelerometer(pages)
  var old = CalibrationRecord()
  old.modelOrder = .sphere
  old.grade = 3
  old.hardIron = Vector3(x: 15_000_000, y: 1, z: -2)
  let bytes = old.bytes()
  board.send(.setCalibration, token: 1, bytes.span.indices.map { bytes[$0] })
  board.send(.startStreams, token: 2, [16])
  #expect(board.ask(.startCalibration, token: 3, [4, 0, 0, 0])?.kind == .acknowledged)
  let reached = board.run(seconds: 120, until: review)
  #expect(reached)
  let report = try #require(board.ask(.getCalibrationReport, token: 4)?.message(CalibrationReport.self))
  #expect(report.flags.contains(.accelerometer) && report.flags.contains(.accepted) && report.grade == 3)
  #expect(abs(Int(report.hardIron.x) / 256 - 60_000) < 500 && abs(Int(report.fieldStrength) - 1_000_000) < 40_000)
  let progress = board.heard.compactMap { $0.kind == .periodicCalibration ? $0.message(CalibrationProgress.self) : nil }
  #expect(progress.last?.isAccelerometer == true)
  #expect(board.ask(.commandCalibration, token: 5, [4])?.kind == .acknowledged)
  board.run(seconds: 5, until: 9)
  let record = try #require(board.record())
  var expected = old
  expected.accelerometer = record.accelerometer
  #expect(record == expected && record.accelerometer?.modelOrder == .ellipsoid)
  let restarted = CalibrationBoard(pages, CalibrationBoard.whole.union(.accelerometer))
  #expect(restarted.record() == record, "it was stored")
  try expectForceIsCorrected(board)

  board.isTurned = true
  #expect(board.ask(.startCalibration, token: 7, noDelay)?.kind == .acknowledged)
  let again = board.run(seconds: 120, until: review)
  #expect(again)
  #expect(board.ask(.commandCalibration, token: 8, [4])?.kind == .acknowledged)
  board.run(seconds: 5, until: 9)
  let both = try #require(board.record())
  #expect(both.modelOrder == .ellipsoid && both.accelerometer == record.accelerometer)
}

/// A board at rest that uses a good calibration of day 8,000 of the millennium, and streams readings and questions.
private func boardWithAnOldCalibration() -> (CalibrationBoard, CalibrationRecord) {
  let board = CalibrationBoard(Pages(), CalibrationBoard.whole)
  board.isTurned = false
  var old = CalibrationRecord()
  old.modelOrder = .ellipsoid
  old.grade = 3
  old.fieldStrength = 48_000
  old.date = 8_000
  old.hardIron = Vector3(x: 15_360_000, y: -5_120_000, z: 8_960_000)
  let bytes = old.bytes()
  board.send(.setCalibration, token: 1, bytes.span.indices.map { bytes[$0] })
  board.send(.startStreams, token: 2, [17])
  return (board, old)
}

@Test func calibrationInUse_thatIsOldOrFarFromItsTemperature_isAskedAboutWithTheReason() throws {
  var (board, old) = boardWithAnOldCalibration()
  board.run(seconds: 2)
  func questions() -> [CalibrationPrompt] {
    board.heard.compactMap { $0.kind == .calibrationPrompt ? $0.message(CalibrationPrompt.self) : nil }
  }
  #expect(questions().isEmpty, "as long as the day is not known")
  // Day 9,456 of the millennium: 1,456 days on.
  #expect(board.ask(.setDate, token: 3, [1, 0xf0, 0x24, 0, 0])?.kind == .acknowledged)
  board.run(seconds: 2)
  let asked = try #require(questions().first)
  #expect(questions().count == 1 && asked.reason == 69 && asked.measured == 1_456 && asked.limit == 365)
  // Another record: the old finding is none of its.
  old.date = 9_400
  let fresh = old.bytes()
  board.send(.setCalibration, token: 4, fresh.span.indices.map { fresh[$0] })
  #expect(board.ask(.answerPrompt, token: 5, [0, 0, 10, 0])?.kind == .acknowledged)
  board.run(seconds: 25)
  #expect(questions().count == 1)
}

@Test func calibrationInUse_thatIsOld_isAskedAboutAgain_afterACalibrationThatChangedNothing() throws {
  let (board, _) = boardWithAnOldCalibration()
  #expect(board.ask(.setDate, token: 3, [1, 0xf0, 0x24, 0, 0])?.kind == .acknowledged)
  #expect(board.ask(.answerPrompt, token: 4, [0, 0, 10, 0])?.kind == .acknowledged)
  board.run(seconds: 2)
  func reasons() -> [UInt8] {
    board.heard.compactMap { $0.kind == .calibrationPrompt ? $0.message(CalibrationPrompt.self)?.reason : nil }
  }
  #expect(reasons() == [69])
  // Somebody begins a calibration and closes the display.
  #expect(board.ask(.startCalibration, token: 5, [0, 0, 0, 0])?.kind == .acknowledged)
  board.run(seconds: 2)
  #expect(board.ask(.commandCalibration, token: 6, [2])?.kind == .acknowledged)
  board.run(seconds: 12)
  #expect(reasons() == [69, 69])
}

@Test func calibration_withoutAStore_isInUseAndSaysItIsNotStored() throws {
  let board = CalibrationBoard(Pages(), .magnetometer)
  board.send(.startStreams, token: 1, [16])
  board.send(.startCalibration, token: 2, noDelay)
  board.run(seconds: 120, until: review)
  board.send(.commandCalibration, token: 4, [4])
  board.run(seconds: 5, until: 9)
  let report = try #require(board.ask(.getCalibrationReport, token: 5)?.message(CalibrationReport.self))
  #expect(report.flags.contains(.adopted) && !report.flags.contains(.stored) && !report.flags.contains(.hasStore))
  #expect((0..<Int(report.reasonCount)).contains { report.reason($0).code == 36 })
  #expect(board.record()?.modelOrder == .ellipsoid)
}

@Test(arguments: [UInt8(1), 2, 5])
func calibration_cancelledOrDiscarded_keepsTheOldRecord(command: UInt8) throws {
  let board = CalibrationBoard(Pages(), CalibrationBoard.whole)
  var old = CalibrationRecord()
  old.modelOrder = .sphere
  old.grade = 2
  old.hardIron = Vector3(x: 15_000_000, y: 1, z: -2)
  let bytes = old.bytes()
  board.send(.setCalibration, token: 1, bytes.span.indices.map { bytes[$0] })
  board.send(.startStreams, token: 1, [16])
  board.send(.startCalibration, token: 2, noDelay)
  let reached = board.run(seconds: 120, until: review)
  #expect(reached)
  #expect(board.ask(.commandCalibration, token: 3, [command])?.kind == .acknowledged)
  let ended = board.run(seconds: 2, until: 9)
  #expect(ended, "a calibration is in use: back to monitor")
  #expect(board.record() == old)
}

@Test func calibration_illegalRequests_saySoAndChangeNothing() throws {
  let board = CalibrationBoard(Pages(), CalibrationBoard.whole)
  // Commit without a calibration.
  let refused = try #require(board.ask(.commandCalibration, token: 1, [4])?.message(Refusal.self))
  #expect(refused.reason == RefusalReason.illegalEvent.rawValue && refused.detail == 4 && refused.limit == 0)
  #expect(board.ask(.startCalibration, token: 2, noDelay)?.kind == .acknowledged)
  // The same request again, its answer lost: answered as before. Another one: refused.
  #expect(board.ask(.startCalibration, token: 2, noDelay)?.kind == .acknowledged)
  let second = try #require(board.ask(.startCalibration, token: 3, noDelay)?.message(Refusal.self))
  #expect(second.reason == RefusalReason.illegalEvent.rawValue && second.detail == 0 && second.limit == 2)
  let late = try #require(board.ask(.startCalibration, token: 4, [0, 0, 0x61, 0xea])?.message(Refusal.self))
  #expect(late.reason == RefusalReason.outOfRange.rawValue && late.limit == 60_000)
  for command in [UInt8(0), 6, 255] {
    let unknown = try #require(board.ask(.commandCalibration, token: 5, [command])?.message(Refusal.self))
    #expect(unknown.reason == RefusalReason.outOfRange.rawValue)
  }
  let erase = try #require(board.ask(.eraseRecords, token: 6, Array("ERAS".utf8))?.message(Refusal.self))
  #expect(erase.reason == RefusalReason.illegalEvent.rawValue)
  let keyless = try #require(board.ask(.eraseRecords, token: 7, [1, 0, 0, 0])?.message(Refusal.self))
  #expect(keyless.reason == RefusalReason.outOfRange.rawValue && keyless.detail == 1)
  let progress = try #require(board.ask(.getCalibrationProgress, token: 8)?.message(CalibrationProgress.self))
  #expect(progress.state == 2, "still seeking")
}

@Test func calibration_ofABoardWithoutSensor_takesInjectedSamplesOnly() throws {
  let board = CalibrationBoard(Pages(), .injection)
  let refused = try #require(board.ask(.startCalibration, token: 1, noDelay)?.message(Refusal.self))
  #expect(refused.reason == RefusalReason.notSupported.rawValue && refused.detail == 1)
  #expect(board.ask(.startCalibration, token: 2, [1, 0, 0, 0])?.kind == .acknowledged)
  var state: UInt8 = 2
  for n in 0..<3000 where state != review {
    var frame = FrameBuffer()
    frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
    // The host's own clock, far from the device's.
    InjectedSample(
      time: Instant(microseconds: 77_000_000_000 + UInt64(n) * 20_000), scale: .nanotesla, counts: board.field(n),
      specificForce: nil
    ).append(to: &frame)
    var payload: [UInt8] = []
    for i in 0..<frame.payloadLength { payload.append(frame.payload[i]) }
    #expect(board.ask(.injectSample, token: 3, payload)?.kind == .computed)
    for _ in 0..<20 { board.turn() }
    let progress = try #require(board.ask(.getCalibrationProgress, token: 4)?.message(CalibrationProgress.self))
    state = progress.state
  }
  #expect(state == review)
  #expect(board.ask(.commandCalibration, token: 5, [4])?.kind == .acknowledged)
  for _ in 0..<20 { board.turn() }
  let record = try #require(board.record())
  #expect(record.modelOrder == .ellipsoid && record.sensorChip == 0)
}

@Test func calibrationPrompt_uncalibrated_isAskedOnceAnIntervalAndCanBeSilenced() throws {
  func questions(_ heard: [Heard]) -> [CalibrationPrompt] {
    heard.compactMap { $0.kind == .calibrationPrompt ? $0.message(CalibrationPrompt.self) : nil }
  }
  let board = CalibrationBoard(Pages(), CalibrationBoard.whole)
  board.run(seconds: 3)
  #expect(questions(board.heard).isEmpty, "nobody listens")
  board.send(.startStreams, token: 1, [16])
  board.run(seconds: 30)
  #expect(questions(board.heard).map(\.reason) == [64] && questions(board.heard)[0].count == 1)
  #expect(board.ask(.answerPrompt, token: 2, [0, 0, 10, 0])?.kind == .acknowledged)
  board.run(seconds: 25)
  #expect(questions(board.heard).count == 4, "an interval of 10 s from now on")
  #expect(board.ask(.answerPrompt, token: 3, [2, 1, 0, 0])?.kind == .acknowledged)
  board.run(seconds: 25)
  #expect(questions(board.heard).count == 4, "silenced for the session")
  board.send(.getHello, token: 4, [1, 1])
  board.run(seconds: 5)
  #expect(questions(board.heard).count == 5, "a new session")
  board.send(.answerPrompt, token: 5, [2, 2, 0, 0])
  board.send(.getHello, token: 6, [1, 1])
  board.run(seconds: 25)
  #expect(questions(board.heard).count == 5, "silenced on the device")
  let bad = try #require(board.ask(.answerPrompt, token: 7, [3, 0, 0, 0])?.message(Refusal.self))
  #expect(bad.reason == RefusalReason.outOfRange.rawValue && bad.detail == 3 && bad.limit == 2)
}

@Test func refit_behindTheOneInUse_isTried_andToldWithBothDeviations() throws {
  let board = CalibrationBoard(Pages(), CalibrationBoard.whole)
  board.send(.startStreams, token: 1, [16])
  #expect(board.ask(.startCalibration, token: 2, [2, 0, 0, 0])?.kind == .acknowledged)
  let reached = board.run(seconds: 120, until: review)
  #expect(reached)
  #expect(board.ask(.commandCalibration, token: 4, [4])?.kind == .acknowledged)
  board.run(seconds: 5, until: 9)
  let before = try #require(board.ask(.getCalibrationReport, token: 5)?.message(CalibrationReport.self))
  func trial() throws -> [ReportedReason] {
    let report = try #require(board.ask(.getCalibrationReport, token: 6)?.message(CalibrationReport.self))
    return (0..<Int(report.reasonCount)).map(report.reason).filter { $0.code == 37 || $0.code == 38 }
  }
  #expect(try trial().isEmpty)
  // What knows gravity promises more.
  board.dipDegrees = 30
  var found: [ReportedReason] = []
  for _ in 0..<30 where found.isEmpty {
    board.run(seconds: 10)
    found = try trial()
  }
  // A noiseless sensor: the two are as good as equal. What comes into use is what is nearer on both.
  let after = try #require(board.ask(.getCalibrationReport, token: 7)?.message(CalibrationReport.self))
  let isBetter = found.allSatisfy { $0.measured < $0.limit }
  #expect((after.hardIron != before.hardIron) == isBetter)
  #expect(after.flags.contains(.stored))
  #expect(found.map(\.code) == [37, 38] && found.allSatisfy { $0.weight == .note && $0.limit > 0 })
}
