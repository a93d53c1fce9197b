// Checks of FixedPoint and Cordic.

import Cordic
import FixedPoint
import Quantities

extension SelfTest {
  static func roundingRules() -> SelfTestOutcome {
    var wrong = Mismatches()
    // The table of `RoundingRule`, in quarters.
    wrong.expect(Int32(6).shifted(rightBy: 2, rounding: .halfUp) == 2)
    wrong.expect(Int32(5).shifted(rightBy: 2, rounding: .halfUp) == 1)
    wrong.expect(Int32(-5).shifted(rightBy: 2, rounding: .halfUp) == -1)
    wrong.expect(Int32(-6).shifted(rightBy: 2, rounding: .halfUp) == -1)
    wrong.expect(Int32(-6).shifted(rightBy: 2, rounding: .down) == -2)
    wrong.expect(Int32(-6).shifted(rightBy: 2, rounding: .towardZero) == -1)
    wrong.expect(Int32.max.shifted(rightBy: 1, rounding: .halfUp) == 0x4000_0000)
    wrong.expect(Int32.min.negatedWithSaturation == Int32.max)
    wrong.expect(Int32.max.addingWithSaturation(1) == Int32.max)
    wrong.expect(Int64(product: -3, 7).shiftedHalfUp(rightBy: 1) == -10)
    wrong.expect(Int64(product: Int32.min, Int32.min).saturatedToInt32 == Int32.max)
    wrong.expect(Int64(product: Int32.min, Int32.max).saturatedToInt32 == Int32.min)
    return SelfTestOutcome(mismatches: wrong.count)
  }

  static func ratioAndRoots() -> SelfTestOutcome {
    var wrong = Mismatches()
    // 100000/1100 = 90.909…; 2·100000/400 = 500; −5·100000/1100 = −454.54…
    wrong.expect(Ratio.exact(1, 100_000, over: 1100) == 91)
    wrong.expect(Ratio.exact(-5, 100_000, over: 1100) == -455)
    wrong.expect(Ratio.exact(1, 1, over: 2) == 1)
    wrong.expect(Ratio.exact(-1, 1, over: 2) == 0)
    wrong.expect(UInt32.max.squareRoot == 65_535)
    wrong.expect(UInt64.max.squareRoot == 4_294_967_295)
    wrong.expect(UInt64(product: 3_000_000_000, 3_000_000_000).squareRoot == 3_000_000_000)
    return SelfTestOutcome(mismatches: wrong.count)
  }

  static func exactAngles() -> SelfTestOutcome {
    var wrong = Mismatches()
    var length: Int32 = 1
    for _ in 0..<31 {
      wrong.expect(Cordic.angle(y: 0, x: length)?.rawValue == 0)
      wrong.expect(Cordic.angle(y: length, x: length)?.rawValue == 0x2000_0000)
      wrong.expect(Cordic.angle(y: length, x: 0)?.rawValue == 0x4000_0000)
      wrong.expect(Cordic.angle(y: length, x: 0 &- length)?.rawValue == 0x6000_0000)
      wrong.expect(Cordic.angle(y: 0, x: 0 &- length)?.rawValue == 0x8000_0000)
      wrong.expect(Cordic.angle(y: 0 &- length, x: 0 &- length)?.rawValue == 0xa000_0000)
      wrong.expect(Cordic.angle(y: 0 &- length, x: 0)?.rawValue == 0xc000_0000)
      wrong.expect(Cordic.angle(y: 0 &- length, x: length)?.rawValue == 0xe000_0000)
      length = length &* 2
    }
    wrong.expect(Cordic.angle(y: Int32.min, x: Int32.min)?.rawValue == 0xa000_0000)
    return SelfTestOutcome(mismatches: wrong.count)
  }

  /// Limit: 4 steps of 2^−32 turn; `Cordic.angle` stays within 3.1 of the exact angle, the expected ones are rounded.
  static func anglesAgainstDouble() -> SelfTestOutcome {
    var worst: Int32 = 0
    func check(_ y: Int32, _ x: Int32, _ expected: UInt32) {
      guard let angle = Cordic.angle(y: y, x: x) else {
        worst = Int32.max
        return
      }
      worst = Self.worst(worst, angle.rawValue, expected)
    }
    check(1, 2, 0x12e4_051e)
    check(-3, 7, 0xef80_d353)
    check(123, -4567, 0x7ee7_2744)
    check(-32768, -32767, 0xa000_28bf)
    check(32767, -1, 0x4000_517d)
    check(5, 12, 0x1015_d21d)
    return SelfTestOutcome(measured: worst, limit: 4)
  }

  static func rotationAgainstDouble() -> SelfTestOutcome {
    // (2^20, 0) by 30°: (908093.65, 524288); by 200°: (−985339.06, −358634.12).
    let first = Cordic.rotated(y: 0, x: 1 << 20, by: BinaryAngle(rawValue: 357_913_941))
    let second = Cordic.rotated(y: 0, x: 1 << 20, by: BinaryAngle(rawValue: 2_386_092_942))
    var worst: Int32 = 0
    func check(_ found: Int32, _ expected: Int32) {
      let distance = Int32(truncatingIfNeeded: (found &- expected).magnitude)
      if distance > worst { worst = distance }
    }
    check(first.x, 908_094)
    check(first.y, 524_288)
    check(second.x, -985_339)
    check(second.y, -358_634)
    return SelfTestOutcome(measured: worst, limit: 1)
  }

  static func undefinedDirections() -> SelfTestOutcome {
    var wrong = Mismatches()
    wrong.expect(Cordic.angle(y: 0, x: 0) == nil)
    wrong.expect(Cordic.vectoring(y: 0, x: 0) == nil)
    wrong.expect(!hasHeading(Vector3(x: 0, y: 0, z: 1 << 20), force: nil))
    wrong.expect(!hasHeading(Vector3(x: 1, y: 2, z: 3), force: .zero))
    return SelfTestOutcome(mismatches: wrong.count)
  }
}
