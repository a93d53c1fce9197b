// The stages of a solve: which model is tried, what is asked of it, which one is taken.
import Correction
import FixedPoint
import Quantities

extension CalibrationFit {
  /// One slice of work.
  public mutating func step() -> FitProgress {
    guard progress == .working else {
      if isSearching, progress == .idle, search.step(&reservoir) {
        isSearching = false
        adopt()
      }
      return progress
    }
    switch stage {
    case .search:
      if reservoir.count < 9 {
        outcome.reasons.insert(.tooFewSamples)
        finish()
      } else if search.step(&reservoir) {
        isSearching = false
        adopt()
        stage = moments.count < 192 && !isAbsorbed ? .absorb : .centreX
      }
    case .absorb: absorb()
    case .centreX:
      moments.centre(axis: 0)
      stage = .centreY
    case .centreY:
      moments.centre(axis: 1)
      stage = .centreZ
    case .centreZ:
      moments.centre(axis: 2)
      attempt(.ellipsoid)
    case .begin:
      solver.begin(ModelColumns(order: candidate.model, normal: flattest()), &moments)
      stage = .solve
    case .solve:
      solver.step(&moments)
      if solver.state.isFinal { stage = .shape }
    case .shape: shape()
    case .look:
      if row == 0 {
        prediction.begin(solver.columns, &solver.factor)
        row = 1
      } else if row == 1 {
        if prediction.look(&reservoir, &candidate, &solver.factor) { row = 2 }
      } else {
        sigma = deviation()
        prediction.sober(&solver.factor, variance: scatter &<< 1, candidate.softIron)
        advance(to: .factor)
      }
    case .factor:
      prediction.factorRow(Int(row), &solver.factor, deviation: sigma)
      nextRow(then: .invert)
    case .invert:
      solver.factor.invertRow(Int(row))
      nextRow(then: .square)
    case .square:
      solver.factor.squareColumn(Int(row), count: prediction.unknowns)
      nextRow(then: .predict)
    case .predict:
      // In three slices.
      if row == 0 {
        total = UInt32(bitPattern: Symmetric(candidate.softIron).coarse.largestEigenvalue)
        row = 1
      } else if row == 1 {
        candidate.axisRatio =
          Symmetric(candidate.softIron).coarse.ratioOfEigenvalues(largest: Int32(bitPattern: total))
        row = 2
      } else {
        predict()
      }
    case .poses:
      total = total &+ pose(row)
      row = row &+ 1
      if row == 4 {
        concludePrediction()
        decide()
      }
    case .align: if alignSome() { conclude() }
    case .idle, .done: break
    }
    return progress
  }

  /// Takes the sphere found. Sums that were gated by one that it contradicts are begun anew.
  private mutating func adopt() {
    guard search.isKnown else { return }
    if !gate.isKnown || !gate.isContained(in: search) { restartSums() }
    gate = search
    // Cells were those of another centre.
    coverage = Coverage()
    var i: Int32 = 0
    while i < reservoir.count {
      let sample = reservoir[i]
      if gate.holds(sample) { coverage.insert(gate.cell(of: sample)) }
      i = i &+ 1
    }
  }

  private mutating func restartSums() {
    moments = Moments()
    isAbsorbed = false
  }

  /// Adds up to eight samples of the reservoir to the sums: few samples are not worth holding some out.
  private mutating func absorb() {
    let end = row &+ 8
    while row < end, Int32(row) < reservoir.count {
      if gate.holds(reservoir[Int32(row)]) { moments.add(reservoir.sample(Int32(row))) }
      row = row &+ 1
    }
    if Int32(row) < reservoir.count { return }
    isAbsorbed = true
    advance(to: .centreX)
  }

  private mutating func advance(to next: Stage) {
    stage = next
    row = 0
  }

  private mutating func nextRow(then next: Stage) {
    row = row &+ 1
    if row == Int8(truncatingIfNeeded: prediction.unknowns) { advance(to: next) }
  }

  private mutating func attempt(_ model: ModelOrder) {
    candidate = FitOutcome()
    candidate.model = model
    candidate.sampleCount = sampleCount
    stage = .begin
  }

  /// The axis along which the samples vary least.
  private mutating func flattest() -> Int32 {
    let x = moments.sums[4]
    let y = moments.sums[7]
    let z = moments.sums[9]
    return z <= x && z <= y ? 2 : y <= x ? 1 : 0
  }

  // MARK: - The ellipsoid

  private mutating func shape() {
    switch solver.state {
    case .notDetermined: candidate.reasons.insert(.notDetermined)
    case .noiseExceedsCurvature: candidate.reasons.insert(.noiseExceedsCurvature)
    default:
      let normal = candidate.model == .planar ? solver.columns.normal : nil
      if let quadric = solver.quadric(), let ellipsoid = Ellipsoid(quadric, planarNormal: normal) {
        report(ellipsoid)
        advance(to: .look)
        return
      }
      candidate.reasons.insert(.notPositive)
    }
    decide()
  }

  /// Brings an ellipsoid to the units of the outside.
  private mutating func report(_ e: Ellipsoid) {
    // Q26 lengths of 2^unit·2^15 coordinates of 2^shift/256 units each.
    let places = 26 &- 15 &- solver.lengthExponent &- moments.shift
    func component(_ value: Int32, _ origin: Int32, _ remainder: inout Int8) -> Int32 {
      let fine = Int64(widening: value).shifted(rightBy: places &- 8)
      let coarse = fine.shiftedHalfUp(rightBy: 8)
      remainder = Int8(truncatingIfNeeded: Int32(truncatingIfNeeded: fine &- coarse &<< 8))
      return origin.addingWithSaturation(coarse.saturatedToInt32)
    }
    var x: Int8 = 0
    var y: Int8 = 0
    var z: Int8 = 0
    candidate.centre = Vector3(
      x: component(e.centre.x, moments.origin.x, &x), y: component(e.centre.y, moments.origin.y, &y),
      z: component(e.centre.z, moments.origin.z, &z))
    candidate.centreRemainder = (x, y, z)
    let s = e.matrix
    candidate.softIron = MatrixQ24(
      Vector3(x: s.xx, y: s.xy, z: s.xz), Vector3(x: s.xy, y: s.yy, z: s.yz), Vector3(x: s.xz, y: s.yz, z: s.zz))
    candidate.radiusQ8 = Int64(widening: e.radius).shifted(rightBy: places).saturatedToInt32
    // √(mean F²)/(2k): Q22 / Q27.
    let square = UInt64(bitPattern: solver.meanSquare < 0 ? 0 : solver.meanSquare)
    let root = Int64(bitPattern: UInt64(widening: square.squareRoot))
    candidate.residual = UInt32(truncatingIfNeeded: (root &* 100_000 &<< 3).divided(by: Int64(widening: e.level)))
  }

  // MARK: - Prediction

  /// σ for each direction cell as one observation, Q15, with the degrees of freedom that the fit has used.
  ///
  /// What does not average out inside a cell counts fully; white noise by the number of samples in a cell.
  private mutating func deviation() -> Int32 {
    let fit = Int32(bitPattern: candidate.residual > 50_000 ? 50_000 : candidate.residual)
    // 1/1000 % → Q15: 32768/100000 = 21475/65536. The square is Q30.
    let fitted = (fit &* 21_475) &>> 16 &+ 1
    let whole = fitted &* fitted
    scatter = whole
    // (coordinates)²·2^4 over R²: R in coordinates is radiusQ8/2^shift.
    let radius = Int64(widening: candidate.radiusQ8).shifted(rightBy: moments.shift)
    let white = radius < 16 ? 0 : (roughness.variance &<< 26).divided(by: radius &* radius).saturatedToInt32
    let cells = Int32(prediction.cells.count)
    var square = whole
    if white < whole &+ whole &>> 1 {
      // Of differences between noisy figures, a part stays: 1/16.
      let credited = (white < whole ? white : whole) &- (white < whole ? white : whole) &>> 4
      let perCell = Int64(multiplying: credited, cells).divided(by: moments.sums[0] > 1 ? moments.sums[0] : 1)
      square = whole &- credited &+ perCell.saturatedToInt32
    }
    settled = square
    let free = cells &- Int32(truncatingIfNeeded: prediction.fitted)
    let share = free > 1 ? cells &* 256 / free : cells &* 256
    let inflated = (Int64(multiplying: square, share) &>> 8).saturatedToInt32
    return Int32(bitPattern: UInt32(bitPattern: inflated).squareRoot) &+ 1
  }

  private mutating func predict() {
    candidate.covariance = prediction.covariance(
      &solver.factor, variance: sigma &* sigma, dipTangent: configuration.assumedDipTangent)
    candidate.covariance.rotation = Self.unseenRotation
    candidate.cellsSeen = prediction.cells.count
    candidate.heldOutResidual = UInt32(
      bitPattern: (Int32(bitPattern: UInt32(bitPattern: prediction.meanSquare).squareRoot) &* 3125) &>> 7)
    candidate.tiltSeen = prediction.tiltDegrees(&reservoir) ?? spreadDegrees()
    total = 0
    advance(to: .poses)
  }

  /// The tilt seen as far as the directions tell it: two standard deviations from the plane that fits them best, less the
  /// noise, 0…90: a swing has 1/√2 of its height, and the field lies across its axis half of the time. Soft iron tilts that plane, which is no tilt of the body.
  private mutating func spreadDegrees() -> UInt8 {
    var m = Symmetric()
    // Mean products, Q30, without the last four bits: their sum has no more than 28.
    func mean(_ place: Int) -> Int32 {
      moments.sums[place].divided(by: moments.sums[0] > 1 ? moments.sums[0] : 1).saturatedToInt32 &>> 4
    }
    m.xx = mean(4)
    m.xy = mean(5)
    m.xz = mean(6)
    m.yy = mean(7)
    m.yz = mean(8)
    m.zz = mean(9)
    // The least eigenvalue: det over the sum of the principal minors, when the others are much larger.
    func minor(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Int32 {
      (Int64(multiplying: a, b) &- Int64(multiplying: c, d)).shifted(rightBy: 26).saturatedToInt32
    }
    let x = minor(m.yy, m.zz, m.yz, m.yz)
    let y = minor(m.xx, m.zz, m.xz, m.xz)
    let z = minor(m.xx, m.yy, m.xy, m.xy)
    let determinant =
      Int64(multiplying: m.xx, x) &+ Int64(multiplying: m.xy, minor(m.xz, m.yz, m.xy, m.zz))
      &+ Int64(multiplying: m.xz, minor(m.xy, m.yz, m.xz, m.yy))
    // Over R², Q30, less the noise.
    let least = determinant.divided(by: Int64(widening: x &+ y &+ z &+ 1))
    let radius = Int64(widening: candidate.radiusQ8).shifted(rightBy: moments.shift)
    let variance =
      (least &<< 34).divided(by: radius &* radius &+ 1) &- Int64(widening: scatter)
    if variance <= 0 { return 0 }
    // 2·57.3°/2^15 = 7340/2^21.
    let root = Int32(bitPattern: UInt32(bitPattern: variance.saturatedToInt32).squareRoot)
    let degrees = (root &* 7340) &>> 21
    return degrees > 90 ? 90 : UInt8(truncatingIfNeeded: degrees)
  }

  /// A quarter of the attitudes.
  private mutating func pose(_ quarter: Int8) -> UInt32 {
    let isWhole = candidate.model == .ellipsoid || candidate.model == .axisAligned
    let tilt = isWhole || candidate.tiltSeen > 30 ? 30 : Int32(candidate.tiltSeen)
    let sine = dipSine()
    let cosine = dipCosine()
    return Prediction.variance(
      &candidate.covariance, side: Int32(quarter), tilt: tilt < 2 ? 2 : tilt, sine: sine, cosine: cosine,
      up: solver.columns.normal)
  }

  /// Of the dip to predict for, Q12. A planar fit leaves nothing along its normal.
  private mutating func dipSine() -> Int32 {
    candidate.model == .planar ? 0 : prediction.dipSine ?? assumedDipSine()
  }

  private mutating func dipCosine() -> Int32 {
    let sine = dipSine()
    let cosine = Int32(bitPattern: UInt32(bitPattern: (1 &<< 24) &- sine &* sine).squareRoot)
    return cosine < 64 ? 64 : cosine
  }

  private mutating func concludePrediction() {
    // 180° where an unknown is open.
    if prediction.isOpen { total = 324_000_000 }
    let typical = total.squareRoot
    candidate.predictedTypical = UInt16(truncatingIfNeeded: typical > 18_000 ? 18_000 : typical)
    // Two standard deviations; of the rotation, 1.8° instead of the 1.34° that these have in them, over cos² of the dip.
    let cosine = UInt32(bitPattern: dipCosine())
    let rotation = (((60_211_200 as UInt32) / cosine) &<< 12) / cosine
    let worst = (total &<< 2 &+ rotation).squareRoot
    candidate.predictedWorst = UInt16(truncatingIfNeeded: worst > 18_000 ? 18_000 : worst)
  }

  /// t/√(1 + t²), Q12.
  private mutating func assumedDipSine() -> Int32 {
    let t = configuration.assumedDipTangent
    let hypotenuse = Int32(bitPattern: UInt32(bitPattern: t &* t &+ 65_536).squareRoot)
    return (t &<< 12) / hypotenuse
  }

  /// (0.67°)²: one axis of a rotation of up to 2° in any direction, 2^−30 rad².
  static var unseenRotation: UInt32 { 146_800 }

  // MARK: - Verdict

  /// Judges the candidate, keeps the better of it and the best before, and goes on or ends.
  private mutating func decide() {
    if candidate.predictedTypical == 65535 {
      outcome.reasons.insert(candidate.reasons)
    } else {
      if isContaminated() {
        isRebuilt = true
        restartSums()
        advance(to: .absorb)
        return
      }
      judge()
      let isBetter = outcome.model == .none || candidate.predictedWorst < outcome.predictedWorst
      if isBetter {
        let before = outcome.reasons
        outcome = candidate
        outcome.reasons.insert(before)
      }
    }
    if outcome.accepted, outcome.predictedWorst <= configuration.goodError { return finish() }
    switch candidate.model {
    case .ellipsoid: attempt(.axisAligned)
    case .axisAligned: attempt(.sphere)
    case .sphere: attempt(.planar)
    default: finish()
    }
  }

  /// The sums fit much worse than the samples held out: something got into them that is none of the sphere's.
  private mutating func isContaminated() -> Bool {
    guard !configuration.isPlain, !isRebuilt, moments.count >= 48 else { return false }
    return candidate.residual > candidate.heldOutResidual &+ candidate.heldOutResidual &>> 1 &+ 500
  }

  private mutating func judge() {
    let c = configuration
    if candidate.heldOutResidual > 2 &* candidate.residual &+ 1_000 { candidate.reasons.insert(.heldOut) }
    if 32 &* saturatedCount > sampleCount { candidate.reasons.insert(.saturated) }
    if isRebuilt || 8 &* prediction.strayed > reservoir.count { candidate.reasons.insert(.outliers) }
    // (1/10)², Q30, of what does not average out.
    if settled > 10_737_418 { candidate.reasons.insert(.residual) }
    if candidate.predictedWorst > c.usableError { candidate.reasons.insert(.predictedError) }
    if candidate.axisRatio > 5_000 { candidate.reasons.insert(.axisRatio) }
    if c.highestStrength != 0 {
      let radius = Int32(bitPattern: candidate.radius)
      // In a plane only the horizontal part is left: a quarter where the dip is 75°.
      let lowest = candidate.model == .planar ? c.lowestStrength &>> 2 : c.lowestStrength
      if radius < lowest || radius > c.highestStrength { candidate.reasons.insert(.fieldStrength) }
    }
    candidate.accepted = candidate.reasons.isEmpty
    candidate.rate(configuration)
  }

  private mutating func finish() {
    if outcome.accepted, outcome.model != .ellipsoid { outcome.reasons.insert(.lowered) }
    // In a plane gravity has nothing to add.
    guard outcome.model.rawValue >= ModelOrder.axisAligned.rawValue else { return conclude() }
    solver.factor = Triangle()
    advance(to: .align)
  }

  private mutating func conclude() {
    stage = .done
    progress = .finished
  }
}

extension ModelSolver.State {
  var isFinal: Bool { self != .factoring && self != .refining && self != .improving && self != .substituting }
}
