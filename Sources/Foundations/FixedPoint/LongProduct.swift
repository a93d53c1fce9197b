// Exact 64-bit products and their upper words on a core that multiplies 32 bits by 32 and keeps the lower 32.
//
// A Cortex-M0 has no long multiply: `multipliedFullWidth` becomes a call that multiplies 64 by 64 bits. Four products
// of 16-bit halves, added in place, take half of its time.

extension Int64 {
  /// The exact product of `a` and `b`, from their 16-bit halves.
  /// - Parameters:
  ///   - a: within ±√3·2^30; any value where |b| ≤ 2^29.
  ///   - b: within ±2^30.
  @inlinable @inline(__always)
  public init(halves a: Int32, _ b: Int32) {
    // The lower half of b is signed, so that the two mixed products, at most 2^30 each, fit one word together.
    let lowerA = a & 0xffff
    let upperA = a &>> 16
    let lowerB = Int32(truncatingIfNeeded: Int16(truncatingIfNeeded: b))
    let upperB = (b &- lowerB) &>> 16
    let mixed = upperA &* lowerB &+ lowerA &* upperB
    let lower = lowerA &* lowerB
    self =
      Int64(high: upperA &* upperB &+ mixed &>> 16, low: UInt32(bitPattern: mixed &<< 16)) &+ Int64(widening: lower)
  }

  /// a·b + c·d, exact: the products of the halves are added before they are combined.
  /// - Parameters: each within ±2^30.
  @inlinable @inline(__always)
  public init(halves a: Int32, _ b: Int32, plus c: Int32, _ d: Int32) {
    let (lowerA, lowerB, lowerC, lowerD) = (a.lowerHalf, b.lowerHalf, c.lowerHalf, d.lowerHalf)
    let (upperA, upperB) = ((a &- lowerA) &>> 16, (b &- lowerB) &>> 16)
    let (upperC, upperD) = ((c &- lowerC) &>> 16, (d &- lowerD) &>> 16)
    // Four products of at most 2^14 by 2^15, and never all four at +2^29: when an upper half is −2^14, the lower half
    // is not negative. The sum of the two lowest products can reach 2^31, one more than a word holds; that case is
    // handled separately.
    let mixed = upperA &* lowerB &+ lowerA &* upperB &+ upperC &* lowerD &+ lowerC &* upperD
    let lower = lowerA &* lowerB &+ lowerC &* lowerD &- 1
    self =
      Int64(
        high: upperA &* upperB &+ upperC &* upperD &+ mixed &>> 16, low: UInt32(bitPattern: mixed &<< 16) &+ 1)
      &+ Int64(widening: lower)
  }

  /// a·b − c·d, exact, computed as the sum is.
  /// - Parameters: each within ±2^30.
  @inlinable @inline(__always)
  public init(halves a: Int32, _ b: Int32, minus c: Int32, _ d: Int32) {
    let (lowerA, lowerB, lowerC, lowerD) = (a.lowerHalf, b.lowerHalf, c.lowerHalf, d.lowerHalf)
    let (upperA, upperB) = ((a &- lowerA) &>> 16, (b &- lowerB) &>> 16)
    let (upperC, upperD) = ((c &- lowerC) &>> 16, (d &- lowerD) &>> 16)
    // The difference of the lowest two stays below 2^31: 2^30 and −2^15·(2^15 − 1) are their extremes.
    let mixed = upperA &* lowerB &+ lowerA &* upperB &- upperC &* lowerD &- lowerC &* upperD
    let lower = lowerA &* lowerB &- lowerC &* lowerD
    self =
      Int64(high: upperA &* upperB &- upperC &* upperD &+ mixed &>> 16, low: UInt32(bitPattern: mixed &<< 16))
      &+ Int64(widening: lower)
  }

  /// a² + b² + c², exact, computed as the sum is.
  /// - Parameters: each within ±2^30.
  @inlinable @inline(__always)
  public init(squaresOf a: Int32, _ b: Int32 = 0, _ c: Int32 = 0) {
    let (lowerA, lowerB, lowerC) = (a.lowerHalf, b.lowerHalf, c.lowerHalf)
    let (upperA, upperB, upperC) = ((a &- lowerA) &>> 16, (b &- lowerB) &>> 16, (c &- lowerC) &>> 16)
    // Three products of at most 2^29; three squares of at most 2^30, which need all 32 bits.
    let mixed = upperA &* lowerA &+ upperB &* lowerB &+ upperC &* lowerC
    let lower = UInt32(bitPattern: lowerA &* lowerA &+ lowerB &* lowerB &+ lowerC &* lowerC)
    self =
      Int64(
        high: upperA &* upperA &+ upperB &* upperB &+ upperC &* upperC &+ mixed &>> 15,
        low: UInt32(bitPattern: mixed &<< 17)) &+ Int64(bitPattern: UInt64(widening: lower))
  }

  /// The exact square of `a`.
  @inlinable @inline(__always)
  public init(squareOf a: Int32) {
    let lower = UInt32(bitPattern: a & 0xffff)
    let upper = a &>> 16
    let mixed = upper &* Int32(bitPattern: lower)
    self =
      Int64(high: upper &* upper &+ mixed &>> 15, low: UInt32(bitPattern: mixed &<< 17))
      &+ Int64(bitPattern: UInt64(widening: lower &* lower))
  }

  /// self + a·b, once in the image: 46 bytes, for 15 more cycles a product (embedded-swift.md, "Calls").
  /// - Parameters: as for `init(halves:_:)`; the sum has to fit.
  @inline(never)
  public func adding(_ a: Int32, times b: Int32) -> Int64 { self &+ Int64(halves: a, b) }

  /// Bits 63…32: the value over 2^32, rounded down.
  @inlinable @inline(__always)
  public var upperWord: Int32 { Int32(bitPattern: UInt64(bitPattern: self).highHalf) }

  /// The upper word, inverted when it is negative. The number of its leading zeros says how far the value can be
  /// shifted left.
  @inlinable @inline(__always)
  public var upperBits: UInt32 {
    return UInt32(bitPattern: upperWord ^ (upperWord &>> 31))
  }

  /// ⌊self · 2^(left − 32) + ½⌋: the upper word after a shift to the left.
  /// - Parameter left: 0…30; `upperBits` below 2^(31 − left), or 2^(30 − left) to leave a bit for the rounding.
  @inlinable @inline(__always)
  public func upperWord(shiftedLeft left: Int32) -> Int32 {
    let lower = UInt64(bitPattern: self).lowHalf
    // The value is shifted one place less than wanted, and its last bit is then the carry of one half. For `left` = 0
    // no lower bit enters the result, but one decides the rounding.
    let fraction = lower &>> UInt32(bitPattern: 31 &- left)
    return (upperWord &<< left) &+ Int32(bitPattern: (fraction &>> 1) &+ (fraction & 1))
  }

  /// ⌊self · 2^(left − 32)⌋, for callers to whom rounding is not worth its cycles.
  /// - Parameter left: 1…31.
  @inlinable @inline(__always)
  public func upperWordRoundedDown(shiftedLeft left: Int32) -> Int32 {
    let lower = UInt64(bitPattern: self).lowHalf
    return (upperWord &<< left) | Int32(bitPattern: lower &>> UInt32(bitPattern: 0 &- left))
  }
}

extension Int32 {
  /// Bits 15…0, signed.
  @inlinable @inline(__always)
  var lowerHalf: Int32 { Int32(truncatingIfNeeded: Int16(truncatingIfNeeded: self)) }
}
