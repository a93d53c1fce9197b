// What strength and dip should be: from record, world model, or learned.

import FieldMonitor
import Foundation
import Quantities
import TestSupport
import Testing

private func world(strength: Double, dip: Double) -> GeomagneticField {
  let (north, down) = (strength * cos(dip * .pi / 180), strength * sin(dip * .pi / 180))
  return GeomagneticField(
    q8Nanotesla: Vector3(x: Int32(north * 256), y: 0, z: Int32(down * 256)), horizontalQ8: UInt32(north * 256),
    totalQ8: UInt32(strength * 256), declination: .zero, dip: angle(dip))
}

private func degrees(_ angle: BinaryAngle) -> Double { Double(angle.signed) * 360 / 4_294_967_296 }

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

@Test func learner_findsMeanDeviationAndDip() throws {
  let seed: UInt64 = 11
  var generator = SeededGenerator(seed: seed)
  var learner = ExpectationLearner()
  var strengths: [Double] = []
  // The dip across ±180° raw boundaries does not matter; steep ones do.
  for _ in 0..<1_000 {
    let strength = 44_000 + 600 * generator.gaussian()
    strengths.append(strength)
    learner.take(strengthNanotesla: UInt32(strength), dip: angle(-70 + generator.gaussian()))
  }
  let found = try #require(learner.expectation)
  let mean = strengths.reduce(0, +) / 1_000
  let deviation = (strengths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 1_000).squareRoot()
  #expect(abs(Double(found.strengthNanotesla) - mean) < 12, "seed \(seed)")
  #expect(abs(Double(found.residual) / 4096 * mean - deviation) < 30, "seed \(seed)")
  #expect(abs(degrees(try #require(found.dip)) + 70) < 0.2, "seed \(seed)")
}

@Test func learner_refusesTooLittleAndNoField() {
  var learner = ExpectationLearner()
  for _ in 0..<7 { learner.take(strengthNanotesla: 44_000, dip: nil) }
  #expect(learner.expectation == nil)
  learner.take(strengthNanotesla: 44_000, dip: nil)
  #expect(learner.expectation?.strengthNanotesla == 44_000)
  #expect(learner.expectation?.dip == nil)
  var empty = ExpectationLearner()
  for _ in 0..<100 { empty.take(strengthNanotesla: 0, dip: nil) }
  #expect(empty.expectation == nil)
  var wild = ExpectationLearner()
  for step: UInt32 in 0..<40_000 { wild.take(strengthNanotesla: step % 2 == 0 ? 0 : .max, dip: nil) }
  #expect(wild.count == 16_384)
  #expect(wild.expectation == nil || wild.expectation!.strengthNanotesla <= 131_071)
}
