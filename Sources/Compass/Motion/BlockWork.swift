// The slices of work on one block, in their order.

import FixedPoint
import IntegerTrigonometry
import Quantities

extension MotionFilter {
  /// Slice 1: the length of the block, and how soon the low-pass filter must find a tilt.
  @inline(never)
  mutating func prepare() {
    blocks = blocks + .one
    seconds = seconds + blockSeconds
    // While the bias is unknown, a slow filter would be far behind the frame that drifts. This holds for the first
    // seconds only: afterwards, accelerations would cause a larger error.
    let unknown = bias.largestVariance.squareRoot * Constants.perHasteRate
    let age = (seconds * Constants.perHasteTime).squared + .one
    haste = age / (age + unknown)
    isSettling = seconds < haste * Constants.settleTime
  }

  /// Slice 2: the low-pass filter of the seven vectors.
  @inline(never)
  mutating func filterMeans() {
    let share = isSettling ? blocks.reciprocal : nil
    let coefficients = LowPassCoefficients(seconds: blockSeconds, time: tiltTime)
    for i in 0..<7 as Range<Int32> {
      let isMissing = i == 0 && !hasForce || (i == 4 || i == 5) && !hasField
      if !isMissing {
        let index = Int(truncatingIfNeeded: i)
        lowPass.step(index, means[index], coefficients, share: share)
      }
    }
    if hasForce {
      let distance = means[0] - lowPass[0]
      agitation = agitation.following(distance.dot(distance), blockSeconds * Constants.agitationPerSecond)
    }
    // A frame that missed a turn must become upright soon: shorten the time constant.
    if lost.word != 0 { agitation = agitation * (lost * Constants.agitationLost).decay }
  }

  /// The low-pass filter's time constant, seconds. It grows with the difference between the force and the low-passed
  /// force, and is shorter while the bias is unknown.
  private var tiltTime: CompactNumber {
    haste
      * Constants.tiltTime.adding(
        Constants.agitatedTime, times: agitation / (agitation + Constants.agitation))
  }

  /// Slice 3: rotates the frame upright by the low-passed force.
  @inline(never)
  mutating func turnUpright() {
    let up = upright.matrix * lowPass[0]
    let length = up.length
    if hasForce && length.word != 0 {
      let down = (-length.reciprocal) * up
      (downX, downY) = (down.x, down.y)
      upright = Self.shortestTurn(toDown: down) * upright
    }
  }

  /// The rotation about a level axis that makes a unit vector point down. A vector that points up is first rotated by
  /// half a turn about the first axis, because a rotation of nearly half a turn would have few significant bits.
  private static func shortestTurn(toDown v: CompactVector) -> Quaternion {
    let pointsUp = v.z.word < 0
    let w = ((pointsUp ? -v.z : v.z) + .one).scaled(by: -1).squareRoot
    let share = w.reciprocal.scaled(by: -1)
    let (a, b) = ((v.y * share).whole(unit: -30), (v.x * share).whole(unit: -30))
    return pointsUp
      ? Quaternion(w: a, x: w.whole(unit: -30), y: 0, z: b) : Quaternion(w: w.whole(unit: -30), x: a, y: 0 &- b, z: 0)
  }

  /// The axis of three that this block updates.
  private var axisInTurn: Int32 {
    let turn = Int32(truncatingIfNeeded: turnOfAxes)
    return turn < 3 ? turn : turn &- 3
  }

  /// Whether the instrument is at rest, and the field does not show a slow turn.
  var isStill: Bool { rest.isAtRest && confirmedBlocks == 4 }

  /// Slice 4: updates one axis of the bias. At rest, the mean rate is the measurement; if the field does not confirm
  /// the rest, only a level axis is updated. In motion, bias and scale are updated by the rotation that made the frame
  /// upright.
  @inline(never)
  mutating func updateBias() {
    let growth = Constants.biasGrowth * blockSeconds
    let most = settings.biasVariance
    for i in 0..<3 { bias.grow(i, by: growth, limit: most) }
    bias.grow(3, by: Constants.scaleGrowth * blockSeconds, limit: Constants.scaleVariance)
    if watch.isStuck { return }
    if isStill {
      let axis = axisInTurn
      // An axis is measured in every third block, so three blocks of growth count.
      bias.update(
        row: Row4(CompactVector.unit(axis), .zero), value: rest.rate[axis],
        noise: Self.spread(Constants.biasRestNoise, over: growth + growth.scaled(by: 1)), limit: Constants.biasLimit)
    } else if rest.isAtRest || rest.isCalm {
      // Gravity confirms that nothing rotates about the level axes. A vessel at anchor rolls and pitches; a rate that is
      // constant is surely no such movement.
      let noise = rest.isCalm ? Constants.biasCalmNoise : Constants.biasLevelNoise
      let row = means.rotation.row(upright.row(Int32(truncatingIfNeeded: turnOfAxes) & 1))
      bias.update(
        row: Row4(row, .zero), value: row.dot(rest.rate),
        noise: Self.spread(noise, over: growth.scaled(by: 1)), limit: Constants.biasLimit)
    } else if hasForce && !isSettling {
      let axis = Int32(truncatingIfNeeded: turnOfAxes) & 1
      let tilt = (axis == 0 ? -downY : downX) / blockSeconds
      let level = upright.row(axis)
      let row = Row4(lowPass.rotation.row(level), -level.dot(lowPass.rate))
      let value = tilt + row.dot(appliedBias)
      let noise = tiltNoise.add(value - row.dot(bias.state), axis: axis, seconds: blockSeconds)
      bias.update(
        row: row, value: value, noise: Self.spread(noise, over: growth.scaled(by: 1)) * unmeasuredWeight,
        limit: Constants.biasLimit)
    }
    bias.state = Row4(bias.state.vector.limited(to: Constants.biasMost), bias.state.d)
  }

  /// The noise of one measurement for which endless measurements leave the variance w: w²/growth + w.
  private static func spread(_ w: CompactNumber, over growth: CompactNumber) -> CompactNumber {
    w.squared * growth.reciprocal + w
  }

  /// The bias that the strapdown subtracts from the rate.
  private var appliedBias: Row4 {
    Row4(CompactVector(strapdown.bias, exponent: -20, times: .one), CompactNumber(strapdown.scale, exponent: -24))
  }

  /// The hard iron that is subtracted from the field.
  private var appliedIron: Row4 {
    Row4(
      CompactVector(strapdown.hardIron, exponent: 0, times: Constants.ironUnit),
      CompactNumber(Int32(truncatingIfNeeded: appliedDelay), exponent: 0) * Constants.microsecond)
  }

  /// The factor for the measurement variance of a block in which the rate was missing for a time.
  private var unmeasuredWeight: CompactNumber { CompactNumber.one + Constants.saturationWeight * lost }

  /// The difference of a row of the rotation from the low-passed row. The index is a constant in each case:
  /// embedded-swift.md, "Copies".
  private func turned(_ axis: Int32) -> CompactVector {
    switch axis {
    case 0: means[1] - lowPass[1]
    case 1: means[2] - lowPass[2]
    default: means[3] - lowPass[3]
    }
  }

  /// Slice 5: updates one row of hard iron and delay from the change of the field during a rotation. The low-passed
  /// field changes little from block to block, so one axis in each block gives nearly as much information as three.
  @inline(never)
  mutating func updateIron() {
    if hasField && !rest.isAtRest && !isSettling {
      let axis = axisInTurn
      let row = Row4(turned(axis), means.delayEffect[axis] - lowPass.delayEffect[axis])
      let value = means.field[axis] - lowPass.field[axis] + row.dot(appliedIron)
      // A person who walks through a house gets from one field into another. No hard iron explains this change.
      ironSquare = ironSquare.following(
        (value - row.dot(iron.state)).squared, blockSeconds * Constants.innovationPerSecond)
      let noise = CompactNumber.most(Constants.ironNoise, ironSquare * Constants.ironShare)
      iron.update(row: row, value: value, noise: noise * unmeasuredWeight, limit: nil)
      let growth = Constants.ironGrowth * blockSeconds
      for i in 0..<3 { iron.grow(i, by: growth, limit: Constants.ironVariance) }
      iron.grow(3, by: Constants.delayGrowth * blockSeconds, limit: Constants.delayVariance)
    }
  }

  /// Slice 6: sets what the strapdown subtracts from the next sample on.
  @inline(never)
  mutating func apply() {
    applyBias()
    let scale = bias.state.d
    let scaleWeight = Self.weight(scale.squared, Constants.scaleGate.squared * bias.variance(3))
    strapdown.scale = (scaleWeight * scale).whole(unit: -24)
    let length = iron.state.vector.dot(iron.state.vector)
    let least = CompactNumber.most(Constants.ironGate.squared, iron.largestVariance.scaled(by: 2))
    appliedDelay = Int16(truncatingIfNeeded: iron.state.d.limited(to: Constants.delayLimit).inMicroseconds)
    strapdown.hardIron =
      ((Self.weight(length, least) * CompactNumber(250, exponent: 0)) * iron.state.vector).whole(unit: 0)
  }

  private mutating func applyBias() { strapdown.bias = bias.state.vector.whole(unit: -20) }

  /// How much of an estimate is applied: all where its square reaches the limit, and nothing below half of the limit. A
  /// limit without this ramp would be passed in different blocks for the smallest of reasons.
  private static func weight(_ square: CompactNumber, _ limit: CompactNumber) -> CompactNumber {
    if square < limit.scaled(by: -1) { return .zero }
    return square < limit ? (square / limit).scaled(by: 1) - .one : .one
  }

  /// Slice 7: lets the variance of the heading, and its covariance with the bias, grow for this block.
  @inline(never)
  mutating func growHeading() {
    let z = upright.row(2)
    let turn = z.dot(means.rate)
    let vertical = Row4(means.rotation.row(z), .zero)
    let shared = bias.product(vertical).vector
    let rateVariance = CompactNumber.most(.zero, vertical.vector.dot(shared))
    bias.withHeading = bias.withHeading.adding(-blockSeconds, times: shared)
    let noise =
      (Constants.rateNoise + means.rate.dot(means.rate) * Constants.turnNoise
        + turn.squared * bias.variance(3) * Constants.scaleShare) * blockSeconds + lost.squared * Constants.lostNoise
    heading.grow(
      by: noise + rateVariance * Constants.biasCoherence * blockSeconds, rateVariance: rateVariance, noise: noise)
  }

  /// Slice 8: updates the heading by the magnetic heading. While the bias about the vertical is unknown, the innovation
  /// teaches it: gravity does not show it.
  @inline(never)
  mutating func updateHeading() {
    if !hasField { return }
    guard let measured = MagneticHeading(upright.matrix * means.field) else { return }
    if let step = heading.add(
      measured, seconds: blockSeconds, blocks: blocks - .one, age: seconds)
    {
      if !(seconds < Constants.openTime) && !watch.isStuck {
        let known = heading.rateVariance
        bias.learn(
          heading: step.innovation, variance: step.variance,
          share: Constants.teaching * known / (known + Constants.knownRate))
        applyBias()
      }
      bias.withHeading = (CompactNumber.one - step.gain) * bias.withHeading
    }
    confirmRest(measured.turn)
  }

  /// At rest, a gyroscope cannot distinguish a slow rotation about the vertical from its own bias, and gravity does not
  /// show this rotation. The field does: a rate beyond the bias is a rotation, unless the field rotates at the same
  /// rate relative to the gyroscope's frame.
  ///
  /// A steady rate above 2 °/s is an offset of the gyroscope if, for five blocks, the field rotates relative to the
  /// frame at half of that rate or more. The bias then starts from that rate, and the attitude is restarted. Some chips
  /// have an offset of 20 °/s (MPU-6050, product specification 3.4, section 6.1).
  @inline(never)
  private mutating func confirmRest(_ measured: BinaryAngle) {
    let drift = heading.drift(of: measured, seconds: blockSeconds, age: seconds)
    if rest.isAtRest || rest.isCalm {
      let beyond = rest.rate - bias.state.vector
      let excess = means.rotation.row(upright.row(2)).dot(beyond)
      let turn = (excess + drift).squared
      let isSlow = turn < Constants.restTurn
      // A vessel that yaws passes through this limit twice in each period: one block is no evidence of a rest.
      confirmedBlocks = isSlow ? (confirmedBlocks == 4 ? 4 : confirmedBlocks &+ 1) : 0
      let isOffset =
        Constants.restRate.squared < beyond.dot(beyond) && rest.isCalm
        && (isSlow || turn < excess.squared.scaled(by: -2))
      offsetBlocks = isOffset ? offsetBlocks &+ 1 : 0
      if offsetBlocks == 5 {
        bias.state = Row4(rest.rate, bias.state.d)
        MotionCounts.add(1, to: &counts.restarts)
        begin()
        apply()
      }
    } else {
      confirmedBlocks = 0
      offsetBlocks = 0
    }
  }
}

extension CompactVector {
  /// The unit vector of axis 0…2.
  static func unit(_ axis: Int32) -> CompactVector {
    CompactVector(axis == 0 ? .one : .zero, axis == 1 ? .one : .zero, axis == 2 ? .one : .zero)
  }

  func limited(to limit: CompactNumber) -> CompactVector {
    CompactVector(x.limited(to: limit), y.limited(to: limit), z.limited(to: limit))
  }

  @inline(never)
  func whole(unit: Int32) -> Vector3 { Vector3(x: x.whole(unit: unit), y: y.whole(unit: unit), z: z.whole(unit: unit)) }
}
