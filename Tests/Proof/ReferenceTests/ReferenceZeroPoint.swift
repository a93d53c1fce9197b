// The zero-point meter in Double (Protocols/heading/spec.md, section 10).

import Reference

/// A baseline of the field. Later readings are given relative to it.
public struct ReferenceZeroPoint: Sendable {
  /// Mean field of the baseline, nT.
  public let zero: SIMD3<Double>
  /// Whether the baseline is no longer valid.
  public private(set) var isLost = false
  /// The number of the sample at which the baseline was refused, because field or gravity moved.
  public let refusedAfter: Int?
  private var keepsStrength = true
  /// The direction of the mean specific force; `nil` without an accelerometer.
  private let gravity: SIMD3<Double>?

  /// - Parameter baseline: 1 to 256 samples of field in nT and specific force in µg.
  public init(baseline: [(field: SIMD3<Int32>, specificForce: SIMD3<Int32>?)]) {
    zero = baseline.map { SIMD3<Double>($0.field) }.reduce(.zero, +) / Double(baseline.count)
    let forces = baseline.compactMap { $0.specificForce.map { SIMD3<Double>($0) } }
    gravity = forces.count == baseline.count ? forces.reduce(.zero, +) : nil
    var before = SIMD3<Double>.zero
    refusedAfter =
      baseline.enumerated().first { number, sample in
        let moved = SIMD3<Double>(sample.field) - SIMD3<Double>(baseline[0].field)
        if (moved * moved).sum() > 3000 * 3000 { return true }
        guard let force = sample.specificForce.map({ SIMD3<Double>($0) }) else { return false }
        defer { before += force }
        return number > 0 && Self.turn(before, force) > 2
      }.map { $0.offset + 1 }
    isLost = refusedAfter != nil
  }

  /// The field minus the baseline; `nil` if the baseline is lost or the sample is not a measurement.
  public mutating func difference(
    _ field: SIMD3<Int32>, specificForce: SIMD3<Int32>?, isOverflowed: Bool
  ) -> SIMD3<Double>? {
    if let gravity, let specificForce, Self.turn(gravity, SIMD3<Double>(specificForce)) > 2 { isLost = true }
    if isLost || isOverflowed { return nil }
    let difference = SIMD3<Double>(field) - zero
    if hasTurnedLevel(SIMD3<Double>(field), difference) { isLost = true }
    return isLost ? nil : difference
  }

  /// Whether the field has turned while its strength stayed constant.
  private mutating func hasTurnedLevel(_ field: SIMD3<Double>, _ difference: SIMD3<Double>) -> Bool {
    func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
    let (strength, moved) = (length(zero), length(difference))
    keepsStrength = abs(length(field) - strength) * 50 <= strength && (keepsStrength || moved * 16 < strength)
    return keepsStrength && strength > 0 && moved * 2 >= strength
  }

  /// Whether a turn of the instrument would be detected.
  public func isGuarded(_ specificForce: SIMD3<Int32>?) -> Bool { gravity != nil && specificForce != nil }

  /// The angle between two directions, degrees; 180 if a vector is zero.
  private static func turn(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    return ReferenceAngle.signedDegrees(y: (cross * cross).sum().squareRoot(), x: (a * b).sum()) ?? 180
  }

  /// Each axis limited to ±128 µT, in nT.
  public static func normalised(_ field: SIMD3<Int32>) -> SIMD3<Int32> {
    field.clamped(lowerBound: SIMD3(repeating: -128_000), upperBound: SIMD3(repeating: 128_000))
  }
}
