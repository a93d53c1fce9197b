// The stages of a solve: fit a model, predict its error, and choose the model.

import Correction
import FixedPoint
import Quantities

extension CalibrationFit {
  /// One slice of work.
  @inline(never)
  public mutating func step() -> FitProgress {
    if isSearching {
      if scratch.search.step(&reservoir) { adopt() }
    } else {
      carryOut(Int(row))
    }
    return progress
  }

  private mutating func carryOut(_ at: Int) {
    switch stage {
    case .absorb: absorb()
    case .centre: centre(at)
    case .begin:
      scratch.solver.begin(
        ModelColumns(order: outcome.model, normal: flattest()), &moments, white: roughness.variance(moments.shift))
      stage = .solve
    case .solve:
      scratch.solver.step(&moments, &triangle)
      if scratch.solver.state.isFinal { stage = .shape }
    case .shape: shape()
    case .evaluate: evaluate(at)
    case .factor, .invert, .square: turnAround(at)
    case .predict: predict(at)
    case .align: alignSome()
    case .idle, .done: break
    }
  }

  @inline(never)
  private mutating func centre(_ at: Int) {
    moments.centre(axis: Int32(truncatingIfNeeded: at))
    row = row &+ 1
    if at < 2 { return }
    var m = spread()
    let least = leastVariance(&m)
    // A planar model is allowed if the variance along one direction is less than 1/16 of the total variance, as when
    // the instrument swings by 30°. Below 1/256, a swing of 7°, only the planar model is possible.
    isFlattish = least < m.trace &>> 4
    let isFlat = least < m.trace &>> 8
    if isFlat { reasons.insert(.notDetermined) }
    // After outliers were left out, the same model is fitted again.
    startModel(trims > 0 ? outcome.model : isFlat && !configuration.isGravity ? .planar : .ellipsoid)
  }

  @inline(never)
  private mutating func evaluate(_ at: Int) {
    if at == 0 {
      // A copy, because the prediction starts in the solver's memory.
      let columns = scratch.solver.columns
      scratch.prediction.begin(columns, &triangle)
      row = 1
    } else if at == 1 {
      if scratch.prediction.evaluate(&reservoir, &outcome, &triangle, isTrimmed: trims > 0) { row = 2 }
    } else {
      var gains = scratch.prediction.gains(&triangle, &outcome)
      let scatter = scatter()
      scratch.prediction.sigma = deviation(scatter, gains[3])
      // Twice, because the size of the bias is itself an estimate. In a plane once: it has more samples than cells,
      // from all sides.
      let square = scatter &* scatter
      scratch.prediction.removeNoiseBias(&triangle, variance: outcome.model == .planar ? square : square &<< 1, &gains)
      advance(to: .factor)
    }
  }

  /// One row or column on the way to the inverse of the information matrix.
  @inline(never)
  private mutating func turnAround(_ at: Int) {
    var next = Stage.predict
    if stage == .factor {
      next = .invert
      // The prior for an accelerometer is an eighth of the prior for a magnetometer's soft iron.
      let sigma = scratch.prediction.sigma
      scratch.prediction.factorRow(
        at, &triangle, deviation: configuration.isGravity ? sigma &<< 3 : sigma)
    } else if stage == .invert {
      next = .square
      triangle.invertRow(at)
    } else {
      triangle.squareColumn(at, count: Int(Prediction.unknowns))
    }
    row = row &+ 1
    let isOpen = scratch.prediction.isOpen
    if !isOpen, row < Prediction.unknowns { return }
    advance(to: isOpen ? .predict : next)
    // If the samples do not determine the axes, the ratio of the axes has no meaning: skip it.
    if isOpen { row = 2 }
  }

  /// Computes the prediction in four slices.
  @inline(never)
  private mutating func predict(_ at: Int) {
    row = row &+ 1
    if at == 3 {
      predict()
      return decide()
    }
    if at == 2 {
      outcome.tiltSeen = scratch.prediction.tiltDegrees(&reservoir) ?? spreadDegrees()
      return
    }
    var matrix = Symmetric(upper: outcome.softIronEntries.span, from: 0, halving: 0)
    if at == 0 {
      scratch.prediction.largestEigenvalue = matrix.largestEigenvalue()
    } else {
      outcome.axisRatio = matrix.ratioOfEigenvalues(largest: scratch.prediction.largestEigenvalue)
    }
  }

  /// Uses the sphere that the search found as the new gate. If it contradicts the old gate, the sums start again.
  private mutating func adopt() {
    isSearching = false
    guard scratch.search.isKnown else { return }
    // While the reservoir is not full, it contains every sample. The sums lack those since the last solve, so they
    // start again.
    if !gate.isKnown || !gate.isContained(in: &scratch.search) || reservoir.count < Reservoir.capacity { restartSums() }
    // Samples taken at a finer spacing get less weight.
    let coarser = scratch.search.spacingExponent &- gate.spacingExponent
    if coarser > 0 { reservoir.discount(by: coarser) }
    scratch.recent.nextSearch = reservoir.seen &+ reservoir.seen
    gate = scratch.search
    guard progress == .working else { return }
    // With few samples, none is held out.
    if moments.count < 192, !isAbsorbed { stage = .absorb }
  }

  /// Whether a sample of the reservoir deviates from the last fit by more than twice the usual deviation.
  private mutating func isOff(_ i: Int32) -> Bool {
    let v = reservoir.corrected(i, &outcome)
    let length = Int32(bitPattern: UInt64(bitPattern: Int64(squaresOf: v.x, v.y, v.z)).approximateSquareRoot)
    // 2/100,000 is 43/2^21.
    let usual = Int32(truncatingIfNeeded: outcome.heldOutResidual) &* 43
    let most = Int64(multiplying: usual, outcome.radiusQ8).word(rightBy: 21)
    return most < Int32(bitPattern: (length &- outcome.radiusQ8).magnitude)
  }

  @inline(never)
  mutating func restartSums() {
    moments = Moments()
    isAbsorbed = false
  }

  /// Adds up to eight samples of the reservoir to the sums: with few samples, none is held out.
  private mutating func absorb() {
    let end = row &+ 8
    while row < end {
      let at = Int32(row)
      if at == reservoir.count {
        isAbsorbed = true
        if trims == 0 { reservoir.markAllSummed() }
        return advance(to: .centre)
      }
      if trims > 0 { reservoir.mark(at, isNew: isOff(at)) }
      if !isWild(at) { moments.add(reservoir.sample(at)) }
      row = row &+ 1
    }
  }

  @inline(never)
  mutating func advance(to next: Stage) {
    stage = next
    row = 0
  }

  /// Starts a model. `reasons` keeps the reasons against earlier models, and the outcome keeps the prediction of the
  /// ellipsoid.
  @inline(never)
  mutating func startModel(_ model: ModelOrder) {
    let largestError = outcome.largestError
    let saturatedShare = outcome.saturatedShare
    outcome.clear()
    outcome.largestError = largestError
    outcome.saturatedShare = saturatedShare
    outcome.model = model
    outcome.sampleCount = sampleCount
    stage = .begin
  }

  /// The axis along which the samples vary least.
  private mutating func flattest() -> Int32 {
    // A loop, not three calls: a Cortex-M0 would make the calls through the function's address, which it takes from the
    // `.got`.
    var least = Int32.max
    var flattest: Int32 = 0
    var axis: Int32 = 0
    // The places of xx, yy and zz.
    var place: Int32 = 4
    while axis < 3 {
      let mean = moments.mean(place)
      if mean <= least {
        least = mean
        flattest = axis
      }
      place = place &+ 3 &- axis
      axis = axis &+ 1
    }
    return flattest
  }

  // MARK: - The ellipsoid

  private mutating func shape() {
    switch scratch.solver.state {
    case .notDetermined: outcome.reasons.insert(.notDetermined)
    case .noiseExceedsCurvature: outcome.reasons.insert(.noiseExceedsCurvature)
    default:
      var ellipsoid = Ellipsoid()
      if scratch.solver.shape(&ellipsoid) {
        report(&ellipsoid)
        advance(to: .evaluate)
        return
      }
      outcome.reasons.insert(.notPositive)
    }
    decide()
  }

  /// Converts an ellipsoid to the units of the outcome.
  @inline(__always)
  private mutating func report(_ e: inout Ellipsoid) {
    // Lengths are Q26 in units of 2^unit·2^15 coordinates; a coordinate is 2^shift/256 of the samples' unit.
    let places = 26 &- 15 &- Int32(scratch.solver.lengthExponent) &- moments.shift
    func put(_ length: Int32, _ origin: Int32, _ fine: inout Int8) -> Int32 {
      let value = Int64(widening: length).shifted(rightBy: places &- 8)
      let whole = value.shifted(rightBy: 8)
      fine = Int8(truncatingIfNeeded: Int32(truncatingIfNeeded: value &- whole &<< 8))
      return (Int64(widening: origin) &+ whole).word
    }
    outcome.centre.x = put(e.centre[0], moments.origin.x, &outcome.centreRemainder.x)
    outcome.centre.y = put(e.centre[1], moments.origin.y, &outcome.centreRemainder.y)
    outcome.centre.z = put(e.centre[2], moments.origin.z, &outcome.centreRemainder.z)
    outcome.softIronEntries = e.matrix
    outcome.radiusQ8 = Int64(widening: e.radius).word(rightBy: places)
    // √(mean F²)/(2k): Q22 divided by Q27.
    let square = UInt64(bitPattern: scratch.solver.meanSquare < 0 ? 0 : scratch.solver.meanSquare)
    let root = Int64(multiplying: Int32(bitPattern: square.approximateSquareRoot), 800_000)
    outcome.residual = root.quotient(by: Int64(widening: e.level)).saturatedToUInt16
  }

  // MARK: - Prediction

  /// The radius in coordinates of the moments.
  private var radiusInCoordinates: Int32 {
    mutating get { Int64(widening: outcome.radiusQ8).word(rightBy: moments.shift) }
  }

  private mutating func predict() {
    outcome.largestDeviation = scratch.prediction.largestDeviation
    // At most 10/16 of the radius, so the product fits.
    outcome.heldOutResidual = UInt16(
      truncatingIfNeeded: (UInt32(bitPattern: scratch.prediction.meanSquare).roundedSquareRoot &* 3125) &>> 7)
    // The sine of the dip to predict for.
    let sine = configuration.isGravity ? 4096 : scratch.prediction.dipSine ?? assumedDipSine()
    let cosine = Int32(bitPattern: UInt32(bitPattern: (1 &<< 24) &- sine &* sine).roundedSquareRoot)
    let horizontal = cosine < 64 ? 64 : cosine
    // For gravity the error is that of the tilt itself, without a dip.
    scratch.prediction.horizontal = configuration.isGravity ? 4096 : horizontal
    scratch.prediction.fitVariance = variance(sine: sine, cosine: horizontal)
    predictError(rotation: unseenRotation)
  }

  /// The variance of the heading that the fit leaves open, in the unit of `Prediction.fitVariance`.
  @inline(__always)
  private mutating func variance(sine: Int32, cosine: Int32) -> UInt32 {
    var covariance = HeadingCovariance()
    if !scratch.prediction.isOpen {
      let sigma = scratch.prediction.sigma
      scratch.prediction.covariance(
        &triangle, variance: sigma &* sigma, dipTangent: Int32(configuration.assumedDipTangent), &covariance)
    }
    // Half a circle: (180°)² in (1/100 degree)².
    if scratch.prediction.isOpen { return 324_000_000 }
    // The mean of tilt² up to the largest tilt, which is a third of its square. The largest tilt is 30° for an
    // ellipsoid or axis-aligned model; for a smaller model, whose error depends on the tilt, it is the tilt seen,
    // 1…30°. Q12, 71.5 per degree; sin² = t² − t⁴/3, Q16.
    let isWhole = outcome.model == .ellipsoid || outcome.model == .axisAligned
    // A few seconds of samples do not represent all of the tilt.
    let seen = (Int32(outcome.tiltSeen) &* weightOfPeriods) &>> 4
    let degrees = isWhole || seen > 30 ? 30 : seen < 1 ? 1 : seen
    let tilt = (degrees &* 143) &>> 1
    let square = (tilt &* tilt).truncatedQuotient(by: 3) &>> 8
    var variance = covariance.meanVariance(
      tilt: square &- ((square &* square) &>> 16).truncatedQuotient(by: 3), sine: sine, cosine: cosine)
    // Only the vertical part of the field shows how far a plane was tilted. Its effect along the radius is as large as
    // across the radius. The gain of the spread along the normal is unknown, and the fit absorbs a part of the spread
    // along the radius.
    if outcome.model == .planar, !scratch.prediction.knowsDown {
      let settled = scratch.prediction.settled
      variance = variance &+ UInt32(bitPattern: Int64(multiplying: settled, 32_828_063).word(rightBy: 30))
    }
    return variance > 80_000_000 ? 80_000_000 : variance
  }

  /// The predicted errors, from the variance of the fit and the variance of an unknown rotation between magnetometer
  /// and body.
  /// - Parameter rotation: its variance about each axis, 2^−30 rad².
  @inline(never)
  mutating func predictError(rotation: UInt32) {
    let fitVariance = scratch.prediction.fitVariance
    let horizontal = scratch.prediction.horizontal
    /// √`square` divided by the cosine of the dip, at most 180°. It is 180° if an unknown is not determined.
    func hundredths(_ square: UInt32) -> UInt16 {
      let found = (UInt64(widening: square) &<< 24).approximateSquareRoot.flooredQuotient(
        by: UInt32(bitPattern: horizontal))
      return found > 18_000 ? 18_000 : UInt16(truncatingIfNeeded: found)
    }
    // The part of the unknown rotation's variance that remains, Q12.
    let left = (rotation &<< 12).flooredQuotient(by: Self.unseenRotation)
    // The typical error adds (0.67°)² of it. The worst error is two standard deviations. For the whole unknown rotation
    // it must be 1.75°, where two standard deviations give 1.34°: hence 4·0.4489 and 1.27 deg². The second term falls
    // with the square of the remaining part, because a small remaining rotation is Gaussian.
    let part = (4_489 &* left) &>> 12
    outcome.predictedTypical = hundredths(fitVariance &+ part)
    let beyond = (((12_700 &* left) &>> 12) &* left) &>> 12
    outcome.predictedWorst = hundredths((fitVariance &+ part) &<< 2 &+ beyond)
  }

  /// The tilt that the field's directions show, 0…90°: two standard deviations from the plane that fits them best,
  /// without the noise. (A swing's standard deviation is 1/√2 of its height, and half of the time the field lies across
  /// its axis.) Soft iron also tilts that plane, although the body does not tilt.
  private mutating func spreadDegrees() -> UInt8 {
    // Relative to R², Q30, minus the noise.
    let radius = radiusInCoordinates
    var m = spread()
    let variance =
      (Int64(widening: leastVariance(&m)) &<< 34).divided(by: Int64(multiplying: radius, radius) &+ 1)
      &- Int64(widening: scratch.prediction.noise)
    if variance <= 0 { return 0 }
    // 2·57.3°/2^15 = 7340/2^21.
    let root = Int32(bitPattern: UInt32(bitPattern: variance.word).roundedSquareRoot)
    let degrees = (root &* 7340) &>> 21
    return degrees > 90 ? 90 : UInt8(truncatingIfNeeded: degrees)
  }

  /// The mean products of the coordinates, Q30 without the last four bits, so that their sum fits in 28 bits.
  private mutating func spread() -> Symmetric {
    var means = InlineArray<10, Int32>(repeating: 0)
    var place = 9
    while place > 3 {
      means[place] = moments.mean(Int32(truncatingIfNeeded: place)) &>> 4
      place = place &- 1
    }
    return Symmetric(upper: means.span, from: 4, halving: 0)
  }

  /// The least eigenvalue, if the others are much larger: the determinant divided by the sum of the principal minors.
  private func leastVariance(_ m: inout Symmetric) -> Int32 {
    var minors = Symmetric(cofactorsOf: &m, rightBy: 26)
    return m.contracted(with: &minors).quotient(by: Int64(multiplying: minors.trace, 3) &+ 3)
  }

  /// The sine of the assumed dip, t/√(1 + t²), Q12.
  private mutating func assumedDipSine() -> Int32 {
    let t = Int32(configuration.assumedDipTangent)
    let hypotenuse = Int32(bitPattern: UInt32(bitPattern: t &* t &+ 65_536).roundedSquareRoot)
    return (t &<< 12).truncatedQuotient(by: hypotenuse)
  }

  /// (0.67°)²: the variance about one axis of a rotation of up to 2° in any direction, 2^−30 rad².
  static var unseenRotation: UInt32 { 146_800 }
  /// The calibration of an accelerometer does not include its mounting in the body.
  var unseenRotation: UInt32 { configuration.isGravity ? 0 : Self.unseenRotation }
}

extension ModelSolver.State {
  var isFinal: Bool { rawValue >= Self.solved.rawValue }
  var isFailure: Bool { rawValue > Self.solved.rawValue }
}
