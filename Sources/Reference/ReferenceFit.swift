// Fitting the calibration model to samples by least squares on the squared length (docs/calibration.md).

/// How many parameters a fit has.
public enum ReferenceModel: Int, CaseIterable, Sendable {
  /// Centre and radius.
  case sphere = 4
  /// And a gain for each axis.
  case axisAligned = 6
  /// And the full symmetric matrix.
  case ellipsoid = 9
}

/// Why there is no fit.
public enum ReferenceFitFailure: Error, Equatable, Sendable {
  /// Fewer samples than the model has parameters, and one more.
  case tooFewSamples
  /// The samples leave a parameter open.
  case undetermined
  /// The quadric is no ellipsoid.
  case notPositive
  /// No noise that is small against the curvature explains the scatter.
  case noiseExceedsCurvature
}

/// corrected = S·(m − h), in the samples' unit.
public struct ReferenceFit: Equatable, Sendable {
  public var model: ReferenceModel
  /// h.
  public var centre: SIMD3<Double>
  /// S, symmetric, determinant 1.
  public var softIron: ReferenceMatrix3
  /// Length of the corrected vectors: the geometric mean of the semi-axes.
  public var radius: Double
  /// Standard deviation of the noise on each axis that the fit took out; 0 for a plain fit.
  public var noise: Double
  /// RMS of (length − radius)/radius over the samples.
  public var residual: Double

  public init(
    model: ReferenceModel, centre: SIMD3<Double>, softIron: ReferenceMatrix3, radius: Double, noise: Double = 0,
    residual: Double = 0
  ) {
    self.model = model
    self.centre = centre
    self.softIron = softIron
    self.radius = radius
    self.noise = noise
    self.residual = residual
  }

  public func corrected(_ sample: SIMD3<Double>) -> SIMD3<Double> { softIron * (sample - centre) }

  /// RMS of (length − radius)/radius over `samples`.
  public func residual(over samples: [SIMD3<Double>]) -> Double {
    var sum = 0.0
    for sample in samples {
      let c = corrected(sample)
      let error = (c * c).sum().squareRoot() / radius - 1
      sum += error * error
    }
    return (sum / Double(max(samples.count, 1))).squareRoot()
  }

  /// The longest semi-axis over the shortest.
  public var axisRatio: Double {
    let values = softIron.symmetricEigen.values
    return values.z / values.x
  }
}

extension ReferenceFit {
  /// The fit of `model` to `samples`, with the bias of white noise taken out unless `keepsNoiseBias`.
  ///
  /// Regresses r² on the columns of `ReferencePolynomial`. With noise, the sums of even degree are too large; the
  /// corrected sums depend on the noise variance, which is chosen so that nothing of r² is left unexplained: the last
  /// pivot is 0 (adjusted least squares).
  public init(
    _ samples: [SIMD3<Double>], model: ReferenceModel, keepsNoiseBias: Bool = false
  ) throws(ReferenceFitFailure) {
    guard samples.count > model.rawValue else { throw .tooFewSamples }
    let system = ReferenceSystem(ReferenceMoments(samples), model: model)
    let variance = keepsNoiseBias ? 0 : try system.noiseVariance()
    self = try system.fit(variance: variance)
    residual = residual(over: samples)
  }
}

/// The normal equations of one model.
struct ReferenceSystem {
  let moments: ReferenceMoments
  let model: ReferenceModel
  private var columns: ArraySlice<ReferencePolynomial> { ReferencePolynomial.columns.prefix(model.rawValue) }

  init(_ moments: ReferenceMoments, model: ReferenceModel) {
    self.moments = moments
    self.model = model
  }

  /// Gram matrix of the columns and, last, of the target, for noise of `variance` on each axis.
  func factors(variance: Double) -> ReferenceFactors {
    let all = Array(columns) + [ReferencePolynomial.target]
    var matrix = [Double](repeating: 0, count: all.count * all.count)
    for i in all.indices {
      for j in 0...i {
        let value = all[i].product(all[j], moments, variance: variance)
        matrix[i * all.count + j] = value
        matrix[j * all.count + i] = value
      }
    }
    return ReferenceFactors(matrix, size: all.count)
  }

  /// Relative size below which a pivot counts as 0: rounding of the sums.
  private static let smallest = 1e-13

  /// Whether the columns alone are independent, and by how much the target is left unexplained.
  private func judge(variance: Double) -> (isDefinite: Bool, rest: Double) {
    let pivots = factors(variance: variance).pivots
    let limit = Self.smallest * Double(moments.count)
    return (pivots.dropLast().allSatisfy { $0 > limit }, pivots.last ?? 0)
  }

  /// The smallest variance for which the corrected matrix is singular by its last pivot; scaled coordinates.
  func noiseVariance() throws(ReferenceFitFailure) -> Double {
    let start = judge(variance: 0)
    guard start.isDefinite else { throw .undetermined }
    if start.rest <= Self.smallest * Double(moments.count) { return 0 }
    // The rest falls as the variance grows. First a variance that is too large, then the halves between.
    var low = 0.0
    var high = 1e-9
    while true {
      let (isDefinite, rest) = judge(variance: high)
      if isDefinite, rest > 0 {
        low = high
        high *= 2
        guard high < 1 else { throw .noiseExceedsCurvature }
      } else {
        break
      }
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let (isDefinite, rest) = judge(variance: middle)
      if isDefinite, rest > 0 { low = middle } else { high = middle }
    }
    // Where the columns lose their independence before the target is explained, there is no such variance.
    let (isDefinite, rest) = judge(variance: low)
    guard isDefinite, rest <= 1e-6 * start.rest else { throw .noiseExceedsCurvature }
    return low
  }

  /// The regression's coefficients for this variance.
  func coefficients(variance: Double) throws(ReferenceFitFailure) -> [Double] {
    let n = model.rawValue
    let list = Array(columns)
    var matrix = [Double](repeating: 0, count: n * n)
    var right = [Double](repeating: 0, count: n)
    for i in 0..<n {
      for j in 0..<n { matrix[i * n + j] = list[i].product(list[j], moments, variance: variance) }
      right[i] = list[i].product(.target, moments, variance: variance)
    }
    let factors = ReferenceFactors(matrix, size: n)
    guard factors.pivots.allSatisfy({ $0 > Self.smallest * Double(moments.count) }) else { throw .undetermined }
    return factors.solve(right)
  }

  /// Centre, S and radius from the regression.
  func fit(variance: Double) throws(ReferenceFitFailure) -> ReferenceFit {
    var b = try coefficients(variance: variance)
    b += [Double](repeating: 0, count: 9 - b.count)
    // r² = b0 + b1·x + … is mᵀ·A·m − (b1, b2, b3)·m = b0 with the trace of A equal to 3.
    let a = ReferenceMatrix3([
      SIMD3(1 - b[4], -b[6] / 2, -b[7] / 2), SIMD3(-b[6] / 2, 1 - b[5], -b[8] / 2),
      SIMD3(-b[7] / 2, -b[8] / 2, 1 + b[4] + b[5]),
    ])
    guard let root = a.symmetricSquareRoot else { throw .notPositive }
    let centre = a.inverse * (SIMD3(b[1], b[2], b[3]) / 2)
    let level = b[0] + (centre * (a * centre)).sum()
    guard level > 0 else { throw .notPositive }
    let size = cubeRoot(root.determinant)
    return ReferenceFit(
      model: model, centre: moments.origin + centre * moments.scale, softIron: root * (1 / size),
      radius: level.squareRoot() / size * moments.scale, noise: variance.squareRoot() * moments.scale)
  }
}
