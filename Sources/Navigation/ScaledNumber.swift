// Numbers with a 32-bit mantissa and an exponent of their own.
//
// Ten metres are 1.6e-6 of the Earth's radius. A bearing over ten metres that is good to 1e-6 degrees needs sines with
// a small relative error however small they are, which no fixed point of 32 bits has. Every operation here rounds to
// nearest and errs by at most 2^−32 of its result; nothing overflows, since exponents stay within ±2^20.

import FixedPoint

/// ±mantissa · 2^exponent, with the mantissa's top bit set, or zero.
struct ScaledNumber {
  var isNegative: Bool
  var mantissa: UInt32
  var exponent: Int32

  /// A constant; `mantissa` must have its top bit set.
  @inline(__always)
  init(_ mantissa: UInt32, exponent: Int32) {
    isNegative = false
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// `value` · 2^`exponent`, rounded to 32 bits.
  init(_ value: UInt64, exponent: Int32, isNegative: Bool = false) {
    self.isNegative = isNegative
    if value == 0 {
      mantissa = 0
      self.exponent = 0
      return
    }
    let zeros = value.leadingZeros
    let aligned = value &<< UInt64(widening: zeros)
    mantissa = aligned.highHalf
    self.exponent = exponent &+ 32 &- Int32(bitPattern: zeros)
    if aligned.lowHalf >= 0x8000_0000 {
      mantissa = mantissa &+ 1
      if mantissa == 0 {
        mantissa = 0x8000_0000
        self.exponent = self.exponent &+ 1
      }
    }
  }

  static var zero: ScaledNumber { ScaledNumber(0, exponent: 0) }
  static var one: ScaledNumber { ScaledNumber(0x8000_0000, exponent: -31) }

  var isZero: Bool { mantissa == 0 }

  // MARK: - Arithmetic

  static prefix func - (a: ScaledNumber) -> ScaledNumber {
    var negated = a
    negated.isNegative = !a.isNegative
    return negated
  }

  /// Half the value.
  var halved: ScaledNumber { scaled(by: -1) }

  /// The value times 2^`count`.
  func scaled(by count: Int32) -> ScaledNumber {
    var result = self
    result.exponent = exponent &+ count
    return result
  }

  @inline(never)
  static func * (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber {
    if a.isZero || b.isZero { return .zero }
    // The product lies in [2^62, 2^64): one step at most brings its top bit into place.
    let product = UInt64(product: a.mantissa, b.mantissa)
    var mantissa = product.highHalf
    var low = product.lowHalf
    var exponent = a.exponent &+ b.exponent &+ 32
    if mantissa < 0x8000_0000 {
      mantissa = (mantissa &<< 1) | (low &>> 31)
      low = low &<< 1
      exponent = exponent &- 1
    }
    if low >= 0x8000_0000 {
      mantissa = mantissa &+ 1
      if mantissa == 0 {
        mantissa = 0x8000_0000
        exponent = exponent &+ 1
      }
    }
    var result = ScaledNumber(mantissa, exponent: exponent)
    result.isNegative = a.isNegative != b.isNegative
    return result
  }

  @inline(never)
  static func + (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber {
    if a.isZero { return b }
    if b.isZero { return a }
    let (large, small) = a.exponent >= b.exponent ? (a, b) : (b, a)
    let shift = large.exponent &- small.exponent
    // Below a quarter of the last place.
    if shift > 33 { return large }
    // 30 bits of room: the smaller one loses at most 3 of them, 2^−59 of the larger one.
    let first = UInt64(widening: large.mantissa) &<< 30
    let second = (UInt64(widening: small.mantissa) &<< 30) &>> UInt64(widening: UInt32(bitPattern: shift))
    let exponent = large.exponent &- 30
    if large.isNegative == small.isNegative {
      return ScaledNumber(first &+ second, exponent: exponent, isNegative: large.isNegative)
    }
    if first >= second {
      return ScaledNumber(first &- second, exponent: exponent, isNegative: large.isNegative)
    }
    return ScaledNumber(second &- first, exponent: exponent, isNegative: small.isNegative)
  }

  static func - (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber { a + -b }

  /// The quotient, by long division: 32 steps. `divisor` must not be zero.
  @inline(never)
  func divided(by divisor: ScaledNumber) -> ScaledNumber {
    if isZero { return .zero }
    // The first digit apart, so that the remainder is below the divisor from there on.
    var remainder = mantissa
    var quotient: UInt64 = 0
    if remainder >= divisor.mantissa {
      remainder = remainder &- divisor.mantissa
      quotient = 1
    }
    for _ in 0..<33 {
      let carry = remainder >= 0x8000_0000
      remainder = remainder &<< 1
      quotient = quotient &<< 1
      if carry || remainder >= divisor.mantissa {
        remainder = remainder &- divisor.mantissa
        quotient |= 1
      }
    }
    return ScaledNumber(
      quotient, exponent: exponent &- divisor.exponent &- 33, isNegative: isNegative != divisor.isNegative)
  }

  /// The square root of the magnitude, at most 2^−31 of itself too small.
  @inline(never)
  var squareRoot: ScaledNumber {
    if isZero { return .zero }
    // An even exponent halves; the root of a value in [2^62, 2^64) has its top bit set.
    let isOdd = exponent & 1 != 0
    let root = (UInt64(widening: mantissa) &<< (isOdd ? 31 : 32)).squareRoot
    return ScaledNumber(root, exponent: (exponent &- (isOdd ? 31 : 32)) &>> 1)
  }

  // MARK: - To fixed point

  /// The value in units of 2^`unit`, rounded half away from zero. The magnitude must be below 2^62 units.
  func whole(unit: Int32) -> Int64 {
    let shift = exponent &- unit
    var magnitude = UInt64(widening: mantissa)
    if shift >= 0 {
      magnitude = magnitude &<< UInt64(widening: UInt32(bitPattern: shift))
    } else if shift > -34 {
      let right = UInt32(bitPattern: 0 &- shift)
      magnitude = ((magnitude &<< 1) &>> UInt64(widening: right)) &+ 1
      magnitude = magnitude &>> 1
    } else {
      return 0
    }
    let result = Int64(bitPattern: magnitude)
    return isNegative ? 0 &- result : result
  }

  /// Whether the magnitude is below 2^`power`.
  func isBelow(power: Int32) -> Bool { isZero || exponent &+ 32 <= power }
}

extension UInt64 {
  /// Leading zero bits, 0…64.
  var leadingZeros: UInt32 {
    let high = highHalf
    return high != 0
      ? UInt32(truncatingIfNeeded: high.leadingZeroBitCount)
      : 32 &+ UInt32(truncatingIfNeeded: lowHalf.leadingZeroBitCount)
  }
}
