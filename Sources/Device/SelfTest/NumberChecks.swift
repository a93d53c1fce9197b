// Checks of FixedPoint and IntegerTrigonometry.

import FixedPoint
import Heading
import IntegerTrigonometry
import Quantities

extension SelfTestList {
  /// Two operands, the expected result, and the number of the operation in `result`.
  #if objectFormat(ELF)
    @section(".rodata.selftest.sums")
  #endif
  private static let sums: [64 of Int32] = [
    // The table of `RoundingRule`, in quarters.
    6, 2, 2, 0,
    5, 2, 1, 0,
    -5, 2, -1, 0,
    -6, 2, -1, 0,
    0x7fff_ffff, 1, 0x4000_0000, 0,
    -6, 2, -2, 1,
    -6, 2, -1, 2,
    0x7fff_ffff, 1, 0x7fff_ffff, 3,
    -0x8000_0000, 0, 0x7fff_ffff, 4,
    -3, 7, -10, 5,
    -0x8000_0000, -0x8000_0000, 0x7fff_ffff, 5,
    -0x8000_0000, 0x7fff_ffff, -0x8000_0000, 5,
    // 100000/1100 = 90.909…; −5·100000/1100 = −454.54…; halves go up.
    1, 1100, 91, 6,
    -5, 1100, -455, 6,
    1, 200_000, 1, 6,
    -1, 200_000, 0, 6,
  ]

  private static func result(_ operation: Int32, _ a: Int32, _ b: Int32) -> Int32 {
    switch operation {
    case 0: a.shifted(rightBy: b, rounding: .halfUp)
    case 1: a.shifted(rightBy: b, rounding: .down)
    case 2: a.shifted(rightBy: b, rounding: .towardZero)
    case 3: a.addingWithSaturation(b)
    case 4: a.negatedWithSaturation
    case 5: Int64(product: a, b).shiftedHalfUp(rightBy: 1).saturatedToInt32
    default: Ratio.exact(a, 100_000, over: b)
    }
  }

  @inline(never)
  private static func wrongSums(from row: Int, to end: Int) -> Int32 {
    var wrong = Mismatches()
    var at = row &* 4
    while at < end &* 4 {
      wrong.expect(result(sums[at &+ 3], sums[at], sums[at &+ 1]) == sums[at &+ 2])
      at &+= 4
    }
    return wrong.count
  }

  static func roundingRules() -> Int32 { wrongSums(from: 0, to: 12) }

  static func ratioAndRoots() -> Int32 {
    var wrong = Mismatches()
    wrong.expect(UInt32.max.squareRoot == 65_535)
    // Within 1 part in 2^25.
    wrong.expect(UInt64(product: 3_000_000_000, 3_000_000_000).approximateSquareRoot &- 2_999_999_910 <= 180)
    return wrong.count &+ wrongSums(from: 12, to: 16)
  }

  static func exactAngles() -> Int32 {
    var wrong = Mismatches()
    var length: Int32 = 1
    for _ in 0..<31 {
      // A vector on an axis and on the diagonal that follows it; then both again, a quarter turn further.
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
    return wrong.count
  }

  /// Rows of three numbers: first y, x and their angle, as signed 2^−32 turns; then an angle and the vector (2^20, 0)
  /// rotated by it, x before y.
  #if objectFormat(ELF)
    @section(".rodata.selftest.angles")
  #endif
  private static let angles: [24 of Int32] = [
    1, 2, 0x12e4_051e,
    -3, 7, -276_769_965,
    123, -4567, 0x7ee7_2744,
    -32768, -32767, -1_610_602_305,
    32767, -1, 0x4000_517d,
    5, 12, 0x1015_d21d,
    // By 30°: (908093.65, 524288); by 200°: (−985339.06, −358634.12).
    357_913_941, 908_094, 524_288,
    -1_908_874_354, -985_339, -358_634,
  ]

  private static var firstTurn: Int { 18 }

  static func anglesAgainstDouble() -> Int32 { worstAngle(from: 0, to: firstTurn) }

  static func rotationAgainstDouble() -> Int32 { worstAngle(from: firstTurn, to: 24) }

  // Both checks use one loop with bounds that are no constants: embedded-swift.md, "Loops".
  @inline(never)
  private static func worstAngle(from row: Int, to end: Int) -> Int32 {
    var worst = WorstDistance()
    var at = row
    while at < end {
      let row = vector(angles.span, at)
      if at >= firstTurn {
        // Rotating (1, 0) gives cosine and sine, in Q30.
        let found = Cordic.sineCosine(BinaryAngle(rawValue: UInt32(bitPattern: row.x)))
        worst.compare((found.cosine &+ 512) &>> 10, row.y)
        worst.compare((found.sine &+ 512) &>> 10, row.z)
      } else if let angle = Cordic.angle(y: row.x, x: row.y) {
        worst.compare(angle.signed, row.z)
      } else {
        worst.fail()
      }
      at &+= 3
    }
    return worst.value
  }

  static func undefinedDirections() -> Int32 {
    var wrong = Mismatches()
    wrong.expect(Cordic.angle(y: 0, x: 0) == nil)
    var found = HeadingSolution()
    wrong.expect(!solve(&found, Vector3(x: 0, y: 0, z: 1 << 20), force: nil))
    wrong.expect(!solve(&found, Vector3(x: 1, y: 2, z: 3), force: .zero))
    return wrong.count
  }
}
