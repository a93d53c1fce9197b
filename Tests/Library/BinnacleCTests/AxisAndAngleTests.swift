// The axis check and the angles of binnacle.h give the numbers of the Swift functions behind them.

import Binnacle
import CBinnacle
import Simulation
import Testing

private func expectSame(_ found: binnacle_axis_finding, _ expected: AxisFinding) {
  #expect(found.outcome == expected.outcome.rawValue && found.disagreement_permille == expected.disagreement)
  #expect(found.next_disagreement_permille == expected.nextDisagreement)
  #expect(
    AxisRemap.SignedAxis(rawValue: found.forward) == expected.arrangement.remap.forward
      && AxisRemap.SignedAxis(rawValue: found.right) == expected.arrangement.remap.right)
  #expect((found.is_mirrored == 1) == expected.arrangement.isMirrored)
}

private let poses: [(pose: Int, down: [Int32], field: [Int32])] = [
  (BINNACLE_POSE_LEVEL, [0, 0, 1], [20_000, 0, 43_000]), (BINNACLE_POSE_NOSE_DOWN, [1, 0, 0], [43_000, 0, -20_000]),
  (BINNACLE_POSE_RIGHT_SIDE_DOWN, [0, 1, 0], [0, 43_000, -20_000]),
  (BINNACLE_POSE_UPSIDE_DOWN, [0, 0, -1], [20_000, 0, -43_000]),
  (BINNACLE_POSE_NOSE_UP, [-1, 0, 0], [-43_000, 20_000, 0]),
  (BINNACLE_POSE_LEFT_SIDE_DOWN, [0, -1, 0], [20_000, -43_000, 0]),
]

/// Adds all poses to both. The magnetometer has X and Y exchanged, which is a mirror; the accelerometer has X forward, Y left,
/// Z up.
private func addPoses(_ k: inout binnacle_axis_check, _ check: inout AxisCheck) {
  var field = binnacle_axis_finding()
  for (pose, down, body) in poses {
    #expect(binnacle_axis_check_magnetometer(&k, nil, 1, &field) == BINNACLE_OK)
    #expect(field.outcome == UInt8(BINNACLE_AXES_TOO_FEW_POSES) || check.count > 3)
    var words = [body[1], body[0], body[2]]
    var force = [-down[0] * 1_000_000, down[1] * 1_000_000, down[2] * 1_000_000]
    #expect(binnacle_axis_check_add(&k, Int32(pose), &words, &force) == BINNACLE_OK)
    check.add(
      field: Vector3(x: words[0], y: words[1], z: words[2]),
      specificForce: Vector3(x: force[0], y: force[1], z: force[2]), pose: AxisPose(rawValue: UInt8(pose)) ?? .level)
  }
}

@Test func axisCheckOfC_findsWhatTheSwiftOneFinds() {
  var k = binnacle_axis_check()
  var check = AxisCheck()
  #expect(binnacle_axis_check_init(&k, MemoryLayout<binnacle_axis_check>.size) == BINNACLE_OK)
  addPoses(&k, &check)
  var (gravity, field) = (binnacle_axis_finding(), binnacle_axis_finding())
  #expect(binnacle_axis_check_accelerometer(&k, &gravity) == BINNACLE_OK)
  expectSame(gravity, check.accelerometer())
  #expect(gravity.outcome == UInt8(BINNACLE_AXES_CERTAIN) && gravity.is_mirrored == 0)
  #expect(gravity.forward == UInt8(BINNACLE_PLUS_X) && gravity.right == UInt8(BINNACLE_MINUS_Y))
  #expect(binnacle_axis_check_magnetometer(&k, &gravity, 1, &field) == BINNACLE_OK)
  expectSame(field, check.magnetometer(accelerometer: check.accelerometer().arrangement, pointsDown: true))
  #expect(field.outcome == UInt8(BINNACLE_AXES_CERTAIN) && field.is_mirrored == 1)
  #expect(field.forward == UInt8(BINNACLE_PLUS_Y) && field.right == UInt8(BINNACLE_PLUS_X))
  // What is not certain counts as not known.
  gravity.outcome = UInt8(BINNACLE_AXES_NOT_HELD)
  #expect(binnacle_axis_check_magnetometer(&k, &gravity, 0, &field) == BINNACLE_OK)
  expectSame(field, check.magnetometer(accelerometer: nil, pointsDown: false))

  gravity.outcome = UInt8(BINNACLE_AXES_CERTAIN)
  gravity.right = gravity.forward
  #expect(binnacle_axis_check_magnetometer(&k, &gravity, 1, &field) == BINNACLE_ERROR_RANGE)
  var words: [Int32] = [0, 0, 1 << 21 + 1]
  #expect(binnacle_axis_check_add(&k, 0, &words, nil) == BINNACLE_ERROR_RANGE)
  words = [1, 2, 3]
  #expect(binnacle_axis_check_add(&k, 6, &words, nil) == BINNACLE_ERROR_RANGE)
  #expect(binnacle_axis_check_add(&k, -1, &words, nil) == BINNACLE_ERROR_RANGE)
  for _ in check.count..<AxisCheck.capacity { #expect(binnacle_axis_check_add(&k, 5, &words, nil) == BINNACLE_OK) }
  #expect(binnacle_axis_check_add(&k, 5, &words, nil) == BINNACLE_ERROR_STATE)
}

@Test func anglesOfC_areThoseOfTheTiers() {
  var random = SeededGenerator(seed: 5)
  var found: UInt32 = 0
  for _ in 0..<1_000 {
    let (y, x) = (Int32(truncatingIfNeeded: random.next()), Int32(truncatingIfNeeded: random.next()) >> 12)
    #expect(binnacle_angle(y, x, &found) == BINNACLE_OK && found == Cordic.angle(y: y, x: x)?.rawValue)
    #expect(
      binnacle_angle_multiplierless(y, x, &found) == BINNACLE_OK
        && found == Cordic.angle(y: y, x: x, tier: Cordic.Multiplierless.self)?.rawValue)
    #expect(
      binnacle_angle_tiny(y, x, &found) == BINNACLE_OK
        && found == Cordic.angle(y: y, x: x, tier: Cordic.Tiny.self)?.rawValue)
  }
  #expect(binnacle_angle_multiplierless(0, 0, &found) == BINNACLE_ERROR_NO_HEADING)
  #expect(binnacle_angle_tiny(0, 0, &found) == BINNACLE_ERROR_NO_HEADING)
  #expect(binnacle_angle_tiny(0, 1, nil) == BINNACLE_ERROR_NULL)
}
