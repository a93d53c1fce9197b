// The sums of a sweep of angles, in integers, so that the result does not depend on how the inputs are divided among
// threads and shards.

import Simulation

/// Errors of a function that returns angles, in units of 2^−48 turns (1.3e-12 degrees).
///
/// An error is at most half a turn, 2^47. Its square fits into 94 bits, and the sum over all 2^32 pairs of Int16 into 126
/// bits. Addition is exact, so neither the number of threads nor the number of shards changes any bit of the result.
package struct AngleTally<Input: Comparable & Sendable>: Equatable, Sendable, SweepSum {
  /// An input and the function's answer for it.
  package struct Answer: Equatable, Sendable {
    package var input: Input
    /// The answer in 2^−32 turns; nil if the function returned no angle.
    package var angle: UInt32?
    /// |answer − reference|, the shorter way round the circle; half a turn for an undefined angle.
    package var error: UInt64

    package init(_ input: Input, angle: UInt32?, error: UInt64) {
      (self.input, self.angle, self.error) = (input, angle, error)
    }
  }

  /// Inputs for which the function was called.
  package var samples: UInt64 = 0
  /// Inputs for which the function returned no angle although there is one; each counts as an error of half a turn.
  package var undefined: UInt64 = 0
  /// Pairs on an axis or a diagonal; their angle is a whole number of eighths of a turn.
  package var eighths: UInt64 = 0
  /// Those of them with an answer that was not exactly that angle.
  package var inexactEighths: UInt64 = 0
  package var sumOfSquares: UInt128 = 0
  /// A hash of every answer to a sample with its index, summed modulo 2^64: equal sums mean equal bits.
  package var outputHash: UInt64 = 0
  /// The answer with the largest error, of equal ones that to the least input; nil until there are inputs.
  package var worst: Answer?

  package init() {}

  var done: UInt64 { samples }

  @inline(__always)
  private mutating func add(_ input: Input, _ angle: UInt32?, error: UInt64) {
    samples &+= 1
    let square = error.multipliedFullWidth(by: error)
    sumOfSquares &+= (UInt128(square.high) &<< 64) | UInt128(square.low)
    if error >= worst?.error ?? 0 { consider(Answer(input, angle: angle, error: error)) }
  }

  private mutating func consider(_ answer: Answer) {
    if let worst, (worst.error, answer.input) >= (answer.error, worst.input) { return }
    worst = answer
  }

  /// Adds another part of the same sweep.
  package mutating func add(_ other: AngleTally) {
    samples += other.samples
    undefined += other.undefined
    eighths += other.eighths
    inexactEighths += other.inexactEighths
    // The addition wraps, as the count does. An overflow is possible only if nearly every angle is wrong.
    sumOfSquares &+= other.sumOfSquares
    outputHash &+= other.outputHash
    if let answer = other.worst { consider(answer) }
  }

  /// The largest error; 0 without inputs.
  package var maxErrorDegrees: Double { Double(worst?.error ?? 0) * AngleUnits.degrees }

  /// Root of the mean square error; 0 without inputs.
  package var rmsErrorDegrees: Double {
    samples == 0 ? 0 : (Double(sumOfSquares) / Double(samples)).squareRoot() * AngleUnits.degrees
  }
}

/// The units in which errors of angles are counted.
package enum AngleUnits {
  /// Units per turn.
  package static var perTurn: Int64 { 1 << 48 }
  /// Degrees per unit.
  package static var degrees: Double { 360 / 281_474_976_710_656 }

  /// The difference between an answer in 2^−32 turns and the reference in units, the shorter way round the circle.
  @inline(__always)
  fileprivate static func error(_ answer: UInt32, _ expected: Int64) -> UInt64 {
    // The shift left removes the 16 bits above the turn, and the shift right restores the sign.
    ((((Int64(answer) &<< 16) &- expected) &<< 16) &>> 16).magnitude
  }

  /// That of an answer which is missing, or for which there is no reference.
  fileprivate static var halfTurn: UInt64 { 1 << 47 }
}

/// A pair of integers, whose angle is atan2(y, x).
package struct AnglePair: Comparable, Sendable {
  package var y: Int32
  package var x: Int32

  package init(y: Int32, x: Int32) { (self.y, self.x) = (y, x) }

  package static func < (a: AnglePair, b: AnglePair) -> Bool { (a.y, a.x) < (b.y, b.x) }
}

extension AngleTally where Input == AnglePair {
  /// Counts one answer.
  ///
  /// - Parameters:
  ///   - answer: in 2^−32 turns; nil means undefined.
  ///   - expected: the reference in units, modulo one turn.
  @inline(__always)
  mutating func add(y: Int32, x: Int32, answer: UInt32?, expected: Int64) {
    let error = answer.map { AngleUnits.error($0, expected) } ?? AngleUnits.halfTurn
    if answer == nil { undefined &+= 1 }
    if y == 0 || x == 0 || y == x || y == 0 &- x {
      eighths &+= 1
      if error != 0 { inexactEighths &+= 1 }
    }
    add(AnglePair(y: y, x: x), answer, error: error)
  }
}

extension AngleTally where Input == UInt64 {
  /// Counts the answer to the sample with this index. Where the equations have no angle, the function must have none.
  mutating func add(index: UInt64, answer: UInt32?, expectedDegrees: Double?) {
    var mixed = SeededGenerator(seed: answer.map(UInt64.init) ?? .max, index: index)
    outputHash &+= mixed.next()
    // Rounding to whole units adds at most 2e-15 turns.
    let expected = expectedDegrees.map { Int64(($0 / AngleUnits.degrees).rounded()) }
    if let answer, let expected { return add(index, answer, error: AngleUnits.error(answer, expected)) }
    let hasNone = answer == nil && expected == nil
    if answer == nil, !hasNone { undefined &+= 1 }
    add(index, answer, error: hasNone ? 0 : AngleUnits.halfTurn)
  }
}
