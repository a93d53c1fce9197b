// Angles, lengths and rotations by shifts and additions.
//
// Source of the method: J. E. Volder, "The CORDIC Trigonometric Computing Technique", IRE Transactions on Electronic
// Computers EC-8(3), 1959. The error argument is in docs/fixed-point.md.

import FixedPoint
import Quantities

/// A vector as angle and length.
public struct Polar: Equatable, Sendable {
  /// From the x axis towards the y axis.
  public var angle: BinaryAngle
  /// Length in the unit of the components, rounded; at most √2·2^31.
  public var magnitude: UInt32

  public init(angle: BinaryAngle, magnitude: UInt32) {
    self.angle = angle
    self.magnitude = magnitude
  }
}

/// Integer trigonometry. All functions are defined for every input, `Int32.min` included.
public enum Cordic {
  /// Angle and length of the vector (x, y).
  ///
  /// - Returns: the angle as `angle(y:x:)` gives it and √(x² + y²), within 1 part in 2^24 or one unit, whichever is
  ///   larger; `nil` for (0, 0).
  @export(interface)
  public static func vectoring(y: Int32, x: Int32) -> Polar? {
    let octant = Octant(y: y, x: x)
    if octant.large == 0 { return nil }
    guard let angle = angle(y: y, x: x) else { return nil }
    return Polar(angle: angle, magnitude: octant.magnitude(octant.scaledLength))
  }

  /// The vector (x, y) turned by `angle` from the x axis towards the y axis.
  ///
  /// - Returns: (x·cos − y·sin, x·sin + y·cos), within 1 part in 2^24 of the length or one unit; a result beyond
  ///   `Int32` saturates. Quarter turns are exact.
  @export(interface)
  public static func rotated(y: Int32, x: Int32, by angle: BinaryAngle) -> (y: Int32, x: Int32) {
    // The nearest quarter turn is taken off exactly; at most 45° remain for the micro-rotations.
    let quarters = (angle.rawValue &+ 0x2000_0000) &>> 30
    var remaining = Int32(bitPattern: angle.rawValue &- (quarters &<< 30))
    var (px, py) = (x, y)
    switch quarters {
    case 1: (px, py) = (y.negatedWithSaturation, x)
    case 2: (px, py) = (x.negatedWithSaturation, y.negatedWithSaturation)
    case 3: (px, py) = (y, x.negatedWithSaturation)
    default: break
    }
    if remaining == 0 { return (py, px) }
    let shift = headroomShift(px.magnitude | py.magnitude)
    var u = scaledUp(px, shift)
    var v = scaledUp(py, shift)
    for i in 0..<Tables.steps {
      let count = Int32(truncatingIfNeeded: i &+ 1)
      // All ones when the remaining angle is negative: turn back.
      let sign = remaining &>> 31
      let du = ((v &>> count) ^ sign) &- sign
      let dv = ((u &>> count) ^ sign) &- sign
      u = u &- du
      v = v &+ dv
      remaining = remaining &- ((Tables.arctangent[i] ^ sign) &- sign)
    }
    return (unscaled(v, shift), unscaled(u, shift))
  }

  // MARK: - Rotation: scaling

  /// How far components may be shifted up (negative: must be shifted down) so that they stay below 2^29.
  private static func headroomShift(_ bits: UInt32) -> Int32 {
    Int32(truncatingIfNeeded: bits.leadingZeroBitCount) &- 3
  }

  private static func scaledUp(_ value: Int32, _ shift: Int32) -> Int32 {
    shift >= 0 ? value &<< shift : value.shifted(rightBy: 0 &- shift)
  }

  /// Takes the gain of the micro-rotations and the shift out again.
  private static func unscaled(_ value: Int32, _ shift: Int32) -> Int32 {
    // |value| < 2^30·1.65; the product with 2^31/gain stays within 62 bits.
    let product = Int64(product: value, Tables.inverseGainQ31)
    return product.shiftedHalfUp(rightBy: Int64(widening: 31 &+ shift)).saturatedToInt32
  }
}
