// Fits the calibration model to samples by least squares of the squared length (docs/notebook/calibration.md).

/// The models that can be fitted.
public enum ReferenceModel: Int, CaseIterable, Sendable {
  /// An ellipse in the plane of the two sensor axes that vary most. Along the third axis the centre is the mean.
  case planar = 1
  /// Centre and radius.
  case sphere = 2
  /// Centre, radius, and a gain for each axis.
  case axisAligned = 3
  /// Centre, radius, and the full symmetric matrix.
  case ellipsoid = 4

  /// The number of columns of the regression.
  public var parameters: Int {
    switch self {
    case .planar: 5
    case .sphere: 4
    case .axisAligned: 6
    case .ellipsoid: 9
    }
  }
}

/// Why a fit is impossible.
public enum ReferenceFitFailure: Error, Equatable, Sendable {
  /// There are fewer samples than the model has parameters plus one.
  case tooFewSamples
  /// The samples do not determine a parameter.
  case undetermined
  /// The quadric is not an ellipsoid.
  case notPositive
  /// The noise that would explain the scatter is not small compared with the curvature.
  case noiseExceedsCurvature
}

/// corrected = S·(m − h), in the unit of the samples.
public struct ReferenceFit: Equatable, Sendable {
  public var model: ReferenceModel
  /// The vector h.
  public var centre: SIMD3<Double>
  /// The matrix S, symmetric, determinant 1.
  public var softIron: ReferenceMatrix3
  /// Length of the corrected vectors: the geometric mean of the semi-axes.
  public var radius: Double
  /// Standard deviation of the noise on each axis, whose bias the fit removed; 0 for a plain fit.
  public var noise: Double
  /// RMS of (length − radius)/radius over the samples.
  public var residual: Double
  /// The axis that a planar fit leaves out, 0 for x to 2 for z; `nil` for the other models.
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

  /// S·(m − h), in the unit of the samples.
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

  /// The ratio of the longest to the shortest semi-axis.
  public var axisRatio: Double {
    let values = softIron.symmetricEigen.values
    return values.z / values.x
  }
}

extension ReferenceFit {
  /// Fits `model` to `samples`. The bias of white noise is removed unless `keepsNoiseBias`.
  ///
  /// It regresses r² on the columns of the model. With noise, the sums of even degree are too large. The corrected sums
  /// depend on the noise variance. That variance is chosen so that the model explains all of r²: the last pivot is 0
  /// (adjusted least squares).
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
