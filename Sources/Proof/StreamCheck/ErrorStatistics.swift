// Worst and root-mean-square error, with the input of the worst error.

extension Double {
  /// The magnitude of an error; infinite for NaN. Comparisons with NaN are false: without this, NaN would pass every
  /// limit, and no maximum would keep it.
  package var asError: Double { isNaN ? .infinity : magnitude }
}

/// Collects errors in degrees.
package struct ErrorStatistics: Sendable, Equatable {
  package private(set) var samples = 0
  package private(set) var maxDegrees = 0.0
  private var sumOfSquares = 0.0

  package init() {}

  /// Adds one error.
  /// - Returns: whether it is the worst so far.
  package mutating func add(_ degrees: Double) -> Bool {
    let magnitude = degrees.asError
    samples += 1
    sumOfSquares += magnitude * magnitude
    guard magnitude > maxDegrees || samples == 1 else { return false }
    maxDegrees = magnitude
    return true
  }

  /// Root-mean-square error, degrees; 0 without samples.
  package var rmsDegrees: Double { samples == 0 ? 0 : (sumOfSquares / Double(samples)).squareRoot() }
}

/// One part of a verdict: a comparison with its limit.
package struct VerdictPart: Sendable, Equatable {
  /// What was compared.
  package var what: String
  package var pass: Bool
  package var samples: Int
  package var maxErrorDegrees: Double
  package var rmsErrorDegrees: Double
  package var limitDegrees: Double
  /// The derivation of the limit, for readers who want to verify it.
  package var limitReason: String
  /// The input of the worst error, as named values.
  package var worst: [(name: String, value: Double)]
  /// Other counts by name: bits that differ, samples without a match.
  package var counts: [(name: String, value: Int)]
  /// Other figures in degrees, by name.
  package var degrees: [(name: String, value: Double)] = []
  /// A second comparison with its own limit; `nil` if nothing was compared.
  package var declination: DeclinationPart?
  /// The reason for a failure that no figure shows.
  package var failure: String?

  package static func == (a: VerdictPart, b: VerdictPart) -> Bool {
    a.what == b.what && a.pass == b.pass && a.samples == b.samples && a.maxErrorDegrees == b.maxErrorDegrees
      && a.rmsErrorDegrees == b.rmsErrorDegrees && a.limitDegrees == b.limitDegrees
      && a.worst.map(\.name) == b.worst.map(\.name) && a.worst.map(\.value) == b.worst.map(\.value)
      && a.counts.map(\.name) == b.counts.map(\.name) && a.counts.map(\.value) == b.counts.map(\.value)
      && a.declination == b.declination && a.failure == b.failure
  }
}

/// Compares the difference between true and magnetic headings with the declination of the world.
package struct DeclinationPart: Sendable, Equatable {
  /// True headings that were compared.
  package var samples: Int
  package var maxErrorDegrees: Double
  package var limitDegrees: Double
}
