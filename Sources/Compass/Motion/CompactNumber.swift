// A number in one word: 24 bits of mantissa and 8 of exponent.
//
// The work of a block handles variances from 1e-14 to 1e3 and quantities of six units. Fixed point would need a format
// for each of them. One word fits in one register, and a covariance of four states takes 40 bytes. Every operation
// rounds to nearest, with an error of at most 2^−22 of its result.

import FixedPoint

/// mantissa · 2^exponent, with 2^22 ≤ |mantissa| ≤ 2^23, or zero.
public struct CompactNumber: Equatable, Sendable {
  /// The mantissa in bits 31…8 and the exponent in bits 7…0, both signed; 0 is zero.
  public var word: Int32

  @inline(__always)
  private init(word: Int32) { self.word = word }

  /// A constant.
  /// - Parameters:
  ///   - mantissa: 2^22…2^23 − 1, or the same range below zero.
  ///   - exponent: −128…127.
  @inline(__always)
  public init(mantissa: Int32, exponent: Int32) { word = (mantissa &<< 8) | (exponent & 0xff) }

  /// `value` · 2^`exponent`, rounded to 24 bits. A number that is too small becomes zero; one that is too large is
  /// limited.
  @inline(never)
  public init(_ value: Int32, exponent: Int32) {
    let left = UInt32(bitPattern: value ^ (value &>> 31)).leadingZeros &- 1
    // −1 has 31 zeros to the left of its sign, and 0 has no significant digit.
    let raised = value &<< left
    let power = exponent &- left &+ 8
    if value == 0 || power < -128 {
      word = 0
    } else if power > 127 {
      word = value < 0 ? Int32(bitPattern: 0x8000_007f) : 0x7fff_ff7f
    } else {
      let rounded = raised < 0x7fff_ff80 ? raised &+ 0x80 : raised
      word = (rounded & ~0xff) | (power & 0xff)
    }
  }

  public static var zero: CompactNumber { CompactNumber(word: 0) }
  /// 1.
  public static var one: CompactNumber { CompactNumber(mantissa: 1 &<< 22, exponent: -22) }

  @inline(__always)
  private var mantissa: Int32 { word &>> 8 }
  @inline(__always)
  private var exponent: Int32 { (word &<< 24) &>> 24 }

  /// Whether the value is below 0.
  @inline(__always)
  public var isNegative: Bool { word < 0 }

  // MARK: - Arithmetic

  @inline(never)
  public static prefix func - (a: CompactNumber) -> CompactNumber {
    let (upper, power) = (a.word & ~0xff, a.word & 0xff)
    let negated = 0 &- upper
    // −2^23 has no opposite in 24 bits; 2^22 with the exponent increased by one is the same.
    return negated == Int32.min
      ? CompactNumber(1 &<< 22, exponent: a.exponent &+ 1) : CompactNumber(word: negated | power)
  }

  /// `value` · 2^`exponent` for a `value` below 2^(32 − left) that is usually not below 2^(28 − left). Then it needs no
  /// count of leading zeros, which would cost more than the sum or product itself.
  @inline(__always)
  private init(_ value: Int32, exponent: Int32, expectedShift left: Int32) {
    let size = (value ^ (value &>> 31)) &>> (28 &- left)
    var raised = value &<< (left &- 1)
    var power = exponent &- left &+ 9
    if size < 8 {
      raised = raised &+ raised
      power = power &- 1
      if size < 4 {
        raised = raised &+ raised
        power = power &- 1
        if size < 2 {
          raised = raised &+ raised
          power = power &- 1
        }
      }
    }
    if size == 0 || power < -128 || power > 127 {
      self.init(value, exponent: exponent)
    } else {
      let rounded = raised < 0x7fff_ff80 ? raised &+ 0x80 : raised
      self.init(word: (rounded & ~0xff) | (power & 0xff))
    }
  }

  /// The product, rounded to a `CompactNumber`. It adds three products of mantissa halves, and the upper part of the
  /// fourth.
  @inline(never)
  public static func * (a: CompactNumber, b: CompactNumber) -> CompactNumber {
    if a.word == 0 || b.word == 0 { return .zero }
    let (upperA, lowerA) = (a.word &>> 20, (a.word &>> 8) & 0xfff)
    let (upperB, lowerB) = (b.word &>> 20, (b.word &>> 8) & 0xfff)
    // The product divided by 2^21: its magnitude is 2^23 − 1 to 2^25.
    let mixed = upperA &* lowerB &+ lowerA &* upperB &+ (lowerA &* lowerB) &>> 12
    return CompactNumber(
      (upperA &* upperB) &<< 3 &+ mixed &>> 9, exponent: a.exponent &+ b.exponent &+ 21, expectedShift: 6)
  }

  /// self + a·b, rounded once.
  @inline(never)
  func adding(_ a: CompactNumber, times b: CompactNumber) -> CompactNumber {
    if word == 0 { return a * b }
    if a.word == 0 || b.word == 0 { return self }
    let (upperA, lowerA) = (a.word &>> 20, (a.word &>> 8) & 0xfff)
    let (upperB, lowerB) = (b.word &>> 20, (b.word &>> 8) & 0xfff)
    let mixed = upperA &* lowerB &+ lowerA &* upperB &+ (lowerA &* lowerB) &>> 12
    // Both terms are at most 2^28: the product divided by 2^24, and the mantissa times 2^5.
    let product = ((upperA &* upperB) &<< 3 &+ mixed &>> 9) &<< 3
    let (power, own) = (a.exponent &+ b.exponent &+ 18, exponent &- 5)
    let term = (word &>> 3) & ~0x1f
    let distance = power &- own
    if distance >= 0 {
      let shift = distance < 31 ? distance : 31
      return CompactNumber(product &+ term &>> shift, exponent: power, expectedShift: 3)
    }
    let shift = distance > -31 ? 0 &- distance : 31
    return CompactNumber(term &+ product &>> shift, exponent: own, expectedShift: 3)
  }

  /// The sum, rounded to a `CompactNumber`.
  @inline(never)
  public static func + (a: CompactNumber, b: CompactNumber) -> CompactNumber {
    if a.word == 0 { return b }
    if b.word == 0 { return a }
    let distance = a.exponent &- b.exponent
    // Six bits more than the mantissas have; the sum of two mantissas needs one of them.
    let (first, second) = ((a.word &>> 2) & ~0x3f, (b.word &>> 2) & ~0x3f)
    if distance >= 0 {
      if distance > 25 { return a }
      return CompactNumber(first &+ second &>> distance, exponent: a.exponent &- 6, expectedShift: 2)
    }
    if distance < -25 { return b }
    return CompactNumber(second &+ first &>> (0 &- distance), exponent: b.exponent &- 6, expectedShift: 2)
  }

  /// The difference, rounded to a `CompactNumber`.
  @inline(never)
  public static func - (a: CompactNumber, b: CompactNumber) -> CompactNumber { a + -b }

  /// 1/self; the largest number for zero.
  @inline(never)
  public var reciprocal: CompactNumber {
    if word == 0 { return CompactNumber(0x7fff_ffff, exponent: 127) }
    let size = mantissa.magnitude
    let left = size.leadingZeros
    let quotient = Int32(bitPattern: (size &<< UInt32(bitPattern: left)).normalisedReciprocal &>> 1)
    // size·2^left·quotient = 2^62.
    return CompactNumber(word < 0 ? 0 &- quotient : quotient, exponent: left &- 62 &- exponent, expectedShift: 1)
  }

  static func / (a: CompactNumber, b: CompactNumber) -> CompactNumber { a * b.reciprocal }

  /// √self; zero if self is negative.
  @inline(never)
  public var squareRoot: CompactNumber {
    if word <= 0 { return .zero }
    let isOdd = exponent & 1
    let radicand = UInt32(bitPattern: mantissa) &<< UInt32(bitPattern: isOdd &+ 8)
    let root = UInt64(high: radicand, low: 0).approximateSquareRoot
    return CompactNumber(Int32(bitPattern: root &>> 1), exponent: (exponent &- isOdd) &>> 1 &- 19)
  }

  /// The value times 2^`count`.
  @inline(never)
  func scaled(by count: Int32) -> CompactNumber {
    let power = exponent &+ count
    if word == 0 || power < -128 || power > 127 { return CompactNumber(mantissa, exponent: power) }
    return CompactNumber(word: (word & ~0xff) | (power & 0xff))
  }

  var squared: CompactNumber { self * self }

  /// Moves self towards `value` by a share of the distance.
  @inline(never)
  func following(_ value: CompactNumber, _ share: CompactNumber) -> CompactNumber { self + (value - self) * share }

  var magnitude: CompactNumber { word < 0 ? -self : self }

  // MARK: - Comparison

  static func < (a: CompactNumber, b: CompactNumber) -> Bool { (a - b).word < 0 }

  @inline(never)
  func limited(to limit: CompactNumber) -> CompactNumber {
    if limit < magnitude { return word < 0 ? -limit : limit }
    return self
  }

  /// The smaller of two.
  @inline(never)
  static func least(_ a: CompactNumber, _ b: CompactNumber) -> CompactNumber { a < b ? a : b }

  /// The larger of two.
  @inline(never)
  static func most(_ a: CompactNumber, _ b: CompactNumber) -> CompactNumber { a < b ? b : a }

  // MARK: - To fixed point

  /// The value in units of 2^`unit`, rounded half up and limited to 32 bits.
  @inline(never)
  public func whole(unit: Int32) -> Int32 {
    let shift = exponent &- unit
    if shift >= 0 {
      if shift > 8 { return word == 0 ? 0 : word < 0 ? Int32.min : Int32.max }
      return mantissa &<< shift
    }
    return shift < -24 ? 0 : mantissa.shifted(rightBy: 0 &- shift)
  }

  /// About e^−self for self ≥ 0: 1/(1 + x + x²/2).
  var decay: CompactNumber { (CompactNumber.one + self + squared.scaled(by: -1)).reciprocal }
}
