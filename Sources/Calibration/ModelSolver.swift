// Solves one model's normal equations, and finds the noise variance at which they are free of bias.
import Correction
import FixedPoint
import Quantities

/// F and s of sections 1 and 2 in docs/calibration.md, in slices.
///
/// All lengths are in units of 2^`lengthExponent`.
struct ModelSolver {
  /// What a slice led to.
  enum State: UInt8 {
    case factoring, refining, improving, substituting, solved, notDetermined, noiseExceedsCurvature
  }

  private(set) var state = State.notDetermined
  /// Whether s has settled, and F takes its last step.
  private var isLast = false
  private var iterations: Int8 = 0
  /// The column that the next slice factors.
  private var row: Int8 = 0
  private(set) var columns = ModelColumns(order: .none, normal: 2)
  /// The binary logarithm of the unit of length, in units of 2^15 coordinates: about the spread of the samples.
  private(set) var lengthExponent: Int32 = 0
  /// s, Q32.
  private var noise: UInt32 = 0
  /// mean F² for the last s, Q44.
  private(set) var meanSquare: Int64 = 0
  /// Column i is taken 2^−shifts[i].
  private var shifts = InlineArray<9, Int8>(repeating: 0)
  /// The coefficients of F, by monomials, Q26.
  private(set) var polynomial = InlineArray<10, Int32>(repeating: 0)
  /// The mean of F times each monomial, Q51.
  private var residual = InlineArray<10, Int64>(repeating: 0)
  /// The Cholesky factor, row by row, Q30: no entry is above 1.
  var factor = Triangle()

  init() {}

  /// Starts on a model. The origin of the moments is their mean.
  @export(interface)
  mutating func begin(_ columns: ModelColumns, _ moments: inout Moments) {
    self.columns = columns
    noise = 0
    iterations = 0
    isLast = false
    row = 0
    // F = r².
    let one: Int32 = 1 &<< 26
    let plane = columns.order == .planar ? columns.normal : 3
    polynomial = InlineArray(repeating: 0)
    polynomial[4] = plane == 0 ? 0 : one
    polynomial[7] = plane == 1 ? 0 : one
    polynomial[9] = plane == 2 ? 0 : one
    if let exponent = UnbiasedMoments.lengthExponent(&moments) {
      lengthExponent = exponent
      state = .factoring
    } else {
      state = .notDetermined
    }
  }

  /// One slice.
  @export(interface)
  mutating func step(_ moments: inout Moments) {
    if state == .substituting { return substitute() }
    var all = UnbiasedMoments()
    all.set(&moments, exponent: lengthExponent, noise: noise)
    switch state {
    case .factoring: factorSome(all.table)
    case .refining: refine(all.table)
    default: improveNoise(all.table)
    }
  }

  /// The scale of a column.
  private func shift(_ i: Int) -> Int32 { Int32(shifts[unchecked: i]) }

  // MARK: - Factor

  /// Some rows of the factor.
  private mutating func factorSome(_ values: Span<Int64>) {
    state = .notDetermined
    var i = Int(truncatingIfNeeded: row)
    // The later rows are longer.
    let next = i == 0 ? 5 : i &+ 2
    let last = next < columns.count ? next : columns.count
    while i < last {
      var j = i
      while j >= 0 {
        let value = UnbiasedMoments.entry(values, columns.terms(i), columns.terms(j))
        if j == i {
          // 1/4 ≤ value·2^−2t < 1.
          if value <= 0 { return }
          shifts[unchecked: i] = Int8(truncatingIfNeeded: (value.bitLength &- 54) &>> 1)
        }
        let scaled = value.word(rightBy: shift(i) &+ shift(j) &+ 25)
        // No entry is above 1; one that is comes of a matrix that is not positive.
        if scaled.magnitude > 1 &<< 30 { return }
        factor.entries[unchecked: Triangle.place(i, j)] = scaled
        j = j &- 1
      }
      // A pivot of 2^−18 of its diagonal and less is noise.
      guard factor.factorRow(i, columns: i &+ 1, leastPivot: 1 &<< 40) else { return }
      i = i &+ 1
    }
    row = Int8(truncatingIfNeeded: i)
    state = i < columns.count ? .factoring : iterations > 0 ? .substituting : .refining
  }

  // MARK: - Solve and refine

  /// The residuals for the present F and s.
  private mutating func refine(_ values: Span<Int64>) {
    var m = 10
    while m > 0 {
      m = m &- 1
      residual[unchecked: m] = UnbiasedMoments.mean(values, m, times: polynomial.span, count: 10)
    }
    state = iterations > 0 ? .improving : .substituting
  }

  /// s ← s + g/D, with what that does to the residuals, and judges whether it was the last step.
  private mutating func improveNoise(_ values: Span<Int64>) {
    state = .noiseExceedsCurvature
    // What the residuals lose with each unit of s, Q51.
    var loss = InlineArray<10, Int64>(repeating: 0)
    // D, Q47: the mean |∇F|², since with F a solution its own mean is 0. And 2 tr A² + (tr A)², Q24.
    var steepness: Int64 = 0
    let trace: Int32 = columns.order == .planar ? 2 : 3
    var bend = (trace &* trace) &<< 24
    var axis = 1
    while axis < 4 {
      steepness = steepness &+ steepen(values, axis, 4, &loss, &bend)
      axis = axis &+ 1
    }
    // g(s), Q47.
    let remaining = UnbiasedMoments.sum(residual.span, times: polynomial.span, count: 10)
    // Q23.
    let divisor = steepness.word(rightBy: 24)
    if divisor <= 1 &<< 17 { return }
    // Q32: |g| < 2^8. A noise as large as half the radius is none.
    let change = (remaining &<< 8).quotient(by: Int64(widening: divisor))
    let before = Int32(bitPattern: noise)
    let changed = before &+ change
    if change >= 1 &<< 30 || changed >= 1 &<< 30 { return }
    noise = changed < 0 ? 0 : UInt32(bitPattern: changed)
    let step = Int32(bitPattern: noise) &- before
    // mean F² = g + s·D + s²·(2 tr A² + (tr A)²) for the s before, times entry 0.
    let one = Int32(truncatingIfNeeded: values[unchecked: 0] &>> 25)
    let curved = (Int64(widening: bend) &<< 21).scaled(byQ30: one).scaled(byQ30: before)
    let sum = remaining &+ (steepness &+ curved).scaled(byQ30: before) &>> 2
    meanSquare = (sum &<< 12).divided(by: Int64(widening: one &>> 15))
    state = .substituting
    if step.magnitude <= noise &>> 12 &+ 4 {
      isLast = true
    } else if iterations == 1 ? noise > 1 &<< 22 : iterations > 2 || step.magnitude > noise &>> 8 {
      // With noise of 3 % and more, or where data lie so flat that the noise is much of their height, the factor for
      // another s leads to the solution too slowly, or to none that there is.
      row = 0
      state = iterations < Self.mostIterations ? .factoring : .notDetermined
    }
    var m = 10
    while m > 0 {
      m = m &- 1
      // With the trace of A times the mean of the monomial.
      let whole = loss[unchecked: m] &+ values[unchecked: UnbiasedMoments.place(0, m)].scaled(byQ30: trace &<< 26)
      residual[unchecked: m] &-= whole.scaled(byQ30: step) &>> 2
    }
  }

  /// What ∂F along an axis, a polynomial of the first `count` = 4 monomials, adds to `loss` and to `bend`, and the mean of
  /// its square.
  @inline(never)
  private mutating func steepen(
    _ values: Span<Int64>, _ axis: Int, _ count: Int, _ loss: inout InlineArray<10, Int64>, _ bend: inout Int32
  ) -> Int64 {
    var slope = InlineArray<4, Int32>(repeating: 0)
    var n = 0
    while n < count {
      let coefficient = polynomial[unchecked: Self.product(axis, n)]
      slope[unchecked: n] = n == axis ? coefficient &+ coefficient : coefficient
      // Half of Q52, as Q24.
      if n > 0 { bend = bend &+ Int64(multiplying: slope[unchecked: n], slope[unchecked: n]).word(rightBy: 29) }
      n = n &+ 1
    }
    var sum: Int64 = 0
    while n > 0 {
      n = n &- 1
      let mean = UnbiasedMoments.mean(values, n, times: slope.span, count: count)
      sum = sum &+ mean.scaled(byQ30: slope[unchecked: n])
      loss[unchecked: Self.product(axis, n)] &+= n == axis ? mean &+ mean : mean
    }
    return sum
  }

  /// Which of the ten monomials the product of an axis (1…3) and one of the first four is.
  @inline(never)
  private static func product(_ axis: Int, _ n: Int) -> Int {
    n == 0 ? axis : axis &+ n &+ (axis == 1 || n == 1 ? 2 : 3)
  }

  /// F ← F − Σ (GGᵀ)⁻¹ residual.
  private mutating func substitute() {
    let count = columns.count
    state = isLast ? .solved : .refining
    iterations = iterations &+ 1
    var right = InlineArray<9, Int64>(repeating: 0)
    var i = 0
    while i < count {
      let terms = columns.terms(i)
      var sum = residual[unchecked: Int(truncatingIfNeeded: terms & 15)]
      if terms < 0xf0 { sum = sum &- residual[unchecked: Int(truncatingIfNeeded: terms &>> 4)] }
      // Q42.
      right[unchecked: i] = sum.shifted(rightBy: shift(i) &+ 9)
      i = i &+ 1
    }
    // Downwards with G, then upwards with its transpose.
    i = 0
    var first = 0
    var step = 1
    while true {
      var sum = right[unchecked: i]
      var other = first
      while other != i {
        sum = sum &- right[unchecked: other].scaled(byQ30: factor[i, other])
        other = other &+ step
      }
      right[unchecked: i] = sum.scaled(byQ30: factor[i, i]) &<< 10
      if step > 0, i == count &- 1 {
        first = i
        step = -1
        continue
      }
      if step < 0 {
        // Done with this one.
        let terms = columns.terms(i)
        let change = right[unchecked: i].word(rightBy: 16 &+ shift(i))
        add(0 &- change, to: terms & 15)
        if terms < 0xf0 { add(change, to: terms &>> 4) }
        if i == 0 { return }
      }
      i = i &+ step
    }
  }

  /// A coefficient beyond ±16 is no result.
  @inline(never)
  private mutating func add(_ change: Int32, to monomial: Int32) {
    let at = Int(truncatingIfNeeded: monomial)
    let sum = Int64(widening: polynomial[unchecked: at]) &+ Int64(widening: change)
    let word = sum.word
    if word.magnitude >= 1 &<< 30 { state = .notDetermined }
    polynomial[unchecked: at] = word
  }

  private static var mostIterations: Int8 { 14 }
}
