// The turn between two sensors from all pairs of directions at once, by the same sums that a device builds in slices.

import Calibration
import Quantities

/// Finds the turn from pairs of directions, in sums that do not grow with their number.
///
/// With w the direction of the field and d that of gravity, a small turn r changes the sine of the dip by r·(w × d).
/// The r that leaves it most constant solves linear equations, with a prior of 0.67° about each axis: what no attitude
/// has shown stays as it is. docs/calibration.md, section 7.
public struct AlignmentFit: Sendable {
  private var sums = Triangle()

  public init() {}

  /// Pairs beyond this are not taken: their sums would not fit.
  public static var mostPairs: Int { 2_000 }
  public var count: Int32 { sums.pairs }

  /// Takes a corrected field and the direction of gravity (minus the specific force) at rest; any length but 0.
  public mutating func add(field: Vector3, down: Vector3) {
    if count < Int32(truncatingIfNeeded: Self.mostPairs) { sums.addPair(field, down) }
  }

  /// The turn; `nil` with fewer than eight pairs.
  public func solve() -> Alignment? {
    guard count >= Triangle.fewestPairs else { return nil }
    var sums = self.sums
    var found = Alignment()
    for _ in 0..<Triangle.alignmentTurns { sums.turn(&found, rows: 5) }
    return found
  }
}
