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
  // Clear anywhere between 45,000 − 7 % and 49,500 + 7 %: the scale of the sensor is not a disturbance.
  for (strength, isClear) in [(40_000.0, false), (42_500, true), (47_000, true), (52_000, true), (54_000, false)] {
    var scene = Scene()
    scene.strength = strength
    scene.dip = 66
    var monitor = DisturbanceMonitor(expectation: found)
    for _ in 0..<200 { _ = monitor.assess(scene.next()) }
    #expect((monitor.status.state == .clear) == isClear, "\(strength) nT")
  }
}

/// Calibrated in Europe and used in Brazil: the field there is no disturbance, and costs no accuracy.
@Test func expectation_isTheWorldModelsForOneWhoHasTravelled() throws {
  for (there, dip) in [(23_000.0, -40.0), (45_500, 60), (49_000, 66), (66_000, -78)] {
    let found = try #require(
      FieldExpectation(
        calibratedNanotesla: 47_000, calibratedDip: angle(64), residualNanotesla: 300,
        world: world(strength: there, dip: dip)))
    var scene = Scene()
    scene.noise = 100
    scene.strength = there
    scene.dip = dip
    var monitor = DisturbanceMonitor(expectation: found)
    for _ in 0..<200 {
      #expect(monitor.assess(scene.next()).state == .clear, "\(there) nT")
    }
    #expect(abs(Double(try #require(monitor.expectation).strengthNanotesla) - there) <= 1)
    #expect(Double(monitor.status.fieldVariance) / 0x1p32 < 0.01 * 0.01, "\(there) nT")
    // What comes there is seen as anywhere.
    scene.surroundings = Triple(0, 0, there * (dip < 0 ? -0.25 : 0.25))
    for _ in 0..<40 { _ = monitor.assess(scene.next()) }
    #expect(monitor.status.state == .disturbed, "\(there) nT")
    scene.surroundings = Triple(0, 0, 0)
    for _ in 0..<120 { _ = monitor.assess(scene.next()) }
    #expect(monitor.status.state == .clear, "\(there) nT")
  }
}

/// A sensor whose gain is wrong by a quarter measures its record's strength, whatever the world model says.
@Test func expectation_isTheRecordsForASensorWithAWrongGain() throws {
  let found = try #require(
    FieldExpectation(
      calibratedNanotesla: 60_000, calibratedDip: nil, residualNanotesla: 0, world: world(strength: 48_000, dip: 66)))
  var scene = Scene()
  scene.strength = 60_000
  scene.dip = 66
  var monitor = DisturbanceMonitor(expectation: found)
  for _ in 0..<200 {
    #expect(monitor.assess(scene.next()).state == .clear)
  }
  #expect(monitor.expectation == found)
}

/// Between two that are far apart nothing is expected.
@Test func expectation_isOneOfTheTwoAndNothingBetween() throws {
  let found = try #require(
    FieldExpectation(
      calibratedNanotesla: 60_000, calibratedDip: nil, residualNanotesla: 0, world: world(strength: 45_000, dip: 66)))
  for strength in stride(from: 49_000.0, through: 55_000, by: 500) {
    var scene = Scene()
    scene.noise = 300
    scene.strength = strength
    scene.dip = 66
    var monitor = DisturbanceMonitor(expectation: found)
    for _ in 0..<200 { _ = monitor.assess(scene.next()) }
    #expect(monitor.status.state == .disturbed, "\(strength) nT")
  }
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
