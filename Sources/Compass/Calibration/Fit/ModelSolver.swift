// Solves one model's normal equations, and finds the noise variance at which they are free of bias.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// Finds F (the quadric) and s (the noise variance) of sections 1 and 2 in docs/notebook/calibration.md, in slices.
///
/// All lengths are in units of 2^`lengthExponent`.
struct ModelSolver: ~Copyable {
  private let inPlace = InPlace()
  /// The state after a slice.
  enum State: UInt8 {
    case factoring, inverting, correcting, improving
    /// Computing the last correction: s no longer changes.
    case concluding
    case solved, notDetermined, noiseExceedsCurvature
  }

  private(set) var state = State.notDetermined
  private var iterations: Int8 = 0
  /// The row of the factor that the next slice computes.
  private var row: Int8 = 0
  /// The unit of length is 2^`lengthExponent`·2^15 coordinates: about the spread of the samples.
  private(set) var lengthExponent: Int8 = 0
  private(set) var columns = ModelColumns(order: .none, normal: 2)
  /// Column i is scaled by 2^−shifts[i].
  private var shifts = InlineArray<9, Int8>(repeating: 0)
  /// The first value of s, Q23.
  private var firstNoise: Int16 = 0
  /// s, Q32.
  private var noise: Int32 = 0
  /// After the solve: mean F² for the last s, Q44. During the solve: g at the last s tried, Q47.
  private(set) var meanSquare: Int64 = 0
  /// The coefficients of F, by monomials, Q26.
  private var polynomial = InlineArray<10, Int32>(repeating: 0)

  init() {}

  var isSound: Bool {
    Unchecked.isCase(state, of: 8) && columns.isSound && row >= 0 && row <= (state == .factoring ? 8 : 9)
  }

  /// Starts to solve for a model. The origin of the moments is the samples' mean.
  /// - Parameter white: an estimate of the noise variance on each axis, squared coordinates, Q4.
  @export(interface)
  mutating func begin(_ columns: ModelColumns, _ moments: inout Moments, white: Int64) {
    self.columns = columns
    guard let exponent = UnbiasedMoments.lengthExponent(&moments) else {
      state = .notDetermined
      return
    }
    lengthExponent = Int8(truncatingIfNeeded: exponent)
    // A value above 6 % of the spread is motion, not noise.
    let first = white.shifted(rightBy: 11 &+ exponent &+ exponent)
    firstNoise = first < 1 &<< 15 ? Int16(truncatingIfNeeded: first) : 0
    start()
  }

  /// Starts the search for s.
  private mutating func start() {
    noise = Int32(firstNoise) &<< 9
    iterations = 0
    row = 0
    // The first guess is F = r².
    let one: Int32 = 1 &<< 26
    let plane = columns.order == .planar ? columns.normal : 3
    polynomial = InlineArray(repeating: 0)
    polynomial[4] = plane == 0 ? 0 : one
    polynomial[7] = plane == 1 ? 0 : one
    polynomial[9] = plane == 2 ? 0 : one
    state = .factoring
  }

  /// One slice.
  /// - Parameter factor: the Cholesky factor, row by row, Q30, no entry above 1; later its inverse, Q20.
  @export(interface)
  mutating func step(_ moments: inout Moments, _ factor: inout Triangle) {
    carryOut(&moments, &factor)
    // A part of the estimated noise may have been motion, so that s started too high: try again from 0.
    if state.isFailure, firstNoise != 0 {
      firstNoise = 0
      start()
    }
  }

  @inline(__always)
  private mutating func carryOut(_ moments: inout Moments, _ factor: inout Triangle) {
    if state == .inverting { return invert(&factor) }
    var all = UnbiasedMoments()
    all.set(&moments, exponent: Int32(lengthExponent), noise: noise)
    if state == .factoring {
      repeat { factorRow(&all, &factor) } while state == .factoring && row != 6
      return
    }
    // The mean of F times each monomial, Q51.
    var residual = InlineArray<10, Int64>(repeating: 0)
    var m = 10
    while m > 0 {
      m = m &- 1
      residual[unchecked: m] = UnbiasedMoments.mean(&all, m, times: polynomial.span)
    }
    if state == .improving { improveNoise(&all, residual.span) } else { correct(residual.span, &factor) }
  }

  /// Computes the ellipsoid from F. Returns whether F is an ellipsoid.
  mutating func shape(_ ellipsoid: inout Ellipsoid) -> Bool {
    ellipsoid.fit(polynomial.span, planarNormal: columns.order == .planar ? Int32(columns.normal) : nil)
  }

  /// The scale of column `i`: a power of two.
  private func shift(_ i: Int) -> Int32 { Int32(shifts[unchecked: i]) }

  // MARK: - Factor

  /// One row of the factor.
  private mutating func factorRow(_ all: inout UnbiasedMoments, _ factor: inout Triangle) {
    state = .notDetermined
    let i = Int(truncatingIfNeeded: row)
    var j = i
    while j >= 0 {
      let value = UnbiasedMoments.entry(&all, columns.terms(i), columns.terms(j))
      if j == i {
        // Choose t so that 1/4 ≤ value·2^−2t < 1.
        if value <= 0 { return }
        shifts[unchecked: i] = Int8(truncatingIfNeeded: (value.bitLength &- 54) &>> 1)
      }
      let scaled = value.word(rightBy: shift(i) &+ shift(j) &+ 25)
      // No entry is above 1; a larger one shows that the matrix is not positive definite.
      if scaled.magnitude > 1 &<< 30 { return }
      factor.entries[unchecked: Triangle.place(i, j)] = scaled
      j = j &- 1
    }
    // A pivot of at most 2^−18 of its diagonal entry is rounding noise.
    guard factor.factorRow(i, columns: i &+ 1, leastPivot: 1 &<< 40) else { return }
    row = row &+ 1
    state = i &+ 1 < columns.count ? .factoring : .inverting
  }

  private mutating func invert(_ factor: inout Triangle) {
    var i = 0
    while i < columns.count {
      factor.invertRow(i)
      i = i &+ 1
    }
    state = .correcting
  }

  // MARK: - Solve and refine

  /// Improves s by g/D, and decides whether this was the last step.
  private mutating func improveNoise(_ all: inout UnbiasedMoments, _ residual: Span<Int64>) {
    state = .noiseExceedsCurvature
    // D, Q47: the mean of |∇F|², because the mean of F is 0 when F is a solution.
    let steepness = steepness(&all, 4)
    // g(s), Q47.
    var remaining: Int64 = 0
    var n = 10
    while n > 0 {
      n = n &- 1
      remaining = remaining &+ residual[unchecked: n].scaled(byQ30: polynomial[unchecked: n])
    }
    // Q23.
    let divisor = steepness.word(rightBy: 24)
    if divisor <= 1 &<< 17 { return }
    // Q32: |g| < 2^8. Noise as large as half the radius is impossible.
    var change = (remaining &<< 8).quotient(by: Int64(widening: divisor))
    let before = noise
    let firstStep = before &- Int32(firstNoise) &<< 9
    if iterations == 2, remaining < 0, firstStep > 1 &<< 22 {
      // Near the pole where M(s) becomes singular, g falls faster and faster, so the first step was too long. The next
      // step follows the hyperbola through both values that has the slope of the first.
      change = (remaining.scaled(byQ30: firstStep) &<< 6).quotient(by: (meanSquare &- remaining &- remaining) &>> 24)
    }
    meanSquare = remaining
    if change >= 1 &<< 30 || before &+ change >= 1 &<< 30 { return }
    noise = change < 0 &- before ? 0 : before &+ change
    let step = Int32(bitPattern: (noise &- before).magnitude)
    state = .correcting
    if step <= noise &>> 5 &+ 4 {
      state = .concluding
      // mean F² = g + s·D + s²·(2 tr A² + (tr A)²) for the previous s, times entry 0. A is taken as 1, because s² is
      // small.
      let one = Int32(truncatingIfNeeded: all.values[unchecked: 0] &>> 25)
      let curved = Int64(widening: (before &>> 4) &* (columns.order == .planar ? 8 : 15))
      let sum = remaining &+ (steepness &+ (curved &<< 19).scaled(byQ30: one)).scaled(byQ30: before) &>> 2
      meanSquare = (sum &<< 12).divided(by: Int64(widening: one &>> 15))
    } else if iterations > 1 || step > 1 &<< 22 {
      // If s changed by more than 3 %, or if the samples are so flat that noise is a large part of their height, the
      // old factor converges too slowly or not at all: compute the factor again for the new s.
      row = 0
      state = iterations < Self.mostIterations ? .factoring : .notDetermined
    }
  }

  /// The mean square of the gradient of F. Its components are polynomials of the first `count` = 4 monomials.
  @inline(never)
  private mutating func steepness(_ all: inout UnbiasedMoments, _ count: Int) -> Int64 {
    var sum: Int64 = 0
    var axis = count &- 1
    while axis > 0 {
      var slope = InlineArray<4, Int32>(repeating: 0)
      var n = 0
      while n < count {
        let coefficient = polynomial[unchecked: Self.product(axis, n)]
        slope[unchecked: n] = n == axis ? coefficient &+ coefficient : coefficient
        n = n &+ 1
      }
      while n > 0 {
        n = n &- 1
        sum =
          sum
          &+ UnbiasedMoments.mean(&all, n, times: slope.span).scaled(byQ30: slope[unchecked: n])
      }
      axis = axis &- 1
    }
    return sum
  }

  /// The number, among the ten monomials, of the product of an axis (1…3) and one of the first four monomials.
  @inline(never)
  private static func product(_ axis: Int, _ n: Int) -> Int {
    n == 0 ? axis : axis &+ n &+ (axis == 1 || n == 1 ? 2 : 3)
  }

  /// One correction of F: F ← F − Σ (GGᵀ)⁻¹ residual.
  private mutating func correct(_ residual: Span<Int64>, _ factor: inout Triangle) {
    let count = columns.count
    state = state == .concluding ? .solved : .improving
    iterations = iterations &+ 1
    var right = InlineArray<9, Int64>(repeating: 0)
    var change = right
    var start = 0
    var i = 0
    while i < count {
      let terms = columns.terms(i)
      var sum = residual[unchecked: Int(truncatingIfNeeded: terms & 15)]
      if terms < 0xf0 { sum = sum &- residual[unchecked: Int(truncatingIfNeeded: terms &>> 4)] }
      // Q42.
      right[unchecked: i] = sum.shifted(rightBy: shift(i) &+ 9)
      // First a row of the inverse, then the same numbers as a column of its transpose.
      sum = 0
      var j = 0
      while j <= i {
        sum = sum &+ right[unchecked: j].scaled(byQ30: factor.entries[unchecked: start &+ j])
        j = j &+ 1
      }
      sum = sum &<< 10
      while j > 0 {
        j = j &- 1
        change[unchecked: j] &+= sum.scaled(byQ30: factor.entries[unchecked: start &+ j])
      }
      i = i &+ 1
      start = start &+ i
    }
    i = 0
    while i < count {
      // Q42; without the column's scale Q26.
      let step = (change[unchecked: i] &<< 10).word(rightBy: 16 &+ shift(i))
      let terms = columns.terms(i)
      add(0 &- step, to: terms & 15)
      if terms < 0xf0 { add(step, to: terms &>> 4) }
      i = i &+ 1
    }
  }

  /// Adds to a coefficient. A coefficient beyond ±16 means that there is no result.
  @inline(never)
  private mutating func add(_ change: Int32, to monomial: Int32) {
    let at = Int(truncatingIfNeeded: monomial)
    // The sum is below 3·2^30: if it wraps around, it is also beyond the limit.
    let sum = polynomial[unchecked: at] &+ change
    if sum.magnitude >= 1 &<< 30 { state = .notDetermined }
    polynomial[unchecked: at] = sum
  }

  private static var mostIterations: Int8 { 6 }
}
