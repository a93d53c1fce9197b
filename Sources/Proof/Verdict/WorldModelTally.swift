// The results of a sweep of the World Magnetic Model, and their limits.

import Geomagnetism
import Quantities
import Reference
import Simulation
import StreamCheck

/// The worst error so far, with the index of its sample. Of equal errors the lower index stays, so that the order of
/// the threads does not matter.
package struct WorstSample: Equatable, Sendable {
  package private(set) var error = 0.0
  package private(set) var index: UInt64?

  package init() {}

  mutating func add(_ error: Double, index: UInt64) {
    if self.index == nil || error > self.error || (error == self.error && index < self.index ?? 0) {
      (self.error, self.index) = (error, index)
    }
  }

  mutating func add(_ other: WorstSample) {
    if let index = other.index { add(other.error, index: index) }
  }
}

/// Errors of the integer model against the equations in Double.
package struct WorldModelTally: Equatable, Sendable, SweepSum {
  /// nT, for each component before rounding to nanotesla.
  package static var componentLimit: Double { 0.1 }
  /// Degrees, for a horizontal field of at least 6000 nT.
  package static var declinationLimit: Double { 0.001 }
  /// Degrees, for a horizontal field of 2000 to 6000 nT.
  package static var cautionDeclinationLimit: Double { 0.002 }
  /// Degrees of dip. The dip is never less accurate than the declination in the normal zone.
  package static var dipLimit: Double { 0.001 }
  /// nT, for lengths computed from the components: the limit of the components plus the rounding of the root.
  package static var lengthLimit: Double { 0.2 }

  /// The number of tested places and dates.
  package private(set) var samples: UInt64 = 0
  /// Samples for which there was no field.
  package private(set) var refused: UInt64 = 0
  package private(set) var north = WorstSample()
  package private(set) var east = WorstSample()
  package private(set) var down = WorstSample()
  package private(set) var horizontal = WorstSample()
  package private(set) var total = WorstSample()
  package private(set) var dip = WorstSample()
  /// Separate by the horizontal field of the equations.
  package private(set) var declination = WorstSample()
  package private(set) var cautionDeclination = WorstSample()
  /// The sum of squared component errors in 2^−40 nT². It is an integer, so that the order does not matter.
  package private(set) var sumOfSquares: UInt64 = 0
  /// The bits of all answers, mixed with their index and added. The value is the same for any number of threads and on
  /// any machine.
  package private(set) var hash: UInt64 = 0

  package init() {}

  var done: UInt64 { samples }

  /// Root mean square over samples and components, nT.
  package var rms: Double {
    samples == 0 ? 0 : (Double(sumOfSquares) * 0x1p-40 / Double(3 * samples)).squareRoot()
  }

  /// Whether every error is within its limit.
  package var isWithinLimits: Bool {
    refused == 0 && samples > 0
      && [north, east, down].allSatisfy { $0.error <= Self.componentLimit }
      && [horizontal, total].allSatisfy { $0.error <= Self.lengthLimit }
      && declination.error <= Self.declinationLimit && cautionDeclination.error <= Self.cautionDeclinationLimit
      && dip.error <= Self.dipLimit
  }

  mutating func add(index: UInt64, answer: GeomagneticField?, expected: ReferenceWorldModel.Field) {
    samples += 1
    guard let answer else {
      refused += 1
      return
    }
    hash &+= Self.mixed(answer, index)
    func nanotesla(_ q8: Int32) -> Double { Double(q8) / 256 }
    let errors = (
      (nanotesla(answer.q8Nanotesla.x) - expected.vector.north).asError,
      (nanotesla(answer.q8Nanotesla.y) - expected.vector.east).asError,
      (nanotesla(answer.q8Nanotesla.z) - expected.vector.down).asError
    )
    north.add(errors.0, index: index)
    east.add(errors.1, index: index)
    down.add(errors.2, index: index)
    // An error above 1 nT counts as 1 nT, so that the sum over five million places fits into 64 bits.
    for error in [errors.0, errors.1, errors.2] {
      let limited = min(error, 1)
      sumOfSquares &+= UInt64(limited * limited * 0x1p40)
    }
    horizontal.add((Double(answer.horizontalQ8) / 256 - expected.horizontal).asError, index: index)
    total.add((Double(answer.totalQ8) / 256 - expected.total).asError, index: index)
    dip.add(Self.distance(answer.dip, expected.dip), index: index)
    if expected.horizontal >= 6000 {
      declination.add(Self.distance(answer.declination, expected.declination), index: index)
    } else if expected.horizontal >= 2000 {
      cautionDeclination.add(Self.distance(answer.declination, expected.declination), index: index)
    }
  }

  mutating func add(_ other: WorldModelTally) {
    samples += other.samples
    refused += other.refused
    north.add(other.north)
    east.add(other.east)
    down.add(other.down)
    horizontal.add(other.horizontal)
    total.add(other.total)
    dip.add(other.dip)
    declination.add(other.declination)
    cautionDeclination.add(other.cautionDeclination)
    sumOfSquares &+= other.sumOfSquares
    hash &+= other.hash
  }

  /// The error of an answer in degrees; half a turn if only one of the two is defined.
  private static func distance(_ answer: BinaryAngle?, _ expected: Double?) -> Double {
    guard let answer, let expected else { return answer == nil && expected == nil ? 0 : 180 }
    let found = ReferenceAngle.signedDegrees(binary: answer.rawValue)
    return ReferenceAngle.shortestDifferenceDegrees(from: expected, to: found).asError
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
