// The rotation between two sensors from pairs of directions. A device does the same in small steps.

import Calibration
import Correction
import Quantities
import Reference

/// Finds the rotation from pairs of directions.
///
/// With w the direction of the field and d that of gravity, a small rotation r changes the sine of the dip by r·(w ×
/// d). The r that makes the dip most constant solves linear equations, with a prior of 0.67° about each axis. The prior
/// keeps components at zero that no attitude determines. A large rotation is found in several passes.
/// docs/notebook/calibration.md, section 7.
package struct AlignmentFit: Sendable {
  private var pairs: [(field: Vector3, down: Vector3)] = []

  package init() {}

  /// The largest number of pairs; more are ignored, because the sums would overflow.
  package static var mostPairs: Int { 2_000 }
  package var count: Int { pairs.count }

  /// Adds a corrected field and the direction of gravity (minus the specific force) at rest; a pair with a vector of
  /// length 0 is none.
  package mutating func add(field: Vector3, down: Vector3) {
    if count < Self.mostPairs, field != .zero, down != .zero { pairs.append((field, down)) }
  }

  /// The rotation; `nil` with fewer than eight pairs.
  package func solve() -> Alignment? {
    var search = Triangle()
    search.beginSearch()
    var found = Alignment(&search)
    while true {
      for pair in pairs { search.addPair(pair.field, pair.down) }
      guard search.pairs >= Triangle.fewestPairs else { return nil }
      for _ in 0..<search.stepsOfPass { search.computeStep() }
      let isOver = search.endPass()
      if search.isBest(isOver) { found = Alignment(&search) }
      if isOver, found.spread <= Triangle.constantSpread || !search.beginNext() { return found }
    }
  }
}

extension SensorTurn {
  /// As a matrix, to the rounding of its parts.
  package var matrix: ReferenceMatrix3 { ReferenceMatrix3(MatrixQ24.identity.turned(by: self)) }
}
