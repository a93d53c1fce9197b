// The reciprocal of a 32-bit number without a division: a line and Newton's steps.

extension UInt32 {
  /// 2^63 / self for a value with its top bit set, within 1 part in 2^26; at most 2^32 − 1.
  ///
  /// A quotient is then a product: the upper word of `UInt64(halves: a, v.normalisedReciprocal)` is a·2^31/v.
  /// - Precondition: self ≥ 2^31.
  public var normalisedReciprocal: UInt32 {
    @export(interface)
    get {
      let top = self &>> 16
      // −2^31/top, with a magnitude that is always too small: a straight line is within 7.2 %; each Newton step squares
      // the error, to 2^−7.5 and 2^−15.
      let line = top &- 95_951
      let rough = UInt32(bitPattern: Int32(bitPattern: ((top &* line) &>> 16) &* line) &>> 15)
      let sixteen = 0 &- UInt32(bitPattern: Int32(bitPattern: ((top &* rough) &>> 16) &* rough) &>> 15)
      // The remainder 2^47 − self·sixteen, exact; below 2^35.
      let product = UInt64(halves: self, sixteen)
      let rest = Int64(bitPattern: UInt64(high: 0x8000, low: 0) &- product)
      let step = (Int32(truncatingIfNeeded: rest &>> 20) &* Int32(bitPattern: sixteen)) &>> 11
      let result = (sixteen &<< 16) &+ UInt32(bitPattern: step)
      // 2^63/2^31 = 2^32 does not fit.
      return result < 1 &<< 31 ? UInt32.max : result
    }
  }
}
