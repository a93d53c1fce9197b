// The sums of a sweep, in integers, so that the result does not depend on how the pairs are divided among threads.

/// Errors of an angle function over a set of pairs, in units of 2^−48 turns (1.3e-12 degrees).
///
/// An error is at most half a turn, 2^47. Its square fits into 94 bits, and the sum over all 2^32 pairs into 126 bits.
/// Addition is exact, so neither the number of threads nor the number of shards changes any bit of the result.
package struct AngleSweepTally: Equatable, Sendable, SweepSum {
  /// Units per turn.
  package static var unitsPerTurn: Int64 { 1 << 48 }
  /// Degrees per unit.
  package static var degreesPerUnit: Double { 360 / 281_474_976_710_656 }

  /// A pair and the function's answer for it.
  package struct Pair: Equatable, Sendable {
    package var y: Int32
    package var x: Int32
    /// The answer in 2^−32 turns; nil if the function returned no angle.
    package var angle: UInt32?
    /// |answer − reference|, the shorter way round the circle; half a turn for an undefined angle.
    package var error: UInt64

    package init(y: Int32, x: Int32, angle: UInt32?, error: UInt64) {
      (self.y, self.x, self.angle, self.error) = (y, x, angle, error)
    }

    /// Larger errors come first; of equal errors the smaller y, then the smaller x. It is a total order, so that the
    /// worst pair is always the same.
    func isWorse(than other: Pair) -> Bool {
      (error, other.y, other.x) > (other.error, y, x)
    }
  }

  /// Pairs for which the function was called.
  package var pairs: UInt64 = 0
  /// Pairs for which the function returned no angle; each counts as an error of half a turn.
  package var undefined: UInt64 = 0
  /// Pairs on an axis or a diagonal; their angle is a whole number of eighths of a turn.
  package var eighths: UInt64 = 0
  /// Those of them with an answer that was not exactly that angle.
  package var inexactEighths: UInt64 = 0
  package var sumOfSquares: UInt128 = 0
  /// nil until there are pairs.
  package var worst: Pair?

  package init() {}

  var done: UInt64 { pairs }

  /// Counts one answer.
  ///
  /// - Parameters:
  ///   - answer: in 2^−32 turns; nil means undefined.
  ///   - expected: the reference in units, modulo one turn.
  @inline(__always)
  mutating func add(y: Int32, x: Int32, answer: UInt32?, expected: Int64) {
    pairs &+= 1
    var error: UInt64 = 1 << 47
    if let answer {
      // Differences are computed modulo one turn: the shift left removes the 16 bits above the turn, and the shift
      // right restores the sign.
      error = ((((Int64(answer) &<< 16) &- expected) &<< 16) &>> 16).magnitude
    } else {
      undefined &+= 1
    }
    if y == 0 || x == 0 || y == x || y == 0 &- x {
      eighths &+= 1
      if error != 0 { inexactEighths &+= 1 }
    }
    let square = error.multipliedFullWidth(by: error)
    sumOfSquares &+= (UInt128(square.high) &<< 64) | UInt128(square.low)
    if error >= worst?.error ?? 0 { consider(Pair(y: y, x: x, angle: answer, error: error)) }
  }

  private mutating func consider(_ pair: Pair) {
    if worst.map(pair.isWorse(than:)) ?? true { worst = pair }
  }

  /// Adds the pairs of another part of the same sweep.
  package mutating func add(_ other: AngleSweepTally) {
    pairs += other.pairs
    undefined += other.undefined
    eighths += other.eighths
    inexactEighths += other.inexactEighths
    // The addition wraps, as the count does. An overflow is possible only if nearly every angle is wrong.
    sumOfSquares &+= other.sumOfSquares
    if let pair = other.worst { consider(pair) }
  }

  /// The largest error; 0 without pairs.
  package var maxErrorDegrees: Double { Double(worst?.error ?? 0) * Self.degreesPerUnit }

  /// Root of the mean square error; 0 without pairs.
  package var rmsErrorDegrees: Double {
    pairs == 0 ? 0 : (Double(sumOfSquares) / Double(pairs)).squareRoot() * Self.degreesPerUnit
  }
}
