// The rotation between magnetometer and accelerometer, found from the dip: at rest, the correct rotation gives the same
// dip in every attitude.

import Correction
import FixedPoint
import Quantities

/// The rotation that makes the dip most nearly constant, and how constant the dip then is.
public struct Alignment: Equatable, Sendable {
  /// The rotation of the corrected field into the axes in which gravity is known.
  public var turn = SensorTurn()
  /// The dip, downwards positive, and its standard deviation, 1/100 degree.
  public var dip: Int16 = 0
  public var spread: UInt16 = 0
  /// The variance of the rotation about the least certain axis, 2^−24 rad².
  public var variance: Int32 = 0

  /// Takes over the result of the last pass of a search.
  package init(_ search: inout Triangle) {
    turn = search.turn
    dip = search.dip
    spread = search.spread
    variance = search.variance
  }

  /// The root of `variance`, 1/100 degree.
  public var deviation: UInt16 { Self.deviation(variance) }

  static func deviation(_ variance: Int32) -> UInt16 {
    // A radian is 5729.6/100 degree. The result is limited to 180°.
    let root = UInt32(bitPattern: variance).roundedSquareRoot
    return root > 12_868 ? 18_000 : UInt16(truncatingIfNeeded: (root &* 5_730) &>> 12)
  }
}

/// A rotation by any angle: a first part that only exchanges axes (multiples of 90°), then the remaining part.
public struct SensorTurn: Equatable, Sendable {
  /// The first part, which only exchanges axes: the raw value of an `AxisRemap`; 0 is no rotation.
  public var start: UInt8 = 0
  /// The remaining part: a vector along its axis whose length is 2·tan(angle/2), Q24. Each component is within ±1, and
  /// during a search within ±2.
  public var rest = Vector3.zero

  public init() {}

  public init(start: UInt8, rest: Vector3) {
    self.start = start
    self.rest = rest
  }

  /// Whether the rotation is as small as between sensors on one board: at most 3.6° about each axis.
  var isSmall: Bool { start == 0 && rest.isWithin(1 &<< 20) }

  /// Whether axes are exchanged or reversed, and no more than 14° about each axis remain.
  var exchangesAxes: Bool { start != 0 && rest.isWithin(1 &<< 22) }

  /// Rotates v. With c = r/2: v + (2·c×v + 2·c×(c×v))/(1 + c·c).
  @inline(never)
  func turned(_ v: Vector3) -> Vector3 {
    let v = (AxisRemap(rawValue: start) ?? .identity).body(v)
    let once = Self.cross(rest, v)
    let twice = Self.cross(rest, once)
    // Q24.
    let factor = (1 &<< 48 as Int64).quotient(by: Int64(rest.x, rest.y, rest.z, dot: rest) &>> 26 &+ 1 &<< 24)
    return Vector3(
      x: Self.sum(v.x, once.x, twice.x, factor), y: Self.sum(v.y, once.y, twice.y, factor),
      z: Self.sum(v.z, once.z, twice.z, factor))
  }

  /// v + (once + twice/2)·factor.
  @inline(never)
  private static func sum(_ v: Int32, _ once: Int32, _ twice: Int32, _ factor: Int32) -> Int32 {
    v &+ Int64(multiplying: once &+ twice.shifted(rightBy: 1), factor).word(rightBy: 24)
  }

  /// Applies a small rotation after this one: (b + c + b×c)/(1 − b·c), where b and c have the length tan(angle/2).
  @inline(never)
  mutating func turn(by small: Vector3) {
    let crossed = Self.cross(small, rest)
    // Q24.
    let factor = (1 &<< 48 as Int64).quotient(by: 1 &<< 24 &- Int64(small.x, small.y, small.z, dot: rest) &>> 26)
    rest = Vector3(
      x: Self.sum(0, small.x &+ rest.x, crossed.x, factor), y: Self.sum(0, small.y &+ rest.y, crossed.y, factor),
      z: Self.sum(0, small.z &+ rest.z, crossed.z, factor)
    ).limited(to: 1 &<< 25)
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

/// The search for the rotation.
/// Each pass rotates all fields by the rotation found so far, adds all pairs, and finds a small further rotation
/// (Gauss-Newton method). The search starts without a rotation. If the dip is then still not constant, the search is
/// repeated from each of the other 23 rotations that only exchange axes. One of the 24 is within 63° of any rotation.
///
/// The sums are Σ yyᵀ with y = (1, g, s), s = d·w and g = w × d, where w is the direction of the field and d is down.
/// The Cholesky factor of the sums gives the regression of s on g. Entries 30…44 hold the sums in Q20. Entries 0…14
/// hold the sums divided by 2^n > N, later the Cholesky factor of these. Entries 15…29 hold the variables of the
/// search.
extension Triangle {
  private static var sumsAt: Int { 30 }
  /// Pairs from which a rotation is computed at least.
  package static var fewestPairs: Int32 { 8 }
  /// Steps in a pass. Each step adapts the weight of the prior to the remaining variance and to the rotation found.
  package var stepsOfPass: Int32 { isFirstStart ? 3 : 1 }
  /// The most passes from one start. The sixth changes a rotation by less than 0.01°.
  private static var passes: Int32 { 6 }
  /// If the dip's standard deviation is at most this, the dip counts as constant, and the search does not try other
  /// starts. 1/100 degree.
  package static var constantSpread: UInt16 { 250 }
  /// If the dip's standard deviation is larger than this, no large rotation is accepted as its explanation. 1/100
  /// degree.
  private static var largestSpread: UInt16 { 400 }

  /// N, the number of pairs.
  package var pairs: Int32 { entries[Self.sumsAt] &>> 20 }
  /// n: 2^n is the smallest power of two above N.
  private var pairBits: Int32 { 32 &- UInt32(bitPattern: pairs).leadingZeros }
  /// The number of pairs minus the four unknowns and minus two more. The two correct for a variance that is estimated
  /// from few pairs (mean of Student's t).
  private var freePairs: Int32 { pairs &- 6 }

  /// The rotation after the last pass.
  package private(set) var turn: SensorTurn {
    get { SensorTurn(start: start, rest: Vector3(x: entries[18], y: entries[19], z: entries[20])) }
    set { (entries[18], entries[19], entries[20]) = (newValue.rest.x, newValue.rest.y, newValue.rest.z) }
  }
  /// The rotation vector that the last step adds to `turn`, Q24.
  private var step: Vector3 {
    get { Vector3(x: entries[15], y: entries[16], z: entries[17]) }
    set { (entries[15], entries[16], entries[17]) = (newValue.x, newValue.y, newValue.z) }
  }
  /// Eight times the number of the start, plus the number of passes from this start.
  private var progress: Int32 {
    get { entries[21] }
    set { entries[21] = newValue }
  }
  private var start: UInt8 { UInt8(truncatingIfNeeded: progress &>> 3) }
  private var isFirstStart: Bool { progress < 8 }
  /// Whether the search is still in its first pass.
  package var isFirstPass: Bool { progress == 0 }
  /// Whether the search has had one pass.
  private var hasOnePass: Bool { progress == 1 }
  /// The residual variance of the sine of the dip, 2^−24: the sum of squares divided by the number of pairs minus the
  /// number of unknowns.
  private var rest: Int32 {
    get { entries[23] }
    set { entries[23] = newValue }
  }
  /// The prior's variance of the rotation about each axis for the next step, 2^−24 rad².
  private var prior: Int32 {
    get { entries[24] }
    set { entries[24] = newValue }
  }
  /// The variance about the least certain axis, 2^−24 rad², as in `Alignment`.
  package private(set) var variance: Int32 {
    get { entries[25] }
    set { entries[25] = newValue }
  }
  /// As in `Alignment`.
  package private(set) var dip: Int16 {
    get { Int16(truncatingIfNeeded: entries[26]) }
    set { entries[26] = Int32(newValue) }
  }
  /// As in `Alignment`.
  package private(set) var spread: UInt16 {
    get { UInt16(truncatingIfNeeded: entries[27]) }
    set { entries[27] = Int32(newValue) }
  }
  /// A rotation counts only if `rest` is below this.
  private var least: Int32 {
    get { entries[28] }
    set { entries[28] = newValue }
  }

  /// Forgets all pairs and begins the search.
  package mutating func beginSearch() {
    self = Triangle()
    // The first guess: (0.5°)² for the dip, (10°)² for the rotation.
    rest = 1_278
    prior = 511_050
  }

  /// Adds a pair to a pass.
  package mutating func addPair(_ field: Vector3, _ down: Vector3) {
    // In the first pass there is no rotation yet.
    let w = (isFirstPass ? field : turn.turned(field)).withLength(1 &<< 12)
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

  /// Converts a variance that allows for the fitted unknowns to the mean square over all pairs.
  @inline(never)
  func overAllPairs(_ variance: Int32) -> Int32 {
    Int64(multiplying: variance, freePairs).quotient(by: Int64(widening: pairs))
  }

  /// One step: computes the rotation with the present weight of the prior, and the prior for the next step.
  package mutating func computeStep() {
    eliminate()
    readOff()
  }

  /// Ends a pass. Returns whether the search from this start is over; otherwise all pairs are added again.
  package mutating func endPass() -> Bool {
    progress = progress &+ 1
    let pass = progress & 7
    // Limited to 1/2 rad.
    let step = step.limited(to: 1 &<< 23)
    var after = turn
    // The first pass began without a rotation.
    if hasOnePass { after.rest = step } else { after.turn(by: step) }
    turn = after
    // After one pass, less than 0.03° of a small rotation is missing.
    let isEnough = hasOnePass && spread <= Self.constantSpread
    // After two passes, a start is given up if the dip scatters more than with the best start. The first start is given
    // up if the dip scatters hardly less than after one pass.
    let isHopeless = pass == 2 && rest &>> 1 > least
    let isOver = pass == Self.passes || isHopeless || step.isWithin(isEnough ? 1 &<< 19 : 1 &<< 12)
    if !isOver { clearSums() }
    return isOver
  }

  /// Whether the rotation at the end of a pass is the best so far.
  ///
  /// For the first start, the rotation after the first pass always counts. Rotations after later passes count only if
  /// the dip is constant: systematic errors must not cause a large rotation when the dip scatters anyway. For another
  /// start, only the end of its search counts, and only if it leaves less than a quarter of the first start's variance
  /// and less than every start before.
  package mutating func isBest(_ isOver: Bool) -> Bool {
    // A larger remaining part means that another start is nearer and finds the same rotation.
    if !turn.rest.isWithin(1 &<< 24 &- 1 &<< 11) { return false }
    if isFirstStart {
      least = rest &>> 2
      return hasOnePass || spread <= Self.constantSpread
    }
    if !isOver || rest >= least || spread > Self.largestSpread { return false }
    least = rest
    return true
  }

  /// Starts again from the next rotation that only exchanges axes. Returns false when there is none left.
  package mutating func beginNext() -> Bool {
    progress = (progress | 7) &+ 1
    if progress == 24 &<< 3 { return false }
    turn.rest = .zero
    // 1 rad², and more after each step: a large rotation can be any rotation, so the prior must not limit it.
    prior = 1 &<< 24
    clearSums()
    return true
  }

  private mutating func clearSums() {
    var place = Self.sumsAt
    while place < 45 {
      entries[unchecked: place] = 0
      place = place &+ 1
    }
  }

  /// Computes the Cholesky factor of the sums with the prior added, and the residual variance of s.
  private mutating func eliminate() {
    let bits = pairBits
    let weight = Int64(multiplying: rest, 1 &<< (30 &- bits)).quotient(by: Int64(widening: prior))
    // Limited to at least 2^−17, so that the inverse fits.
    let ridge = weight < 1 &<< 13 ? 1 &<< 13 : weight < 1 &<< 29 ? weight : 1 &<< 29
    var row = 0
    var place = 0
    while row < 5 {
      let end = place &+ row
      while place <= end {
        // Q20 → Q30.
        entries[unchecked: place] = Int64(widening: entries[unchecked: place &+ Self.sumsAt]).word(rightBy: bits &- 10)
        place = place &+ 1
      }
      row = row &+ 1
      if row > 1, row < 5 { entries[unchecked: end] = entries[unchecked: end] &+ ridge }
      if row == 5 { anchor(ridge) }
      // Each diagonal entry is at least 2^−10, so that its inverse fits.
      _ = factorRow(row &- 1, columns: row, leastPivot: 1 &<< 40)
    }
    // The diagonal of the factor holds reciprocals.
    let deviation = (1 &<< 50 as Int64).quotient(by: Int64(widening: entries[14]))
    rest =
      Int64(multiplying: deviation, deviation).shifted(rightBy: 36 &- bits).quotient(by: Int64(widening: freePairs))
  }

  /// Adds the prior for the whole rotation, not only for the part that this pass adds. For starts other than the first,
  /// the prior has almost no weight.
  private mutating func anchor(_ ridge: Int32) {
    var axis = 0
    while axis < 3 {
      let held = entries[unchecked: 18 &+ axis]
      let part = Int64(multiplying: ridge, held).word(rightBy: 24)
      entries[unchecked: 11 &+ axis] = entries[unchecked: 11 &+ axis] &+ part
      entries[14] = entries[14] &+ Int64(multiplying: part, held).word(rightBy: 24)
      axis = axis &+ 1
    }
  }

  /// Reads the rotation from the factor.
  private mutating func readOff() {
    var row = 0
    while row < 5 {
      invertRow(row)
      row = row &+ 1
    }
    // The last row of the inverse is (s − β·(1, g))/σ. The rotation adds −β·g to s.
    conclude(sine: 0 &- coefficient(10), overAllPairs(rest))
    let old = prior
    if isFirstStart { prior = Alignment.priorVariance }
    variance = 0
    weigh(1)
    weigh(2)
    weigh(3)
    // If the weight of the prior had to be limited, the pairs scatter too much to say more than the prior: undo the
    // rotation.
    if variance > 2 &* old { step = Vector3(x: 0 &- entries[18], y: 0 &- entries[19], z: 0 &- entries[20]) }
  }

  /// Computes the rotation to add about one axis, and its variance. If the whole rotation exceeds two standard
  /// deviations, it contradicts the prior: the excess of its square is added to the variance of the prior.
  @inline(never)
  private mutating func weigh(_ row: Int) {
    let turn = coefficient(10 &+ row)
    // Q12, for a residual with variance 1.
    squareColumn(row, count: 4)
    let one = Int64(multiplying: rest, entries[unchecked: Self.place(row, row)]).word(rightBy: 12 &+ pairBits)
    if one > variance { variance = one }
    let whole = turn &+ entries[unchecked: 17 &+ row]
    // While the prior has weight, no variance is above the prior's.
    let seen = Int64(multiplying: whole, whole).word(rightBy: 24) &- 4 &* one
    if seen > 0 { prior = prior &+ seen }
    entries[unchecked: 14 &+ row] = turn
  }

  /// An entry of the last row divided by the diagonal entry of that row, Q24.
  @inline(never)
  private mutating func coefficient(_ place: Int) -> Int32 {
    (Int64(widening: entries[unchecked: place]) &<< 24).quotient(by: Int64(widening: entries[14]))
  }

  /// Sets the dip and its standard deviation.
  /// - Parameters:
  ///   - sine: of the dip, Q24.
  ///   - remains: the residual variance of the sine, 2^−24.
  private mutating func conclude(sine: Int32, _ remains: Int32) {
    // Q12 from here on.
    let s = sine.shifted(rightBy: 12)
    let square = (1 &<< 24) &- s &* s
    // Near the vertical a small error of the sine is a large error of the angle. The cosine is limited to that of 88°.
    let cosine = square < 143 &* 143 ? 143 : Int32(bitPattern: UInt32(bitPattern: square).roundedSquareRoot)
    // arccos x is √(1 − x) times a polynomial, within 0.004° (Abramowitz and Stegun, 4.4.45). Unit: 1/1600 degree.
    let size = s < 0 ? 0 &- s : s
    // Noise can leave a sine above 1.
    let x = size > 4_096 ? 4_096 : size
    let first = 6_808 &- (1_717 &* x) &>> 12
    let second = 143_994 &- ((19_445 &- (first &* x) &>> 12) &* x) &>> 12
    let fromVertical = (Int32(bitPattern: UInt32(bitPattern: (4_096 &- x) &<< 12).roundedSquareRoot) &* second) &>> 16
    dip = Int16(truncatingIfNeeded: s < 0 ? fromVertical &- 9_000 : 9_000 &- fromVertical)
    // Q16; a radian is 5729.6/100 degree.
    let limited = remains < 1 &<< 24 ? remains : (1 &<< 24) &- 1
    let deviation = (Int32(bitPattern: UInt32(bitPattern: limited &<< 8).roundedSquareRoot) &* 5_730)
      .truncatedQuotient(by: cosine &<< 4)
    spread = deviation < 18_000 ? UInt16(truncatingIfNeeded: deviation) : 18_000
  }
}

extension Alignment {
  /// (0.67°)², 2^−24 rad²: the variance about one axis of a rotation of up to 2° in any direction.
  static var priorVariance: Int32 { Int32(bitPattern: (CalibrationFit.unseenRotation &+ 32) &>> 6) }
}

extension MatrixQ24 {
  /// R·S for a rotation R: one matrix that corrects and rotates.
  public func turned(by turn: SensorTurn) -> MatrixQ24 {
    // Column by column.
    func column(_ x: Int32, _ y: Int32, _ z: Int32) -> Vector3 { turn.turned(Vector3(x: x, y: y, z: z)) }
    let x = column(rows.0.x, rows.1.x, rows.2.x)
    let y = column(rows.0.y, rows.1.y, rows.2.y)
    let z = column(rows.0.z, rows.1.z, rows.2.z)
    return MatrixQ24(
      Vector3(x: x.x, y: y.x, z: z.x), Vector3(x: x.y, y: y.y, z: z.y), Vector3(x: x.z, y: y.z, z: z.z))
  }
}
