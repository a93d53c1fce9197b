// One heading from compass and gyroscope, with one accuracy: how far each of the two is believed.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// What the compass finds in one sample of the field.
public struct CompassEvidence: Sendable {
  /// When the field was measured.
  public var time: Instant
  /// The direction of the pointing axis, clockwise from magnetic north; `nil` if the field gives none.
  public var heading: BinaryAngle?
  /// The body axis that points.
  public var axis: AxisRemap.SignedAxis
  /// Whether the field monitor doubts the field.
  public var isDoubted = false
  /// The square of the bound of its error (95 %), and the parts of it that average out, by the tilt and by noise of the field;
  /// Q20 rad², below 2^31. The rest lasts: the calibration's error, and a field that is not the Earth's alone.
  public var square: UInt32 = 0
  public var tiltSquare: UInt32 = 0
  public var noiseSquare: UInt32 = 0

  public init(time: Instant, axis: AxisRemap.SignedAxis) {
    self.time = time
    self.axis = axis
  }
}

/// Judges each sample of the field beside the gyroscope (Protocols/motion/spec.md, "Judgement").
///
/// The judge keeps the rotation from the gyroscope's upright frame to north, and the bound of its error in parts: what
/// averages out; what the gyroscope's bias and scale have added since the last correction; and what does not average out,
/// which is the error of calibration and field. A field corrects the rotation only while its own lasting error is not the
/// larger one.
///
/// If the compass contradicts both bounds, history decides: a gyroscope that has been confirmed carries the heading on,
/// because the field has turned. Otherwise the compass is used, with an accuracy as wide as the contradiction.
public struct HeadingJudge: Sendable {
  /// When the last sample was measured.
  public private(set) var time = Instant(microseconds: 0)
  /// The heading of the pointing axis then, clockwise from magnetic north.
  public private(set) var heading = BinaryAngle.zero
  /// The square of the bound of its error (95 %), Q20 rad².
  public private(set) var square: UInt32 = 0
  /// The rotation about the vertical from the upright frame to north.
  private var north = BinaryAngle.zero
  /// How fast the rotation changes, because the filter's bias about the vertical is wrong; rad/s.
  private var trend = CompactNumber.zero
  /// The variances of rotation (of what averages out) and trend, and their covariance: rad², (rad/s)², rad²/s.
  private var variance = CompactNumber.zero
  private var trendVariance = CompactNumber.zero
  private var covariance = CompactNumber.zero
  /// The bound of the error by calibration and field, rad.
  private var lasting = CompactNumber.zero
  /// The turn since the last correction, rad. Times the scale error it is an error of the heading.
  private var turned = CompactNumber.zero
  /// The mean difference of compass and judgement, rad.
  private var difference = CompactNumber.zero
  /// The largest square of the tilt's part in the last second, rad². A moment without acceleration in a shaken instrument is
  /// no measurement.
  private var shaken = CompactNumber.zero
  /// The width of a contradiction that history has not decided, rad.
  private var doubt = CompactNumber.zero
  /// The rotation before the contradiction of the doubt.
  private var former = BinaryAngle.zero
  /// How far the instrument has turned in an undoubted field while both agreed, rad.
  private var agreement = CompactNumber.zero
  /// The compass's bound when the two began to contradict each other, rad.
  private var heldBound = CompactNumber.zero
  /// The number of the filter's blocks at the last sample. If there are fewer, the frame is another one.
  private var blocks = CompactNumber.zero
  /// For how many seconds the two have contradicted each other; if negative, agreed.
  private var contrary = CompactNumber.zero
  /// For how many more seconds a contradiction is reported.
  private var alarm = CompactNumber.zero
  private var hasNorth = false
  /// Whether the doubt is about a gyroscope that had been confirmed: further agreement does not resolve it.
  private var isLasting = false
  /// The number of consecutive samples that contradict, up to 3.
  private var contradictions: UInt8 = 0
  /// The body axis whose heading it is.
  public private(set) var axis = AxisRemap.SignedAxis.plusX
  /// Whether there is a heading for the last sample.
  public private(set) var isReady = false
  /// Whether the last sample has corrected the rotation.
  public private(set) var usesField = false

  public init() {}

  /// Whether the field has turned and the instrument has not: three consecutive samples have contradicted the gyroscope, at
  /// most a second ago.
  public var isFieldTurned: Bool { isReady && alarm.word > 0 }

  /// Forgets everything. Call it if the gyroscope gives nothing that can be used.
  public mutating func forget() { self = HeadingJudge() }

  /// Whether compass and gyroscope have agreed about a turn of 60° in an undoubted field.
  private var isConfirmed: Bool { !(agreement < Limits.confirmingTurn) }

  /// Judges one sample. Call it before the filter gets the sample.
  @inline(never)
  public mutating func judge(_ found: inout CompassEvidence, _ filter: inout MotionFilter) {
    let rate = CompactNumber(filter.uprightTurn, exponent: -20)
    guard let (frame, later) = filter.frameHeading(of: found.axis, at: found.time, rate: rate) else {
      isReady = false
      return
    }
    var elapsed = found.time.elapsed(since: time)
    if filter.blocks < blocks || elapsed > 10_000_000 {
      forget()
      // The time since a sample that is forgotten means nothing.
      elapsed = 0
    }
    blocks = filter.blocks
    time = found.time
    let seconds = CompactNumber(Int32(bitPattern: elapsed), exponent: 0) * Constants.microsecond
    let scaleVariance = filter.bias.variance(3)
    axis = found.axis
    usesField = false
    alarm = alarm - seconds
    var (contradiction, present) = (CompactNumber.zero, CompactNumber.zero)
    let growth = filter.heading.takeGrowth()
    let rateVariance = filter.heading.rateVariance
    if hasNorth { predict(rate, seconds, rateVariance, growth: growth) }
    if let compass = found.heading {
      let measured = BinaryAngle(rawValue: compass.rawValue &- frame.rawValue)
      let tilt = CompactNumber(Int32(bitPattern: found.tiltSquare), exponent: -20)
      let noise = CompactNumber(Int32(bitPattern: found.noiseSquare), exponent: -20)
      let fixed = CompactNumber(Int32(bitPattern: found.square), exponent: -20) - tilt - noise
      shaken = CompactNumber.most(tilt, shaken * seconds.decay)
      let passing = shaken + noise
      present = fixed
      if Limits.useless < shaken {
        // A direction without information.
      } else if hasNorth {
        contradiction = weigh(
          measured, passing: passing, fixed: fixed, isDoubted: found.isDoubted, rate, seconds, scaleVariance,
          rateVariance, tolerance: rate.magnitude * filter.iron.variance(3).squareRoot.scaled(by: 1))
      } else {
        begin(measured, passing: passing, fixed: fixed, rateVariance)
      }
    }
    follow(filter.heading, seconds, scaleVariance, present)
    guard hasNorth else { return }
    let wide = contradiction + doubt
    let sum = ownSquare(scaleVariance) + lasting.squared + difference.squared + wide.squared
    let q20 = sum.whole(unit: -20)
    square = q20 < 1 &<< 24 ? UInt32(bitPattern: q20) : 1 &<< 24
    heading = frame + north + later
    isReady = true
  }

  // MARK: - Steps

  /// The square of the bound of the gyroscope's own errors, rad².
  private func ownSquare(_ scaleVariance: CompactNumber) -> CompactNumber {
    variance.scaled(by: 2) + turned.squared * scaleVariance.scaled(by: 2)
  }

  /// Takes the compass's heading as it is.
  @inline(never)
  private mutating func begin(
    _ measured: BinaryAngle, passing: CompactNumber, fixed: CompactNumber, _ rateVariance: CompactNumber
  ) {
    trendVariance = rateVariance
    hasNorth = true
    usesField = true
    north = measured
    variance = passing.scaled(by: -2)
    lasting = fixed.squareRoot
    (turned, difference, agreement, trend, covariance) = (.zero, .zero, .zero, .zero, .zero)
    contradictions = 0
    contrary = .zero
  }

  /// Lets the gyroscope's errors grow.
  private mutating func predict(
    _ rate: CompactNumber, _ seconds: CompactNumber, _ rateVariance: CompactNumber, growth: CompactNumber
  ) {
    turn(by: trend * seconds)
    turned = turned + rate * seconds
    variance = variance + growth + (covariance.scaled(by: 1) + trendVariance * seconds) * seconds
    covariance = covariance + trendVariance * seconds
    // A rotation that the bias cannot explain is one of the field: a magnet that comes slowly.
    let (found, most) = (trend.squared, rateVariance.scaled(by: 2))
    if most < found { trend = trend * (most / found).squareRoot }
    // The filter may know the bias better. The judge's estimate of it ages with the attitude.
    if rateVariance < trendVariance {
      let share = rateVariance / trendVariance
      covariance = covariance * share
      trendVariance = rateVariance
      trend = trend * share
    } else {
      trendVariance = trendVariance.following(rateVariance, CompactNumber.least(seconds * Limits.ageing, .one))
    }
  }

  /// Compares the compass's heading with the judgement so far, and corrects that.
  /// - Returns: what a contradiction adds to the accuracy of this sample, radians.
  @inline(never)
  private mutating func weigh(
    _ measured: BinaryAngle, passing: CompactNumber, fixed: CompactNumber, isDoubted: Bool, _ rate: CompactNumber,
    _ seconds: CompactNumber, _ scaleVariance: CompactNumber, _ rateVariance: CompactNumber, tolerance: CompactNumber
  ) -> CompactNumber {
    let innovation = angle(to: measured)
    let own = ownSquare(scaleVariance)
    let (boundSquare, lastingSquare) = (own + lasting.squared, lasting.squared)
    let bound = boundSquare.squareRoot
    if contradictions == 0 { heldBound = (passing + fixed).squareRoot }
    let size = innovation.magnitude
    if heldBound + bound + tolerance < size {
      return contradict(
        measured, passing: passing, fixed: fixed, isDoubted: isDoubted, seconds, rateVariance, size: size, bound: bound)
    }
    // The bounds have grown over the contradiction, which is not resolved by that.
    if contradictions == 3, doubt < size {
      doubtNorth(by: size + bound)
      isLasting = isConfirmed
    }
    contradictions = 0
    contrary = contrary.word > 0 ? .zero : contrary - seconds
    if boundSquare < fixed { return .zero }
    // What the two have in common, the lasting part, counts once: only the excess of the earlier one can be corrected.
    let prior = (own + CompactNumber.most(lastingSquare - fixed, .zero)).scaled(by: -2)
    let noise = (passing * Limits.passingNoise + Limits.noise) / seconds
    var gain = prior / (prior + noise)
    let most = seconds * Limits.slew
    // The lasting part differs from heading to heading, which looks like a trend.
    var trendGain = covariance / (prior + noise + fixed.scaled(by: -2) / seconds)
    if isConfirmed, most < gain * size {
      let share = most / (gain * size)
      (gain, trendGain) = (gain * share, trendGain * share)
    }
    trend = trend + trendGain * innovation
    trendVariance = trendVariance - trendGain * covariance
    correct(by: gain, innovation, lasting: fixed.squareRoot)
    variance = variance + gain.squared * noise
    difference = difference.following(innovation - gain * innovation, CompactNumber.least(seconds, .one))
    usesField = true
    if !isDoubted, Limits.slew < rate.magnitude { confirm(by: rate.magnitude * seconds) }
    if doubt.word > 0 { ageDoubt(seconds) }
    return .zero
  }

  /// Decides whether gyroscope or compass is believed, if both bounds are too narrow for their difference.
  /// - Returns: what the contradiction adds to the accuracy of this sample, radians.
  private mutating func contradict(
    _ measured: BinaryAngle, passing: CompactNumber, fixed: CompactNumber, isDoubted: Bool, _ seconds: CompactNumber,
    _ rateVariance: CompactNumber, size: CompactNumber, bound: CompactNumber
  ) -> CompactNumber {
    contradictions = contradictions < 3 ? contradictions &+ 1 : 3
    if contradictions == 3 { alarm = .one }
    // A gyroscope that was confirmed, or whose field was not doubted when this one is, carries the heading on.
    if isDoubted, isConfirmed || lasting.squared < fixed { return .zero }
    if contrary.word < 0 { contrary = .zero }
    contrary = contrary + seconds
    // A field that comes back to where it was resolves the doubt, but for what the gyroscope has drifted since.
    let distance = Self.angle(from: former, to: measured).magnitude
    let hasReturned = doubt.word > 0 && distance.scaled(by: 1) < size
    // A field that nothing else speaks against is believed in the end, for a gyroscope drifts.
    if isConfirmed, !hasReturned, contrary < Limits.patience {
      return size * CompactNumber.least(contrary.scaled(by: -4), .one)
    }
    if contrary < .one { return size }
    if hasReturned {
      (doubt, former) = (distance, measured)
    } else if lasting < Limits.narrow {
      doubtNorth(by: size + bound)
    }
    isLasting = isConfirmed
    begin(measured, passing: passing, fixed: fixed, rateVariance)
    return .zero
  }

  /// Counts a turn over which both agree.
  private mutating func confirm(by turn: CompactNumber) {
    let wasConfirmed = isConfirmed
    agreement = CompactNumber.least(agreement + turn, Limits.halfTurn)
    if isConfirmed, !wasConfirmed, !isLasting { doubt = .zero }
  }

  /// Lets the doubt end after minutes of agreement.
  private mutating func ageDoubt(_ seconds: CompactNumber) {
    if contrary + Limits.patience.scaled(by: 1) < .zero {
      doubt = doubt * (seconds * Limits.ageing).decay
      if doubt < heldBound.scaled(by: -2) { doubt = .zero }
    } else if CompactNumber.zero < contrary + CompactNumber.one.scaled(by: 3) {
      // For some seconds the correction goes on, away from where north was.
      doubt = CompactNumber.most(doubt, angle(to: former).magnitude)
    }
  }

  /// Remembers that north may be where it was so far.
  private mutating func doubtNorth(by angle: CompactNumber) {
    if doubt.word == 0 { former = north }
    doubt = CompactNumber.least(angle, Limits.halfTurn)
  }

  /// Follows the fusion's heading while its bound is the smaller one.
  @inline(never)
  private mutating func follow(
    _ fused: borrowing HeadingFilter, _ seconds: CompactNumber, _ scaleVariance: CompactNumber,
    _ present: CompactNumber
  ) {
    guard fused.isReady else { return }
    if !hasNorth { return begin(fused.turn, passing: .zero, fixed: fused.bound.squared, fused.rateVariance) }
    let square = ownSquare(scaleVariance) + lasting.squared
    let bound = fused.bound
    // The fusion's bound is that of the fields up to now. It does not cover a field whose own bound is much wider.
    // And what contradicts the gyroscope may have led the fusion, too.
    if contradictions > 0 || bound.squared.scaled(by: 2) < present { return }
    let innovation = angle(to: fused.turn)
    guard bound.squared < square, !(square.squareRoot + bound < innovation.magnitude) else { return }
    correct(by: CompactNumber.least(seconds, .one), innovation, lasting: bound)
  }

  /// Moves the rotation by a share of the innovation; every part of the error changes with it.
  @inline(never)
  private mutating func correct(by gain: CompactNumber, _ innovation: CompactNumber, lasting other: CompactNumber) {
    turn(by: gain * innovation)
    let kept = CompactNumber.one - gain
    variance = variance * kept.squared
    covariance = covariance * kept
    turned = turned * kept
    lasting = lasting.following(other, gain)
  }

  private mutating func turn(by angle: CompactNumber) {
    let step = (angle * Constants.turnPerRadian).whole(unit: -32)
    north = BinaryAngle(rawValue: north.rawValue &+ UInt32(bitPattern: step))
  }

  private func angle(to measured: BinaryAngle) -> CompactNumber { Self.angle(from: north, to: measured) }

  private static func angle(from other: BinaryAngle, to measured: BinaryAngle) -> CompactNumber {
    CompactNumber(other.shortestDifference(to: measured), exponent: 0) * Constants.turnUnit
  }
}

/// The constants of the judgement.
private enum Limits {
  /// 60°.
  static var confirmingTurn: CompactNumber { CompactNumber(mantissa: 4_392_265, exponent: -22) }
  /// π.
  static var halfTurn: CompactNumber { CompactNumber(mantissa: 6_588_397, exponent: -21) }
  /// One minute, seconds: so long a confirmed gyroscope is believed against a field without doubts.
  static var patience: CompactNumber { CompactNumber(mantissa: 7_864_320, exponent: -17) }
  /// 1/60 s.
  static var ageing: CompactNumber { CompactNumber(mantissa: 4_473_924, exponent: -28) }
  /// 15°: a heading with a larger lasting bound comes from a doubted field.
  static var narrow: CompactNumber { CompactNumber(mantissa: 4_392_265, exponent: -24) }
  /// 10 °/s: the fastest correction, and the slowest turn that confirms.
  static var slew: CompactNumber { CompactNumber(mantissa: 5_856_353, exponent: -25) }
  /// The variance of the passing part of a bound, (1/3.16)² of its square, for one second, the duration of an acceleration.
  static var passingNoise: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -26) }
  /// The smallest variance of the compass's noise, for one second: (0.03°)².
  static var noise: CompactNumber { CompactNumber(mantissa: 4_822_998, exponent: -44) }
  /// (45°)²: if the square of the passing error is larger, a heading contains no information.
  static var useless: CompactNumber { CompactNumber(mantissa: 5_174_515, exponent: -23) }
}
