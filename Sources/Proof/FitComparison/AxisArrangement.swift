// In which order and with which signs the axes of two sensors belong together, seen by the dip of the rows at rest.

import Calibration
import Quantities
import Recordings
import Reference

/// An order of three axes, each as it is or negated: one of 48.
public struct AxisArrangement: Equatable, Sendable {
  /// Axis i is axis `order[i]` of what is arranged.
  public let order: [Int]
  /// Whether it is negated.
  public let isNegated: [Bool]

  public static let identity = AxisArrangement(order: [0, 1, 2], isNegated: [false, false, false])

  /// All 48, the identity first.
  public static let all: [AxisArrangement] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].flatMap { order in
      (0..<8).map { bits in AxisArrangement(order: order, isNegated: (0..<3).map { bits >> $0 & 1 == 1 }) }
    }

  public func callAsFunction(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((0..<3).map { isNegated[$0] ? -v[order[$0]] : v[order[$0]] })
  }

  /// The columns in this order, with these signs.
  public func callAsFunction(_ columns: [SignedColumn]) -> [SignedColumn] {
    (0..<3).map { axis in
      let column = columns[order[axis]]
      return SignedColumn(name: column.name, isNegated: column.isNegated != isNegated[axis])
    }
  }

  /// The arrangement that takes this one back.
  public var inverse: AxisArrangement {
    let back = (0..<3).map { axis in order.firstIndex(of: axis) ?? axis }
    return AxisArrangement(order: back, isNegated: back.map { isNegated[$0] })
  }

  /// All three signs the other way.
  public var negated: AxisArrangement { AxisArrangement(order: order, isNegated: isNegated.map { !$0 }) }
}

/// The dip of the rows at rest with the accelerations arranged in a way.
public struct ArrangementFinding: Equatable, Sendable {
  public var arrangement: AxisArrangement
  /// Downwards positive.
  public var dipDegrees: Double
  /// Standard deviation from row to row.
  public var spreadDegrees: Double
}

/// What the rows at rest say about the order and the signs of the axes.
public struct AxisFindings: Equatable, Sendable {
  /// As the columns stand.
  public let given: ArrangementFinding
  /// The one that leaves the dip most constant, of it and its negative the one whose field points down.
  public let best: ArrangementFinding
  /// Whether the dip is clearly more constant with `best` than as given, and than with any other but its negative.
  public let isBetter: Bool

  /// A dip that scatters by less is not worth a doubt: steel indoors made it scatter by 2.5°, soft iron and a turn between
  /// the sensors do the same.
  static let usualSpreadDegrees = 4.0

  /// - Parameter pairs: field and down at rest, as the columns stand; eight or more.
  init?(_ pairs: [ReferencePair]) {
    guard pairs.count >= 8 else { return nil }
    let found = AxisArrangement.all.map { arrangement in
      let dips = pairs.map { ReferencePair(field: $0.field, down: arrangement($0.down)).dipDegrees }
      return ArrangementFinding(
        arrangement: arrangement, dipDegrees: dips.reduce(0, +) / Double(dips.count),
        spreadDegrees: ReferenceAlignment.spread(dips))
    }
    given = found[0]
    // The negative of an arrangement has the same spread and the other dip.
    let down = found.filter { $0.dipDegrees >= 0 }.sorted { $0.spreadDegrees < $1.spreadDegrees }
    guard down.count > 1 else { return nil }
    best = down[0]
    isBetter =
      given.spreadDegrees > Self.usualSpreadDegrees && best.spreadDegrees < given.spreadDegrees / 2
      && best.spreadDegrees < down[1].spreadDegrees / 1.5
  }
}

extension RecordingFit {
  /// What the accelerations of the rows at rest say about the columns; `nil` without acceleration, or where no ellipsoid is
  /// determined.
  public func axes(isPlain: Bool) -> AxisFindings? {
    guard !accelerations.isEmpty else { return nil }
    let forces = accelerations.map(\.microG)
    return AxisFindings(pairs(double(isPlain: isPlain), forces, Self.resting(forces)))
  }
}
