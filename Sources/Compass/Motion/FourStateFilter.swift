// A Kalman filter of four states. It processes measurements one by one, so it inverts no matrix.

import FixedPoint

/// Four numbers: the row of a measurement, or the state.
struct Row4 {
  var a: CompactNumber
  var b: CompactNumber
  var c: CompactNumber
  var d: CompactNumber

  init(_ v: CompactVector, _ d: CompactNumber) {
    a = v.x
    b = v.y
    c = v.z
    self.d = d
  }

  var vector: CompactVector { CompactVector(a, b, c) }

  @inline(never)
  func dot(_ other: Row4) -> CompactNumber { vector.dot(other.vector).adding(d, times: other.d) }
}

/// State and covariance. The first three states are a vector; the fourth has another unit.
struct FourStateFilter {
  var state: Row4
  /// The upper triangle by rows: aa ab ac ad bb bc bd cc cd dd.
  private(set) var covariance: [10 of CompactNumber]
  /// The covariance of the vector with the error of the heading. It stays zero in a filter that the heading does not
  /// teach.
  var withHeading = CompactVector.zero

  init(vector: CompactNumber, fourth: CompactNumber) {
    state = Row4(.zero, .zero)
    covariance = [10 of CompactNumber](repeating: .zero)
    covariance[0] = vector
    covariance[4] = vector
    covariance[7] = vector
    covariance[9] = fourth
  }

  /// The place of the variance of state `index`.
  @inline(__always)
  private static func diagonal(_ index: Int) -> Int { index == 0 ? 0 : index == 1 ? 4 : index == 2 ? 7 : 9 }

  /// The variance of one state, 0…3.
  @inline(__always)
  func variance(_ index: Int) -> CompactNumber { covariance[unchecked: Self.diagonal(index)] }

  var largestVariance: CompactNumber { CompactNumber.most(variance(0), CompactNumber.most(variance(1), variance(2))) }

  /// Lets the variance of one state grow, up to a limit.
  @inline(never)
  mutating func grow(_ index: Int, by more: CompactNumber, limit: CompactNumber) {
    let at = Self.diagonal(index)
    if covariance[unchecked: at] < limit { covariance[unchecked: at] = covariance[unchecked: at] + more }
  }

  /// covariance · row.
  @inline(never)
  func product(_ row: Row4) -> Row4 {
    let p = covariance
    return Row4(
      CompactVector(
        Row4(CompactVector(p[0], p[1], p[2]), p[3]).dot(row), Row4(CompactVector(p[1], p[4], p[5]), p[6]).dot(row),
        Row4(CompactVector(p[2], p[5], p[7]), p[8]).dot(row)),
      Row4(CompactVector(p[3], p[6], p[8]), p[9]).dot(row))
  }

  /// Processes one measurement: row · state = value, with the variance `noise`.
  /// - Parameter limit: a larger innovation is limited to this, or to as many of its own standard
  ///   deviations as `Constants.limitDeviations` says; `nil`: no limit.
  @inline(never)
  mutating func update(row: Row4, value: CompactNumber, noise: CompactNumber, limit: CompactNumber?) {
    let gain = product(row)
    let own = row.dot(gain)
    let inverse = (own + noise).reciprocal
    var innovation = value - row.dot(state)
    // An estimate that knows nothing must learn a large value at once: its variance shrinks as if it had.
    if let limit {
      innovation = innovation.limited(to: CompactNumber.most(limit, Constants.limitDeviations * own.squareRoot))
    }
    withHeading = withHeading.adding(-inverse * row.vector.dot(withHeading), times: gain.vector)
    correct(gain, by: innovation * inverse, variance: -inverse)
  }

  /// The vector learns from an innovation of the heading.
  /// - Parameters:
  ///   - innovation: radians.
  ///   - variance: of the innovation, rad².
  ///   - share: of what a filter of all states together would learn, 0…1.
  @inline(never)
  mutating func learn(heading innovation: CompactNumber, variance: CompactNumber, share: CompactNumber) {
    let scaled = share / variance
    correct(
      Row4(withHeading, .zero), by: scaled * innovation, variance: scaled * (share - CompactNumber.one.scaled(by: 1)))
  }

  /// Adds `step` · gain to the state, and `scale` · gain · gainᵀ to the covariance.
  @inline(never)
  private mutating func correct(_ gain: Row4, by step: CompactNumber, variance scale: CompactNumber) {
    state = Row4(state.vector.adding(step, times: gain.vector), state.d.adding(step, times: gain.d))
    let (a, b, c) = (gain.a * scale, gain.b * scale, gain.c * scale)
    add(0, a, gain.a, gain.b)
    add(2, a, gain.c, gain.d)
    add(4, b, gain.b, gain.c)
    covariance[6] = covariance[6].adding(b, times: gain.d)
    add(7, c, gain.c, gain.d)
    let last = covariance[9].adding(gain.d * scale, times: gain.d)
    covariance[9] = last.isNegative ? .zero : last
  }

  /// Adds `scale` times two numbers to two neighbours of the covariance.
  @inline(never)
  private mutating func add(
    _ index: Int, _ scale: CompactNumber, _ first: CompactNumber, _ second: CompactNumber
  ) {
    covariance[unchecked: index] = covariance[unchecked: index].adding(scale, times: first)
    covariance[unchecked: index &+ 1] = covariance[unchecked: index &+ 1].adding(scale, times: second)
  }
}
