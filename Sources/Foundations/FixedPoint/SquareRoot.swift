// Integer square roots without a division: a line, three of Newton's steps, and an exact remainder.

/// √radicand = whole + fraction/2^10 for radicands of 32 bits whose two upper bits are not both zero.
public struct RootOfWord {
  /// Within 8 of √radicand.
  public var whole: UInt32
  /// The rest of the root in units of 2^−10, too small by up to 1.66 units; may be negative.
  public var fraction: Int32
  /// 2^31/√radicand, within 1e-4 of it.
  public var inverse: UInt32

  /// - Parameter radicand: 2^30…2^32 − 1.
  @inlinable @inline(__always)
  public init(_ radicand: UInt32) {
    // 1/√: a straight line within 8.6 %, then Newton steps until only their rounding is left, 1e-4.
    let top = radicand &>> 16
    inverse = 69_888 &- (top &* 19_968) &>> 15
    inverse = Self.improved(inverse, top)
    inverse = Self.improved(inverse, top)
    inverse = Self.improved(inverse, top)
    whole = (top &* inverse) &>> 15
    // The remainder of the radicand is exact, at most 2^21.
    let rest = Int32(bitPattern: radicand &- whole &* whole)
    fraction = ((rest &>> 5) &* Int32(bitPattern: inverse)) &>> 17
  }

  /// The same, once in the image: it saves 80 bytes and costs a dozen cycles (embedded-swift.md, "Calls").
  @inline(never)
  public static func called(_ radicand: UInt32) -> RootOfWord { RootOfWord(radicand) }

  /// √radicand · 2^16, within 54: 1 part in 2^25.
  @inlinable @inline(__always)
  public var fixedPoint: UInt32 {
    // The fraction is too small by 0 to 1.66 of its units, so half of that is added.
    let sum = (whole &<< 16) &+ UInt32(bitPattern: fraction &<< 6 &+ 53)
    // Just below 2^32 the estimate may be 2^16.
    return sum < 1 &<< 30 ? UInt32.max : sum
  }

  /// y(3 − x·y²)/2 with y = `inverse`/2^15 and x = `top`/2^16.
  @inlinable @inline(__always)
  static func improved(_ inverse: UInt32, _ top: UInt32) -> UInt32 {
    let unity = ((inverse &* inverse) &>> 16) &* top
    return (((0xc000_0000 &- unity) &>> 16) &* inverse) &>> 15
  }
}

extension UInt32 {
  /// ⌊√self⌋.
  public var squareRoot: UInt32 {
    @export(interface)
    get {
      if self == 0 { return 0 }
      let half = UInt32(bitPattern: leadingZeros) &>> 1
      let radicand = self &<< (half &+ half)
      let estimate = RootOfWord.called(radicand)
      var root = estimate.whole &+ UInt32(bitPattern: estimate.fraction &>> 10)
      // The estimate is one too large or too small at most.
      let rest = Int32(bitPattern: radicand &- root &* root)
      if rest < 0 { root = root &- 1 }
      if rest > Int32(bitPattern: root &+ root) { root = root &+ 1 }
      return root &>> half
    }
  }
}

extension UInt64 {
  /// The value shifted up by twice the returned count, so that one of its two upper bits is set.
  /// - Precondition: not zero.
  @inlinable @inline(__always)
  public var raisedForRoot: (value: UInt64, half: UInt32) {
    var value = self
    var half: UInt32 = 0
    if value.highHalf == 0 {
      value = UInt64(high: value.lowHalf, low: 0)
      half = 16
    }
    let more = UInt32(bitPattern: value.highHalf.leadingZeros) &>> 1
    let double = more &+ more
    // The shift is done in two steps, because a shift by 32 does nothing.
    let upper = (value.highHalf &<< double) | ((value.lowHalf &>> 1) &>> (31 &- double))
    return (UInt64(high: upper, low: value.lowHalf &<< double), half &+ more)
  }

  /// √self within 1 part in 2^25, then rounded down to a whole number.
  public var approximateSquareRoot: UInt32 {
    @export(interface)
    get {
      if self == 0 { return 0 }
      let raised = raisedForRoot
      return RootOfWord.called(raised.value.highHalf).fixedPoint &>> raised.half
    }
  }

  /// ⌊√self⌋.
  public var squareRoot: UInt32 {
    @export(interface)
    get {
      if self == 0 { return 0 }
      let raised = raisedForRoot
      let estimate = RootOfWord.called(raised.value.highHalf)
      var root = estimate.fixedPoint
      // The estimate is within 2^8. One Newton step uses the exact remainder, at most 2^41, and 2^47/root.
      let rest = Int64(bitPattern: raised.value &- UInt64(halves: root, root))
      let step = (Int32(truncatingIfNeeded: rest &>> 27) &* Int32(bitPattern: estimate.inverse)) &>> 21
      root = root &+ UInt32(bitPattern: step)
      // Now the estimate is off by one at most.
      let last = Int64(bitPattern: raised.value &- UInt64(halves: root, root))
      if last < 0 {
        root = root &- 1
      } else if UInt64(bitPattern: last) > UInt64(widening: root) &<< 1 {
        root = root &+ 1
      }
      return root &>> raised.half
    }
  }
}

extension UInt64 {
  /// The exact product, from 16-bit halves: see LongProduct.swift.
  @inlinable @inline(__always)
  public init(halves a: UInt32, _ b: UInt32) {
    let lowerA = a & 0xffff
    let upperA = a &>> 16
    let lowerB = b & 0xffff
    let upperB = b &>> 16
    // Neither sum can overflow: (2^16 − 1)² + 2^16 − 1 < 2^32.
    let first = upperA &* lowerB &+ (lowerA &* lowerB) &>> 16
    let second = lowerA &* upperB &+ first & 0xffff
    self = UInt64(
      high: upperA &* upperB &+ first &>> 16 &+ second &>> 16, low: (second &<< 16) | ((lowerA &* lowerB) & 0xffff))
  }
}
