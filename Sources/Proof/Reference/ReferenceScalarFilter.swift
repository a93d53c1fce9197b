// A Kalman filter that takes its measurements one by one, in Double.

/// State and covariance of any size.
struct ReferenceScalarFilter: Sendable {
  var state: [Double]
  var covariance: [[Double]]
  let initial: [Double]
  /// The covariance of the first three states with the error of the heading (Protocols/motion/spec.md, section 5).
  var withHeading = SIMD3<Double>.zero

  init(variances: [Double]) {
    initial = variances
    state = variances.map { _ in 0 }
    covariance = variances.indices.map { i in variances.indices.map { i == $0 ? variances[i] : 0 } }
  }

  mutating func grow(by more: [Double]) {
    for i in state.indices where covariance[i][i] < initial[i] { covariance[i][i] += more[i] }
  }

  /// - Parameters:
  ///   - limit: a larger innovation is limited to this, or to so many of its own standard deviations.
  mutating func update(
    _ row: [Double], _ value: Double, noise: Double, limit: (least: Double, deviations: Double) = (.infinity, 0)
  ) {
    let product = covariance.map { zip($0, row).map(*).reduce(0, +) }
    let own = zip(row, product).map(*).reduce(0, +)
    let gain = product.map { $0 / (own + noise) }
    let most = max(limit.least, limit.deviations * max(0, own).squareRoot())
    let innovation = max(-most, min(most, value - zip(row, state).map(*).reduce(0, +)))
    withHeading -= SIMD3(gain[0], gain[1], gain[2]) * (SIMD3(row[0], row[1], row[2]) * withHeading).sum()
    for i in state.indices {
      state[i] += gain[i] * innovation
      for j in state.indices { covariance[i][j] -= gain[i] * product[j] }
    }
  }

  /// Covariance · v over the first three states.
  func product(_ v: SIMD3<Double>) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for i in 0..<3 { for j in 0..<3 { sum[i] += covariance[i][j] * v[j] } }
    return sum
  }

  /// The first three states learn from an innovation of the heading.
  /// - Parameters:
  ///   - variance: of the innovation.
  ///   - share: of what a filter of all states together would learn, 0…1.
  mutating func learn(heading innovation: Double, variance: Double, share: Double) {
    for i in 0..<3 {
      state[i] += share * withHeading[i] * innovation / variance
      for j in 0..<3 { covariance[i][j] -= share * (2 - share) * withHeading[i] * withHeading[j] / variance }
    }
  }

  var vector: SIMD3<Double> { SIMD3(state[0], state[1], state[2]) }
}
