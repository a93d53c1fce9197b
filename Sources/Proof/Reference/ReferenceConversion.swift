// Converts counts to nanotesla by the exact rule of Protocols/heading/spec.md, section 3.

/// The conversion rules for the counts of sensors.
public enum ReferenceConversion {
  /// LSB per gauss of scales 1…7; one value for X and Y, the other for Z.
  ///
  /// Source: LSM303DLHC datasheet DocID018771 rev. 2, register CRB_REG_M, table "Gain setting".
  static let sensitivity: [(xy: Int, z: Int)] = [
    (1100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205),
  ]

  /// The field in nanotesla for `counts` in sensor axes, exact to the bit.
  ///
  /// - Parameters:
  ///   - counts: 16 bits signed for scales 1…7 (see `isOverflow`), ±2^21 for scale 0.
  ///   - scale: 0 (one count is one nanotesla) to 7.
  /// - Returns: `nil` for an unknown scale or a count beyond its range.
  public static func nanotesla(counts: SIMD3<Int32>, scale: UInt8) -> SIMD3<Int32>? {
    if scale == 0 {
      let inRange = (0..<3).allSatisfy { counts[$0] >= -(1 << 21) && counts[$0] <= 1 << 21 }
      return inRange ? counts : nil
    }
    guard scale <= 7 else { return nil }
    guard (0..<3).allSatisfy({ counts[$0] >= -32768 && counts[$0] <= 32767 }) else { return nil }
    let gain = sensitivity[Int(scale) - 1]
    return SIMD3(
      roundedQuotient(Int(counts.x) * 100_000, gain.xy),
      roundedQuotient(Int(counts.y) * 100_000, gain.xy),
      roundedQuotient(Int(counts.z) * 100_000, gain.z))
  }

  /// Whether a count exceeds the sensor's 12 bits. Its field is then a limit and not a measurement.
  public static func isOverflow(counts: SIMD3<Int32>, scale: UInt8) -> Bool {
    scale != 0 && (0..<3).contains { counts[$0] < -2048 || counts[$0] > 2047 }
  }

  /// The size of half a count, in nanotesla. Truncation shifts a sensor's mean by this value. `nil` for scales above 7.
  public static func halfCountNanotesla(scale: UInt8) -> SIMD3<Double>? {
    if scale == 0 { return SIMD3(repeating: 0.5) }
    guard scale <= 7 else { return nil }
    let gain = sensitivity[Int(scale) - 1]
    return SIMD3(50_000 / Double(gain.xy), 50_000 / Double(gain.xy), 50_000 / Double(gain.z))
  }

  /// µg per count of an accelerometer, scales 1…4: the same for all axes, twelve bits.
  ///
  /// Source: LSM303DLHC datasheet DocID018771 rev. 2, table 3, linear acceleration sensitivity.
  static let forceSensitivity = [1000, 2000, 4000, 12_000]

  /// The specific force in µg for `counts` in sensor axes, exact to the bit.
  ///
  /// - Parameters:
  ///   - counts: 12 bits signed for scales 1…4.
  ///   - scale: 0 (one count is 1 µg) to 4.
  /// - Returns: `nil` for an unknown scale or a count beyond its range.
  public static func microG(counts: SIMD3<Int32>, scale: UInt8) -> SIMD3<Int32>? {
    if scale == 0 { return counts }
    guard scale <= 4, (0..<3).allSatisfy({ counts[$0] >= -2048 && counts[$0] <= 2047 }) else { return nil }
    let sensitivity = Int32(forceSensitivity[Int(scale) - 1])
    return SIMD3(counts.x * sensitivity, counts.y * sensitivity, counts.z * sensitivity)
  }

  /// ⌊numerator/denominator + ½⌋ = ⌊(2·numerator + denominator) / (2·denominator)⌋.
  private static func roundedQuotient(_ numerator: Int, _ denominator: Int) -> Int32 {
    let (quotient, remainder) = (2 * numerator + denominator).quotientAndRemainder(dividingBy: 2 * denominator)
    return Int32(remainder < 0 ? quotient - 1 : quotient)
  }
}
