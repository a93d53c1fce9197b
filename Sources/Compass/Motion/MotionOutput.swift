// Composes the estimate from the filter's parts.

import FixedPoint
import IntegerTrigonometry
import Quantities

extension MotionFilter {
  /// Whether no rate came in the quarter of a second before `time`. A compass without a gyroscope is better then.
  public func isDead(at time: Instant) -> Bool { watch.isDead(at: time) }

  /// Only the attitude, at the last rate.
  public var attitude: Quaternion {
    let level = upright * strapdown.attitude
    if !heading.isReady { return level }
    let half = Cordic.sineCosine(BinaryAngle(rawValue: UInt32(bitPattern: heading.turn.signed &>> 1)))
    return Quaternion(w: half.cosine, x: 0, y: 0, z: half.sine) * level
  }

  /// The heading's stated error: 95 % of the errors are smaller; 2^−32 turns, at most half a turn.
  public var headingAccuracy: UInt32 {
    if !heading.isReady { return 1 &<< 31 }
    let turns = heading.bound * Constants.turnPerRadian
    let bound = turns.whole(unit: -32)
    return bound < 0 || bound == Int32.max ? 1 &<< 31 : UInt32(bitPattern: bound)
  }

  /// The largest standard deviation of the bias on an axis, 2^−20 rad/s.
  public var biasDeviation: UInt32 {
    @inline(never) get { UInt32(bitPattern: bias.largestVariance.squareRoot.whole(unit: -20)) }
  }

  /// The whole estimate.
  @inline(never)
  public func estimate() -> MotionEstimate {
    let attitude = attitude
    let matrix = attitude.matrix
    let forward = matrix.x.x.whole(unit: -28)
    let turn = uprightTurn
    return MotionEstimate(
      state: state, time: delayedTime, attitude: attitude,
      heading: heading.isReady ? Cordic.angle(y: matrix.y.x.whole(unit: -28), x: forward) : nil,
      headingAccuracy: headingAccuracy, rateOfTurn: turn,
      bias: AngularRate(q20: bias.state.vector.whole(unit: -20)),
      biasDeviation: biasDeviation,
      scale: bias.state.d.whole(unit: -24),
      scaleDeviation: UInt32(bitPattern: bias.variance(3).squareRoot.whole(unit: -24)),
      fieldDelay: settings.fieldDelay &+ iron.state.d.inMicroseconds,
      fieldDelayDeviation: UInt32(bitPattern: iron.variance(3).squareRoot.inMicroseconds),
      hardIron: MagneticField(nanotesla: strapdown.hardIron.shiftedLeft(by: 2)), isAtRest: isStill)
  }

  /// The direction of a body axis, clockwise from magnetic north; `nil` if it is unknown, or if the axis is within 4°
  /// of the vertical.
  @inline(never)
  public func heading(of axis: AxisRemap.SignedAxis) -> BinaryAngle? {
    heading.isReady ? frameHeading(of: axis).map { $0 + heading.turn } : nil
  }

  /// The direction of a body axis in the upright frame; `nil` if the axis is within 4° of the vertical.
  @inline(never)
  private func frameHeading(of axis: AxisRemap.SignedAxis) -> BinaryAngle? {
    let matrix = (upright * strapdown.attitude).matrix
    let column = Int32(truncatingIfNeeded: Int(axis.axis))
    let down = matrix.z[column].whole(unit: -28)
    // The cosine of 4°.
    if down.magnitude > 267_781_563 { return nil }
    let angle = Cordic.angle(y: matrix.y[column].whole(unit: -28), x: matrix.x[column].whole(unit: -28))
    return axis.isNegative ? angle.map { BinaryAngle(rawValue: $0.rawValue &+ 0x8000_0000) } : angle
  }

  /// The direction of a body axis in the upright frame when a field was measured: earlier than the sample's time by the
  /// field's delay. Then the turn from there to the sample's time.
  /// - Parameters:
  ///   - time: of the sample of the field.
  ///   - rate: about the vertical, rad/s.
  /// - Returns: `nil` if the axis is within 4° of the vertical, or the last rate is more than a second away.
  @inline(never)
  func frameHeading(
    of axis: AxisRemap.SignedAxis, at time: Instant, rate: CompactNumber
  ) -> (heading: BinaryAngle, later: BinaryAngle)? {
    let (after, before) = (time.elapsed(since: watch.time), watch.time.elapsed(since: time))
    guard after < 1_000_000 || before < 1_000_000, let heading = frameHeading(of: axis) else { return nil }
    let ahead = after < 1_000_000 ? Int32(bitPattern: after) : 0 &- Int32(bitPattern: before)
    let delay = settings.fieldDelay &+ Int32(truncatingIfNeeded: appliedDelay)
    let perMicrosecond = rate * Constants.microsecond * Constants.turnPerRadian
    func turn(_ microseconds: Int32) -> BinaryAngle {
      let way = (perMicrosecond * CompactNumber(microseconds, exponent: 0)).whole(unit: -32)
      return BinaryAngle(rawValue: UInt32(bitPattern: way))
    }
    return (heading + turn(ahead &- delay &+ settings.rateDelay), turn(delay))
  }

  /// The dip of the field in the last block, Q12 rad: without the error of an accelerated force.
  public var dip: Int32 { heading.measuredDip.whole(unit: -12) }

  /// Passes the part of the error of the present field's heading that does not average out. It becomes a part
  /// of the stated accuracy as far as the field is used.
  /// - Parameter square: of the bound (95 %), Q20 rad².
  public mutating func setSourceBound(square: UInt32) {
    heading.sourceBound = CompactNumber(Int32(bitPattern: square), exponent: -20).squareRoot
  }

  /// Only the bias, once the filter has settled.
  public var fusedBias: AngularRate? {
    state == .fused ? AngularRate(q20: bias.state.vector.whole(unit: -20)) : nil
  }

  /// Only `state` of the estimate.
  public var state: MotionState {
    if blocks.word == 0 || settings.usesField && !heading.isReady { return .none }
    if watch.isStuck { return .stuck }
    return seconds < Constants.openTime ? .starting : .fused
  }

  private var delayedTime: Instant {
    let delay = UInt64(widening: UInt32(bitPattern: settings.rateDelay))
    let now = watch.time.microseconds
    return Instant(microseconds: now > delay ? now &- delay : 0)
  }

  /// The corrected rate about the vertical, 2^−20 rad/s.
  var uprightTurn: Int32 {
    let frame = strapdown.attitude.matrix
    let body = CompactVector(strapdown.rate, exponent: -20, times: .one)
    return upright.row(2).dot(frame * body).whole(unit: -20)
  }
}

extension Vector3 {
  func shiftedLeft(by count: Int32) -> Vector3 { Vector3(x: x &<< count, y: y &<< count, z: z &<< count) }
}
