// A Kalman filter that takes its measurements one by one, in Double.

/// State and covariance of any size.
struct ReferenceScalarFilter: Sendable {
  var state: [Double]
  var covariance: [[Double]]
  let initial: [Double]

  init(variances: [Double]) {
    initial = variances
    state = variances.map { _ in 0 }
    covariance = variances.indices.map { i in variances.indices.map { i == $0 ? variances[i] : 0 } }
  }

  mutating func grow(by more: [Double]) {
    for i in state.indices where covariance[i][i] < initial[i] { covariance[i][i] += more[i] }
  }

  mutating func update(_ row: [Double], _ value: Double, noise: Double, limit: Double = .infinity) {
    let product = covariance.map { zip($0, row).map(*).reduce(0, +) }
    let gain = product.map { $0 / (zip(row, product).map(*).reduce(0, +) + noise) }
    let innovation = max(-limit, min(limit, value - zip(row, state).map(*).reduce(0, +)))
    for i in state.indices {
      state[i] += gain[i] * innovation
      for j in state.indices { covariance[i][j] -= gain[i] * product[j] }
    }
  }

  /// v · covariance · v over the first three states.
  func variance(along v: SIMD3<Double>) -> Double {
    var sum = 0.0
    for i in 0..<3 { for j in 0..<3 { sum += v[i] * covariance[i][j] * v[j] } }
    return max(0, sum)
  }

  var vector: SIMD3<Double> { SIMD3(state[0], state[1], state[2]) }
}
