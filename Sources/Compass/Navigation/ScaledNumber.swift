// Numbers with a 32-bit mantissa and an exponent of their own.
//
// Ten metres are 1.6e-6 of the Earth's radius. A bearing over ten metres that is accurate to 1e-6 degrees needs sines
// with a small relative error even if they are tiny. No 32-bit fixed-point format gives this. Every operation here
// rounds to nearest, with an error of at most 2^−32 of its result. Nothing overflows, because exponents stay within
// ±2^20.

import FixedPoint

/// ±mantissa · 2^exponent, with the mantissa's top bit set, or zero.
///
/// Two words, so that two numbers fit the four argument registers of a Cortex-M.
struct ScaledNumber {
  var mantissa: UInt32
  /// Twice the exponent, plus 1 for a negative number.
  private var tag: Int32

  /// A constant; `mantissa` must have its top bit set.
  @inline(__always)
  init(_ mantissa: UInt32, exponent: Int32) {
    self.mantissa = mantissa
    tag = exponent &<< 1
  }

  @inline(__always)
  private init(_ mantissa: UInt32, tag: Int32) {
    self.mantissa = mantissa
    self.tag = tag
  }

  @inline(__always)
  var isNegative: Bool {
    get { tag & 1 != 0 }
    set { tag = (tag & ~1) | (newValue ? 1 : 0) }
  }

  @inline(__always)
  var exponent: Int32 {
    get { tag &>> 1 }
    set { tag = (newValue &<< 1) | (tag & 1) }
  }

  /// `value` · 2^`exponent`, rounded to 32 bits.
  @inline(never)
  init(_ value: UInt64, exponent: Int32, isNegative: Bool = false) {
    var (high, low) = (value.highHalf, value.lowHalf)
    tag = ((exponent &+ 32) &<< 1) | (isNegative ? 1 : 0)
    if high == 0 {
      if low == 0 {
        mantissa = 0
        tag = 0
        return
      }
      (high, low) = (low, 0)
      tag = tag &- 64
    }
    let zeros = high.leadingZeros
    let shift = UInt32(bitPattern: zeros)
    // Shift in two steps, because a shift by 32 does nothing.
    mantissa = (high &<< shift) | ((low &>> 1) &>> (31 &- shift))
    tag = tag &- zeros &<< 1
    if (low &<< shift) >= 0x8000_0000 { self = incremented }
  }

  static var zero: ScaledNumber { ScaledNumber(0, exponent: 0) }
  static var one: ScaledNumber { ScaledNumber(0x8000_0000, exponent: -31) }

  var isZero: Bool { mantissa == 0 }

  // MARK: - Arithmetic

  static prefix func - (a: ScaledNumber) -> ScaledNumber {
    ScaledNumber(a.mantissa, tag: a.tag ^ 1)
  }

  /// The value times 2^`count`.
  func scaled(by count: Int32) -> ScaledNumber {
    ScaledNumber(mantissa, tag: tag &+ count &<< 1)
  }

  @inline(never)
  static func * (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber {
    if a.isZero || b.isZero { return .zero }
    // The product lies in [2^62, 2^64): at most one shift moves its top bit into place.
    let product = UInt64(halves: a.mantissa, b.mantissa)
    var result = ScaledNumber(product.highHalf, tag: ((a.tag & ~1) &+ b.tag &+ 64) ^ (a.tag & 1))
    var low = product.lowHalf
    if result.mantissa < 0x8000_0000 {
      result.mantissa = (result.mantissa &<< 1) | (low &>> 31)
      low = low &<< 1
      result.tag = result.tag &- 2
    }
    return low < 0x8000_0000 ? result : result.incremented
  }

  @inline(never)
  static func + (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber {
    if a.isZero { return b }
    if b.isZero { return a }
    var (large, small) = (a, b)
    var distance = a.exponent &- b.exponent
    if distance < 0 || (distance == 0 && a.mantissa < b.mantissa) {
      (large, small) = (b, a)
      distance = 0 &- distance
    }
    // The smaller number is below the last place of the larger one.
    if distance > 31 { return large }
    let shift = UInt32(bitPattern: distance)
    let upper = small.mantissa &>> shift
    // The part below the last place. Shift in two steps, because a shift by 32 does nothing.
    let lower = (small.mantissa &<< 1) &<< (31 &- shift)
    if (large.tag ^ small.tag) & 1 == 0 {
      // The carry of the fraction cannot make the sum overflow a second time.
      let sum = large.mantissa &+ upper
      if sum >= large.mantissa {
        large.mantissa = sum
        return lower < 0x8000_0000 ? large : large.incremented
      }
      large.mantissa = (sum &>> 1) | 0x8000_0000
      large.tag = large.tag &+ 2
      return sum & 1 == 0 ? large : large.incremented
    }
    let difference = UInt64(high: large.mantissa, low: 0) &- UInt64(high: upper, low: lower)
    return ScaledNumber(difference, exponent: large.exponent &- 32, isNegative: large.isNegative)
  }

  /// Adds one in the last place.
  @inline(__always)
  private var incremented: ScaledNumber {
    let next = mantissa &+ 1
    return next != 0 ? ScaledNumber(next, tag: tag) : ScaledNumber(0x8000_0000, tag: tag &+ 2)
  }

  static func - (a: ScaledNumber, b: ScaledNumber) -> ScaledNumber { a + -b }

  /// The quotient, by long division: 32 steps. `divisor` must not be zero.
  @inline(never)
  func divided(by divisor: ScaledNumber) -> ScaledNumber {
    if isZero { return .zero }
    // The first digit is found separately, so that the remainder is below the divisor in the loop.
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

  /// The square root of the magnitude; too small by at most 2^−31 of itself.
  @inline(never)
  var squareRoot: ScaledNumber {
    if isZero { return .zero }
    // Make the exponent even and halve it. The root of a value in [2^62, 2^64) has its top bit set.
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
