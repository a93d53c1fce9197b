// The sums of a sweep that compares several figures, each with a limit of its own. They are exact: the result does not
// depend on how the samples are divided among threads.

import StreamCheck

/// Errors of one figure.
package struct FigureTally<Input: Comparable & Sendable>: Equatable, Sendable {
  package private(set) var samples: UInt64 = 0
  /// The largest error, in the unit of the figure.
  package private(set) var maxError = 0.0
  /// The largest error divided by its limit.
  package private(set) var worstShare = -1.0
  /// The input with this share; of several, the least.
  package private(set) var worst: Input?
  /// In 2^−80 of the squared unit.
  fileprivate var sumOfSquares: UInt128 = 0

  package init() {}

  /// Root-mean-square error in the unit of the figure.
  package var rmsError: Double { FigureTally.rms([self]) }

  /// The root-mean-square error over several figures of one unit.
  package static func rms(_ tallies: [FigureTally]) -> Double {
    let samples = tallies.reduce(0) { $0 + $1.samples }
    let squares = tallies.reduce(0) { $0 + Double($1.sumOfSquares) }
    return samples == 0 ? 0 : (squares / Double(samples)).squareRoot() * 0x1p-40
  }

  /// Whether all samples were within the limit. Without samples they were.
  package var isWithinLimit: Bool { worstShare <= 1 }
  /// Whether there were samples, and all were within the limit.
  package var isPassed: Bool { samples > 0 && isWithinLimit }

  mutating func add(_ error: Double, limit: Double, at input: Input) {
    let error = error.asError
    samples += 1
    maxError = max(maxError, error)
    // An error above 128 counts as 128: the sum over 2^34 samples fits.
    let units = UInt128((min(error, 128) * 0x1p40).rounded())
    sumOfSquares &+= units * units
    consider(error / limit, input)
  }

  mutating func add(_ other: FigureTally) {
    samples += other.samples
    maxError = max(maxError, other.maxError)
    sumOfSquares &+= other.sumOfSquares
    if let input = other.worst { consider(other.worstShare, input) }
  }

  private mutating func consider(_ share: Double, _ input: Input) {
    if let worst, (worstShare, input) >= (share, worst) { return }
    (worstShare, worst) = (share, input)
  }
}

/// The tallies of all figures of a sweep.
package struct FigureSums<Figure: CaseIterable & Equatable & Sendable, Input: Comparable & Sendable>: Equatable,
  Sendable,
  SweepSum
{
  /// The number of tested inputs.
  package var samples: UInt64 = 0
  /// Inputs without an answer.
  package var refused: UInt64 = 0
  /// One for each figure.
  package var figures = Figure.allCases.map { _ in FigureTally<Input>() }
  /// The bits of all answers, mixed with their index and added: the same for any number of threads and on any machine.
  package var outputHash: UInt64 = 0

  package init() {}

  var done: UInt64 { samples }

  package subscript(_ figure: Figure) -> FigureTally<Input> {
    get { figures[position(of: figure)] }
    set { figures[position(of: figure)] = newValue }
  }

  private func position(of figure: Figure) -> Int { Array(Figure.allCases).firstIndex(of: figure) ?? 0 }

  /// Whether every figure had samples, all within the limit.
  package var isPassed: Bool { figures.allSatisfy(\.isPassed) }

  /// Adds the results of another part.
  package mutating func add(_ other: FigureSums) {
    samples += other.samples
    refused += other.refused
    outputHash &+= other.outputHash
    for index in figures.indices { figures[index].add(other.figures[index]) }
  }
}
