// The errors of a simulated accelerometer.

/// An accelerometer with these errors measures rows · force + offset.
package struct AccelerometerErrors: Equatable, Sendable {
  /// Micro-g.
  package var offsetMicroG: SIMD3<Double>
  /// The gains of the axes, and the deviations from right angles between them.
  package var rows: [SIMD3<Double>]

  package init(offsetMicroG: SIMD3<Double>, rows: [SIMD3<Double>]) {
    precondition(rows.count == 3, "a matrix has three rows")
    self.offsetMicroG = offsetMicroG
    self.rows = rows
  }

  package static let none = AccelerometerErrors(offsetMicroG: .zero, rows: World.noSoftIron)

  /// Errors that a sensor may have when it leaves the factory: offsets within 60 mg, gains within 4 %, and axes that
  /// deviate half a degree from right angles.
  package static let typical = AccelerometerErrors(
    offsetMicroG: SIMD3(48_000, -31_000, 40_000),
    rows: [SIMD3(1.025, 0.008, -0.005), SIMD3(0.008, 0.982, 0.006), SIMD3(-0.005, 0.006, 1.031)])

  /// What an accelerometer with these errors measures of a specific force, both in micro-g.
  package func measured(_ force: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows[0] * force).sum(), (rows[1] * force).sum(), (rows[2] * force).sum()) + offsetMicroG
  }
}
