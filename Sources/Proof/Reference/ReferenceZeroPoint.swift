// The zero-point meter in Double (Protocols/heading/spec.md, section 10).

/// A baseline of the field, and later readings less that baseline.
public struct ReferenceZeroPoint: Sendable {
  /// Mean field of the baseline, nT.
  public let zero: SIMD3<Double>
  /// Whether the baseline is lost.
  public private(set) var isLost = false
  /// Along the mean specific force; `nil` without an accelerometer.
  private let gravity: SIMD3<Double>?

  /// - Parameter baseline: 1 to 256 samples of field in nT and specific force in µg.
  public init(baseline: [(field: SIMD3<Int32>, specificForce: SIMD3<Int32>?)]) {
    zero = baseline.map { SIMD3<Double>($0.field) }.reduce(.zero, +) / Double(baseline.count)
    let forces = baseline.compactMap { $0.specificForce.map { SIMD3<Double>($0) } }
    gravity = forces.count == baseline.count ? forces.reduce(.zero, +) : nil
  }

  /// The field less the baseline; `nil` when the baseline is lost or the sample is no measurement.
  public mutating func difference(
    _ field: SIMD3<Int32>, specificForce: SIMD3<Int32>?, isOverflowed: Bool
  ) -> SIMD3<Double>? {
    if let gravity, let specificForce, turn(gravity, SIMD3<Double>(specificForce)) > 2 { isLost = true }
    return isLost || isOverflowed ? nil : SIMD3<Double>(field) - zero
  }

  /// Whether a turn would be seen.
  public func isGuarded(_ specificForce: SIMD3<Int32>?) -> Bool { gravity != nil && specificForce != nil }

  /// The angle between two directions, degrees; half a turn for none.
  private func turn(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    return ReferenceAngle.signedDegrees(y: (cross * cross).sum().squareRoot(), x: (a * b).sum()) ?? 180
  }

  /// Each axis limited to ±128 µT, in nT.
  public static func normalised(_ field: SIMD3<Int32>) -> SIMD3<Int32> {
    field.clamped(lowerBound: SIMD3(repeating: -128_000), upperBound: SIMD3(repeating: 128_000))
  }
}
