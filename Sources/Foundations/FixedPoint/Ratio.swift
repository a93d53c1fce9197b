// Scaling by an exact ratio of integers.

/// Multiplies by a ratio and rounds half up.
///
/// It divides, so it belongs where a division is affordable (one per axis and sample), not in inner loops.
public enum Ratio {
  /// ⌊`value` · `numerator` / `denominator` + ½⌋, exact for every product that fits 31 bits and sign. Beyond it the result
  /// is wrong without any sign of the error; `checked` detects it.
  /// - Parameters:
  ///   - value: |`value` · `numerator`| ≤ 2^31 − 1.
  ///   - numerator: positive.
  ///   - denominator: positive, at most 2^30.
  /// - Returns: the quotient; halves go towards positive infinity.
  @inlinable
  public static func exact(_ value: Int32, _ numerator: Int32, over denominator: Int32) -> Int32 {
    let product = value &* numerator
    // Swift's division truncates: bring the remainder into 0 ..< denominator, then twice it needs at most 31 bits.
    // Doubling the product instead would overflow in the upper half of the range.
    let quotient = product / denominator
    let remainder = product &- quotient &* denominator
    if remainder < 0 {
      return 2 &* (remainder &+ denominator) >= denominator ? quotient : quotient &- 1
    }
    return 2 &* remainder >= denominator ? quotient &+ 1 : quotient
  }

  /// `exact`, or `nil` where it would not be exact: for values whose range is not known beforehand.
  /// - Parameters:
  ///   - numerator: above 0.
  ///   - denominator: above 0, at most 2^30.
  public static func checked(_ value: Int32, _ numerator: Int32, over denominator: Int32) -> Int32? {
    guard numerator > 0, denominator > 0, denominator <= 1 &<< 30 else { return nil }
    let product = Int64(product: value, numerator)
    guard product == Int64(widening: Int32(truncatingIfNeeded: product)) else { return nil }
    return exact(value, numerator, over: denominator)
  }
}
