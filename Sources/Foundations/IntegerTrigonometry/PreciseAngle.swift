// The precise tier: one rotation by an exact integer vector, then a corrected linear remainder.
//
// This is CORDIC with a high radix. Six bits of the angle are found at once: with i = round(64 y/x) the vector is
// turned back by the direction of (64, i), which needs two products and no rounding, and whose angle is one of 65
// constants. What remains is below 0.011, so that angle = y/x − (y/x)³/3 there, to 3e-11. The quotient is found in two
// halves of 11 and 13 bits, the second from the exact remainder of the first. Every product fits 32 bits: a Cortex-M0
// has no wider one. The bounds are argued in docs/fixed-point.md.

import FixedPoint
import Quantities

extension Cordic {
  /// atan2 within 3e-7 degrees, in nearly the same number of cycles for every input: they differ by three at most.
  public enum Precise: AngleTier {
    /// The angle of (x, y), counter-clockwise from the x axis; `nil` for the zero vector. Every pair of Int32 is
    /// allowed.
    @export(interface)
    public static func angle(y: Int32, x: Int32) -> BinaryAngle? {
      let first = FirstOctant(y: y, x: x)
      var (large, small) = (first.large, first.small)
      if large == 0 { return nil }

      let shift = leadingZeros(large)
      large = large &<< shift
      small = small &<< shift
      let octant = firstOctant(small: small, large: large)
      let sign = 0 &- (first.fold & 1)
      return BinaryAngle(rawValue: (octant ^ sign) &+ first.fold)
    }

    /// The angle of (large, small) in 2^−32 turns, 0…2^29.
    /// - Parameters:
    ///   - small: 0…`large`.
    ///   - large: with its top bit set.
    @inline(__always)
    private static func firstOctant(small: UInt32, large: UInt32) -> UInt32 {
      // round(64 small/large), at most 0.66 off: the reciprocal is up to 0.52 % small, and 5/8 balances that.
      let factor = UInt32(bitPattern: negativeReciprocal(large &>> 16))
      let i = (5 &<< 22 &- (small &>> 16) &* factor) &>> 25

      // Turned by −(64, i), over 2^7. The component across is a small difference of large products. Their upper bits
      // may overflow, but the difference fits 31 bits and sign and is exact at every scale of the input.
      var along = (large &>> 1) &+ i &* (small &>> 7)
      var beside = Int32(bitPattern: i &* (large &>> 1) &- (small &>> 1) &<< 6) &>> 6
      if Int32(bitPattern: along) >= 0 {
        along = along &<< 1
        beside = beside &<< 1
      }
      // −2^47/along to one part in 2^14: the Newton step squares the error.
      let top = along &>> 16
      let rough = UInt32(bitPattern: negativeReciprocal(top))
      let inverse = Int32(bitPattern: ((top &* rough) &>> 16) &* rough) &>> 15

      // The first half of the quotient in units of 2^−16, rounded down; then the exact remainder; then the second half.
      let first = ((beside &>> 12) &* inverse) &>> 19
      let rest = (beside &<< 12) &+ first &* Int32(bitPattern: along &>> 4)
      let second = ((rest &>> 13) &* inverse) &>> 14
      // Radians to turns: 2^40/2π·2^−16, less a third of the square for the cubic term, and 2^24/2π·2^−8.
      let slope = 2_670_176 &- ((first &* first &* 217) &>> 20)
      let remainder = first &* slope &+ ((second &* 10_430) &>> 8)
      return (arctangent[unchecked: Int(truncatingIfNeeded: i)] &+ UInt32(bitPattern: remainder &>> 6)) &>> 2
    }

    /// −2^31/`value` for 2^15 ≤ `value` < 2^16, too small by up to 0.52 %: a straight line within 7.2 %, and one Newton
    /// step.
    @inline(__always)
    private static func negativeReciprocal(_ value: UInt32) -> Int32 {
      let line = value &- 95_951
      return Int32(bitPattern: ((value &* line) &>> 16) &* line) &>> 15
    }

    /// arctan(i/64) for i = 0…64 in 2^−34 turns, rounded to nearest (computed with 60 digits).
    #if objectFormat(ELF)
      @section(".rodata.cordic.arctangent")
    #endif
    private static let arctangent: [65 of UInt32] = [
      0, 42_719_353, 85_417_861, 128_074_739, 170_669_324, 213_181_134, 255_589_927, 297_875_755, 340_019_024,
      382_000_541, 423_801_562, 465_403_846, 506_789_690, 547_941_971, 588_844_181, 629_480_462, 669_835_629,
      709_895_197, 749_645_397, 789_073_198, 828_166_314, 866_913_213, 905_303_124, 943_326_033, 980_972_688,
      1_018_234_587, 1_055_103_973, 1_091_573_821, 1_127_637_829, 1_163_290_394, 1_198_526_605, 1_233_342_215,
      1_267_733_622, 1_301_697_852, 1_335_232_527, 1_368_335_849, 1_401_006_571, 1_433_243_970, 1_465_047_826,
      1_496_418_395, 1_527_356_380, 1_557_862_909, 1_587_939_507, 1_617_588_076, 1_646_810_863, 1_675_610_441,
      1_703_989_687, 1_731_951_753, 1_759_500_051, 1_786_638_228, 1_813_370_146, 1_839_699_863, 1_865_631_615,
      1_891_169_797, 1_916_318_946, 1_941_083_724, 1_965_468_907, 1_989_479_364, 2_013_120_049, 2_036_395_985,
      2_059_312_252, 2_081_873_977, 2_104_086_323, 2_125_954_478, 2_147_483_648,
    ]

    // MARK: - Normalising without a count-leading-zeros instruction

    /// 0…31 for values above 0. A Cortex-M0 would call a helper for `leadingZeroBitCount`; a chain of conditional shifts
    /// becomes selects of ten cycles each.
    ///
    /// First all bits below the highest set bit are set, so that only 32 words are possible. The top five bits of the
    /// product with a de Bruijn sequence are different for each of them (C. Leiserson, H. Prokop, K. Randall, "Using de
    /// Bruijn Sequences to Index a 1 in a Computer Word", MIT 1998).
    @inline(__always)
    private static func leadingZeros(_ value: UInt32) -> UInt32 {
      var bits = value | (value &>> 1)
      bits |= bits &>> 2
      bits |= bits &>> 4
      bits |= bits &>> 8
      bits |= bits &>> 16
      let index = (bits &* 0x07c4_acdd) &>> 27
      return UInt32(truncatingIfNeeded: eightfoldZeros[unchecked: Int(truncatingIfNeeded: index)]) &>> 3
    }

    /// Eight times the count: after the shift the compiler knows that it is below 32 and leaves out a mask.
    #if objectFormat(ELF)
      @section(".rodata.cordic.zeros")
    #endif
    private static let eightfoldZeros: [32 of UInt8] = [
      248, 176, 240, 168, 144, 80, 232, 16, 160, 136, 120, 104, 72, 48, 224, 8, 184, 152, 88, 24, 128, 112, 56, 192, 96,
      32, 64, 200, 40, 208, 216, 0,
    ]
  }
}
