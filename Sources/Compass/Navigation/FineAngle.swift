// Angles finer than a BinaryAngle, and their sines.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// An angle in units of 2^−56 turn, within ±½ turn. Half a longitude difference and a reduced latitude need its extra
/// bits: an angle in 2^−32 turns is 9.3 mm on the Earth's surface.
struct FineAngle {
  /// Units of 2^−56 turn.
  var units: Int64

  init(units: Int64) { self.units = units }

  /// Converts 2^−32 turns, exactly.
  init(_ turns: Int32) { units = Int64(widening: turns) &<< 24 }

  /// Converts half of 2^−32 turns, exactly.
  @inline(__always)
  init(half turns: Int32) { units = Int64(high: turns &>> 9, low: UInt32(bitPattern: turns) &<< 23) }

  /// Converts radians, rounded. The magnitude must be below half a turn.
  init(radians: ScaledNumber) {
    units = (radians * Self.reciprocalOfTwoPi).whole(unit: -56)
  }

  /// 2π = 0xC90FDAA2 · 2^−29 and 1/2π = 0xA2F9836E · 2^−34, both to 32 bits.
  static var twoPi: ScaledNumber { ScaledNumber(0xC90F_DAA2, exponent: -29) }
  static var reciprocalOfTwoPi: ScaledNumber { ScaledNumber(0xA2F9_836E, exponent: -34) }

  /// The angle wrapped to ±½ turn after an addition.
  var wrapped: FineAngle { FineAngle(units: (units &<< 8) &>> 8) }

  var radians: ScaledNumber {
    ScaledNumber(units.magnitude, exponent: -56, isNegative: units < 0) * Self.twoPi
  }

  /// Sine and cosine, each with a relative error of 2^−30 at most, also for small angles: polynomials for the angle
  /// minus the nearest quarter turn, which is at most 45°.
  @inline(never)
  var sineAndCosine: (sine: ScaledNumber, cosine: ScaledNumber) {
    // Only the upper word decides which quarter turn is nearest: 2^22 of its units are a quarter turn.
    let upper = Int32(truncatingIfNeeded: units &>> 32)
    let quarters = (upper &+ 0x20_0000) &>> 22
    var rest = Int64(high: upper &- quarters &<< 22, low: UInt64(bitPattern: units).lowHalf)
    let isNegative = rest < 0
    if isNegative { rest = 0 &- rest }
    // (high, low) = mantissa · 2^(32 − zeros). 45° are 2^53 units, so there are at least 11 zeros, except for −45°.
    var (high, low) = (UInt64(bitPattern: rest).highHalf, UInt64(bitPattern: rest).lowHalf)
    var zeros: Int32 = 0
    if high == 0 { (high, low, zeros) = (low, 0, 32) }
    let shift = high.leadingZeros
    zeros = zeros &+ shift
    var mantissa = high
    if shift < 32 {
      let left = UInt32(bitPattern: shift)
      mantissa = (high &<< left) | ((low &>> 1) &>> (31 &- left))
    }
    if zeros == 10 { (mantissa, zeros) = (0xffff_ffff, 11) }
    // The angle as a fraction of 45°, in 2^−32, and its square.
    let part = zeros < 43 ? mantissa &>> UInt32(bitPattern: zeros &- 11) : 0
    let square = upperHalf(part, part)

    let product = UInt64(halves: mantissa, sineSeries(square))
    var sine = ScaledNumber(product.highHalf, exponent: -21 &- zeros)
    if sine.mantissa < 0x8000_0000 {
      sine.mantissa = (sine.mantissa &<< 1) | (product.lowHalf &>> 31)
      sine.exponent = sine.exponent &- 1
    }
    if mantissa == 0 { sine = .zero }
    sine.isNegative = isNegative
    let missing = upperHalf(square, cosineSeries(square))
    let cosine = missing == 0 ? ScaledNumber.one : ScaledNumber(0 &- missing, exponent: -32)

    switch quarters & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The angle of (x, y), from the x axis towards the y axis; `nil` if both are zero.
  @inline(never)
  static func of(y: ScaledNumber, x: ScaledNumber) -> BinaryAngle? {
    let isSteep = x.isZero || (!y.isZero && y.exponent > x.exponent)
    // 31 bits of the larger one.
    let exponent = isSteep ? y.exponent : x.exponent
    return Cordic.angle(y: y.word(below: exponent), x: x.word(below: exponent))
  }
}

extension ScaledNumber {
  /// The value in units of 2^(`exponent` + 1), rounded towards zero. `exponent` must not be below the value's exponent.
  @inline(__always)
  fileprivate func word(below exponent: Int32) -> Int32 {
    let shift = exponent &- self.exponent &+ 1
    if isZero || shift > 31 { return 0 }
    let magnitude = Int32(bitPattern: mantissa &>> UInt32(bitPattern: shift))
    return isNegative ? 0 &- magnitude : magnitude
  }
}

/// The upper half of a product of 64 bits, too small by up to 2.
@inline(__always)
private func upperHalf(_ a: UInt32, _ b: UInt32) -> UInt32 {
  let (lowerA, upperA) = (a & 0xffff, a &>> 16)
  let (lowerB, upperB) = (b & 0xffff, b &>> 16)
  return upperA &* upperB &+ (upperA &* lowerB) &>> 16 &+ (lowerA &* upperB) &>> 16
}

// y is the angle as a fraction of 45°, and u = y². Both series interpolate at the zeros of a Chebyshev polynomial in u
// over 0…1. The coefficients are in 2^−32 and decrease so fast that the last product needs only 16 bits.

/// sin(45° y)/y, with an error of at most 4 · 2^−32; the value is at least 0.707.
@inline(__always)
private func sineSeries(_ u: UInt32) -> UInt32 {
  let last = 157_077 &- ((u &>> 16) &* 1_327) &>> 16
  return 3_373_259_426 &- upperHalf(u, 346_799_333 &- upperHalf(u, 10_696_157 &- upperHalf(u, last)))
}

/// (1 − cos(45° y))/u, with an error of at most 4 · 2^−32.
@inline(__always)
private func cosineSeries(_ u: UInt32) -> UInt32 {
  let last = 1_399_993 &- ((u &>> 16) &* 15_213) &>> 16
  return 1_324_675_878 &- upperHalf(u, 68_093_864 &- upperHalf(u, last))
}
