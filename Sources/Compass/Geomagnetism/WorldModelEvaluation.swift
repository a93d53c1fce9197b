// One evaluation of the World Magnetic Model, in slices. A slice computes one order.
//
// Every term is a coefficient of the table times R(n,m) = ρ^(n+2)·c^(m−1)·G(n,m)·2^−m. Here s and c are sine and cosine
// of the geocentric latitude, ρ is the model's radius divided by ours, and G is the associated Legendre polynomial
// without c^m and with leading coefficient 1. |R| ≤ 1.01 and the coefficients stay below 2^15 nT for every degree and
// order, so one format fits all of them. The derivative of column m with respect to latitude is column m + 1, so there
// is no division by c and no special case at the poles. Protocols/heading/spec.md, section 7, has the equations.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// The field at one place and moment, order by order.
///
///     var evaluation = WorldModelEvaluation()
///     try evaluation.begin(at: position, moment: moment)
///     while !evaluation.isFinished { evaluation.advance() }   // other work fits between
///     let field = evaluation.result
public struct WorldModelEvaluation: Sendable {
  private static var degree: Int32 { 12 }

  // Words come first and arrays last: a Cortex-M0 addresses only the first 31 words directly.
  private var position = Position(latitude: 0, longitude: 0)
  /// The moment of the evaluation that began last.
  public private(set) var moment = WorldMagneticModel.Moment(q22Years: 0)
  /// −1: geometry; 0…12: the next order; 13: converting the sums into a field; 14: finished.
  private var step: Int32 = 14
  /// The index of the order's first coefficient in the table.
  private var coefficient: Int32 = 0

  /// R(m, m) of the next order.
  private var head: Int32 = 0
  private var headOfNext: Int32 = 0
  /// With 30 fraction bits: sine and cosine of the geocentric latitude, ρ·s, ρ·c, and the sine of geocentric minus
  /// geodetic latitude.
  private var sine: Int32 = 0
  private var cosine: Int32 = 0
  private var radialSine: Int32 = 0
  private var radialCosine: Int32 = 0
  private var tilt: Int32 = 0

  /// With 30 fraction bits: cosine and sine of order × longitude, the same for the order before, and the cosine of the
  /// longitude.
  private var cosineOfOrder: Int32 = 0
  private var sineOfOrder: Int32 = 0
  private var cosineBefore: Int32 = 0
  private var sineBefore: Int32 = 0
  private var cosineOfLongitude: Int32 = 0

  /// Sums over all orders, in 2^−12 nT; between orders each stays below 2^19 nT.
  private var alongSum: Int32 = 0
  private var eastSum: Int32 = 0
  private var slopeSum: Int32 = 0
  private var downSum: Int32 = 0
  private var zonalDown: Int32 = 0

  /// One term of a sum.
  private struct Term {
    /// A coefficient of the current order or of the one before, at the requested moment; 2^−16 nT.
    var coefficient: Int32 = 0
    /// R of the current order, with 30 fraction bits.
    var value: Int32 = 0
  }

  /// For degree n, from 13 down: g is at 26 − 2n and h after it. Degree 13 has coefficients of 0. R, which both share,
  /// is stored next to each, so that one pointer is enough.
  private var terms = InlineArray<28, Term>(repeating: Term())
  /// ρ²/(4j² − 1) with 32 fraction bits, at index j.
  private var factors = InlineArray<12, Int32>(repeating: 0)
  /// The field, once `isFinished`.
  public private(set) var result = GeomagneticField(
    q8Nanotesla: .zero, horizontalQ8: 0, totalQ8: 0, declination: nil, dip: nil)

  /// An evaluation that has not begun. It counts as finished, and has no field.
  @export(interface)
  public init() {}

  /// Begins an evaluation, even if another is running. It computes nothing yet.
  /// - Throws: the limit of the model that is exceeded; see `WorldMagneticModel.check`. A running evaluation then
  ///   continues unchanged.
  @export(interface)
  public mutating func begin(
    at position: Position, moment: WorldMagneticModel.Moment, extrapolating: Bool = false
  ) throws(WorldModelError) {
    try WorldMagneticModel.check(position, at: moment, extrapolating: extrapolating)
    self.position = position
    self.moment = moment
    step = -1
  }

  /// Whether its indices are within their ranges: the memory may have been overwritten.
  public var isSound: Bool {
    guard step > 0, step < 13 else { return step >= -1 && step <= 14 && (step != 0 || coefficient == 0) }
    // Order 0 has 12 coefficients, and each later one 26 − 2·order.
    return coefficient == 12 &+ (step &- 1) &* (26 &- step)
  }

  /// Whether `result` is valid.
  public var isFinished: Bool { step > 13 }

  /// Does the next slice, at most 4,000 cycles of a Cortex-M0+. When finished, it does nothing.
  @export(interface)
  public mutating func advance() {
    switch step {
    case -1: findGeometry()
    case 0...12: addOrder(step)
    case 13: finish()
    default: return
    }
    step = step &+ 1
  }

  // MARK: - Geometry

  /// Converts geodetic to geocentric coordinates, in units of the equatorial radius, with 30 fraction bits (WGS84: a =
  /// 6,378,137 m, 1/f = 298.257223563; NIMA TR8350.2, table 3.1).
  private mutating func findGeometry() {
    coefficient = 0
    (alongSum, eastSum, slopeSum, downSum) = (0, 0, 0, 0)
    let latitude = Cordic.sineCosine(BinaryAngle(rawValue: UInt32(bitPattern: position.latitude)))
    // The prime vertical radius 1/√(1 − e²s²) by its series. The fourth term is below 6e-10.
    let x = product30(7_188_036, product30(latitude.sine, latitude.sine))
    let square = product30(x, x)
    let prime = 0x4000_0000 &+ (x &>> 1) &+ ((3 &* square) &>> 3) &+ ((5 &* product30(square, x)) &>> 4)
    let height = product30(position.height, 180_761_483)
    // Halves of the coordinates, so that their products stay below 2.
    let outward = product30((prime &+ height) &>> 1, latitude.cosine)
    let upward = product30((prime &- product30(prime, 7_188_036) &+ height) &>> 1, latitude.sine)
    // The reciprocal root of the squared distance, 0.993…1.285. A straight line approximates it within 0.3 %, and two
    // steps of Newton's method reduce that to 3e-10.
    let distance = (product30(outward, outward) &+ product30(upward, upward)) &<< 2
    var inverse = 1_517_591_858 &- product30(distance, 446_341_593)
    for _ in 0..<2 {
      let near = product30(distance, product30(inverse, inverse &>> 1))
      inverse = inverse &+ product30(inverse, 0x2000_0000 &- near)
    }
    sine = product30(upward, inverse) &<< 1
    cosine = product30(outward, inverse) &<< 1
    tilt = product30(sine, latitude.cosine) &- product30(cosine, latitude.sine)
    // The model's radius is 6,371.2 km: ρ is 1 + excess.
    let excess = inverse &- product30(inverse, 1_167_825) &- 0x4000_0000
    radialSine = sine &+ product30(sine, excess)
    radialCosine = cosine &+ product30(cosine, excess)

    let longitude = Cordic.sineCosine(BinaryAngle(rawValue: UInt32(bitPattern: position.longitude)))
    cosineOfLongitude = longitude.cosine
    (cosineOfOrder, sineOfOrder) = (0x4000_0000, 0)
    // The cosine for order −1.
    cosineBefore = longitude.cosine
    sineBefore = 0 &- longitude.sine

    let excessOfSquare = 2 &* excess &+ product30(excess, excess)
    fillFactors(11, excessOfSquare)
    head = 0x4000_0000 &+ excessOfSquare
    headOfNext = (head &+ product30(head, excess)) &>> 1
    // Degree 0 does not exist, but order 0 has a place for its term.
    terms[unchecked: 26].coefficient = 0
  }

  private mutating func fillFactors(_ count: Int, _ excessOfSquare: Int32) {
    for j in 0..<count {
      let factor = WorldModelTable.reciprocals[unchecked: j]
      factors[unchecked: j &+ 1] = factor &+ product30(factor, excessOfSquare)
    }
  }

  /// R(j+1,m) = ρs·R(j,m) − (j² − m²)·ρ²/(4j² − 1)·R(j−1,m), starting from R(m,m).
  @inline(never)
  private mutating func fillColumn(order: Int32) {
    var j = order
    var (before, here) = (Int32(0), head)
    while true {
      let at = Int(truncatingIfNeeded: 26 &- 2 &* j)
      terms[unchecked: at].value = here
      terms[unchecked: at &+ 1].value = here
      if j >= Self.degree { return }
      let factor = (j &* j &- order &* order) &* factors[unchecked: Int(truncatingIfNeeded: j)]
      let next = (highProduct(radialSine, here) &<< 2) &- highProduct(factor, before)
      (before, here) = (here, next)
      j = j &+ 1
    }
  }

  // MARK: - Orders

  /// Computes the next coefficients at the requested moment, from degree 12 down to the order.
  @inline(never)
  private mutating func readCoefficients(order: Int32) {
    // Years with 12 fraction bits, which is a step of two hours: no coefficient changes by 0.02 nT in this time. The
    // years are at most 12.5, so the product with a rate fits 31 bits and sign.
    let years = (moment.q22Years &+ 512) &>> 10
    let shift = Int32(WorldModelTable.rateShifts[unchecked: Int(truncatingIfNeeded: order)])
    var at = Int(truncatingIfNeeded: coefficient)
    // Degree 0 does not exist, and order 0 has no h.
    let count = order == 0 ? 12 : 13 &- order
    var first = 2
    let last = order == 0 ? 2 : 3
    repeat {
      at = readPart(first, count, at, years, shift)
      first = first &+ 1
    } while first <= last
    coefficient = Int32(truncatingIfNeeded: at)
  }

  /// Reads `count` coefficients, starting at `start` in the table, into every second term from `first` on. Returns the
  /// next index in the table.
  @inline(__always)
  private mutating func readPart(_ first: Int, _ count: Int32, _ start: Int, _ years: Int32, _ shift: Int32) -> Int {
    var (at, term, left) = (start, first, count)
    repeat {
      let rate = Int32(WorldModelTable.rates[unchecked: at])
      terms[unchecked: term].coefficient = WorldModelTable.main[unchecked: at] &+ (rate &* years) &>> shift
      at = at &+ 1
      term = term &+ 2
      left = left &- 1
    } while left != 0
    return at
  }

  /// Sums of coefficient times value over the degrees of one order, in 2^−14 nT.
  private struct Sums {
    /// Σ γR
    var plain: Int32 = 0
    /// Σ (n − m + 1)·γR, computed as a sum of running sums; intermediate sums may wrap.
    var weighted: Int32 = 0

    @inline(__always)
    mutating func add(_ term: Term) {
      plain = plain &+ highProduct(term.coefficient, term.value)
      weighted = weighted &+ plain
    }
  }

  /// The sums of the g (0) or h (1), from degree 12 down to the order m.
  /// `mutating`: embedded-swift.md, "Copies".
  @inline(never)
  private mutating func sums(order: Int32, kind: Int) -> Sums {
    // Two at a time: for an odd count the loop begins with degree 13, whose coefficients are 0.
    let pairs = (14 &- order) &>> 1
    var at = order & 1 == 0 ? kind : 2 &+ kind
    var left = pairs
    var sums = Sums()
    repeat {
      // Unrolled by hand, which saves a twentieth of the whole model's time: embedded-swift.md, "Loops".
      sums.add(terms[unchecked: at])
      sums.add(terms[unchecked: at &+ 2])
      at = at &+ 4
      left = left &- 1
    } while left != 0
    return sums
  }

  /// a·c + b·s, converted from 2^−14 to 2^−12 nT.
  @inline(never)
  private static func turned(_ a: Int32, _ b: Int32, _ c: Int32, _ s: Int32) -> Int32 {
    highProduct(a, c) &+ highProduct(b, s)
  }

  private mutating func addOrder(_ order: Int32) {
    fillColumn(order: order)
    (head, headOfNext) = (headOfNext, product30(headOfNext, radialCosine) &>> 1)

    // The coefficients of the previous order with this column give the derivative with respect to latitude: Σ (n −
    // m)·γR(n,m+1).
    if order > 0 {
      let slopeG = sums(order: order, kind: 0).weighted
      let slopeH = order == 1 ? 0 : sums(order: order, kind: 1).weighted
      slopeSum = slopeSum &+ Self.turned(slopeG, slopeH, cosineBefore, sineBefore)
    }

    readCoefficients(order: order)
    let g = sums(order: order, kind: 0)
    let h = order == 0 ? Sums() : sums(order: order, kind: 1)
    let (alongG, alongH) = (order &* g.plain, order &* h.plain)
    // Converts Σ(n − m + 1) to Σ(n + 1).
    let (downG, downH) = (g.weighted &+ alongG, h.weighted &+ alongH)
    let (c, s) = (cosineOfOrder, sineOfOrder)
    alongSum = alongSum &+ Self.turned(alongG, alongH, c, s)
    eastSum = eastSum &+ Self.turned(alongG, 0 &- alongH, s, c)
    downSum = downSum &+ Self.turned(downG, downH, c, s)
    if order == 0 { (zonalDown, downSum) = (downSum, 0) }
    // cos (m+1)λ = 2 cos λ·cos mλ − cos (m−1)λ, and so for the sine.
    (cosineOfOrder, cosineBefore) = (2 &* product30(cosineOfLongitude, c) &- cosineBefore, c)
    (sineOfOrder, sineBefore) = (2 &* product30(cosineOfLongitude, s) &- sineBefore, s)
  }

  // MARK: - The field

  private mutating func finish() {
    // The geocentric components, in 2^−12 nT.
    let north = product30(alongSum, sine) &- 2 &* product30(slopeSum, cosine)
    let down = 0 &- zonalDown &- product30(downSum, cosine)
    // Rotated by the angle between the two verticals, at most 0.2°: its cosine is 1 − tilt²/2.
    let short = product30(tilt, tilt) &>> 1
    let x = north &- product30(north, short) &- product30(down, tilt)
    let z = down &- product30(down, short) &+ product30(north, tilt)
    result.q8Nanotesla = Vector3(
      x: x.shifted(rightBy: 4), y: eastSum.shifted(rightBy: 4), z: z.shifted(rightBy: 4))
    let horizontal = Self.polar(y: eastSum, x: x)
    let whole = Self.polar(y: z, x: horizontal.length)
    result.declination = horizontal.angle
    result.dip = whole.angle
    result.horizontalQ8 = UInt32(bitPattern: horizontal.length.shifted(rightBy: 4))
    result.totalQ8 = UInt32(bitPattern: whole.length.shifted(rightBy: 4))
  }

  /// The angle and length of a vector. The length is the vector's component along its own direction.
  @inline(never)
  private static func polar(y: Int32, x: Int32) -> (angle: BinaryAngle?, length: Int32) {
    guard let angle = Cordic.angle(y: y, x: x) else { return (nil, 0) }
    let direction = Cordic.sineCosine(angle)
    return (angle, product30(x, direction.cosine) &+ product30(y, direction.sine))
  }
}
