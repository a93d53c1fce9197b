// Strength and dip watched over time: clear, suspect, disturbed, recovering, with hysteresis.
//
// Relative quantities are Q12 fractions of the expected strength (or Q12 radians); variances inside the monitor are
// Q31: docs/heading.md, "The field monitor". Fields are in steps of 4 nT and limited to ±131 µT on each axis; specific
// force is in steps of 64 µg and limited to ±2.1 g. So sums of squares fit 32 bits. Beyond these limits the result is
// the same.

import FixedPoint
import Quantities
import RawMemory

/// Watches the field of one instrument. Call it with every new sample (not with repetitions) in the order of time.
public struct DisturbanceMonitor: Sendable {
  // Bytes come first, then words, and rarely used members last: embedded-swift.md, "Words".
  var isExpecting = false
  var isFirst = true
  private var repetition = Repetition.none
  /// How level the instrument is kept if there is no accelerometer: one standard deviation about each axis, 1/10
  /// degree, 1 to 150.
  public var levelTolerance: UInt8 = 50
  /// The findings after the last sample. Only the monitor changes them. The setter is public so that they can be passed
  /// in place.
  public var status = FieldStatus()
  private var last = Instant(microseconds: 0)
  private(set) var lastField = CorrectedField(q8Nanotesla: .zero)
  var strength = Track()
  var dip = Track()
  /// Variances in Q31. The last two are measured while the state is clear, over half a minute; that of the dip only at
  /// rest.
  var forceVariance: Int32 = 0
  private var longStrengthVariance: Int32 = 0
  private var longDipVariance: Int32 = 0
  /// For how many microseconds the field has been the same, within the bounds, and beyond the bounds; limited to 2^30.
  private var same: UInt32 = 0
  private var quiet: UInt32 = 0
  private var loud: UInt32 = 0
  // Not an optional: embedded-swift.md, "Copies".
  var expected = FieldExpectation.anywhere
  /// The specific force when `lastField` was first repeated.
  private var lastForce = Vector3.zero
  private var tracker = OffsetTracker()

  /// Whether its states are valid cases: the memory may have been overwritten.
  public var isSound: Bool {
    mutating get {
      Unchecked.isCase(status.state, of: 4) && Unchecked.isCase(status.cause, of: 6)
        && Unchecked.isCase(repetition, of: 3)
    }
  }

  /// The constant field, in addition to the Earth's, that explains the disturbance best; body axes, Q12 of the expected
  /// strength. It is meaningful only while `status.cause` is `steadyOffset` or `magnetisedSensor`.
  public var offset: Vector3 { tracker.offset }
  /// Variance of the strength while the state is clear, over half a minute, Q32.
  public var longVariance: UInt32 { UInt32(bitPattern: longStrengthVariance) &<< 1 }

  /// A monitor without an expectation.
  public init() { restart() }

  public init(expectation: FieldExpectation?) {
    self.init()
    self.expectation = expectation
  }

  /// A field that is out of bounds for this long is `disturbed`; a field that deviates by twice the limit is
  /// `disturbed` at once.
  public static var suspicionMicroseconds: UInt32 { 400_000 }
  /// Within bounds for this long ends `suspect`.
  public static var relaxMicroseconds: UInt32 { 1_000_000 }
  /// Within bounds for this long ends `disturbed`: a magnet that turns with the instrument passes through the bounds.
  public static var holdMicroseconds: UInt32 { 3_000_000 }
  /// `recovering` lasts this long.
  public static var recoveryMicroseconds: UInt32 { 2_000_000 }
  /// If the field's three numbers stay the same for this long while the specific force changes, the sensor is stuck. In
  /// seven recordings, a working sensor repeated its values for 0.14 s at most. Without an accelerometer, the driver
  /// has to detect a stuck sensor.
  public static var stuckMicroseconds: UInt32 { 2_000_000 }
  /// 5 %, Q12: if the specific force is outside 1 g ± 5 %, its direction is not used.
  public static var forceLimit: Int32 { 205 }
  /// 1.5 %, Q12: the scale and offset error of an accelerometer. Within this, a deviation of the dip may come from the
  /// accelerometer.
  static var restLimit: Int32 { 61 }
  /// A quarter of its square, Q31.
  private static var restVariance: Int32 { 119_072 }
  /// The tilt variance of a board without accelerometer that is kept level within `tenths` of a degree about each axis
  /// (one standard deviation, 1 to 150); Q32 rad²: (π/1800)²·2^32 = 13,083.
  public static func levelTiltVariance(tenths: UInt8) -> UInt32 {
    let tenths = UInt32(truncatingIfNeeded: tenths)
    return tenths &* tenths &* 13_083
  }

  /// Reports that a gyroscope shows that the field turned: the state is `disturbed` until three seconds after
  /// the last report, then `recovering`.
  public mutating func reportTurn() { (status.state, quiet) = (.disturbed, 0) }

  mutating func restart() {
    status = FieldStatus()
    isFirst = true
    tracker = OffsetTracker()
    quiet = 0
    loud = 0
    same = 0
    // Before the first measurement, the residual of the calibration, or 1 %.
    let residual = isExpecting ? expected.residual : 0
    strength = Track()
    dip = Track()
    strength.variance = squareQ31(residual > 0 ? residual : 41)
    longStrengthVariance = strength.variance
    longDipVariance = 0
    forceVariance = 0
  }

  /// Assesses one sample.
  /// - Returns: the new `status`.
  @discardableResult
  @inline(__always)
  public mutating func assess(_ sample: FieldObservation) -> FieldStatus {
    var sample = sample
    assess(&sample)
    return status
  }

  /// The same without copying the sample or the findings.
  @export(interface)
  public mutating func assess(_ sample: inout FieldObservation) {
    var reasons = FieldReasons.none
    let isFirst = self.isFirst
    let elapsed = updateTime(sample.time, &reasons)
    if isStuck(&sample, elapsed) { reasons.insert(.stuck) }

    var field = sample.field.q8Nanotesla
    // In (4 nT)².
    let square = Self.energy(of: &field, dropping: 10)
    status.strengthSquared = square
    if square == 0 { reasons.insert(.noField) }
    if sample.isOverflowed { reasons.insert(.saturated) }

    var pace = Pace(elapsed, isFirst: isFirst)
    let force = updateForce(sample.specificForce, &pace, &reasons)
    guard isExpecting else {
      reasons.insert(.noExpectation)
      assessWithoutExpectation(square, elapsed, reasons, force)
      return
    }

    if isFirst, expected.otherNanotesla != 0 { reconsider(isFirst: true) }
    let deviation = expected.deviation(square)
    status.strengthDeviation = strength.follow(deviation, &pace)
    var level = strengthLevel(deviation, &reasons)
    var dipSquare: Int32 = 0
    followDip(sample.dip, force, &pace, &level, &reasons, &dipSquare)
    let variance = strength.variance > longStrengthVariance ? strength.variance : longStrengthVariance
    status.fieldVariance = UInt32(bitPattern: variance) &<< 1
    status.tiltVariance = tilt(force, variance)
    if reasons.isSensorFault { level = .far }
    // If the state is clear and stays clear, there is nothing to count.
    if status.state != .clear || level >= .beyond { advance(level, elapsed) }
    status.offsetSquared = 0
    let strengthSquare = squareQ31(deviation)
    let dipNoise =
      (longStrengthVariance &>> 2) &+ (longDipVariance &>> 2) &+ (force.variance &>> 2) &+ Self.restVariance
    if status.state != .clear || strengthSquare &>> 3 > longStrengthVariance || dipSquare &>> 5 > dipNoise {
      recordOffset(strengthSquare, variance, dipSquare, dipNoise)
    }
    if status.state == .clear { learn(deviation, force, elapsed) }
    findCause(of: &sample, field, elapsed, reasons)
    status.reasons = reasons
    // If the strength deviates by more than 2 %, try the other expectation.
    if expected.otherNanotesla != 0, status.strengthDeviation.magnitude > 82 { reconsider(isFirst: false) }
  }

  // MARK: - Parts

  /// Stores the time. Returns the microseconds since the previous sample; 0 for the first sample and if time ran
  /// backwards.
  @inline(__always)
  private mutating func updateTime(_ time: Instant, _ reasons: inout FieldReasons) -> UInt32 {
    var elapsed: UInt32 = 0
    if !isFirst {
      // One subtraction serves `elapsed(since:)` and the comparison.
      let difference = time.microseconds &- last.microseconds
      elapsed = difference.lowHalf
      if difference.highHalf != 0 {
        elapsed = UInt32.max
        if Int32(bitPattern: difference.highHalf) < 0 {
          reasons.insert(.clockReversed)
          elapsed = 0
        }
      }
    }
    isFirst = false
    last = time
    return elapsed
  }

  /// How far the strength deviates from the expected one: its mean, or a jump in this sample.
  @inline(__always)
  private func strengthLevel(_ deviation: Int32, _ reasons: inout FieldReasons) -> Level {
    var level = Level(status.strengthDeviation, squareQ31(expected.strengthLimit))
    if level >= .beyond { reasons.insert(.strength) }
    if level < .beyond {
      // The mean follows too slowly to show a jump. A jump is a single sample that differs from the mean by more than
      // twice the limit and by four standard deviations of the samples before; Q24.
      let jump = deviation &- status.strengthDeviation
      let edge = expected.strengthLimit &<< 1
      if jump &* jump &- edge &* edge > Int32(bitPattern: status.fieldVariance &>> 4) {
        reasons.insert(.strength)
        level = .beyond
      }
    }
    return level
  }

  /// Records the size of a field that is not the Earth's alone, from this sample and from the samples of the last second.
  @inline(never)
  private mutating func recordOffset(_ strength: Int32, _ variance: Int32, _ dipSquare: Int32, _ dipNoise: Int32) {
    let isClear = status.state == .clear
    var sum: UInt32 = 0
    if !isClear || strength &>> 3 > longStrengthVariance {
      sum = UInt32(bitPattern: strength > variance ? strength : variance)
    }
    if status.dipDeviation != nil {
      let seen = dip.variance > longDipVariance ? dip.variance : longDipVariance
      if !isClear || dipSquare &>> 5 > dipNoise {
        sum = sum &+ UInt32(bitPattern: dipSquare > seen ? dipSquare : seen)
      }
    }
    status.offsetSquared = sum
    status.expectedUnits = UInt16(truncatingIfNeeded: expected.strengthNanotesla &>> 2)
    status.expectedHorizontalUnits = expected.horizontalUnits
  }

  /// 2^−32 turns as Q12 rad: of 2^−16 turn, 2π·4096/65536 = 25736/65536.
  @inline(__always)
  static func q12Radians(_ turns: Int32) -> Int32 { (turns &>> 16 &* 25_736) &>> 16 }

  /// Updates the mean dip, and raises `level` if the dip deviates further than the strength.
  @inline(__always)
  private mutating func followDip(
    _ measured: BinaryAngle?, _ force: ForceQuality, _ pace: inout Pace, _ level: inout Level,
    _ reasons: inout FieldReasons, _ square: inout Int32
  ) {
    status.dipDeviation = nil
    guard let known = expected.dip, let measured else { return }
    let residual = limited(Self.q12Radians(known.shortestDifference(to: measured)))
    square = squareQ31(residual)
    let smoothed = dip.follow(residual, &pace)
    status.dipDeviation = smoothed
    if !reasons.contains(.forceUntrusted) {
      let dipLevel = Self.dipLevel(smoothed, force.variance, &reasons)
      if dipLevel > level { level = dipLevel }
    }
  }

  /// Updates the variances of strength and dip while nothing disturbs them.
  @inline(__always)
  private mutating func learn(_ deviation: Int32, _ force: ForceQuality, _ elapsed: UInt32) {
    let share = Share.of(elapsed, power: 25)
    longStrengthVariance = moved(longStrengthVariance, towards: squareQ31(deviation), share: share)
    // A dip error from motion ends with the motion, so it is not included.
    if force.variance <= squareQ31(Self.restLimit), let dip = status.dipDeviation {
      longDipVariance = moved(longDipVariance, towards: squareQ31(dip), share: share)
    }
  }

  /// Changes to the other of two expectations if the mean strength, or that of the first sample, is nearer to it.
  @inline(never)
  mutating func reconsider(isFirst: Bool) {
    if expected.switchStrength(for: isFirst ? farDeviation : status.strengthDeviation) {
      strength.begin(at: farDeviation)
    }
  }

  /// What disturbs the field, from this sample and those before. `field` is the sample's in steps of 4 nT.
  @inline(__always)
  private mutating func findCause(
    of sample: inout FieldObservation, _ field: Vector3, _ elapsed: UInt32, _ reasons: FieldReasons
  ) {
    if status.state == .clear || reasons.isSilent {
      tracker.rest()
      status.cause = .undetermined
    } else {
      status.cause = tracker.add(
        sample: field, expected.inverse, elapsed, isFlagged: status.state.isFlagged, isSaturated: sample.isOverflowed)
      if reasons.isOfDipAlone, isMirrored(sample.dip) { status.cause = .wrongHemisphere }
    }
  }

  /// Whether the dip is within 15° of the expected dip with the opposite sign. No magnet causes this without changing
  /// the strength. An expected dip below 15° has no clear sign.
  @inline(never)
  private func isMirrored(_ measured: BinaryAngle?) -> Bool {
    guard let known = expected.dip?.signed, let measured = measured?.signed else { return false }
    // 2^32·15/360.
    let limit: UInt32 = 178_956_971
    return known.magnitude > limit && (known &+ measured).magnitude < limit
  }

  /// Whether the sensor repeats one field while the specific force moves.
  @inline(__always)
  private mutating func isStuck(_ sample: inout FieldObservation, _ elapsed: UInt32) -> Bool {
    if sample.field == lastField { return countRepetition(&sample, elapsed) }
    same = 0
    lastField = sample.field
    repetition = .none
    return false
  }

  /// Counts repetitions of the field. Returns whether the sensor is stuck.
  @inline(never)
  private mutating func countRepetition(_ sample: inout FieldObservation, _ elapsed: UInt32) -> Bool {
    let force = sample.specificForce?.microG ?? .zero
    // The force of the first repetition is compared with all later forces. Without a repetition no force is stored.
    if repetition == .none {
      lastForce = force
      repetition = .still
    }
    // The force may return to its first value, because its noise has only a few steps. Once it has moved, the sensor
    // counts as stuck.
    if force != lastForce { repetition = .moved }
    same = added(same, elapsed)
    // If field and force both stay exactly the same, it is a simulation without noise.
    return same >= Self.stuckMicroseconds && repetition == .moved
  }

  /// |a| − 1 g, Q12, limited; and its running variance.
  @inline(__always)
  private mutating func updateForce(
    _ force: Acceleration?, _ pace: inout Pace, _ reasons: inout FieldReasons
  ) -> ForceQuality {
    guard let force else {
      reasons.insert(.forceUntrusted)
      let level = Self.levelTiltVariance(tenths: levelTolerance)
      return ForceQuality(variance: Int32(bitPattern: level &>> 1), isKnown: false)
    }
    // With e = (|a|² − 1)/2, |a| − 1 is e − e²/2 up to the third power, so no root is needed. 15625 steps are 1 g:
    // 15625² >> 12 is 59,605, and 4096/(2·59605) = 2252/65536. The product is below 2^19.6 · 2^11.2.
    var units = force.microG
    let energy = Self.energy(of: &units, dropping: 6)
    var half = ((Int32(bitPattern: energy &>> 12) &- 59_605) &* 2252) &>> 16
    // At least −2049, and −2561 after the next step.
    if half > 4095 { half = 4095 }
    let square = squareQ31(half &- (half &* half) &>> 13)
    forceVariance = pace.isFirst ? square : moved(forceVariance, towards: square, share: pace.recent)
    // The limits for 5 %: 0.95² and 1.05² of 15625² are 220,336,914.1 and 269,165,039.1.
    let isFar = energy &- 220_336_915 > 48_828_124
    if isFar || forceVariance > squareQ31(Self.forceLimit) { reasons.insert(.forceUntrusted) }
    let isFalling = energy < 2_441_406
    if isFalling { reasons.formUnion(.freeFall.union(.forceUntrusted)) }
    return ForceQuality(variance: square > forceVariance ? square : forceVariance, isKnown: true, isFalling: isFalling)
  }

  /// The variance of the tilt error, from |a| and from the dip. It is the sum of both, because each can miss what the
  /// other shows. Q32.
  @inline(__always)
  private func tilt(_ force: ForceQuality, _ fieldVariance: Int32) -> UInt32 {
    if force.isFalling { return UInt32.max }
    var sum = UInt32(bitPattern: force.variance)
    // An error of the field changes the dip as much as the strength. This part is already counted with the strength.
    let seen = dip.variance > longDipVariance ? dip.variance : longDipVariance
    if force.isKnown, seen > fieldVariance { sum = sum &+ UInt32(bitPattern: seen &- fieldVariance) }
    return sum &>> 31 != 0 ? UInt32.max : sum &<< 1
  }

  /// A deviation of the dip counts as a disturbance only if the tilt error cannot explain it: if it is above 6° and
  /// above three standard deviations of the tilt error.
  @inline(__always)
  private static func dipLevel(_ smoothed: Int32, _ variance: Int32, _ reasons: inout FieldReasons) -> Level {
    // The force is within 5 %, so nine times its square is below 0.0225: the sum cannot overflow.
    let limit = squareQ31(FieldExpectation.dipLimit) &+ variance &* 9
    let level = Level(smoothed, limit)
    if level < .beyond { return level }
    // A horizontal acceleration x tilts the measured vertical by x, but changes |a| only by x²/2. It may explain a dip
    // deviation up to the acceleration that |a| allows, with 1 % for the accelerometer's own scale. A Q15 number is
    // compared with the root of a Q31 number.
    let beyond = (squareQ31(smoothed) &- limit) &>> 16 &+ 328
    if beyond &* beyond < variance &<< 1 { return .near }
    reasons.insert(.dip)
    return level
  }

  /// Without an expectation, only gross faults are detected: a field outside 15…100 µT, saturation, a stuck sensor.
  private mutating func assessWithoutExpectation(
    _ square: UInt32, _ elapsed: UInt32, _ reasons: FieldReasons, _ force: ForceQuality
  ) {
    var reasons = reasons
    status.strengthDeviation = 0
    status.dipDeviation = nil
    status.offsetSquared = 0
    status.fieldVariance = 0
    status.tiltVariance = force.isFalling ? UInt32.max : UInt32(bitPattern: force.variance) &<< 1
    var level = Level.within
    // 3,750² and 25,001².
    if square < 14_062_500 || square >= 625_050_001 {
      reasons.insert(.strength)
      level = .beyond
    }
    advance(reasons.isSensorFault ? .far : level, elapsed)
    status.cause = reasons.contains(.saturated) ? .saturation : .undetermined
    status.reasons = reasons
  }

  /// One step of the four states.
  private mutating func advance(_ level: Level, _ elapsed: UInt32) {
    quiet = level == .within ? added(quiet, elapsed) : 0
    loud = level >= .beyond ? added(loud, elapsed) : 0
    switch status.state {
    case .clear:
      if level == .far { status.state = .disturbed } else if level == .beyond { status.state = .suspect }
    case .suspect:
      if level == .far || loud >= Self.suspicionMicroseconds {
        status.state = .disturbed
      } else if quiet >= Self.relaxMicroseconds {
        status.state = .clear
      }
    case .disturbed:
      if quiet >= Self.holdMicroseconds { status.state = .recovering }
    case .recovering:
      if level >= .beyond {
        status.state = .disturbed
      } else if quiet >= Self.holdMicroseconds &+ Self.recoveryMicroseconds {
        status.state = .clear
      }
    }
  }

}

/// Whether the field is repeated, and whether the specific force moved in this time.
enum Repetition: UInt8 {
  case none, still, moved
}

/// The error of the specific force, judged by its length.
struct ForceQuality {
  /// Q31.
  var variance: Int32
  var isKnown: Bool
  var isFalling = false
}
