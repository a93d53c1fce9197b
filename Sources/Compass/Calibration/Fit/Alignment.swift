// The rotation between magnetometer and accelerometer. It is found from the dip, which at rest is the same in every
// attitude.

import Correction
import FixedPoint
import Quantities

/// The rotation that makes the dip most nearly constant, and how constant the dip then is.
public struct Alignment: Equatable, Sendable {
  /// The rotation of the corrected field into the axes in which gravity is known: a rotation vector, 2^−24 rad, each
  /// component within ±1/2 rad.
  public var rotation = Vector3.zero
  /// The dip, downwards positive, and its standard deviation, 1/100 degree.
  public var dip: Int16 = 0
  public var spread: UInt16 = 0
  /// The variance that remains of a rotation about the axis that is known least, 2^−24 rad².
  public var variance: Int32 = 0
  /// The variance that remains of the dip's sine, 2^−24: a sum of squares over the number of pairs less what was
  /// fitted. At first (0.5°)².
  package var rest: Int32 = 1_278
  /// The prior's variance of the rotation about each axis for the next step, 2^−24 rad². At first (10°)².
  package var prior: Int32 = 511_050

  package init() {}

  /// The root of `variance`, 1/100 degree.
  public var deviation: UInt16 { Self.deviation(variance) }

  static func deviation(_ variance: Int32) -> UInt16 {
    // A radian is 5729.6/100 degree.
    UInt16(truncatingIfNeeded: (UInt32(bitPattern: variance).roundedSquareRoot &* 5_730) &>> 12)
  }
}

/// Σ yyᵀ with y = (1, g, s), s = d·w and g = w × d, where w is the direction of the field and d is down. Its Cholesky
/// factor gives the regression of s on g. Entries 30…44 hold the sums in Q20. Entries 0…14 hold the sums over 2^n > N,
/// or the factor of these.
extension Triangle {
  private static var sumsAt: Int { 30 }
  package static var fewestPairs: Int32 { 8 }
  /// In how many steps the weight of the prior is adapted to the remaining variance and to the rotation found.
  package static var alignmentTurns: Int { 3 }

  /// N, the number of pairs.
  package var pairs: Int32 { entries[Self.sumsAt] &>> 20 }
  /// n: 2^n is the smallest power of two above N.
  private var pairBits: Int32 { 32 &- UInt32(bitPattern: pairs).leadingZeros }
  /// The pairs less the four unknowns and less two more: this gives the mean of a variance that is estimated from few
  /// pairs (Student's t).
  private var freePairs: Int32 { pairs &- 6 }

  package mutating func addPair(_ field: Vector3, _ down: Vector3) {
    let w = field.withLength(1 &<< 12)
    let d = down.withLength(1 &<< 12)
    if w == .zero || d == .zero { return }
    var y = InlineArray<5, Int32>(repeating: 1 &<< 12)
    // Q24 → Q12; both vectors have the length 1.
    y[1] = (w.y &* d.z &- w.z &* d.y).shifted(rightBy: 12)
    y[2] = (w.z &* d.x &- w.x &* d.z).shifted(rightBy: 12)
    y[3] = (w.x &* d.y &- w.y &* d.x).shifted(rightBy: 12)
    y[4] = (w.x &* d.x &+ w.y &* d.y &+ w.z &* d.z).shifted(rightBy: 12)
    var place = Self.sumsAt
    var i = 0
    while i < 5 {
      var j = 0
      while j <= i {
        // A pair adds at most 2^20.
        entries[unchecked: place] &+= (y[unchecked: i] &* y[unchecked: j] &+ 8) &>> 4
        place = place &+ 1
        j = j &+ 1
      }
      i = i &+ 1
    }
  }

  /// A variance over all pairs, as if no unknown had been fitted.
  @inline(never)
  func overAllPairs(_ variance: Int32) -> Int32 {
    Int64(multiplying: variance, freePairs).quotient(by: Int64(widening: pairs))
  }

  /// One step: computes the rotation with the prior's present weight, and what the next step needs.
  package mutating func turn(_ found: inout Alignment, rows: Int) {
    eliminate(&found, rows: rows)
    readOff(&found, rows: rows)
  }

  /// Computes the factor of the sums with the prior's weight, and the variance that remains of s.
  private mutating func eliminate(_ found: inout Alignment, rows: Int) {
    let bits = pairBits
    let weight = Int64(multiplying: found.rest, 1 &<< (30 &- bits)).quotient(by: Int64(widening: found.prior))
    // At least 2^−17, so that the inverse fits.
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
      // Each diagonal entry is at least 2^−10, so that its inverse fits.
      _ = factorRow(row &- 1, columns: row, leastPivot: 1 &<< 40)
    }
    // The diagonal holds reciprocals.
    let deviation = (1 &<< 50 as Int64).quotient(by: Int64(widening: entries[14]))
    found.rest =
      Int64(multiplying: deviation, deviation).shifted(rightBy: 36 &- bits).quotient(by: Int64(widening: freePairs))
  }

  /// Reads the rotation from the factor.
  private mutating func readOff(_ found: inout Alignment, rows: Int) {
    var row = 0
    while row < rows {
      invertRow(row)
      row = row &+ 1
    }
    // The last row of the inverse stands for (s − β·(1, g))/σ. The rotation adds −β·g to s.
    found.conclude(sine: 0 &- coefficient(10), overAllPairs(found.rest))
    let prior = found.prior
    found.prior = Alignment.priorVariance
    found.variance = 0
    found.rotation.x = weigh(1, &found)
    found.rotation.y = weigh(2, &found)
    found.rotation.z = weigh(3, &found)
    found.rotation = found.rotation.limited(to: (1 &<< 23) &- 1)
    // When the prior's weight was limited, the pairs scatter so much that they say no more than the prior.
    if found.variance > 2 &* prior { found.rotation = .zero }
  }

  /// The rotation about one axis and its variance. A rotation of more than two standard deviations contradicts the
  /// prior: what exceeds them in the square is added to the prior's variance.
  @inline(never)
  private mutating func weigh(_ row: Int, _ found: inout Alignment) -> Int32 {
    let turn = coefficient(10 &+ row)
    // Q12, for a residual of unit variance.
    squareColumn(row, count: 4)
    let variance = Int64(multiplying: found.rest, entries[unchecked: Self.place(row, row)]).word(
      rightBy: 12 &+ pairBits)
    if variance > found.variance { found.variance = variance }
    let seen = Int64(multiplying: turn, turn).word(rightBy: 24) &- 4 &* variance
    if seen > 0 { found.prior = found.prior &+ seen }
    return turn
  }

  /// An entry of the last row over that row's diagonal entry, Q24.
  @inline(never)
  private mutating func coefficient(_ place: Int) -> Int32 {
    (Int64(widening: entries[unchecked: place]) &<< 24).quotient(by: Int64(widening: entries[14]))
  }
}

extension Alignment {
  /// (0.67°)², 2^−24 rad²: the variance about one axis of a rotation of up to 2° in any direction.
  static var priorVariance: Int32 { Int32(bitPattern: (CalibrationFit.unseenRotation &+ 32) &>> 6) }

  /// Sets the dip and its spread.
  /// - Parameters:
  ///   - sine: of the dip, Q24.
  ///   - rest: the variance that remains of the sine, 2^−24.
  fileprivate mutating func conclude(sine: Int32, _ rest: Int32) {
    // Q12 from here on.
    let s = sine.shifted(rightBy: 12)
    let square = (1 &<< 24) &- s &* s
    // Near the vertical the sine says little about the angle. The smallest cosine used is that of 88°.
    let cosine = square < 143 &* 143 ? 143 : Int32(bitPattern: UInt32(bitPattern: square).roundedSquareRoot)
    // The arccosine is √(1 − x) times a polynomial, within 0.004° (Abramowitz and Stegun, 4.4.45). 1/1600 degree.
    let x = s < 0 ? 0 &- s : s
    let first = 6_808 &- (1_717 &* x) &>> 12
    let second = 143_994 &- ((19_445 &- (first &* x) &>> 12) &* x) &>> 12
    let fromVertical = (Int32(bitPattern: UInt32(bitPattern: (4_096 &- x) &<< 12).roundedSquareRoot) &* second) &>> 16
    dip = Int16(truncatingIfNeeded: s < 0 ? fromVertical &- 9_000 : 9_000 &- fromVertical)
    // Q16. A radian is 5729.6/100 degree.
    let limited = rest < 1 &<< 24 ? rest : (1 &<< 24) &- 1
    let deviation = (Int32(bitPattern: UInt32(bitPattern: limited &<< 8).roundedSquareRoot) &* 5_730)
      .truncatedQuotient(by: cosine &<< 4)
    spread = deviation < 18_000 ? UInt16(truncatingIfNeeded: deviation) : 18_000
  }

  /// v rotated by `rotation`, to second order: v + r×v + r×(r×v)/2.
  @inline(never)
  package static func turned(_ v: Vector3, by rotation: Vector3) -> Vector3 {
    let once = cross(rotation, v)
    let twice = cross(rotation, once)
    return Vector3(
      x: v.x &+ once.x &+ twice.x.shifted(rightBy: 1), y: v.y &+ once.y &+ twice.y.shifted(rightBy: 1),
      z: v.z &+ once.z &+ twice.z.shifted(rightBy: 1))
  }

  /// r × v in the format of v.
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
  /// R·S for the rotation R by `rotation` (2^−24 rad): one matrix that corrects and rotates.
  public func turned(by rotation: Vector3) -> MatrixQ24 {
    // Column by column.
    let x = Alignment.turned(Vector3(x: rows.0.x, y: rows.1.x, z: rows.2.x), by: rotation)
    let y = Alignment.turned(Vector3(x: rows.0.y, y: rows.1.y, z: rows.2.y), by: rotation)
    let z = Alignment.turned(Vector3(x: rows.0.z, y: rows.1.z, z: rows.2.z), by: rotation)
    return MatrixQ24(
      Vector3(x: x.x, y: y.x, z: z.x), Vector3(x: x.y, y: y.y, z: z.y), Vector3(x: x.z, y: y.z, z: z.z))
  }
}
