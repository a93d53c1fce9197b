// The compass of docs/own-firmware.md that calibrates itself: compiled here, turned in a simulated field, and line by line
// what the document shows.

import Calibration
import Correction
import Foundation
import Geomagnetism
import Heading
import Quantities
import TestSupport
import Testing

/// Samples and time in, true heading out.
struct OwnCompass: ~Copyable {
  var calibration = CalibrationMachine()
  var record = CalibrationRecord.identity
  var declination = BinaryAngle.zero

  /// Whenever place or date are known anew.
  mutating func stand(at position: Position, on date: CalendarDay) throws(WorldModelError) {
    let field = try WorldMagneticModel.field(at: position, moment: WorldMagneticModel.Moment(date))
    declination = field.declination ?? .zero
  }

  /// One sample, both sensors in the same axes. `nil` where there is no direction.
  mutating func heading(field: MagneticField, force: Acceleration, at now: Instant) -> BinaryAngle? {
    calibration.add(field, isOverflowed: false, specificForce: force, at: now)
    guard let magnetic = TiltCompensation.heading(field: field, specificForce: force, calibration: record) else {
      return nil
    }
    return magnetic + declination
  }

  /// Each turn of the main loop. After `true` there is a new record to be stored.
  mutating func turn(at now: Instant) -> Bool {
    calibration.advance(to: now)
    calibration.work(at: now)
    guard let outcome = calibration.takeCandidate() else { return false }
    record.setMagnetometer(from: outcome)
    record.coverage = calibration.coverage
    return true
  }
}

@Test func compass_ofOwnFirmware_isThisFileAndFindsItsHardIron() throws {
  try Document("docs/own-firmware.md").expectBlock(of: "Tests/DocumentationTests/OwnCompassTests.swift", longerThan: 30)

  var compass = OwnCompass()
  // Zurich, 47.4° N, 8.5° E: in 2026 the declination there is 3.6° east, by the model's own service.
  try compass.stand(
    at: Position(latitude: 565_512_106, longitude: 101_408_950),
    on: try #require(CalendarDay(year: 2026, month: 7, day: 1)))
  let declination = compass.declination
  #expect(abs(declination.signedDegrees - 3.6) < 0.3)

  var random = SeededGenerator(seed: 5)
  var now = Instant(microseconds: 0)
  let hardIron = SIMD3(12_000.0, -7_000, 30_000)
  let up = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
  func measured(_ direction: SIMD3<Double>) -> MagneticField {
    let v = direction * 48_000 + hardIron + random.gaussianVector(sigma: 150)
    return MagneticField(nanotesla: Vector3(x: Int32(v.x), y: Int32(v.y), z: Int32(v.z)))
  }
  try compass.calibration.start(at: now)
  var step = 0.0
  while compass.calibration.state != .review && step < 10_000 {
    step += 1
    now = now.advanced(by: 20_000)
    let z = sin(step / 250)
    let r = (1 - z * z).squareRoot()
    // Gravity is not asked in this world: zero is no force.
    _ = compass.heading(
      field: measured(SIMD3(r * cos(step / 20), r * sin(step / 20), z)),
      force: Acceleration(microG: .zero), at: now)
    for _ in 0..<20 {
      let isNew = compass.turn(at: now)
      #expect(!isNew)
    }
  }
  try compass.calibration.handle(.commit, at: now)
  let isNew = compass.turn(at: now)
  #expect(isNew)
  try compass.calibration.handle(.stored, at: now)
  // Nose to the east of magnetic north by 90°, where the field points down by 64°.
  let found = compass.heading(field: measured(SIMD3(0, -0.438, 0.899)), force: up, at: now)
  let degrees = (try #require(found) - declination).signedDegrees
  #expect(abs(degrees - 90) < 1.5, "\(degrees)")
}
