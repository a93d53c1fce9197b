// Angles finer than a BinaryAngle, and their sines.

import Cordic
import FixedPoint
import Quantities

/// An angle in units of 2^−56 turn, within ±½ turn: half a longitude difference and a reduced latitude keep the bits
/// that 2^−32 turn (9.3 mm on the Earth's surface) would drop.
struct FineAngle {
  /// Units of 2^−56 turn.
  var units: Int64

  init(units: Int64) { self.units = units }

  /// From 2^−32 turns, exactly.
  init(_ turns: Int32) { units = Int64(widening: turns) &<< 24 }

  /// From radians, rounded. The magnitude must be below half a turn.
  init(radians: ScaledNumber) {
    units = (radians * Self.reciprocalOfTwoPi).whole(unit: -56)
  }

  /// 2π = 0xC90FDAA2 · 2^−29 and 1/2π = 0xA2F9836E · 2^−34, both to 32 bits.
  static var twoPi: ScaledNumber { ScaledNumber(0xC90F_DAA2, exponent: -29) }
  static var reciprocalOfTwoPi: ScaledNumber { ScaledNumber(0xA2F9_836E, exponent: -34) }

  /// The angle brought back to ±½ turn after an addition.
  var wrapped: FineAngle { FineAngle(units: (units &<< 8) &>> 8) }

  var radians: ScaledNumber {
    ScaledNumber(units.magnitude, exponent: -56, isNegative: units < 0) * Self.twoPi
  }

  /// Sine and cosine, each within 2^−29 of itself: Taylor's series to the eleventh power after the nearest quarter
  /// turn is taken off, so that at most 45° remain (remainder below 1e-11).
  @inline(never)
  var sineAndCosine: (sine: ScaledNumber, cosine: ScaledNumber) {
    let quarters = (units &+ (1 &<< 53)) &>> 54
    let rest = FineAngle(units: units &- quarters &<< 54)
    let x = rest.radians
    // x² in 2^−32; x is at most π/4, so its exponent is at most −32.
    let shift = -64 &- 2 &* x.exponent
    let square: UInt32 =
      x.isZero || shift >= 32 ? 0 : high(x.mantissa, x.mantissa) &>> UInt32(bitPattern: shift)

    var sine = x
    let lost = high(square, series(square, 715_827_883, 35_791_394, 852_176, 11_836, 108))
    sine.mantissa = x.mantissa &- high(x.mantissa, lost)
    if sine.mantissa < 0x8000_0000, !x.isZero {
      sine.mantissa = sine.mantissa &<< 1
      sine.exponent = sine.exponent &- 1
    }
    let missing = high(square, series(square, 2_147_483_648, 178_956_971, 5_965_232, 106_522, 1_184))
    let cosine = missing == 0 ? ScaledNumber.one : ScaledNumber(0 &- missing, exponent: -32)

    switch quarters & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The angle of (x, y) from the x axis towards the y axis; `nil` when both are zero.
  static func of(y: ScaledNumber, x: ScaledNumber) -> BinaryAngle? {
    if y.isZero && x.isZero { return nil }
    let exponent = x.isZero || (!y.isZero && y.exponent > x.exponent) ? y.exponent : x.exponent
    // 30 bits of the larger one.
    let unit = exponent &+ 2
    return Cordic.angle(
      y: Int32(truncatingIfNeeded: y.whole(unit: unit)), x: Int32(truncatingIfNeeded: x.whole(unit: unit)))
  }
}

/// The upper half of a 64-bit product.
@inline(never)
func high(_ a: UInt32, _ b: UInt32) -> UInt32 { UInt64(product: a, b).highHalf }

/// a − u(b − u(c − u(d − u·e))), everything in 2^−32.
@inline(never)
private func series(_ u: UInt32, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ e: UInt32) -> UInt32 {
  a &- high(u, b &- high(u, c &- high(u, d &- high(u, e))))
}
