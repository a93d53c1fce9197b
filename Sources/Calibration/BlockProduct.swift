// Products that are wider than 64 bits inside and not outside.
import FixedPoint
import Quantities

extension Int64 {
  /// The exact product. One function that is called, of half the time of the helper that multiplies 64 by 64 bits.
  @inline(never)
  init(multiplying a: Int32, _ b: Int32) {
    let lowerA = UInt32(bitPattern: a & 0xffff)
    let upperA = a &>> 16
    let lowerB = UInt32(bitPattern: b & 0xffff)
    let upperB = b &>> 16
    // Neither sum can overflow: the first is at most (2^16 − 1)² + 2^16 − 1 as a magnitude, and what is carried is signed.
    let lowest = lowerA &* lowerB
    let first = upperA &* Int32(bitPattern: lowerB) &+ Int32(bitPattern: lowest &>> 16)
    let second = Int32(bitPattern: lowerA) &* upperB &+ (first & 0xffff)
    self.init(
      high: upperA &* upperB &+ first &>> 16 &+ second &>> 16,
      low: UInt32(bitPattern: second &<< 16) | (lowest & 0xffff))
  }

  /// x·v.x + y·v.y + z·v.z.
  @inline(never)
  init(_ x: Int32, _ y: Int32, _ z: Int32, dot v: Vector3) {
    self = Int64(multiplying: x, v.x) &+ Int64(multiplying: y, v.y) &+ Int64(multiplying: z, v.z)
  }

  /// The same as `divided(by:)`, limited to 32 bits.
  @inline(never)
  func quotient(by divisor: Int64) -> Int32 { divided(by: divisor).word }

  /// `self` limited to 32 bits: `saturatedToInt32` as a function that is called.
  @inline(never)
  var word: Int32 { saturatedToInt32 }

  /// `self` / 2^`count`, rounded half up and limited to 32 bits. `count`: 1…63; |`self`| < 2^63 − 2^(`count` − 1).
  @inline(never)
  func word(rightBy count: Int32) -> Int32 { shifted(rightBy: count).word }

  /// ⌊`self` · `factor` / 2^32⌋, exact. The result fits when |self| < 2^62.
  @inline(never)
  func scaled(byQ32 factor: UInt32) -> Int64 {
    let low = UInt64(halves: UInt64(bitPattern: self).lowHalf, factor)
    // The factor's top bit counts 2^31, not −2^31.
    let high = Int64(multiplying: upperWord, Int32(bitPattern: factor))
    let top = factor &>> 31 == 0 ? 0 : upperWord
    return high &+ Int64(high: top, low: low.highHalf)
  }

  /// `self` · `factor` / 2^30 to within eight: without the product of the lowest 16 bits of both. |self| < 2^60.
  @inline(never)
  func scaled(byQ30 factor: Int32) -> Int64 {
    let lowerF = factor & 0xffff
    let upperF = factor &>> 16
    let low = UInt64(bitPattern: self).lowHalf
    let middle = Int32(bitPattern: low &>> 16)
    // 2^−14 of the products of 32 bits, below 2^18 each.
    let first = Int32(bitPattern: UInt32(bitPattern: middle &* lowerF) &>> 14)
    let second = (Int32(bitPattern: low & 0xffff) &* upperF) &>> 14
    let third = Int64(widening: middle &* upperF) &<< 2 &+ Int64(widening: first &+ second)
    let upper = upperWord
    let lowerA = upper & 0xffff
    let upperA = upper &>> 16
    let cross = upperA &* lowerF &+ Int32(bitPattern: UInt32(bitPattern: lowerA &* lowerF) &>> 16)
    let crossed = lowerA &* upperF &+ (cross & 0xffff)
    let product = Int64(
      high: upperA &* upperF &+ cross &>> 16 &+ crossed &>> 16,
      low: UInt32(bitPattern: crossed &<< 16) | (UInt32(bitPattern: lowerA &* lowerF) & 0xffff))
    return product &<< 2 &+ third
  }

  /// `self` / `divisor`, rounded towards zero; the divisor is not 0.
  ///
  /// Binary digits one by one: for a quotient and a divisor of 32 bits, which is what a fit divides by most, in less time
  /// than the compiler's helper takes, and in a fraction of its bytes.
  @inline(never)
  func divided(by divisor: Int64) -> Int64 {
    let by = divisor.magnitude
    var rest = magnitude
    let quotient: UInt64
    if by.highHalf == 0, by.lowHalf &>> 31 == 0, by.lowHalf != 0 {
      let first = rest.highHalf < by.lowHalf ? 0 : rest.highHalf / by.lowHalf
      var upper = rest.highHalf &- first &* by.lowHalf
      var lower = rest.lowHalf
      let by = by.lowHalf
      var digit = 32
      while digit != 0 {
        upper = upper &+ upper &+ lower &>> 31
        lower = lower &+ lower
        if upper >= by {
          upper = upper &- by
          lower = lower &+ 1
        }
        digit = digit &- 1
      }
      quotient = UInt64(high: first, low: lower)
    } else {
      // From the highest digit that the quotient can have.
      var digit = rest.bitLength &- by.bitLength
      var part = digit > 0 ? by &<< UInt64(widening: UInt32(bitPattern: digit)) : by
      var sum: UInt64 = 0
      while digit >= 0 {
        sum = sum &+ sum
        if rest >= part {
          rest = rest &- part
          sum = sum &+ 1
        }
        part = part &>> 1
        digit = digit &- 1
      }
      quotient = sum
    }
    let result = Int64(bitPattern: quotient)
    return (self < 0) == (divisor < 0) ? result : 0 &- result
  }

  /// Shifted to the right for a positive `count`, rounded half up; to the left for a negative one. |`self`| < 2^62.
  @inline(never)
  func shifted(rightBy count: Int32) -> Int64 {
    if count > 63 { return 0 }
    if count <= 0 { return self &<< Int64(widening: 0 &- count) }
    return (self &>> Int64(widening: count &- 1) &+ 1) &>> 1
  }

  /// The number of bits of the magnitude; 0 for 0.
  var bitLength: Int32 { magnitude.bitLength }
}

extension UInt64 {
  /// The number of bits; 0 for 0.
  @inline(never)
  var bitLength: Int32 { highHalf == 0 ? 32 &- lowHalf.leadingZeros : 64 &- highHalf.leadingZeros }
}

extension Int32 {
  /// `self` · `other` / 2^26, rounded; the result fits.
  @inline(never)
  func timesQ26(_ other: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (Int64(multiplying: self, other) &+ (1 &<< 25)) &>> 26)
  }
}
