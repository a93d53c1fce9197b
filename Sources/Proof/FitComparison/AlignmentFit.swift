// The rotation between two sensors from all pairs of directions at once. A device computes the same sums in small
// steps.

import Calibration
import Quantities

/// Finds the rotation from pairs of directions. Its sums do not grow with the number of pairs.
///
/// With w the direction of the field and d that of gravity, a small rotation r changes the sine of the dip by r·(w ×
/// d). The r that makes the dip most constant solves linear equations, with a prior of 0.67° about each axis. The prior
/// keeps components at zero that no attitude determines. docs/calibration.md, section 7.
public struct AlignmentFit: Sendable {
  private var sums = Triangle()

  public init() {}

  /// The largest number of pairs; more are ignored, because their sums would overflow.
  public static var mostPairs: Int { 2_000 }
  public var count: Int32 { sums.pairs }

  /// Adds a corrected field and the direction of gravity (minus the specific force) at rest; of any length except 0.
  public mutating func add(field: Vector3, down: Vector3) {
    if count < Int32(truncatingIfNeeded: Self.mostPairs) { sums.addPair(field, down) }
  }

  /// The rotation; `nil` with fewer than eight pairs.
  public func solve() -> Alignment? {
    guard count >= Triangle.fewestPairs else { return nil }
    var sums = self.sums
    var found = Alignment()
    for _ in 0..<Triangle.alignmentTurns { sums.turn(&found, rows: 5) }
    return found
  }
}
