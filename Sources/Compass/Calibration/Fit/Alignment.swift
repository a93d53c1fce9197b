// The turn between magnetometer and accelerometer, from the dip: at rest it is the same in every attitude.

import Correction
import FixedPoint
import Quantities

/// What makes the dip most constant, and how constant it then is.
public struct Alignment: Equatable, Sendable {
  /// How to turn the corrected field into the axes in which gravity is known: a rotation vector, 2^−24 rad,
  /// within 1/2.
  public var rotation = Vector3.zero
  /// Downwards positive, and its standard deviation, 1/100 degree.
  public var dip: Int16 = 0
  public var spread: UInt16 = 0
  /// What is left of the variance of a turn about the axis that is known least, 2^−24 rad².
  public var variance: Int32 = 0
  /// What is left of the variance of the dip's sine, 2^−24, of so many pairs less what was fitted; to begin with (0.5°)².
  package var rest: Int32 = 1_278
  /// The variance of the turn about each axis that the next try takes to be known beforehand, 2^−24 rad²; to begin with
  /// (10°)².
  package var prior: Int32 = 511_050

  package init() {}

  /// The root of `variance`, 1/100 degree.
  public var deviation: UInt16 { Self.deviation(variance) }

  static func deviation(_ variance: Int32) -> UInt16 {
    // 5729.6/100 degree a radian.
    UInt16(truncatingIfNeeded: (UInt32(bitPattern: variance).roundedSquareRoot &* 5_730) &>> 12)
  }
}

/// Σ yyᵀ with y = (1, g, s), s = d·w and g = w × d: its Cholesky factor is the regression of s on g. In entries 30…44 the
/// sums in Q20; in 0…14 those over 2^n > N, or their factor.
extension Triangle {
  private static var sumsAt: Int { 30 }
  package static var fewestPairs: Int32 { 8 }
  /// How often the weight of the prior follows what is left and what was found.
  package static var alignmentTurns: Int { 3 }

  /// N.
  package var pairs: Int32 { entries[Self.sumsAt] &>> 20 }
  /// n.
  private var pairBits: Int32 { 32 &- UInt32(bitPattern: pairs).leadingZeros }
  /// Pairs less the four unknowns, and two more: the mean of a variance that so few tell (Student's t).
  private var freePairs: Int32 { pairs &- 6 }

  package mutating func addPair(_ field: Vector3, _ down: Vector3) {
    let w = field.withLength(1 &<< 12)
    let d = down.withLength(1 &<< 12)
    if w == .zero || d == .zero { return }
    var y = InlineArray<5, Int32>(repeating: 1 &<< 12)
    // Q24 → Q12; both have the length 1.
    y[1] = (w.y &* d.z &- w.z &* d.y).shifted(rightBy: 12)
    y[2] = (w.z &* d.x &- w.x &* d.z).shifted(rightBy: 12)
    y[3] = (w.x &* d.y &- w.y &* d.x).shifted(rightBy: 12)
    y[4] = (w.x &* d.x &+ w.y &* d.y &+ w.z &* d.z).shifted(rightBy: 12)
    var place = Self.sumsAt
    var i = 0
    while i < 5 {
      var j = 0
      while j <= i {
        // 2^20 a pair at most.
        entries[unchecked: place] &+= (y[unchecked: i] &* y[unchecked: j] &+ 8) &>> 4
        place = place &+ 1
        j = j &+ 1
      }
      i = i &+ 1
    }
  }

  /// A variance as if no unknown had been fitted.
  @inline(never)
  func overAllPairs(_ variance: Int32) -> Int32 {
    Int64(multiplying: variance, freePairs).quotient(by: Int64(widening: pairs))
  }

  /// One turn: the rotation with the prior's present weight, and what the next turn needs.
  package mutating func turn(_ found: inout Alignment, rows: Int) {
    eliminate(&found, rows: rows)
    readOff(&found, rows: rows)
  }

  /// The factor of the sums, with the prior's weight; what is left of the variance of s.
  private mutating func eliminate(_ found: inout Alignment, rows: Int) {
    let bits = pairBits
    let weight = Int64(multiplying: found.rest, 1 &<< (30 &- bits)).quotient(by: Int64(widening: found.prior))
    // 2^−17 at least, so that the inverse fits.
    let ridge = weight < 1 &<< 13 ? 1 &<< 13 : weight < 1 &<< 29 ? weight : 1 &<< 29
    var row = 0
    var place = 0
    while row < rows {
      let end = place &+ row
      while place <= end {
        // Q20 → Q30.
        entries[unchecked: place] = Int64(widening: entries[unchecked: place &+ Self.sumsAt]).word(rightBy: bits &- 10)
        place = place &+ 1
      }
      row = row &+ 1
      if row > 1, row < rows { entries[unchecked: end] = entries[unchecked: end] &+ ridge }
      // A deviation of 2^−10 at least, so that its inverse fits.
      _ = factorRow(row &- 1, columns: row, leastPivot: 1 &<< 40)
    }
    // The diagonal is reciprocal.
    let deviation = (1 &<< 50 as Int64).quotient(by: Int64(widening: entries[14]))
    found.rest =
      Int64(multiplying: deviation, deviation).shifted(rightBy: 36 &- bits).quotient(by: Int64(widening: freePairs))
  }

  /// Reads the turn off the factor.
  private mutating func readOff(_ found: inout Alignment, rows: Int) {
    var row = 0
    while row < rows {
      invertRow(row)
      row = row &+ 1
    }
    // The last row of the inverse: (s − β·(1, g))/σ. What is added to s is −β·g.
    found.conclude(sine: 0 &- coefficient(10), overAllPairs(found.rest))
    let prior = found.prior
    found.prior = Alignment.priorVariance
    found.variance = 0
    found.rotation.x = weigh(1, &found)
    found.rotation.y = weigh(2, &found)
    found.rotation.z = weigh(3, &found)
    found.rotation = found.rotation.limited(to: (1 &<< 23) &- 1)
    // Where the prior's weight met its bound the pairs scatter too much to say more than it does.
    if found.variance > 2 &* prior { found.rotation = .zero }
  }

  /// The turn about one axis and its variance. What of the turn is beyond two of its deviations speaks against the prior.
  @inline(never)
  private mutating func weigh(_ row: Int, _ found: inout Alignment) -> Int32 {
    let turn = coefficient(10 &+ row)
    // Q12, of unit variance.
    squareColumn(row, count: 4)
    let variance = Int64(multiplying: found.rest, entries[unchecked: Self.place(row, row)]).word(
      rightBy: 12 &+ pairBits)
    if variance > found.variance { found.variance = variance }
    let seen = Int64(multiplying: turn, turn).word(rightBy: 24) &- 4 &* variance
    if seen > 0 { found.prior = found.prior &+ seen }
    return turn
  }

  /// Over the last of the row, Q24.
  @inline(never)
  private mutating func coefficient(_ place: Int) -> Int32 {
    (Int64(widening: entries[unchecked: place]) &<< 24).quotient(by: Int64(widening: entries[14]))
  }
}

extension Alignment {
  /// (0.67°)², 2^−24 rad²: one axis of a turn of up to 2° in any direction.
  static var priorVariance: Int32 { Int32(bitPattern: (CalibrationFit.unseenRotation &+ 32) &>> 6) }

  /// - Parameters: the sine of the dip and the variance that is left of it, Q24.
  fileprivate mutating func conclude(sine: Int32, _ rest: Int32) {
    // Q12 from here on.
    let s = sine.shifted(rightBy: 12)
    let square = (1 &<< 24) &- s &* s
    // Towards the vertical a sine tells little of the angle: cos 88° is the least.
    let cosine = square < 143 &* 143 ? 143 : Int32(bitPattern: UInt32(bitPattern: square).roundedSquareRoot)
    // The arccosine: √(1 − x) times a polynomial, to 0.004° (Abramowitz and Stegun, 4.4.45). 1/1600 degree.
    let x = s < 0 ? 0 &- s : s
    let first = 6_808 &- (1_717 &* x) &>> 12
    let second = 143_994 &- ((19_445 &- (first &* x) &>> 12) &* x) &>> 12
    let fromVertical = (Int32(bitPattern: UInt32(bitPattern: (4_096 &- x) &<< 12).roundedSquareRoot) &* second) &>> 16
    dip = Int16(truncatingIfNeeded: s < 0 ? fromVertical &- 9_000 : 9_000 &- fromVertical)
    // Q16, 5729.6/100 degree a radian.
    let limited = rest < 1 &<< 24 ? rest : (1 &<< 24) &- 1
    let deviation = (Int32(bitPattern: UInt32(bitPattern: limited &<< 8).roundedSquareRoot) &* 5_730)
      .truncatedQuotient(by: cosine &<< 4)
    spread = deviation < 18_000 ? UInt16(truncatingIfNeeded: deviation) : 18_000
  }

  /// v turned by `rotation`, to the second order: v + r×v + r×(r×v)/2.
  @inline(never)
  package static func turned(_ v: Vector3, by rotation: Vector3) -> Vector3 {
    let once = cross(rotation, v)
    let twice = cross(rotation, once)
    return Vector3(
      x: v.x &+ once.x &+ twice.x.shifted(rightBy: 1), y: v.y &+ once.y &+ twice.y.shifted(rightBy: 1),
      z: v.z &+ once.z &+ twice.z.shifted(rightBy: 1))
  }

  /// r × v in v's format.
  @inline(never)
  private static func cross(_ r: Vector3, _ v: Vector3) -> Vector3 {
    func component(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Int32 {
      (Int64(multiplying: a, b) &- Int64(multiplying: c, d)).word(rightBy: 24)
    }
    return Vector3(
      x: component(r.y, v.z, r.z, v.y), y: component(r.z, v.x, r.x, v.z), z: component(r.x, v.y, r.y, v.x))
  }
}

extension MatrixQ24 {
  /// R·S for the turn R by `rotation` (2^−24 rad): what corrects and turns in one.
  public func turned(by rotation: Vector3) -> MatrixQ24 {
    // Column by column.
    let x = Alignment.turned(Vector3(x: rows.0.x, y: rows.1.x, z: rows.2.x), by: rotation)
    let y = Alignment.turned(Vector3(x: rows.0.y, y: rows.1.y, z: rows.2.y), by: rotation)
    let z = Alignment.turned(Vector3(x: rows.0.z, y: rows.1.z, z: rows.2.z), by: rotation)
    return MatrixQ24(
      Vector3(x: x.x, y: y.x, z: z.x), Vector3(x: x.y, y: y.y, z: z.y), Vector3(x: x.z, y: y.z, z: z.z))
  }
}
