// Finds the order and the signs with which the axes of two sensors match, from the dip of the rows at rest.

import Calibration
import Quantities
import Recordings
import Reference

/// An order of three axes, each as it is or negated: one of 48 possibilities.
package struct AxisArrangement: Equatable, Sendable {
  /// Axis i of the result is axis `order[i]` of the input.
  package let order: [Int]
  /// Whether axis i of the result is negated.
  package let isNegated: [Bool]

  /// The order and the signs do not change.
  package static let identity = AxisArrangement(order: [0, 1, 2], isNegated: [false, false, false])

  /// All 48 arrangements, the identity first.
  package static let all: [AxisArrangement] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].flatMap { order in
      (0..<8).map { bits in AxisArrangement(order: order, isNegated: (0..<3).map { bits >> $0 & 1 == 1 }) }
    }

  /// The components of a vector in this order, with these signs.
  package func callAsFunction(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((0..<3).map { isNegated[$0] ? -v[order[$0]] : v[order[$0]] })
  }

  /// The columns in this order, with these signs.
  package func callAsFunction(_ columns: [SignedColumn]) -> [SignedColumn] {
    (0..<3).map { axis in
      let column = columns[order[axis]]
      return SignedColumn(name: column.name, isNegated: column.isNegated != isNegated[axis])
    }
  }

  /// The arrangement that reverses this one.
  package var inverse: AxisArrangement {
    let back = (0..<3).map { axis in order.firstIndex(of: axis) ?? axis }
    return AxisArrangement(order: back, isNegated: back.map { isNegated[$0] })
  }

  /// Whether it is a rotation, and mirrors nothing.
  package var isRotation: Bool {
    let isEven = order == [0, 1, 2] || order == [1, 2, 0] || order == [2, 0, 1]
    return isEven == isNegated.count(where: { $0 }).isMultiple(of: 2)
  }

  /// The rotation by right angles that is nearest to a matrix R·S with a symmetric S: P with the largest trace of
  /// Pᵀ·R·S.
  /// - Parameter rows: of the matrix, in any scale.
  package static func nearestRotation(to rows: [SIMD3<Double>]) -> AxisArrangement {
    func trace(_ one: AxisArrangement) -> Double {
      (0..<3).reduce(0) { $0 + (one.isNegated[$1] ? -1 : 1) * rows[$1][one.order[$1]] }
    }
    return all.filter(\.isRotation).max { trace($0) < trace($1) } ?? .identity
  }

  /// The arrangement with all three signs reversed.
  package var negated: AxisArrangement { AxisArrangement(order: order, isNegated: isNegated.map { !$0 }) }
}

/// The dip of the rows at rest for one arrangement of the accelerations.
package struct ArrangementFinding: Equatable, Sendable {
  package var arrangement: AxisArrangement
  /// Positive when the field points down.
  package var dipDegrees: Double
  /// Standard deviation over the rows.
  package var spreadDegrees: Double
}

/// What the rows at rest tell about the order and the signs of the axes.
package struct AxisFindings: Equatable, Sendable {
  /// The result for the columns as they are given.
  package let given: ArrangementFinding
  /// The arrangement with the most constant dip. An arrangement and its negative are equal in this; the one whose field
  /// points down is chosen.
  package let best: ArrangementFinding
  /// Whether the dip is clearly more constant with `best` than as given, and than with any other except its negative.
  package let isBetter: Bool

  /// A smaller scatter of the dip gives no reason for doubt. Steel indoors caused a scatter of 2.5°; soft iron and a
  /// rotation between the sensors have the same effect.
  static let usualSpreadDegrees = 4.0

  /// - Parameter pairs: field and down at rest, with the columns as given; eight or more.
  init?(_ pairs: [ReferencePair]) {
    guard pairs.count >= 8 else { return nil }
    let found = AxisArrangement.all.map { arrangement in
      let dips = pairs.map { ReferencePair(field: $0.field, down: arrangement($0.down)).dipDegrees }
      return ArrangementFinding(
        arrangement: arrangement, dipDegrees: dips.reduce(0, +) / Double(dips.count),
        spreadDegrees: ReferenceAlignment.spread(dips))
    }
    given = found[0]
    // The negative of an arrangement has the same spread and the opposite dip.
    let down = found.filter { $0.dipDegrees >= 0 }.sorted { $0.spreadDegrees < $1.spreadDegrees }
    guard down.count > 1 else { return nil }
    best = down[0]
    isBetter =
      given.spreadDegrees > Self.usualSpreadDegrees && best.spreadDegrees < given.spreadDegrees / 2
      && best.spreadDegrees < down[1].spreadDegrees / 1.5
  }
}

extension RecordingFit {
  /// What the accelerations of the rows at rest tell about the columns; `nil` without acceleration, or if the rows do
  /// not determine an ellipsoid.
  package func axes(isPlain: Bool) -> AxisFindings? {
    guard !accelerations.isEmpty else { return nil }
    let forces = accelerations.map(\.microG)
    return AxisFindings(pairs(double(isPlain: isPlain), forces, Self.resting(forces)))
  }
}
