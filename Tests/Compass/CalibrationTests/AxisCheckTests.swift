// The axis check against every way in which axes can be exchanged, flipped and mirrored.

import Calibration
import Foundation
import Quantities
import TestSupport
import Testing

/// Body axes of a pose held at a heading: the directions of north, east and down in the body.
private struct Hold {
  var pose: AxisPose
  var headingDegrees: Double
  /// How far from the pose it is held, and about which axis.
  var slipDegrees = 0.0

  /// A world vector (north, east, down) in the body frame.
  func body(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let a = headingDegrees * Double.pi / 180
    // Turned about the vertical first; then down goes where the pose has it, by a rotation.
    let u = SIMD3(cos(a) * v.x + sin(a) * v.y, cos(a) * v.y - sin(a) * v.x, v.z)
    let s = slipDegrees * Double.pi / 180
    let w = SIMD3(cos(s) * u.x - sin(s) * u.z, u.y, sin(s) * u.x + cos(s) * u.z)
    switch pose {
    case .level: return w
    case .upsideDown: return SIMD3(w.x, -w.y, -w.z)
    case .noseDown: return SIMD3(w.z, w.y, -w.x)
    case .noseUp: return SIMD3(-w.z, w.y, w.x)
    case .rightSideDown: return SIMD3(w.x, w.z, -w.y)
    case .leftSideDown: return SIMD3(w.x, -w.z, w.y)
    }
  }
}

/// What a sensor arranged like that measures of a body vector: the inverse of `AxisArrangement.body`.
private func sensor(_ body: SIMD3<Double>, _ arrangement: AxisArrangement) -> Vector3 {
  var v: [Double] = [0, 0, 0]
  for (axis, value) in [
    (arrangement.remap.forward, body.x), (arrangement.remap.right, body.y), (arrangement.down, body.z),
  ] {
    v[Int(axis.axis)] = axis.isNegative ? -value : value
  }
  return Vector3(x: Int32(v[0].rounded()), y: Int32(v[1].rounded()), z: Int32(v[2].rounded()))
}

private func check(
  _ holds: [Hold], magnetometer: AxisArrangement, accelerometer: AxisArrangement?, dip: Double, seed: UInt64 = 1
) -> AxisCheck {
  var random = SeededGenerator(seed: seed)
  var check = AxisCheck()
  let d = dip * Double.pi / 180
  for hold in holds {
    let field = hold.body(SIMD3(48_000 * cos(d), 0, 48_000 * sin(d))) + random.gaussianVector(sigma: 400)
    let force = hold.body(SIMD3(0, 0, -1_000_000)) + random.gaussianVector(sigma: 5_000)
    check.add(
      field: sensor(field, magnetometer), specificForce: accelerometer.map { sensor(force, $0) } ?? .zero,
      pose: hold.pose)
  }
  return check
}

private let everyPose: [AxisPose] = (0..<6).compactMap(AxisPose.init(rawValue:))
private let everyArrangement = (0..<AxisArrangement.count).map(AxisArrangement.init(index:))

/// Six poses, turned a little from one to the next, none held better than a hand does.
private let sixPoses = everyPose.enumerated().map {
  Hold(pose: $1, headingDegrees: 50 + 83 * Double($0), slipDegrees: [8, -6, 5, -9, 3, -4][$0])
}

@Test func axisCheck_everyArrangementOfBothSensors_isFound() {
  for magnetometer in everyArrangement {
    for accelerometer in everyArrangement {
      let check = check(sixPoses, magnetometer: magnetometer, accelerometer: accelerometer, dip: 65)
      let gravity = check.accelerometer()
      #expect(gravity.outcome == .certain && gravity.arrangement == accelerometer, "\(accelerometer)")
      let field = check.magnetometer(accelerometer: gravity.arrangement, pointsDown: true)
      #expect(field.outcome == .certain && field.arrangement == magnetometer, "\(magnetometer) \(accelerometer)")
    }
  }
}

@Test func axisCheck_everyArrangementOnBothHemispheresWithoutAccelerometer_isFound() {
  for arrangement in everyArrangement {
    for dip in [-75.0, -60, 60, 75] {
      let check = check(sixPoses, magnetometer: arrangement, accelerometer: nil, dip: dip)
      let finding = check.magnetometer(accelerometer: nil, pointsDown: dip > 0)
      #expect(finding.outcome == .certain && finding.arrangement == arrangement, "\(arrangement), dip \(dip)")
    }
  }
}

@Test func axisCheck_fourPoses_areEnough() {
  let holds = [
    Hold(pose: .level, headingDegrees: 20), Hold(pose: .noseDown, headingDegrees: 140),
    Hold(pose: .rightSideDown, headingDegrees: 250), Hold(pose: .upsideDown, headingDegrees: 330),
  ]
  for arrangement in everyArrangement {
    let check = check(holds, magnetometer: arrangement, accelerometer: arrangement, dip: 65)
    let gravity = check.accelerometer()
    #expect(gravity.outcome == .certain && gravity.arrangement == arrangement)
    let field = check.magnetometer(accelerometer: gravity.arrangement, pointsDown: true)
    #expect(field.outcome == .certain && field.arrangement == arrangement)
  }
}

@Test func axisCheck_anyHeadings_neverGiveAWrongCertainty() {
  // However the instrument is turned between the poses: certain and right, or not certain.
  let seed: UInt64 = 20_261
  var random = SeededGenerator(seed: seed)
  var certain = 0
  for trial in 0..<400 {
    let arrangement = everyArrangement[Int(random.next() % 48)]
    let holds = everyPose.map {
      Hold(pose: $0, headingDegrees: 360 * random.unit(), slipDegrees: 20 * random.unit() - 10)
    }
    let dip = 10 + 75 * random.unit()
    let check = check(holds, magnetometer: arrangement, accelerometer: .init(.identity), dip: dip, seed: random.next())
    let finding = check.magnetometer(accelerometer: check.accelerometer().arrangement, pointsDown: true)
    guard finding.outcome == .certain else { continue }
    certain += 1
    #expect(finding.arrangement == arrangement, "seed \(seed), trial \(trial), dip \(dip)")
  }
  #expect(certain > 320, "only \(certain) of 400")
}

@Test func axisCheck_fewPoses_saysSo() {
  let three = check(
    [.level, .noseDown, .rightSideDown].map { Hold(pose: $0, headingDegrees: 30) },
    magnetometer: AxisArrangement(.identity), accelerometer: AxisArrangement(.identity), dip: 65)
  #expect(!three.isComplete && three.accelerometer().outcome == .tooFewPoses)
  let flat = check(
    [.level, .upsideDown, .level, .upsideDown].map { Hold(pose: $0, headingDegrees: 30) },
    magnetometer: AxisArrangement(.identity), accelerometer: AxisArrangement(.identity), dip: 65)
  #expect(!flat.isComplete)
  #expect(flat.magnetometer(accelerometer: nil, pointsDown: true).outcome == .tooFewPoses)
  #expect(AxisCheck().magnetometer(accelerometer: nil, pointsDown: true).outcome == .tooFewPoses)
}

/// What the sensors read in these poses, spoiled by the test.
private func spoiled(
  _ poses: [AxisPose], seed: UInt64, _ spoil: (_ field: inout Vector3, _ force: inout Vector3) -> Void
) -> AxisCheck {
  var random = SeededGenerator(seed: seed)
  var check = AxisCheck()
  for pose in poses {
    let hold = Hold(pose: pose, headingDegrees: 360 * random.unit(), slipDegrees: 20 * random.unit() - 10)
    var field = sensor(
      hold.body(SIMD3(20_000, 0, 43_000)) + random.gaussianVector(sigma: 400), AxisArrangement(.identity))
    var force = sensor(
      hold.body(SIMD3(0, 0, -1_000_000)) + random.gaussianVector(sigma: 5_000), AxisArrangement(.identity))
    spoil(&field, &force)
    check.add(field: field, specificForce: force, pose: pose)
  }
  return check
}

@Test func axisCheck_ironThatWasNotTakenOff_isNoAnswer() {
  // As strong as the Earth's field: in four poses some arrangement fits by chance, one time in fifteen.
  var certain = 0
  var told = 0
  for seed in 1...400 as ClosedRange<UInt64> {
    let check = spoiled([.level, .noseDown, .rightSideDown, .upsideDown], seed: seed) { field, _ in
      field.x += 30_000
      field.y -= 25_000
      field.z += 28_000
    }
    let finding = check.magnetometer(accelerometer: check.accelerometer().arrangement, pointsDown: true)
    if finding.outcome == .certain { certain += 1 }
    if finding.outcome == .fieldVaries { told += 1 }
  }
  #expect(certain <= 4 && told > 320, "certain \(certain), told \(told) of 400")
}

@Test func axisCheck_axisThatSaysNothing_isTold() {
  let poses: [AxisPose] = [.level, .noseDown, .rightSideDown, .upsideDown, .noseUp, .leftSideDown]
  for seed in 1...50 as ClosedRange<UInt64> {
    let dead = spoiled(poses, seed: seed) { field, force in
      field.y = 1_234
      force.z = -17
    }
    #expect(dead.accelerometer().outcome == .axisLost)
    #expect(dead.magnetometer(accelerometer: nil, pointsDown: true).outcome == .axisLost)
    let doubled = spoiled(poses, seed: seed) { field, force in
      field.z = -field.x
      force.x = force.y
    }
    #expect(doubled.accelerometer().outcome == .axisLost)
    #expect(doubled.magnetometer(accelerometer: nil, pointsDown: true).outcome == .axisLost)
  }
}

@Test func axisCheck_otherSideOfTheEquator_isTheImageOfTheMounting() {
  for arrangement in everyArrangement where !arrangement.isMirrored {
    let check = check(sixPoses, magnetometer: arrangement, accelerometer: arrangement, dip: 65)
    let finding = check.magnetometer(accelerometer: check.accelerometer().arrangement, pointsDown: false)
    #expect(finding.outcome == .certain && finding.arrangement.isOpposite(of: arrangement.remap))
    #expect(!arrangement.isOpposite(of: arrangement.remap))
  }
}

@Test func axisCheck_posesNotHeld_saysSo() {
  let holds = everyPose.map { Hold(pose: $0, headingDegrees: 30, slipDegrees: 44) }
  let check = check(
    holds, magnetometer: AxisArrangement(.identity), accelerometer: AxisArrangement(.identity), dip: 65)
  #expect(check.accelerometer().outcome != .certain)
}

@Test func axisCheck_flatField_doesNotTellAMirror() {
  let check = check(
    sixPoses, magnetometer: AxisArrangement(.identity), accelerometer: AxisArrangement(.identity), dip: 2)
  #expect(check.magnetometer(accelerometer: AxisArrangement(.identity), pointsDown: true).outcome != .certain)
}
