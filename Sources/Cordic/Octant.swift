// Folding a vector into the first octant, and its length.

import FixedPoint
import Quantities

/// A vector folded to 0 ≤ small ≤ large.
struct Octant {
  var large: UInt32
  var small: UInt32

  init(y: Int32, x: Int32) {
    let ax = x.magnitude
    let ay = y.magnitude
    large = ay > ax ? ay : ax
    small = ay > ax ? ax : ay
  }

  /// The length as the micro-rotations leave it: scaled to [2^29, 2^30·1.65] and multiplied by the gain.
  ///
  /// The vector is first shifted up until its longer component fills 30 bits: without that, the shifts would lose
  /// the low bits of short vectors.
  var scaledLength: UInt32 {
    let shift = normalisingShift
    var u = Int32(bitPattern: Self.shifted(large, shift))
    var v = Int32(bitPattern: Self.shifted(small, shift))
    for i in 0..<Tables.steps {
      let count = Int32(truncatingIfNeeded: i &+ 1)
      // All ones when the vector is below the axis: turn it up.
      let sign = v &>> 31
      let du = ((v &>> count) ^ sign) &- sign
      let dv = ((u &>> count) ^ sign) &- sign
      u = u &+ du
      v = v &- dv
    }
    return UInt32(bitPattern: u)
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

  /// A right shift rounds.
  private static func shifted(_ value: UInt32, _ shift: Int32) -> UInt32 {
    if shift >= 0 { return value &<< UInt32(bitPattern: shift) }
    let count = UInt32(bitPattern: 0 &- shift)
    return (value &>> count) &+ ((value &>> (count &- 1)) & 1)
  }
}
