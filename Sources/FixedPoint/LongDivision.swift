// Division of 64-bit integers a few bits at a time.
//
// A 64-bit division is a call of 400 to 1,000 cycles on a Cortex-M0, and links a helper. Where a task must yield between
// slices, it advances one of these instead.

/// A division in progress: quotient and remainder of unsigned 64-bit integers, in as many slices as the caller likes.
///
///     var division = LongDivision(sum, over: count)
///     while !division.advance(by: 16) { /* yield */ }
///     use(division.quotient)
public struct LongDivision: Sendable {
  /// The dividend's bits that are left, then the quotient's from below; the quotient once `isFinished`.
  public private(set) var quotient: UInt64
  /// The remainder once `isFinished`.
  public private(set) var remainder: UInt64 = 0
  private let divisor: UInt64
  private var left: UInt32 = 64

  /// - Parameters:
  ///   - dividend: any value.
  ///   - divisor: not 0. By 0 the quotient is all ones and the remainder is the dividend.
  public init(_ dividend: UInt64, over divisor: UInt64) {
    quotient = dividend
    self.divisor = divisor
    if dividend.highHalf == 0 {
      // Half of the digits are known to be zero.
      quotient = UInt64(high: dividend.lowHalf, low: 0)
      left = 32
      if divisor == 0 { quotient |= 0xffff_ffff }
    }
  }

  /// Whether all 64 digits are known.
  public var isFinished: Bool { left == 0 }

  /// Finds the next `count` binary digits of the quotient, about 20 Cortex-M0 cycles each.
  /// - Returns: whether the division is finished.
  @export(interface)
  public mutating func advance(by count: UInt32) -> Bool {
    var rounds = count < left ? count : left
    left = left &- rounds
    while rounds != 0 {
      // The remainder is below the divisor: doubled it may pass 2^64, and is then certainly not below.
      let passes = Int64(bitPattern: remainder) < 0
      remainder = (remainder &<< 1) | (quotient &>> 63)
      quotient = quotient &<< 1
      if passes || remainder >= divisor {
        remainder = remainder &- divisor
        quotient |= 1
      }
      rounds = rounds &- 1
    }
    return left == 0
  }
}
