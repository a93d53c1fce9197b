// Angles in degrees, and their integer form in messages (Protocols/heading/spec.md, section 5).

/// Angles in Double, in degrees.
public enum ReferenceAngle {
  /// The angle of the vector (x, y), counted from x towards y, from 0 (included) to 360 (excluded); `nil` for (0, 0).
  ///
  /// Exact at the axes. The accuracy is that of the C library's `atan2`, better than 1e-13 degrees.
  public static func degrees(y: Double, x: Double) -> Double? {
    guard let angle = signedDegrees(y: y, x: x) else { return nil }
    // A tiny negative angle plus 360 rounds to exactly 360, which is 0.
    let turned = angle < 0 ? angle + 360 : angle
    return turned == 360 ? 0 : turned
  }

  /// The same angle, from −180 (excluded) to 180 (included); `nil` for (0, 0).
  public static func signedDegrees(y: Double, x: Double) -> Double? {
    if x == 0 && y == 0 { return nil }
    // Adding zero changes −0 to 0: a field of −0 to the right must not give a heading of −180°.
    return arctangent(y + 0, x + 0) * (180 / Double.pi)
  }

  /// The shorter way from `start` to `end`: from −180 (included) to 180 (excluded), positive clockwise.
  public static func shortestDifferenceDegrees(from start: Double, to end: Double) -> Double {
    let difference = (end - start).remainder(dividingBy: 360)
    return difference == 180 ? -180 : difference
  }

  /// The angle of a binary angle (2^32 per turn), from 0 (included) to 360 (excluded).
  public static func degrees(binary: UInt32) -> Double { Double(binary) * (360 / 4_294_967_296) }

  /// A binary angle read as signed (roll, pitch, dip, differences): from −180 (included) to 180 (excluded).
  public static func signedDegrees(binary: UInt32) -> Double {
    Double(Int32(bitPattern: binary)) * (360 / 4_294_967_296)
  }
}
