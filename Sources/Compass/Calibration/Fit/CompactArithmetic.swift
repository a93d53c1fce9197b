// Arithmetic that needs few bytes of code: wide products, division digit by digit, approximate roots.

import FixedPoint
import Quantities

extension Int64 {
  /// The exact 64-bit product. The image contains this code once (embedded-swift.md, "Calls"). It takes half the time
  /// of the library's product of 64 by 64 bits.
  @inline(never)
  init(multiplying a: Int32, _ b: Int32) {
    let lowerA = UInt32(bitPattern: a & 0xffff)
    let upperA = a &>> 16
    let lowerB = UInt32(bitPattern: b & 0xffff)
    let upperB = b &>> 16
    // Neither sum can overflow: the magnitude of the first is at most (2^16 − 1)² + 2^16 − 1, and the carry is signed.
    let lowest = lowerA &* lowerB
    let first = upperA &* Int32(bitPattern: lowerB) &+ Int32(bitPattern: lowest &>> 16)
    let second = Int32(bitPattern: lowerA) &* upperB &+ (first & 0xffff)
    self.init(
      high: upperA &* upperB &+ first &>> 16 &+ second &>> 16,
      low: UInt32(bitPattern: second &<< 16) | (lowest & 0xffff))
  }

  /// The dot product of (x, y, z) and `v`.
  @inline(never)
  init(_ x: Int32, _ y: Int32, _ z: Int32, dot v: Vector3) {
    self = Int64(multiplying: x, v.x) &+ Int64(multiplying: y, v.y) &+ Int64(multiplying: z, v.z)
  }

  /// The same as `divided(by:)`, limited to 32 bits.
  @inline(never)
  func quotient(by divisor: Int64) -> Int32 { divided(by: divisor).word }

  /// The same as `saturatedToInt32`, but the image contains this code once.
  @inline(never)
  var word: Int32 { saturatedToInt32 }

  /// `self` / 2^`count`, rounded half up and limited to 32 bits. `count`: 1…63; |`self`| < 2^63 − 2^(`count` − 1).
  @inline(never)
  func word(rightBy count: Int32) -> Int32 { shifted(rightBy: count).word }

  /// `self` · `factor` / 2^30, with an error of at most eight: the product of the lowest 16 bits of both is left out.
  /// |self| < 2^60.
  @inline(never)
  func scaled(byQ30 factor: Int32) -> Int64 {
    let lowerF = factor & 0xffff
    let upperF = factor &>> 16
    let low = UInt64(bitPattern: self).lowHalf
    let middle = Int32(bitPattern: low &>> 16)
    // The 32-bit products divided by 2^14, each below 2^18.
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

  /// `self` / `divisor`, rounded towards zero; the divisor is not 0. It works one binary digit at a time, because a fit
  /// rarely divides.
  @inline(never)
  func divided(by divisor: Int64) -> Int64 {
    let by = divisor.magnitude
    var rest = magnitude
    var quotient: UInt64 = 0
    // Start with the highest digit that the quotient can have.
    var digit = rest.bitLength &- by.bitLength
    if digit < 0 { return 0 }
    var part = by &<< UInt64(widening: UInt32(bitPattern: digit))
    while digit >= 0 {
      quotient = quotient &+ quotient
      if rest >= part {
        rest = rest &- part
        quotient = quotient &+ 1
      }
      part = part &>> 1
      digit = digit &- 1
    }
    let result = Int64(bitPattern: quotient)
    return upperWord ^ divisor.upperWord < 0 ? 0 &- result : result
  }

  /// Shifts to the right for a positive `count`, rounded half up, and to the left for a negative one. |`self`| < 2^62.
  @inline(never)
  func shifted(rightBy count: Int32) -> Int64 {
    if count > 63 { return 0 }
    if count <= 0 { return self &<< Int64(widening: 0 &- count) }
    return (self &>> Int64(widening: count &- 1) &+ 1) &>> 1
  }

  /// The number of bits of the magnitude; 0 for 0.
  var bitLength: Int32 { magnitude.bitLength }
}

extension UInt32 {
  /// √self, rounded to the nearest.
  @inline(never)
  var roundedSquareRoot: UInt32 { (UInt64(high: self, low: 0).approximateSquareRoot &+ 0x8000) &>> 16 }
}

extension UInt64 {
  /// The number of bits; 0 for 0.
  @inline(never)
  var bitLength: Int32 { highHalf == 0 ? 32 &- lowHalf.leadingZeros : 64 &- highHalf.leadingZeros }
}

extension UInt32 {
  /// The quotient, rounded down. Its code has an eighth of the size of the library's division. The divisor is 1…2^31.
  @inline(never)
  func flooredQuotient(by divisor: UInt32) -> UInt32 {
    // Usually the quotient needs only half of the digits.
    let isShort = self &>> 16 < divisor
    var rest = isShort ? self &>> 16 : 0
    var quotient = isShort ? self &<< 16 : self
    var digit = isShort ? 16 : 32
    while digit != 0 {
      rest = rest &+ rest &+ quotient &>> 31
      quotient = quotient &+ quotient
      if rest >= divisor {
        rest = rest &- divisor
        quotient = quotient &+ 1
      }
      digit = digit &- 1
    }
    return quotient
  }
}

extension Int32 {
  /// `self`, which is not negative, limited to the range of `UInt16`.
  @inline(never)
  var saturatedToUInt16: UInt16 { self < 65_535 ? UInt16(truncatingIfNeeded: self) : 65_535 }

  /// The quotient, rounded towards zero. Its code is a fraction of the size of the library's division.
  @inline(never)
  func truncatedQuotient(by divisor: Int32) -> Int32 {
    let quotient = Int32(bitPattern: magnitude.flooredQuotient(by: divisor.magnitude))
    return self ^ divisor < 0 ? 0 &- quotient : quotient
  }

  /// `self` · `other` / 2^26, rounded; the result fits.
  @inline(never)
  func timesQ26(_ other: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (Int64(multiplying: self, other) &+ (1 &<< 25)) &>> 26)
  }
}
