// The normal equations of one model, the noise variance that follows from them, and the fit from their solution.

/// A polynomial in x, y, z: a column of the regression.
struct ReferencePolynomial {
  var terms: [(factor: Double, powers: SIMD3<Int>)]

  init(_ terms: [(Double, SIMD3<Int>)]) { self.terms = terms.map { (factor: $0.0, powers: $0.1) } }

  /// The sum over all samples of the product of this column with another.
  func product(_ other: ReferencePolynomial, _ moments: ReferenceMoments, variance: Double) -> Double {
    var total = 0.0
    for a in terms {
      for b in other.terms {
        let p = a.powers &+ b.powers
        total += a.factor * b.factor * moments.sum(p.x, p.y, p.z, variance: variance)
      }
    }
    return total
  }
}

/// The regression of r² on the columns of a model (docs/notebook/calibration.md, section 1).
struct ReferenceSystem {
  let moments: ReferenceMoments
  let model: ReferenceModel
  /// The axis that the model leaves out; `nil` for the models in space.
  let normal: Int?
  /// The columns of the model, then r².
  private let columns: [ReferencePolynomial]

  init(_ moments: ReferenceMoments, model: ReferenceModel, normal: Int?) {
    self.moments = moments
    self.model = model
    self.normal = normal
    columns = normal.map(Self.planar) ?? Array(Self.space.prefix(model.parameters)) + [Self.target]
  }

  // In space the columns are 1, x, y, z, x² − z², y² − z², xy, xz, yz. The trace of the quadric's matrix is fixed to 3,
  // so that the fit does not depend on the origin.
  private static let one = ReferencePolynomial([(1, .zero)])
  private static func power(_ axis: Int, _ n: Int) -> SIMD3<Int> {
    var powers = SIMD3<Int>.zero
    powers[axis] = n
    return powers
  }
  private static func linear(_ a: Int) -> ReferencePolynomial { ReferencePolynomial([(1, power(a, 1))]) }
  private static func difference(_ a: Int, _ b: Int) -> ReferencePolynomial {
    ReferencePolynomial([(1, power(a, 2)), (-1, power(b, 2))])
  }
  private static func mixed(_ a: Int, _ b: Int) -> ReferencePolynomial {
    ReferencePolynomial([(1, power(a, 1) &+ power(b, 1))])
  }
  private static let space = [
    one, linear(0), linear(1), linear(2), difference(0, 2), difference(1, 2), mixed(0, 1), mixed(0, 2), mixed(1, 2),
  ]
  private static let target = ReferencePolynomial([(1, power(0, 2)), (1, power(1, 2)), (1, power(2, 2))])

  /// In the plane the columns are 1, x, y, x² − y², xy; r² = x² + y².
  private static func planar(normal: Int) -> [ReferencePolynomial] {
    let (a, b) = plane(normal: normal)
    return [
      one, linear(a), linear(b), difference(a, b), mixed(a, b),
      ReferencePolynomial([(1, power(a, 2)), (1, power(b, 2))]),
    ]
  }

  private static func plane(normal: Int) -> (Int, Int) { normal == 0 ? (1, 2) : normal == 1 ? (0, 2) : (0, 1) }

  /// Pivots below this relative size count as 0, because the sums have rounding errors.
  private static let smallest = 1e-13

  private func factors(variance: Double) -> ReferenceFactors {
    let n = columns.count
    var matrix = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      for j in 0...i {
        let value = columns[i].product(columns[j], moments, variance: variance)
        matrix[i * n + j] = value
        matrix[j * n + i] = value
      }
    }
    return ReferenceFactors(matrix, size: n)
  }

  /// Whether the columns alone are independent, and how much of r² they leave unexplained.
  private func judge(variance: Double) -> (isDefinite: Bool, rest: Double) {
    let pivots = factors(variance: variance).pivots
    let limit = Self.smallest * Double(moments.count)
    return (pivots.dropLast().allSatisfy { $0 > limit }, pivots.last ?? 0)
  }

  /// The smallest variance for which the last pivot is 0; in scaled coordinates.
  func noiseVariance() throws(ReferenceFitFailure) -> Double {
    let start = judge(variance: 0)
    guard start.isDefinite else { throw .undetermined }
    if start.rest <= Self.smallest * Double(moments.count) { return 0 }
    // The unexplained part decreases as the variance grows. First find a variance that is too large, then bisect.
    var low = 0.0
    var high = 1e-9
    while case (let isDefinite, let rest) = judge(variance: high), isDefinite, rest > 0 {
      low = high
      high *= 2
      guard high < 1 else { throw .noiseExceedsCurvature }
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let (isDefinite, rest) = judge(variance: middle)
      if isDefinite, rest > 0 { low = middle } else { high = middle }
    }
    // If the columns become dependent before they explain r², there is no such variance.
    let (isDefinite, rest) = judge(variance: low)
    guard isDefinite, rest <= 1e-6 * start.rest else { throw .noiseExceedsCurvature }
    return low
  }

  /// The regression's coefficients for this variance.
  func coefficients(variance: Double) throws(ReferenceFitFailure) -> [Double] {
    let n = columns.count - 1
    var matrix = [Double](repeating: 0, count: n * n)
    var right = [Double](repeating: 0, count: n)
    for i in 0..<n {
      for j in 0..<n { matrix[i * n + j] = columns[i].product(columns[j], moments, variance: variance) }
      right[i] = columns[i].product(columns[n], moments, variance: variance)
    }
    let factors = ReferenceFactors(matrix, size: n)
    guard factors.pivots.allSatisfy({ $0 > Self.smallest * Double(moments.count) }) else { throw .undetermined }
    return factors.solve(right)
  }

  /// Centre, S and radius from the regression's solution.
  func fit(variance: Double) throws(ReferenceFitFailure) -> ReferenceFit {
    let theta = try coefficients(variance: variance)
    var fit: ReferenceFit
    if let normal { fit = try planarFit(theta, normal: normal) } else { fit = try spaceFit(theta) }
    fit.centre = moments.origin + fit.centre * moments.scale
    fit.radius *= moments.scale
    fit.noise = variance.squareRoot() * moments.scale
    return fit
  }

  private func spaceFit(_ theta: [Double]) throws(ReferenceFitFailure) -> ReferenceFit {
    let t = theta + [Double](repeating: 0, count: 9 - theta.count)
    let a = ReferenceMatrix3([
      SIMD3(1 - t[4], -t[6] / 2, -t[7] / 2), SIMD3(-t[6] / 2, 1 - t[5], -t[8] / 2),
      SIMD3(-t[7] / 2, -t[8] / 2, 1 + t[4] + t[5]),
    ])
    guard let root = a.symmetricSquareRoot else { throw .notPositive }
    let centre = a.inverse * (SIMD3(t[1], t[2], t[3]) / 2)
    let level = t[0] + (centre * (a * centre)).sum()
    guard level > 0 else { throw .notPositive }
    let size = cubeRoot(root.determinant)
    return ReferenceFit(
      model: model, centre: centre, softIron: root * (1 / size), radius: level.squareRoot() / size)
  }

  private func planarFit(_ t: [Double], normal: Int) throws(ReferenceFitFailure) -> ReferenceFit {
    let (p, q) = Self.plane(normal: normal)
    // The matrix of the plane, with 1 for the axis across it. Its root, inverse and determinant are then those of the
    // plane.
    var rows = ReferenceMatrix3.identity.rows
    rows[p][p] = 1 - t[3]
    rows[q][q] = 1 + t[3]
    rows[p][q] = -t[4] / 2
    rows[q][p] = -t[4] / 2
    let a = ReferenceMatrix3(rows)
    guard let root = a.symmetricSquareRoot else { throw .notPositive }
    var half = SIMD3<Double>.zero
    half[p] = t[1] / 2
    half[q] = t[2] / 2
    let centre = a.inverse * half
    let level = t[0] + (centre * (a * centre)).sum()
    guard level > 0 else { throw .notPositive }
    let size = root.determinant.squareRoot()
    var softIron = root * (1 / size)
    softIron.rows[normal][normal] = 1
    return ReferenceFit(
      model: .planar, centre: centre, softIron: softIron, radius: level.squareRoot() / size, normal: normal)
  }
}
