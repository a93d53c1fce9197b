// The heading directly from the counts of a 16-bit magnetometer and accelerometer, in 32-bit arithmetic.
//
// The cross products are the same as in TiltCompensation.swift. With specific force a and field m, both shifted up to
// 15 bits, heading = atan2(E·|a|, N), where E = az·my − ay·mz and N = mx(ay² + az²) − ax(ay·my + az·mz). Every sum of
// Every sum of products is halved, so that it fits 31 bits and sign for all inputs. docs/fixed-point.md has the error
// bound.

import Correction
import FixedPoint
import IntegerTrigonometry
import Quantities

/// Three counts of a 16-bit sensor in the body frame (forward, right, down).
public struct Counts: Equatable, Sendable {
  public var x: Int16
  public var y: Int16
  public var z: Int16

  @inlinable @inline(__always)
  public init(x: Int16, y: Int16, z: Int16) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The same numbers, 32 bits wide.
  @inlinable @inline(__always)
  var vector: Vector3 {
    Vector3(
      x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y), z: Int32(truncatingIfNeeded: z))
  }
}

extension TiltCompensation {
  /// The heading of the forward axis from raw counts, for firmware without correction and conversion.
  /// - Parameters:
  ///   - field: the magnetic field in any unit.
  ///   - force: the specific force in any unit; at rest it points up.
  /// - Returns: clockwise from magnetic north, within 1e-5 degrees of the exact value for the same counts when the
  ///   forward axis is within 60° of level and the horizontal field is at least 150 counts and a third of the total;
  ///   `nil` when the specific force is zero or the field is vertical. When the forward axis is vertical, roll is taken
  ///   as zero (Protocols/heading/spec.md, section 4); within a hundredth of a degree of that attitude the heading is
  ///   arbitrary.
  public static func heading(field: Counts, force: Counts) -> BinaryAngle? {
    let a = Raised(force)
    let m = Raised(field)
    // Half of each sum: s = (ay² + az²)/2, t = (ay·my + az·mz)/2, e = (az·my − ay·mz)/2.
    let s = (a.y &* a.y) &>> 1 &+ (a.z &* a.z) &>> 1
    let t = (a.y &* m.y) &>> 1 &+ (a.z &* m.z) &>> 1
    let e = (a.z &* m.y) &>> 1 &- (a.y &* m.z) &>> 1
    if s == 0 {
      let down = a.x > 0 ? m.z : 0 &- m.z
      return a.x == 0 ? nil : Cordic.angle(y: 0 &- m.y, x: down)
    }
    // Half of |a|², where |a|² is 2^28…3·2^30. The shift sets one of the two upper bits, as the square root requires.
    let squared = UInt32(bitPattern: s) &+ UInt32(bitPattern: a.x &* a.x) &>> 1
    let shift = ((squared &>> 29) &- 1) &>> 31
    let length = RootOfWord(squared &<< (1 &+ shift &+ shift))
    // North and east divided by 2^17: whole parts, then fractions in 2^−12.
    let north = m.x &* (s &>> 16) &- a.x &* (t &>> 16)
    let northFraction = (m.x &* (s & 0xffff)) &>> 4 &- (a.x &* (t & 0xffff)) &>> 4
    let upper = e &>> 16
    let lower = UInt32(bitPattern: e & 0xffff)
    let east = upper &* Int32(bitPattern: length.whole)
    let eastFraction = Int32(bitPattern: (lower &* length.whole) &>> 4) &+ ((e &>> 12) &* length.fraction) &>> 2
    // Four more bits of the fractions are used, unless the counts are near full scale.
    let finer: Int32 = ((north ^ (north &>> 31)) | (east ^ (east &>> 31))) < 1 &<< 26 ? 4 : 0
    let y = east &<< finer &+ eastFraction &>> (12 &- finer)
    let x = north &<< finer &+ northFraction &>> (12 &- finer)
    return Cordic.angle(y: y &>> Int32(bitPattern: shift), x: x)
  }

  /// The heading of the forward axis from raw counts, after the correction by offset and matrix.
  /// - Parameters:
  ///   - field: the magnetic field in counts; the sensor's axes are parallel to the body's.
  ///   - force: the specific force in any unit; at rest it points up.
  ///   - calibration: a record made from counts: its h is in 1/256 count instead of 1/256 nT.
  /// - Returns: as `heading(field:specificForce:)`, which this function calls, because a product with S needs more than
  ///   16 bits.
  @inlinable @inline(__always)
  public static func heading(
    field: Counts, force: Counts, calibration: borrowing CalibrationRecord
  ) -> BinaryAngle? {
    heading(
      field: MagneticField(nanotesla: field.vector), specificForce: Acceleration(microG: force.vector),
      calibration: calibration)
  }

  /// Three counts, shifted up by the same number of bits so that the largest has 15 bits.
  private struct Raised {
    var x: Int32
    var y: Int32
    var z: Int32

    @inline(__always)
    init(_ counts: Counts) {
      x = Int32(truncatingIfNeeded: counts.x)
      y = Int32(truncatingIfNeeded: counts.y)
      z = Int32(truncatingIfNeeded: counts.z)
      let shift = TiltCompensation.headroom((x ^ (x &>> 31)) | (y ^ (y &>> 31)) | (z ^ (z &>> 31)))
      x = x &<< shift
      y = y &<< shift
      z = z &<< shift
    }
  }

  /// How many bits a value of up to 15 bits can be shifted up without exceeding 15 bits. It is a binary search without
  /// branches: each step is 0 or its power of two, because 0 − 1 sets the top bit.
  @inline(__always)
  private static func headroom(_ value: Int32) -> Int32 {
    var bits = UInt32(bitPattern: value)
    let eight = (((bits &>> 7) &- 1) &>> 31) &<< 3
    bits = bits &<< eight
    let four = (((bits &>> 11) &- 1) &>> 31) &<< 2
    bits = bits &<< four
    let two = (((bits &>> 13) &- 1) &>> 31) &<< 1
    bits = bits &<< two
    let one = ((bits &>> 14) &- 1) &>> 31
    return Int32(bitPattern: eight &+ four &+ two &+ one)
  }
}
