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
    // Within 1 part in 2^25.
    wrong.expect(UInt64(product: 3_000_000_000, 3_000_000_000).approximateSquareRoot &- 2_999_999_910 <= 180)
    return SelfTestOutcome(mismatches: wrong.count)
  }

  static func exactAngles() -> SelfTestOutcome {
    var wrong = Mismatches()
    var length: Int32 = 1
    for _ in 0..<31 {
      // An axis and the diagonal behind it, and both again a quarter of a turn further.
      var (y, x): (Int32, Int32) = (0, length)
      var expected: UInt32 = 0
      repeat {
        wrong.expect(Cordic.angle(y: y, x: x)?.rawValue == expected)
        wrong.expect(Cordic.angle(y: y &+ x, x: x &- y)?.rawValue == expected &+ 0x2000_0000)
        (y, x) = (x, 0 &- y)
        expected &+= 0x4000_0000
      } while expected != 0
      length = length &* 2
    }
    wrong.expect(Cordic.angle(y: Int32.min, x: Int32.min)?.rawValue == 0xa000_0000)
    return SelfTestOutcome(mismatches: wrong.count)
  }

  /// y, x and their angle, as signed 2^−32 turns.
  #if objectFormat(ELF)
    @section(".rodata.selftest.angles")
  #endif
  private static let angles: [18 of Int32] = [
    1, 2, 0x12e4_051e,
    -3, 7, -276_769_965,
    123, -4567, 0x7ee7_2744,
    -32768, -32767, -1_610_602_305,
    32767, -1, 0x4000_517d,
    5, 12, 0x1015_d21d,
  ]

  /// Limit: 4 steps of 2^−32 turn; `Cordic.angle` stays within 3.1 of the exact angle, the expected ones are rounded.
  static func anglesAgainstDouble() -> SelfTestOutcome {
    var worst = WorstDistance()
    var row = 0
    while row < 18 {
      if let angle = Cordic.angle(y: angles[row], x: angles[row &+ 1]) {
        worst.take(angle.signed, angles[row &+ 2])
      } else {
        worst.fail()
      }
      row &+= 3
    }
    return SelfTestOutcome(measured: worst.value, limit: 4)
  }

  /// An angle, and (2^20, 0) turned by it, x before y.
  #if objectFormat(ELF)
    @section(".rodata.selftest.turned")
  #endif
  private static let turned: [6 of Int32] = [
    // By 30°: (908093.65, 524288); by 200°: (−985339.06, −358634.12).
    357_913_941, 908_094, 524_288,
    -1_908_874_354, -985_339, -358_634,
  ]

  static func rotationAgainstDouble() -> SelfTestOutcome {
    var worst = WorstDistance()
    var row = 0
    while row < 6 {
      // Turning (1, 0) gives cosine and sine, in Q30.
      let found = Cordic.sineCosine(BinaryAngle(rawValue: UInt32(bitPattern: turned[row])))
      worst.take((found.cosine &+ 512) &>> 10, turned[row &+ 1])
      worst.take((found.sine &+ 512) &>> 10, turned[row &+ 2])
      row &+= 3
    }
    return SelfTestOutcome(measured: worst.value, limit: 1)
  }

  static func undefinedDirections() -> SelfTestOutcome {
    var wrong = Mismatches()
    wrong.expect(Cordic.angle(y: 0, x: 0) == nil)
    wrong.expect(solved(Vector3(x: 0, y: 0, z: 1 << 20), force: nil) == nil)
    wrong.expect(solved(Vector3(x: 1, y: 2, z: 3), force: .zero) == nil)
    return SelfTestOutcome(mismatches: wrong.count)
  }
}
