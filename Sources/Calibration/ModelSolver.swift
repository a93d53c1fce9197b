// Solves one model's normal equations, and finds the noise variance at which they are free of bias.
import Correction
import FixedPoint
import Quantities

/// θ and s of equation (1) and section 2 in docs/calibration.md, in slices.
struct ModelSolver {
  /// What a slice led to.
  enum State: UInt8 {
    case factoring, refining, improving, substituting, solved, notDetermined, noiseExceedsCurvature
  }

  private(set) var columns = ModelColumns(order: .none, normal: 2)
  private(set) var state = State.notDetermined
  /// The column that the next slice factors, or the row whose residual it computes.
  private var row = 0
  private var iterations: Int32 = 0
  /// Entry (i, j) of the normal matrix is taken 2^−(shifts[i] + shifts[j]); the last is the right-hand side's.
  private(set) var shifts = InlineArray<10, Int8>(repeating: 0)
  /// The Cholesky factor, row by row, Q30: no entry is above 1.
  var factor = Triangle()
  /// Q26 in scaled columns.
  private(set) var theta = InlineArray<9, Int32>(repeating: 0)
  /// β − Mθ, Q42.
  private var residual = InlineArray<9, Int64>(repeating: 0)
  /// θᵀ(β + residual), Q42.
  private var explained: Int64 = 0
  /// Whether s has settled, and θ takes its last step.
  private var isLast = false
  /// g(s), scaled, Q42.
  private var remaining: Int64 = 0
  /// s in units of the squared length 2^`lengthExponent`, Q44.
  private(set) var noise: Int64 = 0
  /// The noise variance that `factor` was made with.
  private var factoredNoise: Int64 = 0
  /// mean F² for the last s, in the same unit, Q44.
  private(set) var meanSquare: Int64 = 0

  init() {}

  /// Starts on a model. The origin of the moments is their mean.
  mutating func begin(_ columns: ModelColumns, _ moments: inout Moments) {
    self.columns = columns
    noise = 0
    factoredNoise = 0
    iterations = 0
    isLast = false
    meanSquare = 0
    theta = InlineArray(repeating: 0)
    var raw = UnbiasedMoments()
    raw.set(&moments, noise: 0, exponent: 0)
    state = setShifts(raw.table) ? .factoring : .notDetermined
    row = 0
  }

  /// The binary logarithm of the unit of length, in units of 2^15 coordinates: about the spread of the samples.
  var lengthExponent: Int32 {
    mutating get { (Int32(shifts[columns.count]) &- Int32(shifts[0])) &>> 1 }
  }

  /// One slice.
  mutating func step(_ moments: inout Moments) {
    switch state {
    case .factoring: factorSome(&moments)
    case .refining: refineSome(&moments)
    case .improving:
      state = .substituting
      improveNoise(&moments)
    case .substituting: substitute(&moments)
    default: break
    }
  }

  // MARK: - Scaled entries

  private mutating func setShifts(_ values: Span<Int64>) -> Bool {
    var i = 0
    while i <= columns.count {
      let terms = columns.terms(i)
      let diagonal = UnbiasedMoments.entry(values, terms, terms)
      if diagonal <= 0 { return false }
      // 2^28 ≤ diagonal·2^−2t < 2^30.
      shifts[i] = Int8(truncatingIfNeeded: (diagonal.bitLength &- 29) &>> 1)
      i = i &+ 1
    }
    return true
  }

  /// The moments for the noise `s`.
  private mutating func unbias(_ all: inout UnbiasedMoments, _ moments: inout Moments, _ s: Int64) {
    // s = s·2^−44·2^(2·lengthExponent) = mantissa·2^−(32 + exponent).
    let length = s.bitLength
    let mantissa = UInt32(truncatingIfNeeded: s.shifted(rightBy: length &- 31))
    all.set(
      &moments, noise: mantissa, exponent: 44 &- 32 &- (length &- 31) &- 2 &* lengthExponent)
  }

  /// Entry (i, j), scaled, with `bits` fraction bits.
  private mutating func entry(_ values: Span<Int64>, _ i: Int, _ j: Int, bits: Int32) -> Int64 {
    UnbiasedMoments.entry(values, columns.terms(i), columns.terms(j)).shifted(
      rightBy: Int32(shifts[i]) &+ Int32(shifts[j]) &+ 30 &- bits)
  }

  // MARK: - Factor

  /// A row or two of the factor.
  private mutating func factorSome(_ moments: inout Moments) {
    var all = UnbiasedMoments()
    unbias(&all, &moments, factoredNoise)
    let values = all.table
    // The later rows are longer.
    let next = row < 6 ? row &+ 2 : row &+ 1
    let last = next < columns.count ? next : columns.count
    while row < last {
      var j = 0
      while j <= row {
        let scaled = entry(values, row, j, bits: 30)
        // Without noise no entry is above 1; one that is comes of a matrix that is not positive.
        guard scaled < 1 &<< 30, scaled > -(1 &<< 30) else {
          state = .notDetermined
          return
        }
        factor.entries[Triangle.place(row, j)] = Int32(truncatingIfNeeded: scaled)
        j = j &+ 1
      }
      // A pivot of 2^−18 of its diagonal and less is noise.
      guard factor.factorRow(row, columns: row &+ 1, leastPivot: 1 &<< 40) else {
        state = .notDetermined
        return
      }
      row = row &+ 1
    }
    if row == columns.count {
      row = 0
      explained = 0
      state = .refining
    }
  }

  // MARK: - Solve and refine

  /// The residuals of some rows; after the last, a step of s.
  private mutating func refineSome(_ moments: inout Moments) {
    var all = UnbiasedMoments()
    unbias(&all, &moments, noise)
    let values = all.table
    let count = columns.count
    let last = row &+ 2 < count ? row &+ 2 : count
    while row < last {
      let right = entry(values, row, count, bits: 46)
      var left = right &>> 4
      var j = 0
      while j < count {
        left = left &- entry(values, row, j, bits: 46).scaled(byQ30: theta[j])
        j = j &+ 1
      }
      residual[row] = left
      explained = explained &+ ((right &>> 4) &+ left).scaled(byQ30: theta[row]) &<< 4
      row = row &+ 1
    }
    if row < count { return }
    row = 0
    // g(s) for the θ that the residuals belong to.
    remaining = (entry(values, count, count, bits: 46) &>> 4) &- explained
    explained = 0
    state = iterations > 0 ? .improving : .substituting
  }

  /// θ ← θ + (GGᵀ)⁻¹ residual.
  private mutating func substitute(_ moments: inout Moments) {
    let count = columns.count
    state = isLast ? .solved : .refining
    iterations = iterations &+ 1
    var i = 0
    while i < count {
      var sum = residual[i]
      var k = 0
      while k < i {
        sum = sum &- residual[k].scaled(byQ30: factor.entries[Triangle.place(i, k)])
        k = k &+ 1
      }
      residual[i] = quotient(sum, factor.entries[Triangle.place(i, i)])
      i = i &+ 1
    }
    while i > 0 {
      i = i &- 1
      var sum = residual[i]
      var k = i &+ 1
      while k < count {
        sum = sum &- residual[k].scaled(byQ30: factor.entries[Triangle.place(k, i)])
        k = k &+ 1
      }
      residual[i] = quotient(sum, factor.entries[Triangle.place(i, i)])
      let changed = Int64(widening: theta[i]) &+ residual[i].shiftedHalfUp(rightBy: 16)
      guard changed < 0x7fff_ffff, changed > -0x7fff_ffff else {
        state = .notDetermined
        return
      }
      theta[i] = Int32(truncatingIfNeeded: changed)
    }
  }

  /// Q42 / Q30, |sum| < 2^60.
  private func quotient(_ sum: Int64, _ pivot: Int32) -> Int64 {
    let length = sum.bitLength
    let up = length < 62 ? 62 &- length : 0
    let used = up < 30 ? up : 30
    return (sum &<< Int64(widening: used)).divided(by: Int64(widening: pivot)).shifted(rightBy: used &- 30)
  }

  /// s ← s + g/D, and judges whether that was the last step.
  private mutating func improveNoise(_ moments: inout Moments) {
    guard let quadric = quadric() else {
      state = .notDetermined
      return
    }
    // The scaled number of samples, 2^16 to 2^18, turns a scaled sum into a mean.
    let share = (moments.sums[0] &<< 30).shifted(rightBy: 2 &* Int32(shifts[0]) &+ 12)
    let unit = 2 &* (Int32(shifts[columns.count]) &- Int32(shifts[0])) &- 4 &* lengthExponent
    // Q42 → Q60 / Q18 = Q42, in units of the fourth power of the length → Q44.
    let mean = (remaining &<< 18).divided(by: share) &<< Int64(widening: unit &+ 2)
    let slopes = quadric.slopes(&moments, lengthExponent)
    // s times the second slope, Q38.
    let bend = noise.scaled(byQ30: slopes.second)
    let slope = Int64(widening: slopes.first) &- bend &>> 13
    guard slope > 1 &<< 18 else {
      state = .noiseExceedsCurvature
      return
    }
    meanSquare =
      mean &+ noise.scaled(byQ30: slopes.first) &<< 6 &- noise.scaled(byQ30: (bend &>> 10).saturatedToInt32) &<< 2
    // Q44/Q24 → Q44, with as many bits as there are.
    let spare = 62 &- mean.bitLength
    let up = spare < 24 ? spare : 24
    let change = (mean &<< Int64(widening: up)).divided(by: slope).shifted(rightBy: up &- 24)
    noise = noise &+ change
    if noise < 0 { noise = 0 }
    // A noise as large as half the radius.
    guard noise < 1 &<< 42 else {
      state = .noiseExceedsCurvature
      return
    }
    let size = change < 0 ? 0 &- change : change
    if iterations > 1, size <= (noise &>> 18) &+ 4096 || iterations >= Self.mostIterations {
      isLast = true
    } else if iterations == 1, noise > 1 &<< 34 {
      // Noise of 3 % and more: the factor without it would lead to the solution too slowly.
      factoredNoise = noise
      iterations = iterations &+ 1
      state = .factoring
    }
  }

  private static var mostIterations: Int32 { 14 }
}
