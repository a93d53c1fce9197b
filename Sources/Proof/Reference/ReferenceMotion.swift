// The motion filter in Double (Protocols/motion/spec.md).

/// Attitude from rate, specific force and field.
public struct ReferenceMotion: Sendable {
  // Sections 3, 5, 6 and 7: seconds, radians, rad/s, µT.
  static let tiltTime = 2.2
  static let agitationShare = 0.7
  /// (0.3 g)², in (m/s²)².
  static let agitationLimit = 0.09 * 9.80665 * 9.80665
  static let settleTime = 3.0
  static let largestField = 33_500.0 / 256
  /// Degrees a second, and seconds.
  static let hasteRate = 2.1
  static let hasteTime = 7.7
  static let biasGrowth = radians(0.07) * radians(0.07) / 50
  static let leastNoise = radians(0.12)
  static let restNoise = radians(0.038)
  static let (levelNoise, calmNoise) = (radians(0.13), radians(0.06))
  static let (fastTime, slowTime) = (2.2, 4.1)
  static let (startNoise, noiseShare) = (radians(0.35), 2.0)
  static let limitDeviations = 1.9
  static let (scaleDeviation, scaleGrowth) = (0.02, 0.0007)
  static let (ironShare, ironGate) = (10.0, 3.5)
  static let (rateNoise, biasCoherence) = (0.0064, 4.2)
  static let (teaching, knownRate) = (0.59, radians(1.2))

  /// Delays in seconds, and whether the field is used.
  public struct Settings: Sendable {
    public var fieldDelay: Double
    public var forceDelay: Double
    public var usesField: Bool
    /// One standard deviation of the gyroscope's offset, °/s.
    public var zeroRateOffset: Double

    public init(
      fieldDelay: Double = 600e-6, forceDelay: Double = 0, usesField: Bool = true, zeroRateOffset: Double = 0.5
    ) {
      self.fieldDelay = fieldDelay
      self.forceDelay = forceDelay
      self.usesField = usesField
      self.zeroRateOffset = zeroRateOffset
    }
  }

  /// The delays and noises that it was made with.
  public let settings: Settings
  private var frame = ReferenceQuaternion.identity
  private var lastTurn = SIMD3<Double>.zero
  private var rate = SIMD3<Double>.zero
  private var time: Double?
  private var period = 0.0
  private var sums = ReferenceMotionSums()
  private var rest = ReferenceRest()
  private var vectors = [ReferenceFilteredVector](repeating: ReferenceFilteredVector(), count: 7)
  private var blocks = 0.0
  private var seconds = 0.0
  private var upright = ReferenceQuaternion.identity
  private var bias: ReferenceScalarFilter
  private var iron = ReferenceScalarFilter(variances: [900, 900, 900, 0.0064468533 * 0.0064468533])
  private var agitation = 0.0
  private var tiltNoise = ReferenceInnovationNoise()
  private var ironSquare = 0.0
  private var appliedBias = [0.0, 0, 0, 0]
  private var appliedIron = [0.0, 0, 0, 0]
  private var heading = ReferenceMotionHeading()
  private var confirmedBlocks = 4
  private var offsetBlocks = 0

  public init(settings: Settings = Settings()) {
    self.settings = settings
    let offset = radians(settings.zeroRateOffset)
    let scale = Self.scaleDeviation * Self.scaleDeviation
    bias = ReferenceScalarFilter(variances: [Double](repeating: offset * offset, count: 3) + [scale])
  }

  // MARK: - Samples

  /// Takes one rate.
  /// - Parameters:
  ///   - measured: rad/s.
  ///   - moment: seconds.
  public mutating func add(rate measured: SIMD3<Double>, at moment: Double, isSaturated: Bool = false) {
    guard let before = time else {
      time = moment
      return
    }
    let elapsed = moment - before
    if elapsed <= 0 { return }
    time = moment
    if elapsed > 1 {
      begin()
      return
    }
    var unmeasured = 0.0
    if period == 0 { period = elapsed }
    if elapsed > 1.5 * period {
      unmeasured = elapsed - period
      period += (elapsed - period) / 16
    } else {
      period += (elapsed - period) / 8
    }
    if sums.time + period / 2 >= 0.1041 { closeBlock() }
    rate = (measured - SIMD3(appliedBias[0], appliedBias[1], appliedBias[2])) * (1 + appliedBias[3])
    let turn = rate * elapsed
    frame = (frame * ReferenceQuaternion(rotationVector: turn + ReferenceMatrix3.cross(lastTurn, turn) / 12)).normalised
    lastTurn = turn
    rest.see(rate: measured)
    sums.rate += frame.turned(rate)
    sums.rawRate += measured
    sums.rates += 1
    sums.time += elapsed
    sums.unmeasured += isSaturated ? elapsed : unmeasured
  }

  /// Takes one specific force, in m/s².
  public mutating func add(force: SIMD3<Double>, at moment: Double) {
    guard let age = age(moment, settings.forceDelay) else { return }
    rest.see(force: force)
    sums.force += frame.turned(advanced(force, age))
    sums.rawForce += force
    sums.forces += 1
    if !settings.usesField { sums.add(rotation: frame.matrix) }
  }

  /// Takes one field, in µT.
  public mutating func add(field: SIMD3<Double>, at moment: Double) {
    guard settings.usesField, let age = age(moment, settings.fieldDelay) else { return }
    defer { sums.add(rotation: frame.matrix) }
    // No field of the Earth (section 2), and no direction. The rotation is needed all the same.
    if max(abs(field.x), abs(field.y), abs(field.z)) > Self.largestField { return }
    let clean = field - SIMD3(appliedIron[0], appliedIron[1], appliedIron[2])
    sums.field += frame.turned(advanced(clean, age + appliedIron[3]))
    sums.delayEffect += frame.turned(ReferenceMatrix3.cross(rate, clean))
    sums.fields += 1
  }

  private func age(_ moment: Double, _ delay: Double) -> Double? {
    guard let time, period > 0, time - moment <= 0.1, moment - time <= 0.05 else { return nil }
    return time - moment + delay
  }

  private func advanced(_ v: SIMD3<Double>, _ age: Double) -> SIMD3<Double> {
    let first = ReferenceMatrix3.cross(rate, v)
    return v - first * age + ReferenceMatrix3.cross(rate, first) * (age * age / 2)
  }

  private mutating func begin() {
    frame = .identity
    sums = ReferenceMotionSums()
    vectors = [ReferenceFilteredVector](repeating: ReferenceFilteredVector(), count: 7)
    agitation = 0
    bias.withHeading = .zero
    (blocks, seconds, upright, heading, confirmedBlocks) = (0, 0, .identity, ReferenceMotionHeading(), 4)
  }

  // MARK: - A block

  private mutating func closeBlock() {
    let (means, length) = (sums.means, sums.time)
    let lost = sums.unmeasured
    let known = SIMD3(appliedBias[0], appliedBias[1], appliedBias[2])
    let isSmall = max(abs(known.x), abs(known.y), abs(known.z)) <= 0.035
    rest.endBlock(sums, length, offset: isSmall ? .zero : known)
    sums = ReferenceMotionSums()
    blocks += 1
    seconds += length
    let age = seconds / Self.hasteTime
    let unknown = (0..<3).map { bias.covariance[$0][$0] }.max()!.squareRoot() / radians(Self.hasteRate)
    let haste = 1 / (1 + unknown / (1 + age * age))
    let filter = ReferenceLowPass(
      seconds: length,
      time: haste * Self.tiltTime * (1 + Self.agitationShare * agitation / (agitation + Self.agitationLimit)))
    let isSettled = seconds >= haste * Self.settleTime
    for (i, mean) in means.enumerated() {
      guard let mean else { continue }
      if isSettled { vectors[i].step(mean, filter) } else { vectors[i].settle(mean, share: 1 / blocks) }
    }
    if let force = means[0] {
      let distance = force - vectors[0].output
      agitation += ((distance * distance).sum() - agitation) * length / 5
    }
    agitation *= ReferenceMotionHeading.decay(30 * lost)
    let down = turnUpright(hasForce: means[0] != nil)
    let rows = (1...3).map { means[$0]! }
    let rotation = ReferenceMatrix3(rows).transposed
    updateBias(down, rotation, hasForce: means[0] != nil && isSettled, length, lost)
    if let field = means[4], let effect = means[5], !rest.isAtRest, isSettled {
      updateIron(rows, field, effect, length, lost)
    }
    apply()
    turnHeading(rotation, field: means[4], mean: means[6]!, length, lost)
  }

  /// The heading over a block, and what its field teaches the bias.
  private mutating func turnHeading(
    _ rotation: ReferenceMatrix3, field: SIMD3<Double>?, mean: SIMD3<Double>, _ length: Double, _ lost: Double
  ) {
    let matrix = upright.matrix
    let z = matrix.rows[2]
    let turn = (z * mean).sum()
    let vertical = rotation * z
    let shared = bias.product(vertical)
    let rateVariance = max(0, (vertical * shared).sum())
    bias.withHeading -= shared * length
    heading.grow(
      by: length
        * (Self.rateNoise * Self.rateNoise + Self.biasCoherence * rateVariance
          + 0.0008936 * 0.0008936 * (mean * mean).sum()
          + 0.12586754 * 0.12586754 * turn * turn * bias.covariance[3][3]) + 1.26263535 * 1.26263535 * lost * lost,
      rateVariance: rateVariance)
    if let field {
      if let step = heading.correct(by: matrix * field, seconds: length, age: seconds, blocks: blocks - 1) {
        if step.teaches {
          let share = Self.teaching * rateVariance / (rateVariance + Self.knownRate * Self.knownRate)
          bias.learn(heading: step.innovation, variance: step.variance, share: share)
          for i in 0..<3 { appliedBias[i] = bias.state[i] }
        }
        bias.withHeading *= 1 - step.gain
      }
      let beyond = rest.rate - bias.vector
      let excess = (vertical * beyond).sum()
      let turn = abs(excess + heading.drift)
      let isStill = (rest.isAtRest || rest.isCalm) && turn < radians(0.25)
      confirmedBlocks = isStill ? min(4, confirmedBlocks + 1) : 0
      let isFast = (beyond * beyond).sum() > 0.035 * 0.035
      let isOffset = rest.isCalm && isFast && turn < max(radians(0.25), abs(excess) / 2)
      offsetBlocks = isOffset ? offsetBlocks + 1 : 0
      if offsetBlocks == 5 {
        for i in 0..<3 { bias.state[i] = rest.rate[i] }
        offsetBlocks = 0
        begin()
        apply()
      }
    }
  }

  private mutating func turnUpright(hasForce: Bool) -> SIMD3<Double> {
    let force = upright.turned(vectors[0].output)
    let size = (force * force).sum().squareRoot()
    if !hasForce || size == 0 { return SIMD3(0, 0, 1) }
    let down = -force / size
    let w = ((abs(down.z) + 1) / 2).squareRoot()
    let (a, b) = (down.y / (2 * w), down.x / (2 * w))
    let turn =
      down.z < 0
      ? ReferenceQuaternion(w: a, v: SIMD3(w, 0, b)) : ReferenceQuaternion(w: w, v: SIMD3(a, -b, 0))
    upright = (turn * upright).normalised
    return down
  }

  private mutating func updateBias(
    _ down: SIMD3<Double>, _ rotation: ReferenceMatrix3, hasForce: Bool, _ length: Double, _ lost: Double
  ) {
    let growth = Self.biasGrowth * length
    bias.grow(by: [growth, growth, growth, Self.scaleGrowth * Self.scaleGrowth * length])
    func spread(_ square: Double, blocks: Double) -> Double { square * square / (blocks * growth) + square }
    let limit = (radians(2), Self.limitDeviations)
    if isAtRest {
      let axis = Int(blocks - 1) % 3
      bias.update(
        (0..<4).map { $0 == axis ? 1 : 0 }, rest.rate[axis], noise: spread(Self.restNoise * Self.restNoise, blocks: 3),
        limit: limit)
    } else if rest.isAtRest || rest.isCalm {
      let row = rotation * upright.matrix.rows[Int(blocks - 1) % 2]
      let noise = rest.isCalm ? Self.calmNoise : Self.levelNoise
      bias.update(
        [row.x, row.y, row.z, 0], (row * rest.rate).sum(), noise: spread(noise * noise, blocks: 2), limit: limit)
    } else if hasForce {
      let matrix = upright.matrix
      let low = ReferenceMatrix3((1...3).map { vectors[$0].output }).transposed
      let axis = Int(blocks - 1) % 2
      let tilt = axis == 0 ? -down.y : down.x
      let (row, scale) = (low * matrix.rows[axis], -(matrix.rows[axis] * vectors[6].output).sum())
      let all = [row.x, row.y, row.z, scale]
      let value = tilt / length + zip(all, appliedBias).map(*).reduce(0, +)
      let noise = tiltNoise.add(value - zip(all, bias.state).map(*).reduce(0, +), axis: axis, seconds: length)
      bias.update(all, value, noise: spread(noise, blocks: 2) * (1 + 35.191222 * lost), limit: limit)
    }
    for i in 0..<3 { bias.state[i] = max(-radians(25), min(radians(25), bias.state[i])) }
  }

  private mutating func updateIron(
    _ rotation: [SIMD3<Double>], _ field: SIMD3<Double>, _ effect: SIMD3<Double>, _ length: Double, _ lost: Double
  ) {
    let i = Int(blocks - 1) % 3
    let row = rotation[i] - vectors[i + 1].output
    let all = [row.x, row.y, row.z, effect[i] - vectors[5].output[i]]
    let value = field[i] - vectors[4].output[i] + zip(all, appliedIron).map(*).reduce(0, +)
    let innovation = value - zip(all, iron.state).map(*).reduce(0, +)
    ironSquare += (innovation * innovation - ironSquare) * length / 10
    iron.update(
      all, value, noise: max(2.0 / 3 * 9.535044 * 9.535044, Self.ironShare * ironSquare) * (1 + 35.191222 * lost))
    let growth = 0.921165909 * 0.921165909 * length
    iron.grow(by: [growth, growth, growth, 9.700547e-5 * 9.700547e-5 * length])
  }

  private mutating func apply() {
    appliedBias = bias.state
    appliedBias[3] *= Self.certainty(bias.state[3] * bias.state[3], 0.5555475 * 0.5555475 * bias.covariance[3][3])
    let weight = Self.certainty(
      (iron.vector * iron.vector).sum(),
      max(Self.ironGate * Self.ironGate, 4 * (0..<3).map { iron.covariance[$0][$0] }.max()!))
    appliedIron = iron.state[0..<3].map { $0 * weight } + [max(-0.02, min(0.02, iron.state[3]))]
  }

  /// How much of an estimate is applied: all where its square reaches the limit, nothing below half of it.
  static func certainty(_ square: Double, _ limit: Double) -> Double {
    max(0, min(1, limit == 0 ? 1 : 2 * square / limit - 1))
  }

  // MARK: - Output

  /// Whether the hard iron is applied (section 6).
  public var appliesIron: Bool { appliedIron[0..<3].contains { $0 != 0 } }

  /// Body to north, east, down; without a field to a level frame.
  public var attitude: ReferenceQuaternion {
    let half = heading.turn / 2
    return ReferenceQuaternion(w: cosine(half), v: SIMD3(0, 0, sine(half))) * upright * frame
  }

  /// 95 % of the heading's errors are smaller, degrees.
  public var headingAccuracy: Double { heading.accuracy.bound * 180 / .pi }
  public var scaleError: Double { bias.state[3] }
  /// Microtesla, before its gate.
  public var hardIron: SIMD3<Double> { iron.vector }
  /// Seconds.
  public var fieldDelay: Double { settings.fieldDelay + iron.state[3] }
  /// Still, and the field does not say that the body turns slowly.
  public var isAtRest: Bool { rest.isAtRest && confirmedBlocks == 4 }
}

/// Rest, in Double (section 3).
struct ReferenceRest: Sendable {
  private(set) var rate = SIMD3<Double>.zero
  private var force = SIMD3<Double>.zero
  private var hasBegun = false
  private var hasMoved = true
  private var hasStirred = true
  private var still = 0.0
  private var calm = 0.0

  var isAtRest: Bool { still >= 1.5 }
  var isCalm: Bool { calm >= 1.5 }

  mutating func see(rate measured: SIMD3<Double>) {
    let difference = measured - rate
    let square = (difference * difference).sum()
    if square > radians(2) * radians(2) { hasMoved = true }
    if square > radians(0.5) * radians(0.5) { hasStirred = true }
  }

  mutating func see(force measured: SIMD3<Double>) {
    let difference = measured - force
    if (difference * difference).sum() > 0.25 { hasMoved = true }
  }

  mutating func endBlock(_ sums: ReferenceMotionSums, _ length: Double, offset: SIMD3<Double>) {
    let share = hasBegun ? length / (length + 0.5) : 1
    hasBegun = true
    rate += (sums.rawRate / sums.rates - rate) * share
    if sums.forces > 0 { force += (sums.rawForce / sums.forces - force) * share }
    func largest(_ v: SIMD3<Double>) -> Double { max(abs(v.x), abs(v.y), abs(v.z)) }
    let isOver = hasMoved || sums.unmeasured > 0
    still = isOver || largest(rate - offset) > 0.035 ? 0 : still + length
    calm = isOver || hasStirred || largest(rate) > radians(25) ? 0 : calm + length
    (hasMoved, hasStirred) = (false, false)
  }
}
