// A gyroscope beside a compass: attitude and heading between the samples of the field, and through disturbances.

import FieldMonitor
import FixedPoint
import Heading
import Motion
import Quantities
import RawMemory

/// The heading that gyroscope, accelerometer and magnetometer give together.
public struct FusedHeading: Sendable {
  /// Attitude, rate of turn, bias and what each is worth, at the last rate.
  public var estimate: MotionEstimate
  /// Why the heading is not fused; `.none` when it is.
  public var reason: UnfusedReason
  /// Of the pointing axis, clockwise from magnetic north, after deviation card and display; `nil` while there is none. It is to
  /// be used only when `isFused`: an uncalibrated compass has one to show, too.
  public var magnetic: BinaryAngle?
  /// The same from true north, when it is fused and the place is known.
  public var trueNorth: BinaryAngle?
  /// 95 % of the errors are smaller, those of the calibration included: hundredths of a degree, 0…18,000; `nil` unless it is
  /// fused.
  public var accuracy: UInt16?

  /// Whether the heading is fused, and the one to use.
  public var isFused: Bool { reason == .none }
}

/// Adds the rates of a gyroscope to a `Compass`. The compass must have an accelerometer.
///
/// Give each rate to `add`, and call `step` after each sample of the compass and a few times between. `fused` is its heading, or
/// the reason to use that of the compass. Call `read` in the place of the compass's own `read`: it knows when the field turned and
/// the instrument did not.
public struct CompassMotion: ~Copyable {
  private let inPlace = InPlace()
  /// How the gyroscope is mounted: from its axes to the body's.
  public var mounting = AxisRemap.identity
  /// Whether the gyroscope is used. Begin anew with `restart` after a change.
  public var isOn = true
  private var hasRate = false
  private var isLost = false
  private var hasForce = false
  private var seenField: UInt32 = 0
  private var seenForce: UInt32 = 0
  private var lastForce = Instant(microseconds: 0)
  private var watch = FieldTurnWatch()
  var filter: MotionFilter

  /// Whether the mounting is one; the memory may have been overwritten.
  public var isSound: Bool { mounting.isSound }

  /// - Parameter settings: the delays of the sensors, and whether the field is used.
  public init(settings: MotionSettings = MotionSettings()) { filter = MotionFilter(settings: settings) }

  /// The delays of the sensors, and whether the field is used.
  public var settings: MotionSettings { filter.settings }

  /// Begins anew with these settings: attitude, bias and everything else that was found is forgotten.
  @inline(never)
  public mutating func restart(_ settings: MotionSettings) {
    hasForce = false
    filter = MotionFilter(settings: settings)
    watch.forget()
  }

  // MARK: - Samples

  /// Takes one rate.
  /// - Parameters:
  ///   - rate: 2^−20 rad/s in the gyroscope's axes, right-handed, as measured.
  ///   - time: when it was measured.
  ///   - isRepeated: the chip delivered nothing new.
  ///   - isSaturated: an axis is beyond the sensor's range.
  public mutating func add(
    _ rate: AngularRate, at time: Instant, isRepeated: Bool = false, isSaturated: Bool = false
  ) {
    hasRate = true
    isLost = false
    guard isOn else { return }
    filter.add(
      rate: AngularRate(q20: mounting.body(rate.q20)), at: time, isRepeated: isRepeated, isSaturated: isSaturated)
  }

  /// Says that the gyroscope does not answer: no heading is fused until its next rate.
  public mutating func lose() { isLost = true }

  /// Takes the last samples of the compass, each once, and does one slice of work: at most 15,000 Cortex-M0+ cycles.
  /// - Returns: whether there is more work.
  @discardableResult
  public mutating func step(_ compass: inout Compass) -> Bool {
    if seenForce != compass.samples.forceNumber {
      seenForce = compass.samples.forceNumber
      takeForce(of: &compass)
    }
    if seenField != compass.samples.fieldNumber {
      seenField = compass.samples.fieldNumber
      takeField(of: &compass)
    }
    return work()
  }

  /// Takes the last force of the compass, which `step` does, too.
  public mutating func takeForce(of compass: inout Compass) {
    guard isOn else { return }
    if !compass.samples.isSaturated {
      lastForce = compass.samples.forceTime
      hasForce = true
    }
    filter.add(force: compass.bodyForce, at: compass.samples.forceTime, isSaturated: compass.samples.isSaturated)
  }

  /// Takes the last field of the compass, which `step` does, too.
  public mutating func takeField(of compass: inout Compass) {
    guard isOn, !compass.samples.isOverflowed else { return }
    filter.add(field: compass.bodyField, at: compass.samples.fieldTime)
  }

  /// Does one slice of work.
  /// - Returns: whether there is more.
  @discardableResult
  public mutating func work() -> Bool { filter.work() }

  // MARK: - Results

  /// The fused heading of the compass's pointing axis, or why there is none.
  /// - Parameter now: in the time of the samples.
  public mutating func fused(_ compass: inout Compass, at now: Instant) -> FusedHeading {
    var found = FusedHeading(estimate: filter.estimate(), reason: .none)
    found.reason = reason(found.estimate.state, isCalibrated: compass.isCalibrated, at: now)
    guard found.isFused || found.reason == .uncalibrated else { return found }
    guard let heading = filter.heading(of: compass.pointingAxis) else {
      found.reason = .pointsVertically
      return found
    }
    let magnetic = compass.service.card.magnetic(compass: heading)
    let offset = compass.pointsThroughDisplay ? BinaryAngle.zero : compass.service.orientation.offset
    found.magnetic = magnetic + offset
    guard found.isFused else { return found }
    if let declination = compass.declination { found.trueNorth = magnetic + declination + offset }
    let bound = (UInt64(product: found.estimate.headingAccuracy, 36_000) &>> 32).lowHalf &+ 1
    // Both bounds hold 95 % of the errors, and the two are independent.
    let calibration = compass.calibrationBound
    let accuracy = (bound &* bound &+ calibration &* calibration).squareRoot
    found.accuracy = accuracy < 18_000 ? UInt16(truncatingIfNeeded: accuracy) : 18_000
    return found
  }

  /// Why the heading is not fused, as far as the sensors say.
  private func reason(_ state: MotionState, isCalibrated: Bool, at now: Instant) -> UnfusedReason {
    if !hasRate { return .noGyroscope }
    if !isOn { return .off }
    if isLost || filter.isDead(at: now) { return .silent }
    if !hasForce || now.elapsed(since: lastForce) > 1_000_000 { return .noForce }
    switch state {
    case .stuck: return .stuck
    case .none, .starting: return .starting
    case .fused: return isCalibrated ? .none : .uncalibrated
    }
  }

  /// Assesses the last samples of the compass as `Compass.read` does, and compares them with the fused heading of the same axis.
  /// Where the field turned and the instrument did not, the reading is marked as disturbed, and the compass's field monitor holds
  /// that for three seconds more: strength and dip alone cannot show such a field.
  public mutating func read(_ compass: inout Compass, into reading: inout CompassReading, at now: Instant) {
    read(&compass, into: &reading, at: now, timeout: compass.sampleTimeout)
  }

  /// The same with another time after which the last sample is too old.
  @inline(never)
  public mutating func read(
    _ compass: inout Compass, into reading: inout CompassReading, at now: Instant, timeout: UInt32
  ) {
    guard compass.begin(&reading, at: now, timeout: timeout) else { return watch.forget() }
    compare(&reading, &compass, at: now)
    compass.judge(&reading)
  }

  /// The same for samples that have a time of their own.
  @inline(never)
  public mutating func readSamples(_ compass: inout Compass, into reading: inout CompassReading) {
    compass.weigh(&reading)
    compare(&reading, &compass, at: reading.time)
    compass.judge(&reading)
  }

  private mutating func compare(_ reading: inout CompassReading, _ compass: inout Compass, at now: Instant) {
    let (state, turn) = filter.stateAndTurn
    guard reading.isSolved, let accuracy = reading.assessment.accuracy,
      reason(state, isCalibrated: compass.isCalibrated, at: now) == .none,
      let heading = filter.heading(of: compass.pointingAxis)
    else { return watch.forget() }
    watch.compare(
      compass: reading.solution.heading, accuracy: accuracy, fused: heading, bound: filter.headingAccuracy, turn: turn,
      biasDeviation: filter.biasDeviation)
    watch.mark(&reading.assessment)
    if watch.isTurned { compass.monitor.noteTurn() }
  }

  /// Whether the field turned and the instrument did not, as of the last reading.
  public var isFieldTurned: Bool { watch.isTurned }

  /// Whether the gyroscope gave nothing for a quarter of a second: use the readings of the compass.
  public func isDead(at now: Instant) -> Bool { filter.isDead(at: now) }

  /// Attitude, heading of the forward axis, rate of turn, bias and what each is worth, at the last rate.
  public func estimate() -> MotionEstimate { filter.estimate() }

  /// The gyroscope's bias, once the filter has settled.
  public var fusedBias: AngularRate? { filter.fusedBias }
  /// Its largest standard deviation on an axis, 2^−20 rad/s.
  public var biasDeviation: UInt32 { filter.biasDeviation }

  /// Samples that were not as they should be.
  public var counts: MotionCounts { filter.counts }

  /// The heading of the forward axis, clockwise from magnetic north; `nil` while there is none.
  public func heading() -> BinaryAngle? { estimate().heading }

  /// The same from true north; `nil` also while the compass does not know its place.
  public func trueHeading(_ compass: borrowing Compass) -> BinaryAngle? {
    guard let declination = compass.declination, let magnetic = heading() else { return nil }
    return magnetic + declination
  }
}

extension Compass {
  /// 95 % of the heading errors of the record in use are smaller, hundredths of a degree, at most half a turn; 0 when nothing was
  /// predicted.
  fileprivate var calibrationBound: UInt32 {
    let typical = record.predictedTypicalError
    if typical != UInt16.max { return UInt32(truncatingIfNeeded: typical < 9_000 ? 2 &* typical : 18_000) }
    let worst = record.predictedError
    return worst == UInt16.max ? 0 : UInt32(truncatingIfNeeded: worst < 18_000 ? worst : 18_000)
  }
}
