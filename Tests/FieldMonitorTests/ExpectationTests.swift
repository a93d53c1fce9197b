// What strength and dip should be: from record, world model, or learned.

import FieldMonitor
import Foundation
import Quantities
import Testing

private func world(strength: Double, dip: Double) -> GeomagneticField {
  let (north, down) = (strength * cos(dip * .pi / 180), strength * sin(dip * .pi / 180))
  return GeomagneticField(
    q8Nanotesla: Vector3(x: Int32(north * 256), y: 0, z: Int32(down * 256)), horizontalQ8: UInt32(north * 256),
    totalQ8: UInt32(strength * 256), declination: .zero, dip: angle(dip))
}

@Test func expectation_takesTheRecordAloneWithoutAPosition() throws {
  let found = try #require(
    FieldExpectation(
      calibratedNanotesla: 47_000, calibratedDip: angle(60), residualNanotesla: 300, world: nil))
  #expect(found.strengthNanotesla == 47_000)
  #expect(found.dip == angle(60))
  // 300/47000 in Q12 is 26.1; the least limit is larger than three of it.
  #expect(found.residual == 26)
  #expect(found.strengthLimit == FieldExpectation.leastLimit)
}

@Test func expectation_takesTheWorldModelAloneWithoutACalibration() throws {
  let found = try #require(
    FieldExpectation(
      calibratedNanotesla: 0, calibratedDip: nil, residualNanotesla: 65_535, world: world(strength: 49_000, dip: 66)))
  #expect(found.strengthNanotesla == 49_000)
  #expect(found.dip == angle(66))
  #expect(found.residual == 0)
}

@Test func expectation_takesTheDipOfThePlaceAndForgivesTheScaleOfTheSensor() throws {
  let found = try #require(
    FieldExpectation(
      calibratedNanotesla: 45_000, calibratedDip: angle(60), residualNanotesla: 0,
      world: world(strength: 49_500, dip: 66)))
  #expect(found.strengthNanotesla == 45_000)
  #expect(found.dip == angle(66))
  #expect(!found.isMismatched)
  // Clear anywhere between 45,000 − 7 % and 49,500 + 7 %: the scale of the sensor is not a disturbance.
  for (strength, isClear) in [(40_000.0, false), (42_500, true), (47_000, true), (52_000, true), (54_000, false)] {
    var scene = Scene()
    scene.strength = strength
    scene.dip = 66
    var monitor = FieldMonitor(expectation: found)
    for _ in 0..<200 { _ = monitor.take(scene.next()) }
    #expect((monitor.status.state == .clear) == isClear, "\(strength) nT")
  }
}

@Test func expectation_saysWhenCalibrationAndWorldModelDisagree() throws {
  let found = try #require(
    FieldExpectation(
      calibratedNanotesla: 45_000, calibratedDip: nil, residualNanotesla: 0, world: world(strength: 53_000, dip: 66)))
  #expect(found.isMismatched)
  #expect(found.strengthNanotesla == 45_000)
  var scene = Scene()
  scene.strength = 45_000
  scene.dip = 66
  var monitor = FieldMonitor(expectation: found)
  #expect(monitor.take(scene.next()).reasons == .modelMismatch)
}

@Test func expectation_isNotMadeOfAStrengthThatNoPlaceHas() {
  #expect(FieldExpectation(strengthNanotesla: 0, dip: nil) == nil)
  #expect(FieldExpectation(strengthNanotesla: 8_191, dip: nil) == nil)
  #expect(FieldExpectation(strengthNanotesla: 131_072, dip: nil) == nil)
  #expect(FieldExpectation(strengthNanotesla: .max, dip: nil) == nil)
  #expect(
    FieldExpectation(calibratedNanotesla: 0, calibratedDip: nil, residualNanotesla: 0, world: nil) == nil)
}

@Test func expectation_widensTheLimitByTheResidualAndNoFurtherThan15Percent() throws {
  func limit(_ residual: UInt32) throws -> Double {
    Double(
      try #require(FieldExpectation(strengthNanotesla: 40_000, dip: nil, residualNanotesla: residual)).strengthLimit)
      / 4096
  }
  #expect(abs(try limit(400) - 0.07) < 0.001)
  #expect(abs(try limit(1_600) - 0.12) < 0.002)
  #expect(abs(try limit(9_000) - 0.15) < 0.001)
}
