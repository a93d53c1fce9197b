// The three algorithms for an angle, and how a caller chooses one.

import Quantities

/// A way to compute atan2 in integers. All tiers are defined for every input and call (0, 0) undefined.
///
/// | tier | worst error, every pair of Int16 | Cortex-M0+ cycles | bytes | for |
/// | --- | ---: | ---: | ---: | --- |
/// | `Cordic.Precise` | 3e-7° | 140 | 620 | everything, unless there is a reason |
/// | `Cordic.Multiplierless` | 1e-3° | 300 | 500 | cores whose multiplier takes 32 cycles |
/// | `Cordic.Tiny` | 3e-4° | 900 | 220 | images that must count every byte |
///
/// The figures are rounded up; docs/notebook/performance.md has the measured ones.
public protocol AngleTier {
  /// The angle of the vector (x, y) from the x axis towards the y axis; `nil` for (0, 0).
  static func angle(y: Int32, x: Int32) -> BinaryAngle?
}

extension Cordic {
  /// The angle of the vector (x, y) from the x axis towards the y axis: atan2(y, x).
  ///
  /// With x north and y east this is a direction clockwise from north.
  /// - Parameters:
  ///   - y: any value.
  ///   - x: any value.
  /// - Returns: 0 ≤ angle < one turn; exact on the axes and diagonals; within 3e-7 degrees for every pair of
  ///   `Int16`, by an exhaustive sweep, and for all pairs of `Int32` that were sampled. `nil` for (0, 0).
  @inlinable @inline(__always)
  public static func angle(y: Int32, x: Int32) -> BinaryAngle? { Precise.angle(y: y, x: x) }

  /// The same with a tier that the caller chooses at compile time.
  ///
  ///     Cordic.angle(y: east, x: north, tier: Cordic.Tiny.self)
  @inlinable @inline(__always)
  public static func angle<Tier: AngleTier>(y: Int32, x: Int32, tier: Tier.Type) -> BinaryAngle? {
    Tier.angle(y: y, x: x)
  }
}
