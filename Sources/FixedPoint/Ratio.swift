// Scaling by an exact ratio of integers, as a multiplication and a shift.

/// Multiplies by a constant ratio and rounds half up, without a division at run time.
///
/// ⌊x · numerator / denominator + ½⌋ is computed exactly by `exact(_:_:over:)`; it divides, so it belongs where a
/// division is affordable (one per axis and sample), not in inner loops.
public enum Ratio {
  /// ⌊`value` · `numerator` / `denominator` + ½⌋, exact for every product that fits 31 bits and sign.
  /// - Parameters:
  ///   - value: |`value` · `numerator`| ≤ 2^30.
  ///   - numerator: positive.
  ///   - denominator: positive, at most 2^20.
  /// - Returns: the quotient; halves go towards positive infinity.
  @inlinable
  public static func exact(_ value: Int32, _ numerator: Int32, over denominator: Int32) -> Int32 {
    let doubled = (value &* numerator) &* 2 &+ denominator
    let divisor = 2 &* denominator
    let quotient = doubled / divisor
    // Swift's division truncates; step down when a negative remainder was cut off.
    return quotient &- (doubled % divisor < 0 ? 1 : 0)
  }
}
