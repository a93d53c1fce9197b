// The heading of the gyroscope's own frame: a filter of one state, whose variance grows with the uncertainty of the
// rate.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// One magnetic measurement of the frame's heading.
struct MagneticHeading {
  /// The rotation about the vertical from the upright frame to north.
  var turn: BinaryAngle
  /// Strength in µT, and dip in radians.
  var strength: CompactNumber
  var dip: CompactNumber

  /// - Parameter field: in the upright frame, µT; z down. The result is `nil` if the field has no horizontal part.
  init?(_ field: CompactVector) {
    let horizontal = CompactVector(field.x, field.y, .zero).length
    strength = field.length
    guard let turn = Cordic.angle(y: 0 &- field.y.whole(unit: -12), x: field.x.whole(unit: -12)),
      let dip = Cordic.angle(y: field.z.whole(unit: -12), x: horizontal.whole(unit: -12))
    else { return nil }
    self.turn = turn
    self.dip = CompactNumber(dip.signed, exponent: 0) * Constants.turnUnit
  }
}

/// What one measurement did.
struct HeadingStep {
  /// Radians, and its variance.
  var innovation: CompactNumber
  var variance: CompactNumber
  /// The share of the innovation that the heading took.
  var gain: CompactNumber
}

/// A Kalman filter of one state.
/// The measurement noise starts from a usual indoor field, whose error stays the same for a second. It grows with the
/// deviation of strength and dip from their references. It also grows after a sudden innovation that the heading's own
/// variance does not explain, so that the gyroscope bridges a disturbance.
struct HeadingFilter {
  /// The rotation about the vertical from the upright frame to north.
  private(set) var turn = BinaryAngle.zero
  /// Variance, rad².
  private(set) var variance = Constants.openVariance
  /// The variance of the bias about the vertical in the last block, (rad/s)².
  private(set) var rateVariance = CompactNumber.zero
  /// The growth of the variance by the rate's noise since the judge has taken it, rad².
  private var growth = CompactNumber.zero
  /// The part of a heading's error by the present field that does not average out, as the compass states it; and the same
  /// of the filter's own heading, which the fields up to now have left. Bounds (95 %), radians.
  var sourceBound = CompactNumber.zero
  private var lasting = CompactNumber.zero
  /// The dip of the last block, by the upright frame.
  private(set) var measuredDip = CompactNumber.zero
  /// The running references of strength and dip: µT and radians.
  private var strength = CompactNumber.zero
  private var dip = CompactNumber.zero
  /// The memory of sudden innovations, which is added to the measurement's variance, rad².
  private var bridge = CompactNumber.zero
  /// The evidence that something disturbed the field in the last minute, 0…1.
  private var evidence = CompactNumber.zero
  private(set) var accuracy = StatedAccuracy()
  /// Two means of the measured rotation, with time constants of one and four seconds; after the start, an eighth and a
  /// half of the time since then.
  private var fast = BinaryAngle.zero
  private var slow = BinaryAngle.zero
  // The only byte is last: the size of the state is limited.
  private(set) var isReady = false

  /// Lets the variance grow over a block.
  /// - Parameters:
  ///   - rateVariance: of the bias about the vertical, (rad/s)².
  ///   - noise: the part of the growth that does not come from the bias, rad².
  mutating func grow(by more: CompactNumber, rateVariance: CompactNumber, noise: CompactNumber) {
    variance = CompactNumber.least(variance + more, Constants.openVariance)
    growth = growth + noise
    self.rateVariance = rateVariance
  }

  /// How far the variance has grown by the rate's noise since the last call, rad².
  mutating func takeGrowth() -> CompactNumber {
    let taken = growth
    growth = .zero
    return taken
  }

  /// 95 % of the errors are smaller, radians: the filter's own error, and the lasting part of its fields' errors.
  var bound: CompactNumber {
    lasting.word == 0 ? accuracy.bound : (accuracy.bound.squared + lasting.squared).squareRoot
  }

  /// Adds one measurement.
  /// - Parameters:
  ///   - seconds: length of the block.
  ///   - blocks: number of blocks before this block.
  ///   - age: seconds since the start. In the first seconds the variance does not shrink, and nothing is bridged.
  /// - Returns: the innovation, its variance and the gain; `nil` for the first measurement.
  @inline(never)
  mutating func add(
    _ measured: MagneticHeading, seconds: CompactNumber, blocks: CompactNumber, age: CompactNumber
  ) -> HeadingStep? {
    measuredDip = measured.dip
    if !isReady {
      isReady = true
      (turn, strength, dip) = (measured.turn, measured.strength, measured.dip)
      (fast, slow) = (measured.turn, measured.turn)
      lasting = sourceBound
      return nil
    }
    let isOpen = age < Constants.openTime
    let innovation = CompactNumber(turn.shortestDifference(to: measured.turn), exponent: 0) * Constants.turnUnit
    let strengthError = (measured.strength - strength) / strength
    let distance =
      strengthError.squared * Constants.strengthNoise + (measured.dip - dip).squared * Constants.dipNoise
    var noise = Constants.fieldNoise + distance
    if isOpen {
      variance = CompactNumber.most(variance, Constants.openVariance)
    } else {
      // A bias that is not known yet also makes the innovation large. So a bridge needs evidence of a disturbance: a
      // strength or a dip that differs from its reference, or a field that jumps. And the uncertainty of the heading must
      // not count as a sudden field: otherwise an unknown bias would be bridged for ever.
      let jump = CompactNumber(slow.shortestDifference(to: measured.turn), exponent: 0) * Constants.turnUnit
      let expected = Constants.jumpSquare + rateVariance.scaled(by: 4)
      let found = jump.squared / expected + distance * Constants.evidenceOfDistance
      evidence = CompactNumber.most(
        evidence * (seconds * Constants.evidencePerSecond).decay, CompactNumber.least(found, .one))
      let explained = Constants.bridgeFree + variance * Constants.bridgeExplained
      let sudden = (innovation.squared - explained) * (evidence * Constants.bridgeGain)
      bridge = CompactNumber.most(bridge * (seconds * Constants.bridgePerSecond).decay, sudden)
      noise = noise + bridge
    }
    let sum = variance + noise
    let gain = variance / sum
    let step = gain * innovation
    turn = BinaryAngle(
      rawValue: turn.rawValue &+ UInt32(bitPattern: (step * Constants.turnPerRadian).whole(unit: -32)))
    variance = variance - gain * variance
    lasting = lasting.following(sourceBound, gain)
    followReference(measured, strengthError, seconds, blocks)
    if !isOpen {
      accuracy.add(
        innovation: innovation, step: step, noise: noise, variance: variance, rateVariance: rateVariance,
        seconds: seconds)
    }
    return HeadingStep(innovation: innovation, variance: sum, gain: gain)
  }

  /// How fast the field rotates relative to the gyroscope's frame, rad/s, averaged over about three seconds. It is
  /// negative if the gyroscope measures too much.
  /// - Parameters:
  ///   - seconds: length of the block.
  ///   - age: seconds since the start.
  @inline(never)
  mutating func drift(of measured: BinaryAngle, seconds: CompactNumber, age: CompactNumber) -> CompactNumber {
    let inverse = Constants.driftOpenTime < age ? .zero : age.reciprocal
    Self.follow(&fast, measured, seconds * CompactNumber.most(inverse.scaled(by: 3), .one))
    Self.follow(&slow, measured, seconds * CompactNumber.most(inverse.scaled(by: 1), Constants.quarter))
    let distance = CompactNumber(slow.shortestDifference(to: fast), exponent: 0) * Constants.turnUnit
    return distance * CompactNumber.most(inverse * Constants.driftAtStart, Constants.third)
  }

  private static func follow(_ tracked: inout BinaryAngle, _ measured: BinaryAngle, _ share: CompactNumber) {
    let step = CompactNumber(tracked.shortestDifference(to: measured), exponent: 0) * CompactNumber.least(share, .one)
    tracked = BinaryAngle(rawValue: tracked.rawValue &+ UInt32(bitPattern: step.whole(unit: 0)))
  }

  /// Updates the references of strength and dip: the more slowly, the larger the deviation of the strength.
  @inline(__always)
  private mutating func followReference(
    _ measured: MagneticHeading, _ strengthError: CompactNumber, _ seconds: CompactNumber, _ blocks: CompactNumber
  ) {
    let slowed = seconds * Constants.referencePerSecond * (strengthError.squared * Constants.strengthTrust).decay
    let share = CompactNumber.most(slowed, blocks.reciprocal)
    strength = strength.following(measured.strength, share)
    dip = dip.following(measured.dip, share)
  }
}
