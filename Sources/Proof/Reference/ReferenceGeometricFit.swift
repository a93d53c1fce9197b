// A fit that minimises distances, not squares of lengths: the Levenberg-Marquardt method.

extension ReferenceFit {
  /// The ellipsoid that minimises the sum of squares of |S·(m − h)|/R − 1, starting from `start`.
  ///
  /// D. Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", SIAM Journal on Applied
  /// Mathematics 11(2), 1963. Parameters are h and the six entries of B = S/R.
  public init(geometric samples: [SIMD3<Double>], from start: ReferenceFit) {
    var state = GeometricState(start)
    var damping = 1e-3
    var (normal, gradient, error) = state.equations(samples)
    for _ in 0..<100 {
      var damped = normal
      for i in 0..<9 { damped[i * 9 + i] *= 1 + damping }
      let step = ReferenceFactors(damped, size: 9).solve(gradient)
      let next = state.moved(by: step)
      let result = next.equations(samples)
      if result.error < error {
        let gain = error - result.error
        (state, normal, gradient) = (next, result.normal, result.gradient)
        let isDone = gain <= 1e-15 * error
        error = result.error
        damping = max(damping / 10, 1e-12)
        if isDone { break }
      } else {
        damping *= 10
        if damping > 1e12 { break }
      }
    }
    self = state.fit
    residual = residual(over: samples)
  }
}

/// The parameters of the geometric fit, in units of the start's radius.
private struct GeometricState {
  private let origin: SIMD3<Double>
  private let scale: Double
  private var centre = SIMD3<Double>.zero
  /// The entries xx, yy, zz, xy, xz, yz of B.
  private var b: [Double]

  init(_ start: ReferenceFit) {
    origin = start.centre
    scale = start.radius
    let rows = start.softIron.rows
    b = [rows[0].x, rows[1].y, rows[2].z, rows[0].y, rows[0].z, rows[1].z]
  }

  private var matrix: ReferenceMatrix3 {
    ReferenceMatrix3([SIMD3(b[0], b[3], b[4]), SIMD3(b[3], b[1], b[5]), SIMD3(b[4], b[5], b[2])])
  }

  func moved(by step: [Double]) -> GeometricState {
    var next = self
    next.centre -= SIMD3(step[0], step[1], step[2])
    for i in 0..<6 { next.b[i] -= step[3 + i] }
    return next
  }

  /// The matrix JᵀJ, the vector Jᵀr and the number rᵀr.
  func equations(_ samples: [SIMD3<Double>]) -> (normal: [Double], gradient: [Double], error: Double) {
    var normal = [Double](repeating: 0, count: 81)
    var gradient = [Double](repeating: 0, count: 9)
    var error = 0.0
    let m = matrix
    var row = [Double](repeating: 0, count: 9)
    for sample in samples {
      let d = (sample - origin) / scale - centre
      let u = m * d
      let length = (u * u).sum().squareRoot()
      guard length > 0 else { continue }
      let direction = u / length
      let residual = length - 1
      let byCentre = m * direction
      (row[0], row[1], row[2]) = (-byCentre.x, -byCentre.y, -byCentre.z)
      (row[3], row[4], row[5]) = (direction.x * d.x, direction.y * d.y, direction.z * d.z)
      row[6] = direction.x * d.y + direction.y * d.x
      row[7] = direction.x * d.z + direction.z * d.x
      row[8] = direction.y * d.z + direction.z * d.y
      error += residual * residual
      for i in 0..<9 {
        gradient[i] += row[i] * residual
        for j in 0...i { normal[i * 9 + j] += row[i] * row[j] }
      }
    }
    for i in 0..<9 {
      for j in (i + 1)..<9 { normal[i * 9 + j] = normal[j * 9 + i] }
    }
    return (normal, gradient, error)
  }

  var fit: ReferenceFit {
    let size = cubeRoot(matrix.determinant)
    return ReferenceFit(
      model: .ellipsoid, centre: origin + centre * scale, softIron: matrix * (1 / size), radius: scale / size)
  }
}
