// The stated accuracy against its equations in Double, and its edges.

import FieldMonitor
import Foundation
import Quantities
import Reference
import TestSupport
import Testing

@testable import Heading

/// Findings with given standard deviations: of the field relative, of the tilt in degrees.
private func status(field: Double = 0.005, tilt: Double = 0.3, strength: UInt32 = 48_000) -> FieldStatus {
  var status = FieldStatus()
  status.fieldVariance = UInt32(field * field * 4_294_967_296)
  let radians = tilt * .pi / 180
  status.tiltVariance = UInt32(min(4_294_967_295, radians * radians * 4_294_967_296))
  return status
}

@Test func accuracy_isItsEquationRoundedUp() throws {
  let seed: UInt64 = 606
  var generator = SeededGenerator(seed: seed)
  var worst = 0.0
  for _ in 0..<20_000 {
    let dip = Double.random(in: -80...80, using: &generator)
    let pitch = Double.random(in: -75...75, using: &generator)
    let heading = Double.random(in: 0..<360, using: &generator)
    let field = pow(10, Double.random(in: -3 ... -1, using: &generator))
    let tilt = pow(10, Double.random(in: -1...1, using: &generator))
    let own = UInt16.random(in: 0...1_000, using: &generator)
    let solution = try solution(
      heading: heading, pitch: pitch, dip: dip, strength: Double.random(in: 9_000...400_000, using: &generator),
      roll: Double.random(in: -180...180, using: &generator),
      force: pow(10, Double.random(in: 5...7, using: &generator)))
    let found = HeadingAccuracy.of(solution, status(field: field, tilt: tilt), calibration: .predicted(own))
    let exact = ReferenceAccuracy(
      headingDegrees: heading, pitchDegrees: pitch, dipDegrees: dip, fieldVariance: field * field,
      tiltVariance: pow(tilt * .pi / 180, 2), calibrationDegrees: Double(own) / 100
    ).degrees()
    let stated = Double(try #require(found.hundredths)) / 100
    worst = max(worst, abs(stated - exact) / (exact + 0.5))
    #expect(
      abs(stated - exact) < 0.04 * exact + 0.3,
      "seed \(seed): dip \(dip), pitch \(pitch), heading \(heading), field \(field), tilt \(tilt): \(stated) for \(exact)"
    )
  }
  #expect(worst > 0)
}

@Test func accuracy_isNoneWithoutACalibrationAndNegativeOnlyThen() throws {
  let none = try HeadingAccuracy.of(solution(), status(), calibration: .unknown)
  #expect(none.hundredths == nil)
  #expect(none.grade == 0)
  #expect(none.reasons.contains(.uncalibrated))
  #expect(HeadingAccuracy.compatible(none.hundredths) == -100)
  #expect(HeadingAccuracy.compatible(0) == 0)
  #expect(HeadingAccuracy.compatible(18_000) == 18_000)
}

@Test(arguments: [FieldReasons.saturated, .stuck, .noField, .freeFall])
func accuracy_isNoneForASensorThatFails(reason: FieldReasons) throws {
  var findings = status()
  findings.reasons = reason
  let found = try HeadingAccuracy.of(solution(), findings, calibration: .predicted(100), declination: 30)
  #expect(found.hundredths == nil)
  #expect(found.trueHundredths == nil)
  #expect(found.reasons.contains(.fault))
}

@Test func accuracy_isCappedAtHalfATurn() throws {
  let found = try HeadingAccuracy.of(
    solution(pitch: 89.9, dip: 89), status(field: 0.9, tilt: 57), calibration: .predicted(18_000), declination: 18_000)
  #expect(found.hundredths == 18_000)
  #expect(found.trueHundredths == 18_000)
  #expect(found.grade == 0)
  #expect(found.reasons.contains(.steepDip))
}

@Test func accuracy_ofTheTrueHeadingHoldsTheDeclinationsToo() throws {
  let found = try HeadingAccuracy.of(solution(), status(), calibration: .predicted(100), declination: 200)
  let magnetic = Double(try #require(found.hundredths))
  let both = Double(try #require(found.trueHundredths))
  #expect(abs(both - (magnetic * magnetic + 400 * 400).squareRoot()) < 8)
  #expect(try HeadingAccuracy.of(solution(), status(), calibration: .predicted(100)).trueHundredths == nil)
}

@Test func accuracy_widensWithTheTiltAForceOutsideOneGCouldHide() throws {
  var monitor = DisturbanceMonitor(expectation: FieldExpectation(strengthNanotesla: 48_000, dip: angle(65)))
  let down = (48_000 * 256 * sin(65 * Double.pi / 180), 48_000 * 256 * cos(65 * Double.pi / 180))
  var field = CorrectedField(q8Nanotesla: Vector3(x: Int32(down.1), y: 0, z: Int32(down.0)))
  func stated(_ force: Int32, _ time: UInt64) throws -> HeadingAccuracy {
    // One 1/256 nT of noise: the sensor does not hang.
    field.q8Nanotesla.y ^= 1
    let status = monitor.assess(
      FieldObservation(
        time: Instant(microseconds: time * 50_000), field: field,
        specificForce: Acceleration(microG: Vector3(x: 0, y: 0, z: -force)), dip: angle(65)))
    return try HeadingAccuracy.of(solution(), status, calibration: .predicted(100))
  }
  for step: UInt64 in 1...50 { _ = try stated(1_000_000, step) }
  let calm = try stated(1_000_000, 51)
  let outside = try stated(1_080_000, 52)
  let after = try stated(1_000_000, 62)
  let later = try stated(1_000_000, 300)
  #expect(!calm.reasons.contains(.force))
  #expect(outside.reasons.contains(.force) && outside.reasons.contains(.tilt))
  // 0.08 rad about north, times tan 65° and 3.18: 31°.
  #expect(abs(Double(try #require(outside.hundredths)) / 100 - 31.4) < 1.5)
  #expect(try #require(after.hundredths) > #require(calm.hundredths))
  #expect(try #require(later.hundredths) < #require(calm.hundredths) + 30)
}

@Test func accuracy_isLessForASuspectedField() throws {
  var findings = status(field: 0.02)
  let clear = try HeadingAccuracy.of(solution(), findings, calibration: .predicted(50))
  findings.state = .disturbed
  findings.offsetSquared = findings.fieldVariance / 2
  (findings.expectedUnits, findings.expectedHorizontalUnits) = (12_000, 5_000)
  let disturbed = try HeadingAccuracy.of(solution(), findings, calibration: .predicted(50))
  #expect(try #require(disturbed.hundredths) > #require(clear.hundredths))
  #expect(clear.grade == 2)
  #expect(disturbed.grade == 1)
  #expect(disturbed.reasons.contains(.disturbance))
  findings = status(field: 0.0005, tilt: 0.01)
  #expect(try HeadingAccuracy.of(solution(), findings, calibration: .predicted(20)).grade == 3)
}

@Test func accuracy_saysLevelWithoutAccelerometer() throws {
  var findings = status()
  findings.tiltVariance = DisturbanceMonitor.levelTiltVariance(tenths: 50)
  findings.reasons = .forceUntrusted
  let found = try HeadingAccuracy.of(solution(), findings, calibration: .predicted(100), isLevel: true)
  #expect(found.reasons.contains(.level))
  #expect(!found.reasons.contains(.force))
  // 5°, tan 65° and 3.18.
  #expect(abs(Double(try #require(found.hundredths)) / 100 - 34.1) < 1)
  // On a gimbal that keeps it within 0.5° what is left is mostly tilt no more: (3.4°)², and twice the calibration's 1°.
  findings.tiltVariance = DisturbanceMonitor.levelTiltVariance(tenths: 5)
  let gimballed = try HeadingAccuracy.of(solution(), findings, calibration: .predicted(100), isLevel: true)
  #expect(try #require(gimballed.hundredths) < 600)
}

@Test func declinationError_isThatOfTheWorldModel() {
  // √(0.26² + (5417/H)²).
  for (horizontal, degrees) in [(20_000.0, 0.3756), (6_000, 0.9394), (2_000, 2.721), (45_000, 0.2865)] {
    let found = Double(HeadingAccuracy.declinationError(horizontalNanotesla: UInt32(horizontal))) / 100
    #expect(abs(found - degrees) < 0.012, "\(horizontal) nT")
  }
  #expect(HeadingAccuracy.declinationError(horizontalNanotesla: 0) == 18_000)
  #expect(HeadingAccuracy.declinationError(horizontalNanotesla: 33) == 16_416)
}

@Test func declinationError_growsOutsideTheModelsDates() {
  // √(0.26² + ((5417 + 800·years)/H)²).
  for (horizontal, years, degrees) in [
    (20_000.0, 0.5, 0.3893), (20_000, 1, 0.4049), (20_000, 5, 0.5379), (20_000, 10, 0.7195), (6_000, 10, 2.2513),
    (33, 10, 180),
  ] {
    let found = HeadingAccuracy.declinationError(
      horizontalNanotesla: UInt32(horizontal), q22YearsOutside: UInt32(years * 4_194_304))
    #expect(abs(Double(found) / 100 - degrees) < 0.012, "\(horizontal) nT, \(years) years")
  }
}
