// Sums of powers of the samples, and the same sums without the bias of white noise.

/// Sums of x^i·y^j·z^k over all samples, i + j + k ≤ 4, in coordinates that are centred and scaled for good
/// conditioning.
struct ReferenceMoments {
  /// The highest degree.
  static let degree = 4

  let count: Int
  /// The vector that is subtracted from each sample, and then the number by which it is divided.
  let origin: SIMD3<Double>
  let scale: Double
  private var sums = [Double](repeating: 0, count: 125)

  /// - Parameter samples: at least one; any unit.
  init(_ samples: [SIMD3<Double>]) {
    count = samples.count
    var total = SIMD3<Double>.zero
    for sample in samples { total += sample }
    let mean = total / Double(max(samples.count, 1))
    var squares = 0.0
    for sample in samples { squares += ((sample - mean) * (sample - mean)).sum() }
    origin = mean
    let spread = (squares / Double(max(samples.count, 1))).squareRoot()
    scale = spread > 0 ? spread : 1
    for sample in samples { add((sample - mean) / scale) }
  }

  private mutating func add(_ v: SIMD3<Double>) {
    var px = 1.0
    for i in 0...Self.degree {
      var py = px
      for j in 0...(Self.degree - i) {
        var pz = py
        for k in 0...(Self.degree - i - j) {
          sums[Self.index(i, j, k)] += pz
          pz *= v.z
        }
        py *= v.y
      }
      px *= v.x
    }
  }

  private static func index(_ i: Int, _ j: Int, _ k: Int) -> Int { (i * 5 + j) * 5 + k }

  /// The axis along which the samples vary least, 0 for x to 2 for z; if axes are equal, the later one.
  var flattestAxis: Int {
    let spread = [sums[Self.index(2, 0, 0)], sums[Self.index(0, 2, 0)], sums[Self.index(0, 0, 2)]]
    return spread.indices.reduce(0) { spread[$1] <= spread[$0] ? $1 : $0 }
  }

  /// The expected sum of x^i·y^j·z^k without white noise of `variance` on each axis.
  ///
  /// E[H_n(x + e)] = x^n for normal e of variance s, with the Hermite polynomials H_2 = x² − s, H_3 = x³ − 3·s·x and
  /// H_4 = x⁴ − 6·s·x² + 3·s² (I. Markovsky, A. Kukush, S. Van Huffel, "Consistent least squares fitting of
  /// ellipsoids", Numerische Mathematik 98, 2004, section 3).
  func sum(_ i: Int, _ j: Int, _ k: Int, variance s: Double) -> Double {
    var total = 0.0
    for (a, p) in Self.hermite(i, s) {
      for (b, q) in Self.hermite(j, s) {
        for (c, r) in Self.hermite(k, s) { total += a * b * c * sums[Self.index(p, q, r)] }
      }
    }
    return total
  }

  /// The coefficients and powers of H_n.
  private static func hermite(_ n: Int, _ s: Double) -> [(Double, Int)] {
    switch n {
    case 2: [(1, 2), (-s, 0)]
    case 3: [(1, 3), (-3 * s, 1)]
    case 4: [(1, 4), (-6 * s, 2), (3 * s * s, 0)]
    default: [(1, n)]
    }
  }
}
