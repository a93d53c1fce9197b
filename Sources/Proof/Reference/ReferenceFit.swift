// Fitting the calibration model to samples by least squares on the squared length (docs/calibration.md).

/// What is fitted.
public enum ReferenceModel: Int, CaseIterable, Sendable {
  /// An ellipse in the plane of the two sensor axes that vary most; along the third the centre is the mean.
  case planar = 1
  /// Centre and radius.
  case sphere = 2
  /// And a gain for each axis.
  case axisAligned = 3
  /// And the full symmetric matrix.
  case ellipsoid = 4

  /// Columns of the regression.
  public var parameters: Int {
    switch self {
    case .planar: 5
    case .sphere: 4
    case .axisAligned: 6
    case .ellipsoid: 9
    }
  }
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
  /// The axis that a planar fit leaves out, 0 for x to 2 for z; `nil` in space.
  public var normal: Int?

  public init(
    model: ReferenceModel, centre: SIMD3<Double>, softIron: ReferenceMatrix3, radius: Double, noise: Double = 0,
    residual: Double = 0, normal: Int? = nil
  ) {
    self.model = model
    self.centre = centre
    self.softIron = softIron
    self.radius = radius
    self.noise = noise
    self.residual = residual
    self.normal = normal
  }

  /// S·(m − h), in the samples' unit.
  public func corrected(_ sample: SIMD3<Double>) -> SIMD3<Double> { softIron * (sample - centre) }

  /// RMS of (length − radius)/radius over `samples`.
  public func residual(over samples: [SIMD3<Double>]) -> Double {
    var sum = 0.0
    for sample in samples {
      var c = corrected(sample)
      if let normal { c[normal] = 0 }
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
  /// Regresses r² on the columns of the model. With noise, the sums of even degree are too large; the
  /// corrected sums depend on the noise variance, which is chosen so that nothing of r² is left unexplained: the last
  /// pivot is 0 (adjusted least squares).
  public init(
    _ samples: [SIMD3<Double>], model: ReferenceModel, keepsNoiseBias: Bool = false
  ) throws(ReferenceFitFailure) {
    guard samples.count > model.parameters else { throw .tooFewSamples }
    let moments = ReferenceMoments(samples)
    let system = ReferenceSystem(moments, model: model, normal: model == .planar ? moments.flattestAxis : nil)
    let variance = keepsNoiseBias ? 0 : try system.noiseVariance()
    self = try system.fit(variance: variance)
    residual = residual(over: samples)
  }
}
