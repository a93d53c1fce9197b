// The smallest tier: a loop of CORDIC rotations over eight constants.

import FixedPoint
import Quantities

extension Cordic {
  /// atan2 within 3e-4 degrees in the fewest bytes.
  public enum Tiny: AngleTier {
    /// The angle of (x, y), counter-clockwise from the x axis; `nil` for the zero vector. Every pair of Int32 is
    /// allowed.
    @export(interface)
    public static func angle(y: Int32, x: Int32) -> BinaryAngle? {
      var (along, beside) = (x, y)
      // Three bits are kept free for a length that grows by up to 2.33.
      if size(along, beside) >= 1 &<< 28 {
        along = along &>> 3
        beside = beside &>> 3
      }
      if along | beside == 0 { return nil }
      // Half a turn, so that the vector points to the right; sums wrap.
      var sum: UInt32 = 0
      if along < 0 {
        along = 0 &- along
        beside = 0 &- beside
        sum = 0x8000_0000
      }
      while size(along, beside) < 1 &<< 27 {
        along = along &<< 1
        beside = beside &<< 1
      }
      var count: Int32 = 0
      var step: UInt32 = 0x2000_0000
      repeat {
        // All ones when the vector is below the axis: then it is turned upwards.
        let sign = beside &>> 31
        let raised = ((beside &>> count) ^ sign) &- sign
        beside = beside &- (((along &>> count) ^ sign) &- sign)
        along = along &+ raised
        sum = sum &+ ((step ^ UInt32(bitPattern: sign)) &- UInt32(bitPattern: sign))
        // From 2^−8 on each angle is half of the one before it; the error of all of them together is 1e-5 degrees.
        step = count < 7 ? arctangent[unchecked: Int(truncatingIfNeeded: count)] : step &>> 1
        count = count &+ 1
      } while count < 20
      return BinaryAngle(rawValue: sum)
    }

    /// At least the number of bits of the longer component; a negative component counts as its complement.
    @inline(__always)
    private static func size(_ x: Int32, _ y: Int32) -> UInt32 {
      UInt32(bitPattern: (x ^ (x &>> 31)) | (y ^ (y &>> 31)))
    }

    /// arctan 2^−(i+1) in 2^−32 turns.
    #if objectFormat(ELF)
      @section(".rodata.cordic.tiny")
    #endif
    private static let arctangent: [7 of UInt32] = [
      316_933_406, 167_458_907, 85_004_756, 42_667_331, 21_354_465, 10_679_838, 5_340_245,
    ]
  }
}
