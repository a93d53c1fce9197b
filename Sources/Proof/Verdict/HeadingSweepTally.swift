// The sums of a sweep of headings, in integers, so that the result does not depend on how the samples are divided among
// threads.

import Simulation

/// Errors of a heading function over a set of samples, in units of 2^−48 turns; as exact as `AngleSweepTally`.
package struct HeadingSweepTally: Equatable, Sendable, SweepSum {
  /// A sample and the function's answer for it.
  package struct Sample: Equatable, Sendable {
    package var index: UInt64
    /// The answer in 2^−32 turns; nil if the function returned no heading.
    package var angle: UInt32?
    /// |answer − reference|, the shorter way round the circle; half a turn for no heading.
    package var error: UInt64

    package init(index: UInt64, angle: UInt32?, error: UInt64) {
      (self.index, self.angle, self.error) = (index, angle, error)
    }

    /// Larger errors come first; of equal errors the first sample.
    func isWorse(than other: Sample) -> Bool { (error, other.index) > (other.error, index) }
  }

  /// Samples for which the function was called.
  package var samples: UInt64 = 0
  /// Samples without a heading although one exists; each counts as an error of half a turn.
  package var undefined: UInt64 = 0
  package var sumOfSquares: UInt128 = 0
  /// nil until there are samples.
  package var worst: Sample?
  /// A hash of every answer with its sample's index, summed modulo 2^64: equal sums mean equal bits.
  package var outputHash: UInt64 = 0

  package init() {}

  var done: UInt64 { samples }

  /// Counts one answer. Where the equations have no heading, the function must have none.
  mutating func add(index: UInt64, answer: UInt32?, expectedDegrees: Double?) {
    samples &+= 1
    outputHash &+= Self.hash(index, answer)
    var error: UInt64 = 1 << 47
    switch (answer, expectedDegrees) {
    case (let answer?, let expected?):
      // Rounding to whole units adds at most 2e-15 turns. Differences are computed modulo one turn.
      let units = Int64((expected / AngleSweepTally.degreesPerUnit).rounded())
      error = ((((Int64(answer) &<< 16) &- units) &<< 16) &>> 16).magnitude
    case (nil, nil): error = 0
    case (nil, _?): undefined &+= 1
    case (_?, nil): break
    }
    let square = error.multipliedFullWidth(by: error)
    sumOfSquares &+= (UInt128(square.high) &<< 64) | UInt128(square.low)
    consider(Sample(index: index, angle: answer, error: error))
  }

  private static func hash(_ index: UInt64, _ answer: UInt32?) -> UInt64 {
    var mixed = SeededGenerator(seed: answer.map(UInt64.init) ?? .max, index: index)
    return mixed.next()
  }

  private mutating func consider(_ sample: Sample) {
    if worst.map(sample.isWorse(than:)) ?? true { worst = sample }
  }

  /// Adds the samples of another part of the same sweep.
  package mutating func add(_ other: HeadingSweepTally) {
    samples += other.samples
    undefined += other.undefined
    // The addition wraps, as the count does. An overflow is possible only if nearly every heading is wrong.
    sumOfSquares &+= other.sumOfSquares
    outputHash &+= other.outputHash
    if let sample = other.worst { consider(sample) }
  }

  /// The largest error; 0 without samples.
  package var maxErrorDegrees: Double { Double(worst?.error ?? 0) * AngleSweepTally.degreesPerUnit }

  /// Root of the mean square error; 0 without samples.
  package var rmsErrorDegrees: Double {
    samples == 0 ? 0 : (Double(sumOfSquares) / Double(samples)).squareRoot() * AngleSweepTally.degreesPerUnit
  }
}
