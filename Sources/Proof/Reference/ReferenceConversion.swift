// Counts to quantities by the exact rules of Protocols/heading/spec.md, section 3.

/// What sensors' counts are worth.
public enum ReferenceConversion {
  /// The last scale of magnetometers, of accelerometers and of gyroscopes.
  public static let lastScales = (
    field: ReferenceScales.field.count, force: ReferenceScales.force.count, rate: ReferenceScales.rate.count
  )

  /// The field in nanotesla for `counts` in sensor axes, exact to the bit.
  ///
  /// - Parameters:
  ///   - counts: what the chip's registers hold (see `isOverflow`), ±2^21 for scale 0.
  ///   - scale: 0 (one count is one nanotesla) to the last of the table.
  /// - Returns: `nil` for an unknown scale or a count beyond its range.
  public static func nanotesla(counts: SIMD3<Int32>, scale: UInt8) -> SIMD3<Int32>? {
    if scale == 0 {
      let inRange = (0..<3).allSatisfy { counts[$0] >= -(1 << 21) && counts[$0] <= 1 << 21 }
      return inRange ? counts : nil
    }
    return value(counts, scale, ReferenceScales.field)
  }

  /// Whether a count lies beyond the sensor's range, so that its field is a limit and not a measurement.
  public static func isOverflow(counts: SIMD3<Int32>, scale: UInt8) -> Bool {
    guard scale != 0, Int(scale) <= ReferenceScales.field.count else { return false }
    return ReferenceScales.field[Int(scale) - 1].isLimit(counts)
  }

  /// What half a count is worth, in nanotesla: the shift of the mean of a sensor that truncates. `nil` for an unknown
  /// scale.
  public static func halfCountNanotesla(scale: UInt8) -> SIMD3<Double>? {
    if scale == 0 { return SIMD3(repeating: 0.5) }
    guard Int(scale) <= ReferenceScales.field.count else { return nil }
    let rule = ReferenceScales.field[Int(scale) - 1]
    let half = Double(rule.numerator) / 2
    return SIMD3(half / Double(rule.divisor.x), half / Double(rule.divisor.y), half / Double(rule.divisor.z))
  }

  /// The specific force in µg for `counts` in sensor axes, exact to the bit; scale 0 is 1 µg a count.
  ///
  /// - Returns: `nil` for an unknown scale or a count beyond its range.
  public static func microG(counts: SIMD3<Int32>, scale: UInt8) -> SIMD3<Int32>? {
    scale == 0 ? counts : value(counts, scale, ReferenceScales.force)
  }

  /// The angular rate in 2^−20 rad/s for `counts` in sensor axes, exact to the bit; scale 0 is one a count.
  ///
  /// - Returns: `nil` for an unknown scale or a count beyond its range.
  public static func rate(counts: SIMD3<Int32>, scale: UInt8) -> SIMD3<Int32>? {
    scale == 0 ? counts : value(counts, scale, ReferenceScales.rate)
  }

  private static func value(
    _ counts: SIMD3<Int32>, _ scale: UInt8, _ table: [ReferenceScale]
  ) -> SIMD3<Int32>? {
    guard Int(scale) <= table.count, table[Int(scale) - 1].holds(counts) else { return nil }
    return table[Int(scale) - 1].value(counts)
  }

  /// ⌊numerator/denominator + ½⌋ = ⌊(2·numerator + denominator) / (2·denominator)⌋.
  static func roundedQuotient(_ numerator: Int64, _ denominator: Int64) -> Int32 {
    let (quotient, remainder) = (2 * numerator + denominator).quotientAndRemainder(dividingBy: 2 * denominator)
    return Int32(remainder < 0 ? quotient - 1 : quotient)
  }
}
