// A 64-bit mantissa with a binary exponent: just enough block floating point for comparing two products.

import Cordic
import FixedPoint
import Quantities

/// mantissa · 2^exponent.
struct Scaled {
  var mantissa: Int64
  var exponent: Int32

  init(_ mantissa: Int64, exponent: Int32) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// The right shift (never negative) after which a value of this magnitude has at most 30 bits.
  static func shift(toFit magnitude: UInt64) -> Int32 {
    let used = 64 &- Int32(truncatingIfNeeded: magnitude.leadingZeroBitCount)
    return used > 30 ? used &- 30 : 0
  }

  /// `value` shifted right, rounded half up.
  static func mantissa(_ value: Int64, _ shift: Int32) -> Int32 {
    if shift == 0 { return Int32(truncatingIfNeeded: value) }
    return Int32(truncatingIfNeeded: value.shiftedHalfUp(rightBy: Int64(widening: shift)))
  }

  /// Angle of (x, y) from the x axis towards the y axis; `nil` when both are zero.
  static func angle(y: Scaled, x: Scaled) -> BinaryAngle? {
    let exponent = x.exponent > y.exponent ? x.exponent : y.exponent
    let (my, mx) = (y.raised(to: exponent), x.raised(to: exponent))
    let shift = shift(toFit: my.magnitude | mx.magnitude)
    return Cordic.angle(y: mantissa(my, shift), x: mantissa(mx, shift))
  }

  /// The mantissa of the same value at a larger exponent, rounded.
  private func raised(to target: Int32) -> Int64 {
    let shift = target &- exponent
    if shift == 0 { return mantissa }
    return shift > 62 ? 0 : mantissa.shiftedHalfUp(rightBy: Int64(widening: shift))
  }
}
