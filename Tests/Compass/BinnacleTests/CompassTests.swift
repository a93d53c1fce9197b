// The compass as one value: headings by the vectors, axes, place, silence, a force that is too old.

import Binnacle
import Foundation
import TestSupport
import Testing

private struct HeadingCase: Decodable {
  let name: String
  let fieldQ8: [Int32]
  let specificForceMicroG: [Int32]?
  let inDomain: Bool
  let rollDegrees: Double?
  let pitchDegrees: Double?
  let headingDegrees: Double?
  let dipDegrees: Double?
}

private func vector(_ v: [Int32]) -> Vector3 { Vector3(x: v[0], y: v[1], z: v[2]) }
private let soon = Instant(microseconds: 1_000_000)

/// A compass with a calibration that corrects nothing.
private func calibrated() -> Compass {
  var compass = Compass()
  var record = CalibrationRecord.identity
  record.modelOrder = .sphere
  record.fieldStrength = 48_000
  record.predictedError = 200
  compass.use(record)
  return compass
}

@Test func compass_isWithinTheAccuracyOfTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/heading.json", as: HeadingCase.self) {
    // The fraction of a nanotesla comes by the hard iron.
    var record = CalibrationRecord.identity
    record.modelOrder = .sphere
    record.hardIron = Vector3(x: -(c.fieldQ8[0] & 255), y: -(c.fieldQ8[1] & 255), z: -(c.fieldQ8[2] & 255))
    var compass = Compass()
    compass.use(record)
    if let force = c.specificForceMicroG { compass.add(Acceleration(microG: vector(force)), at: soon) }
    let whole = vector(c.fieldQ8.map { $0 >> 8 })
    guard whole.isWithin(1 << 21) else { continue }
    compass.add(MagneticField(nanotesla: whole), at: soon)
    let reading = compass.reading(at: soon)
    // A forward axis within 4° of the vertical has no heading here.
    let isVertical = abs(c.pitchDegrees ?? 0) > 85.99
    guard let expected = c.headingDegrees, !isVertical else {
      #expect(reading.isSolved == false && compass.heading() == nil, "\(c.name)")
      continue
    }
    let limit = c.inDomain ? 1e-4 : 1e-2
    #expect(reading.solution.heading.isWithin(limit, of: expected), "\(c.name)")
    #expect(try #require(result(compass.heading())).isWithin(limit, of: expected), "\(c.name)")
    #expect(try #require(reading.dip).isWithin(limit, of: try #require(c.dipDegrees)), "\(c.name)")
    if let roll = c.rollDegrees, c.specificForceMicroG != nil {
      #expect(try #require(reading.roll).isWithin(limit, of: roll), "\(c.name)")
      #expect(try #require(reading.pitch).isWithin(limit, of: try #require(c.pitchDegrees)), "\(c.name)")
    }
  }
}

@Test func reading_ofAnUncalibratedCompass_hasNoAccuracy() {
  var compass = Compass()
  #expect(compass.reading(at: soon).reason == .sensorStarting)
  var world = TurnedWorld(hardIron: .zero)
  compass.add(TurnedWorld.up, at: soon)
  compass.add(world.level(heading: 30), at: soon)
  let reading = compass.reading(at: soon)
  #expect(reading.isSolved && reading.heading == nil && reading.accuracy == nil && reading.grade == 0)
  #expect(reading.assessment.doubts.contains(.uncalibrated))
  #expect(compass.heading()?.isWithin(1, of: 30) == true)
}

@Test func reading_statesAccuracyGradeAndDisturbance() throws {
  var compass = calibrated()
  var world = TurnedWorld(hardIron: .zero)
  var now = soon
  func next(_ field: MagneticField) -> CompassReading {
    now = now.advanced(by: 20_000)
    compass.add(TurnedWorld.up, at: now)
    compass.add(field, at: now)
    return compass.reading(at: now)
  }
  var reading = CompassReading()
  for _ in 0..<200 { reading = next(world.level(heading: 120)) }
  #expect(reading.disturbance == .clear && reading.mode == .tilted && reading.reason == .none)
  #expect(reading.grade == 3 && (100..<500).contains(reading.accuracy ?? 0))
  #expect(try #require(reading.magneticHeading).isWithin(2, of: 120))
  #expect(reading.trueHeading == nil && reading.assessment.doubts.contains(.positionUnknown))

  // Zurich, 47.4° N, 8.5° E: in 2026 the declination there is 3.6° east, by the model's own service.
  let day = try #require(CalendarDay(year: 2026, month: 7, day: 1))
  try compass.setPlace(Position(latitude: 565_504_027, longitude: 101_408_950), on: day)
  reading = next(world.level(heading: 120))
  #expect(try #require(reading.trueHeading).isWithin(2, of: 123.6))
  #expect(try #require(result(compass.trueHeading())).isWithin(2, of: 123.6))
  #expect(reading.assessment.reference == .trueNorth)
  #expect(throws: WorldModelError.latitude) {
    try compass.setPlace(Position(latitude: 1 << 30 + 1, longitude: 0), on: day)
  }
  #expect(compass.declination != nil)

  world.strength = 96_000
  for _ in 0..<50 { reading = next(world.level(heading: 120)) }
  #expect(reading.disturbance == .disturbed && reading.grade <= 1)
  compass.forgetPlace()
  #expect(compass.trueHeading() == nil && next(world.level(heading: 120)).trueHeading == nil)
}

@Test func axes_ofAModuleWithYLeftAndZUp_areTurned() throws {
  // The module's axes are X forward, Y left and Z up; the accelerometer is mounted the other way round.
  var compass = Compass()
  compass.mounting = try #require(AxisRemap(forward: .plusX, right: .minusY))
  compass.forceMounting = try #require(AxisRemap(forward: .minusX, right: .plusY))
  compass.add(Acceleration(microG: Vector3(x: 0, y: 0, z: 1_000_000)), at: soon)
  // atan2(30, 200) = 8.53°: east of north, the field has a part to the left.
  compass.add(MagneticField(nanotesla: Vector3(x: 20_000, y: 3_000, z: -40_000)), at: soon)
  #expect(try #require(result(compass.heading())).isWithin(1e-3, of: 8.5308))
  #expect(try #require(compass.reading(at: soon).dip).isWithin(0.1, of: 63.18))
  compass.point(.plusY)
  #expect(try #require(result(compass.heading())).isWithin(1e-3, of: 98.5308))
  compass.point(.plusZ)
  #expect(compass.heading() == nil)
  #expect(compass.reading(at: soon).reason == .pointsVertically)
  compass.point(nil)
  #expect(try #require(result(compass.heading())).isWithin(1e-3, of: 8.5308))
}

@Test func force_thatIsOldOrSaturated_givesNoTilt() throws {
  var compass = calibrated()
  var world = TurnedWorld(hardIron: .zero)
  compass.add(TurnedWorld.up, at: soon)
  let later = soon.advanced(by: 300_000)
  compass.add(world.level(heading: 0), at: later)
  #expect(compass.heading() == nil)
  var reading = compass.reading(at: later)
  #expect(reading.mode == .level && reading.assessment.doubts.contains(.forceOutdated) && reading.roll == nil)
  compass.add(TurnedWorld.up, at: later, isSaturated: true)
  compass.add(world.level(heading: 0), at: later)
  reading = compass.reading(at: later)
  #expect(reading.mode == .level && reading.assessment.doubts.contains(.forceFault))
  // Three periods of a slow accelerometer.
  compass.add(TurnedWorld.up, at: later.advanced(by: 1))
  compass.add(TurnedWorld.up, at: later.advanced(by: 500_001))
  compass.add(world.level(heading: 0), at: later.advanced(by: 1_900_000))
  #expect(compass.heading() != nil)
}

@Test func sample_thatIsOldOrOverflowed_givesNoHeading() {
  var compass = calibrated()
  var world = TurnedWorld(hardIron: .zero)
  compass.add(world.level(heading: 0), at: soon, isOverflowed: true)
  #expect(compass.heading() == nil)
  #expect(compass.reading(at: soon).reason == .overflow)
  compass.add(world.level(heading: 0), at: soon)
  #expect(compass.reading(at: soon).mode == .level)
  let reading = compass.reading(at: soon.advanced(by: 1_000_001))
  #expect(reading.reason == .noFreshSample && reading.assessment.doubts.contains(.outdated))
  #expect(reading.heading == nil)
}

@Test func deviationCard_isPartOfTheReading() throws {
  var compass = calibrated()
  var world = TurnedWorld(hardIron: .zero, noise: 0)
  compass.service.card.a = Int32(4_294_967_296.0 * 5 / 360)
  compass.add(TurnedWorld.up, at: soon)
  compass.add(world.level(heading: 40), at: soon)
  #expect(try #require(compass.reading(at: soon).magneticHeading).isWithin(0.01, of: 45))
  #expect(try #require(result(compass.heading())).isWithin(0.01, of: 40))
}

/// A magnet beside a compass at rest: fixes, 20 km apart, tell the place. Each of them is followed by a row before the next
/// sample, which says what the monitor has found in the samples before.
@Test func place_thatIsSetOrChanges_doesNotEmptyTheMonitor() throws {
  var compass = Compass()
  var world = TurnedWorld(hardIron: SIMD3(30_000, 0, 0), noise: 100)
  var record = CalibrationRecord()
  record.modelOrder = .sphere
  record.fieldStrength = UInt32(world.strength)
  record.dip = BinaryAngle(rawValue: UInt32(64.0 / 360 * 4_294_967_296))
  record.predictedTypicalError = 40
  compass.use(record)
  var now = Instant(microseconds: 1_000_000)
  func sample() -> CompassReading {
    now = now.advanced(by: 20_000)
    compass.add(TurnedWorld.up, at: now)
    compass.add(world.level(heading: 30), at: now)
    return compass.reading(at: now)
  }
  // From the first row on.
  let first = sample()
  #expect(first.disturbance != .clear && first.grade <= 1, "\(first.disturbance) \(first.grade)")
  for _ in 0..<200 { _ = sample() }
  let today = try #require(CalendarDay(year: 2026, month: 7, day: 1))
  for fix in 0..<12 {
    let before = sample()
    try compass.setPlace(
      Position(latitude: 565_146_117 + Int32(fix) * 2_150_000, longitude: 101_886_169, height: 408_000), on: today)
    let after = compass.reading(at: now)
    #expect(before.disturbance == .disturbed && after.disturbance == .disturbed)
    #expect(after.grade <= 1 && after.assessment.cause == before.assessment.cause)
    let (wide, narrow) = (try #require(before.accuracy), try #require(after.accuracy))
    #expect(narrow >= wide / 2, "\(fix): \(wide) \(narrow)")
  }
}

/// A record that is put into use between two samples: the last sample is judged again before a row is made of it.
@Test func record_thatComesIntoUse_isFollowedByAJudgedRow() throws {
  var compass = Compass()
  var world = TurnedWorld(hardIron: SIMD3(30_000, 0, 0), noise: 100)
  let now = Instant(microseconds: 1_000_000)
  compass.add(TurnedWorld.up, at: now)
  compass.add(world.level(heading: 30), at: now)
  _ = compass.reading(at: now)
  var record = CalibrationRecord()
  record.modelOrder = .sphere
  record.fieldStrength = UInt32(world.strength)
  record.predictedTypicalError = 40
  compass.use(record)
  let row = compass.reading(at: now)
  #expect(row.disturbance != .clear && row.grade <= 1, "\(row.disturbance) \(row.accuracy ?? 0)")
}
