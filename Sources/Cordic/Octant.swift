// Folding a vector into the first octant, and unfolding the angle.

import FixedPoint
import Quantities

/// A vector folded to 0 ≤ small ≤ large, with what is needed to undo it.
struct Octant {
  var large: UInt32
  var small: UInt32
  private var isSwapped: Bool
  private var isLeft: Bool
  private var isBelow: Bool

  init(y: Int32, x: Int32) {
    let ax = x.magnitude
    let ay = y.magnitude
    isLeft = x < 0
    isBelow = y < 0
    isSwapped = ay > ax
    large = isSwapped ? ay : ax
    small = isSwapped ? ax : ay
  }

  /// The angle within the octant (0…2^29, in 2^−32 turns), and the length as the micro-rotations leave it: scaled to
  /// [2^29, 2^30·1.65] and multiplied by the gain.
  ///
  /// The vector is first shifted up until its longer component fills 30 bits: without that, the shifts would lose
  /// the low bits of short vectors. The axis and the diagonal are answered without arithmetic, so that they are exact.
  func firstOctantAngle() -> (angle: UInt32, scaled: UInt32) {
    let shift = normalisingShift
    var u = Int32(bitPattern: Self.shifted(large, shift))
    var v = Int32(bitPattern: Self.shifted(small, shift))
    var sum: Int32 = 0
    for i in 0..<Tables.steps {
      let count = Int32(truncatingIfNeeded: i &+ 1)
      // All ones when the vector is below the axis: turn it up.
      let sign = v &>> 31
      let du = ((v &>> count) ^ sign) &- sign
      let dv = ((u &>> count) ^ sign) &- sign
      u = u &+ du
      v = v &- dv
      sum = sum &+ ((Tables.arctangent[i] ^ sign) &- sign)
    }
    let scaled = UInt32(bitPattern: u)
    if small == 0 { return (0, scaled) }
    if small == large { return (0x2000_0000, scaled) }
    // Rounding may step outside the octant by a few units near its edges.
    let clamped = sum < 0 ? 0 : sum > 0x2000_0000 ? 0x2000_0000 : sum
    return (UInt32(bitPattern: clamped), scaled)
  }

  /// The angle in the full circle.
  func restored(_ angle: UInt32) -> BinaryAngle {
    var a = angle
    if isSwapped { a = 0x4000_0000 &- a }
    if isLeft { a = 0x8000_0000 &- a }
    if isBelow { a = 0 &- a }
    return BinaryAngle(rawValue: a)
  }

  /// The length in the unit of the components.
  func magnitude(_ scaled: UInt32) -> UInt32 {
    if small == 0 { return large }
    // Below 2^31 after the gain is taken out; the rounding shift brings it back to the unit of the input.
    let length = UInt64(product: scaled, Tables.inverseGainQ32)
    let shift = Int64(widening: 32 &+ normalisingShift)
    return UInt64(bitPattern: Int64(bitPattern: length).shiftedHalfUp(rightBy: shift)).lowHalf
  }

  /// The shift that brings `large` to [2^29, 2^30); negative for a shift to the right.
  private var normalisingShift: Int32 { Int32(truncatingIfNeeded: large.leadingZeroBitCount) &- 2 }

  /// A right shift rounds: cutting off would turn vectors near 2^31 by up to 1.5e-7 degrees to one side.
  private static func shifted(_ value: UInt32, _ shift: Int32) -> UInt32 {
    if shift >= 0 { return value &<< UInt32(bitPattern: shift) }
    let count = UInt32(bitPattern: 0 &- shift)
    return (value &>> count) &+ ((value &>> (count &- 1)) & 1)
  }
}
