// The guided calibration of a compass in a simulated field, its record in and out, and its refusals.

import Binnacle
import Foundation
import Testing

@Test func calibration_findsTheHardIronAndGivesARecord() throws {
  var compass = Compass()
  var calibration = CompassCalibration()
  var world = TurnedWorld()
  var now = Instant(microseconds: 0)
  #expect(throws: IllegalCalibrationEvent(event: .commit, state: .idle)) { try calibration.commit(at: now) }
  try compass.setPlace(
    Position(latitude: 565_504_027, longitude: 101_408_950),
    on: try #require(CalendarDay(year: 2026, month: 7, day: 1)))
  try calibration.start(at: now)
  #expect(calibration.state == .seeking)
  var renewals: Int
  (now, renewals) = world.turn(&compass, &calibration, from: now)
  #expect(calibration.state == .review && renewals == 0 && !compass.isCalibrated)
  #expect(calibration.advice == .decide && calibration.percent == 98)
  #expect(calibration.outcome.accepted && calibration.outcome.predictedWorst < 300 && calibration.confidence > 50)
  try calibration.commit(at: now)
  #expect(result(calibration.step(&compass, at: now)))
  #expect(compass.isCalibrated && compass.record.date == 9678 && compass.record.coverage.count > 60)
  #expect(calibration.state == .committed)
  let isSaved = calibration.saved(true, at: now)
  #expect(isSaved && calibration.state == .monitor && calibration.percent == 100)
  #expect(calibration.saved(true, at: now) == false)

  compass.add(TurnedWorld.up, at: now)
  let field = world.level(heading: 90)
  compass.add(field, at: now)
  let heading = try #require(result(compass.heading()))
  #expect(heading.isWithin(1.5, of: 90))

  // After a restart, from the stored bytes.
  var bytes = compass.recordBytes()
  var other = Compass()
  try other.useRecord(bytes.span)
  other.add(TurnedWorld.up, at: now)
  other.add(field, at: now)
  #expect(other.heading() == heading)
  var next = CompassCalibration()
  let isNew = next.step(&other, at: now)
  #expect(!isNew && next.state == .monitor)
  bytes[20] ^= 1
  #expect(throws: RecordDefect.checksum) { try other.useRecord(bytes.span) }
  #expect(other.heading() == heading)
}

@Test func calibration_withoutStore_endsByItself() throws {
  var compass = Compass()
  var calibration = CompassCalibration()
  calibration.hasStore = false
  var world = TurnedWorld()
  try calibration.start(at: Instant(microseconds: 0))
  let now = world.turn(&compass, &calibration, from: Instant(microseconds: 0)).end
  try calibration.commit(at: now)
  #expect(result(calibration.step(&compass, at: now)))
  #expect(calibration.state == .monitor && compass.isCalibrated)
}

@Test func calibration_thatIsNotMoved_failsWithItsReason() throws {
  var compass = Compass()
  var calibration = CompassCalibration()
  var world = TurnedWorld()
  var now = Instant(microseconds: 0)
  try calibration.start(at: now)
  #expect(calibration.timeLeft(at: now) == 35_000_000)
  while calibration.state != .failed, now.microseconds < 60_000_000 {
    now = now.advanced(by: 100_000)
    compass.add(world.measured(SIMD3(0, 0, 1)), at: now)
    let isNew = calibration.step(&compass, at: now)
    #expect(!isNew)
  }
  #expect(calibration.state == .failed && calibration.reason?.code == .noMotion)
  #expect(calibration.reported(0)?.code == .noMotion && calibration.reported(1) == nil)
  #expect(calibration.reported(65_535) == nil)
  try calibration.cancel(at: now)
  #expect(calibration.state == .idle)
}

@Test func calibration_inIronThatChanges_isRefusedWithItsReasons() throws {
  var compass = Compass()
  var calibration = CompassCalibration()
  var world = TurnedWorld(noise: 12_000)
  try calibration.start(at: Instant(microseconds: 0))
  _ = world.turn(&compass, &calibration, from: Instant(microseconds: 0))
  #expect(calibration.state == .failed && !calibration.outcome.accepted)
  let reasons = (0..<CompassCalibration.reportedCount).compactMap { calibration.reported($0) }
  #expect(reasons.contains { $0.code.rawValue <= 16 && $0.measured > $0.limit })
  #expect(compass.isCalibrated == false)
}

@Test func calibration_ofTheAccelerometer_findsItsOffset() throws {
  var compass = Compass()
  var calibration = CompassCalibration()
  calibration.hasStore = false
  var now = Instant(microseconds: 0)
  try calibration.start(.accelerometer, at: now)
  let sides = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)] as [(Int32, Int32, Int32)]
  for round in 0..<40 where calibration.state == .seeking || calibration.state == .collecting || round == 0 {
    let (x, y, z) = sides[round % 6]
    let force = Vector3(x: x * 1_000_000 + 20_000, y: y * 1_000_000 - 30_000, z: z * 1_000_000 + 10_000)
    for step in 0..<150 {
      now = now.advanced(by: 20_000)
      // On the way to the next side it is shaken.
      let shaken = step < 20 ? Int32(step % 2) * 400_000 : 0
      compass.add(Acceleration(microG: Vector3(x: force.x + shaken, y: force.y, z: force.z)), at: now)
      compass.add(
        MagneticField(nanotesla: Vector3(x: x * 40_000 + shaken / 100, y: y * 40_000, z: z * 40_000)), at: now)
      for _ in 0..<8 { _ = calibration.step(&compass, at: now) }
    }
    if round == 11 { try? calibration.finish(at: now) }
  }
  #expect(calibration.state == .review, "\(calibration.state), \(String(describing: calibration.reason))")
  try calibration.commit(at: now)
  let isNew = calibration.step(&compass, at: now)
  #expect(isNew && !compass.isCalibrated && compass.record.accelerometerOrder != 0)
  let offset = compass.record.accelerometerOffset
  #expect(abs(offset.x - 20_000) < 500 && abs(offset.y + 30_000) < 500 && abs(offset.z - 10_000) < 500)
}
