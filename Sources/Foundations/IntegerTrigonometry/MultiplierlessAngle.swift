// The tier without a multiplication: five CORDIC rotations, then a division by shifts.
//
// After five rotations the angle that remains is below 2^−5, where angle = y/x to 1e-5: from there on only y changes,
// and one word collects the digits of the quotient. docs/fixed-point.md has the bound.

import FixedPoint
import Quantities

extension Cordic {
  /// atan2 within 1e-3 degrees for cores whose multiplier takes 32 cycles: shifts and additions only.
  public enum Multiplierless: AngleTier {
    /// The angle of (x, y), counter-clockwise from the x axis; `nil` for the zero vector. Every pair of Int32 is
    /// allowed.
    @export(interface)
    public static func angle(y: Int32, x: Int32) -> BinaryAngle? {
      let octant = FirstOctant(y: y, x: x)
      var (large, small) = (octant.large, octant.small)
      if large == 0 { return nil }

      // The length grows by at most 1.65: two bits are kept free.
      while large < 1 &<< 22 {
        large = large &<< 8
        small = small &<< 8
      }
      if large >= 1 &<< 30 {
        large = large &>> 2
        small = small &>> 2
      }
      var along = Int32(bitPattern: large)
      var beside = Int32(bitPattern: small)
      var sum: Int32 = 0
      rotate(&along, &beside, &sum, 1, 316_933_406)
      rotate(&along, &beside, &sum, 2, 167_458_907)
      rotate(&along, &beside, &sum, 3, 85_004_756)
      rotate(&along, &beside, &sum, 4, 42_667_331)
      rotate(&along, &beside, &sum, 5, 21_354_465)

      // beside/along in 2^−17, digits ±1 from 2^−6 on.
      along = along &>> 6
      var quotient: Int32 = 0
      var rounds: UInt32 = 4
      repeat {
        // Three digits in each pass of the loop: fewer register spills than twelve in a row, fewer jumps than one.
        divide(&beside, along, &quotient)
        divide(&beside, along, &quotient)
        divide(&beside, along, &quotient)
        rounds = rounds &- 1
      } while rounds != 0
      // arctan q is q less up to 3.3e-4 of it: 2^32/2π·2^−17 = 5215.2 is lowered to 5214, which leaves a quarter of the
      // error. 5214 = 2^13·(1/2 + 1/8 + 1/128 + 1/256) − 2; in this form the compiler does not turn it into a
      // multiplication.
      let scaled = quotient &<< 13
      let remainder = (scaled &>> 1) &+ (scaled &>> 3) &+ (scaled &>> 7) &+ (scaled &>> 8) &- quotient &- quotient
      let sign = 0 &- (octant.fold & 1)
      return BinaryAngle(rawValue: (UInt32(bitPattern: sum &+ remainder) ^ sign) &+ octant.fold)
    }

    /// Turns the vector by ±arctan 2^−`count` towards the axis; `sum` collects the angle.
    @inline(__always)
    private static func rotate(
      _ along: inout Int32, _ beside: inout Int32, _ sum: inout Int32, _ count: Int32, _ step: Int32
    ) {
      // All ones when the vector is below the axis: then it is turned upwards. A test of the sign would compile to
      // conditional selects and register spills.
      let sign = beside &>> 31
      let raised = ((beside &>> count) ^ sign) &- sign
      beside = beside &- (((along &>> count) ^ sign) &- sign)
      along = along &+ raised
      sum = sum &+ ((step ^ sign) &- sign)
    }

    /// One digit of the quotient, +1 or −1, without restoring.
    @inline(__always)
    private static func divide(_ beside: inout Int32, _ along: Int32, _ quotient: inout Int32) {
      let sign = beside &>> 31
      quotient = quotient &+ quotient &+ 1 &+ sign &+ sign
      beside = (beside &- ((along ^ sign) &- sign)) &<< 1
    }
  }
}
