// Products that are wider than 64 bits inside and not outside.
import FixedPoint

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

  /// `self` / 2^`count`, rounded half up and limited to 32 bits. `count`: 1…63.
  @inline(never)
  func word(rightBy count: Int64) -> Int32 { shiftedHalfUp(rightBy: count).saturatedToInt32 }

  /// ⌊`self` · `factor` / 2^32⌋, exact. The result fits when |self| < 2^62.
  func scaled(byQ32 factor: UInt32) -> Int64 {
    let high = self &>> 32
    let low = UInt64(product: UInt32(truncatingIfNeeded: self), factor)
    let wide = Int64(bitPattern: UInt64(widening: factor))
    return (high &* wide) &+ Int64(bitPattern: low &>> 32)
  }

  /// ⌊`self` · `factor` / 2^30⌋ to within one. |self| < 2^60, |factor| ≤ 2^31.
  func scaled(byQ30 factor: Int32) -> Int64 {
    let high = self &>> 32
    let low = UInt64(product: UInt32(truncatingIfNeeded: self), factor.magnitude) &>> 30
    let part = Int64(bitPattern: low)
    return ((high &* Int64(widening: factor)) &<< 2) &+ (factor < 0 ? 0 &- part : part)
  }

  /// Shifted to the right for a positive `count`, rounded half up; to the left for a negative one.
  func shifted(rightBy count: Int32) -> Int64 {
    if count > 63 { return 0 }
    if count > 0 { return shiftedHalfUp(rightBy: Int64(widening: count)) }
    return self &<< Int64(widening: 0 &- count)
  }

  /// The number of bits of the magnitude; 0 for 0. A loop over halves: the Cortex-M0 does not count zeros.
  var bitLength: Int32 {
    var value = magnitude
    var bits: Int32 = 0
    var step: UInt64 = 32
    while step != 0 {
      let upper = value &>> step
      if upper != 0 {
        value = upper
        bits = bits &+ Int32(truncatingIfNeeded: step)
      }
      step = step &>> 1
    }
    return value == 0 ? 0 : bits &+ 1
  }
}
