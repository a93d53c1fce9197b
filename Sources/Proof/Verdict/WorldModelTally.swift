// The results of a sweep of the World Magnetic Model, and their limits.

import Geomagnetism
import Quantities
import Reference
import Simulation

/// The compared values of the model.
package enum WorldModelFigure: String, CaseIterable, Sendable {
  /// Components before rounding to nanotesla.
  case north, east, down
  /// Lengths computed from the components.
  case horizontal, total
  /// For a horizontal field of at least 6000 nT.
  case declination
  /// For a horizontal field of 2000 to 6000 nT.
  case declinationCaution
  case dip

  /// Whether the figure is an angle in degrees; otherwise it is in nT.
  package var isAngle: Bool { [.declination, .declinationCaution, .dip].contains(self) }

  /// The largest allowed error, nT or degrees.
  package var limit: Double {
    switch self {
    case .north, .east, .down: 0.1
    // The limit of the components plus the rounding of the root.
    case .horizontal, .total: 0.2
    // The dip is never less accurate than the declination in the normal zone.
    case .declination, .dip: 0.001
    case .declinationCaution: 0.002
    }
  }
}

/// Errors of the integer model against the equations in Double, by the index of the sample.
package typealias WorldModelTally = FigureSums<WorldModelFigure, UInt64>

extension WorldModelTally {
  /// Root mean square over samples and components, nT.
  package var rms: Double { FigureTally.rms([self[.north], self[.east], self[.down]]) }

  /// Whether there was a field for every sample, and every error is within its limit.
  package var isWithinLimits: Bool { refused == 0 && samples > 0 && figures.allSatisfy(\.isWithinLimit) }

  mutating func add(index: UInt64, answer: GeomagneticField?, expected: ReferenceWorldModel.Field) {
    samples += 1
    guard let answer else {
      refused += 1
      return
    }
    outputHash &+= Self.mixed(answer, index)
    func add(_ figure: WorldModelFigure, _ error: Double) { self[figure].add(error, limit: figure.limit, at: index) }
    func add(_ figure: WorldModelFigure, q8: some BinaryInteger, _ expected: Double) {
      add(figure, Double(q8) / 256 - expected)
    }
    add(.north, q8: answer.q8Nanotesla.x, expected.vector.north)
    add(.east, q8: answer.q8Nanotesla.y, expected.vector.east)
    add(.down, q8: answer.q8Nanotesla.z, expected.vector.down)
    add(.horizontal, q8: answer.horizontalQ8, expected.horizontal)
    add(.total, q8: answer.totalQ8, expected.total)
    add(.dip, Self.distance(answer.dip, expected.dip))
    if expected.horizontal >= 2000 {
      let figure: WorldModelFigure = expected.horizontal >= 6000 ? .declination : .declinationCaution
      add(figure, Self.distance(answer.declination, expected.declination))
    }
  }

  /// The error of an answer in degrees; half a turn if only one of the two is defined.
  private static func distance(_ answer: BinaryAngle?, _ expected: Double?) -> Double {
    guard let answer, let expected else { return answer == nil && expected == nil ? 0 : 180 }
    let found = ReferenceAngle.signedDegrees(binary: answer.rawValue)
    return ReferenceAngle.shortestDifferenceDegrees(from: expected, to: found)
  }

  private static func mixed(_ field: GeomagneticField, _ index: UInt64) -> UInt64 {
    let words = [
      UInt32(bitPattern: field.q8Nanotesla.x), UInt32(bitPattern: field.q8Nanotesla.y),
      UInt32(bitPattern: field.q8Nanotesla.z), field.horizontalQ8, field.totalQ8,
      field.declination?.rawValue ?? 0, field.dip?.rawValue ?? 0,
    ]
    var state = index
    for word in words {
      var random = SeededGenerator(seed: state ^ UInt64(word))
      state = random.next()
    }
    return state
  }
}
