// A gyroscope beside a compass: attitude and heading between the samples of the field, and through disturbances.

import FieldMonitor
import FixedPoint
import Heading
import Motion
import Quantities
import RawMemory

/// The fusion's own heading: a part of what `CompassMotion.read` judges. Use the reading's heading.
///
/// ```swift
/// let fused = motion.fused(&compass, at: now)
/// if let heading = fused.magnetic, fused.isFused { show(heading) }
/// ```
public struct FusedHeading: Sendable {
  /// Attitude, rate of turn and bias at the last rate, each with its accuracy.
  public var estimate: MotionEstimate
  /// Why the heading is not fused; `.none` when it is.
  public var reason: UnfusedReason
  /// The heading of the pointing axis, clockwise from magnetic north, after deviation card and display; `nil` while there is
  /// none. Use it only when `isFused`: an uncalibrated compass gives a heading to show, too.
  public var magnetic: BinaryAngle?
  /// The fused heading from true north; `nil` also while the place is not known.
  public var trueNorth: BinaryAngle?
  /// 95 % of the heading errors are smaller: hundredths of a degree, 0…18,000; `nil` unless the heading is fused. It includes
  /// what does not average out of the accuracy of the fields that the filter has used.
  public var accuracy: UInt16?

  /// Whether the heading is fused.
  public var isFused: Bool { reason == .none }
}

/// Adds the rates of a gyroscope to a `Compass`. The compass must have an accelerometer.
///
/// Pass each rate to `add`, and call `step` after each sample of the compass and a few times between. Call `read` instead of the
/// compass's own `read`: it judges compass and gyroscope together. `fused` gives the fusion's own heading, or why there is none.
///
/// ```swift
/// // The field is 5 ms old at its time; the gyroscope turns by up to 3 degrees a second at rest.
/// var motion = CompassMotion(settings: MotionSettings(fieldDelay: 5_000, zeroRateOffset: 300))
/// // 1 degree a second about Z is 2^20 · π / 180.
/// motion.add(AngularRate(q20: Vector3(x: 0, y: 0, z: 18_301)), at: now)
/// while motion.step(&compass) {}
/// var reading = CompassReading()
/// motion.read(&compass, into: &reading, at: now)
/// if let heading = reading.heading { show(heading) }
/// ```
public struct CompassMotion: ~Copyable {
  private let inPlace = InPlace()
  /// How the gyroscope is mounted: from its axes to the body's.
  public var mounting = AxisRemap.identity {
    didSet { axes = GyroscopeAxes() }
  }
  /// Whether the gyroscope is used. Call `restart` after a change.
  public var isOn = true
  private var hasRate = false
  private var isLost = false
  private var hasForce = false
  // The order leaves no gaps, as structures of C have the same places; the judge, whose size is odd, is last.
  /// The number of the record with which the judge has begun.
  private var record: UInt8 = 0
  private var seenField: UInt32 = 0
  private var seenForce: UInt32 = 0
  private var lastForce = Instant(microseconds: 0)
  /// The compass alone at the last reading, before the judgement; `nil` if it had no heading.
  public private(set) var compassPart: CompassPart?
  /// Which sensors gave the heading of the last reading.
  public private(set) var source = ReadingSource.compass
  var filter: MotionFilter
  /// What field and gravity say about the axes of the gyroscope.
  public private(set) var axes = GyroscopeAxes()
  private var judge = HeadingJudge()

  /// Whether the mounting is valid; the memory may have been overwritten.
  public var isSound: Bool { mounting.isSound && axes.isSound }

  /// - Parameter settings: the delays of the sensors, and whether the field is used.
  public init(settings: MotionSettings = MotionSettings()) { filter = MotionFilter(settings: settings) }

  /// The delays of the sensors, and whether the field is used.
  public var settings: MotionSettings { filter.settings }

  /// Restarts the filter with these settings. Attitude, bias and all other estimates are discarded.
  ///
  /// ```swift
  /// motion.restart(MotionSettings(usesField: false))  // beside an electric motor: turns alone, without the field
  /// ```
  @inline(never)
  public mutating func restart(_ settings: MotionSettings) {
    hasForce = false
    axes = GyroscopeAxes()
    filter = MotionFilter(settings: settings)
    judge.forget()
  }

  // MARK: - Samples

  /// Adds one rate.
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
    let body = mounting.body(rate.q20)
    axes.add(body, at: time, isUsable: !isRepeated && !isSaturated)
    filter.add(rate: AngularRate(q20: body), at: time, isRepeated: isRepeated, isSaturated: isSaturated)
  }

  /// Reports that the gyroscope does not answer: no heading is fused until its next rate.
  ///
  /// ```swift
  /// if let rate = readGyroscope() { motion.add(rate, at: now) } else { motion.lose() }
  /// ```
  public mutating func lose() { isLost = true }

  /// Adds the last samples of the compass, each once, and does one slice of work: at most 15,000 Cortex-M0+ cycles.
  /// - Returns: whether there is more work.
  @discardableResult
  public mutating func step(_ compass: inout Compass) -> Bool {
    if seenForce != compass.samples.forceNumber {
      seenForce = compass.samples.forceNumber
      addForce(of: &compass)
    }
    if seenField != compass.samples.fieldNumber {
      seenField = compass.samples.fieldNumber
      addField(of: &compass)
    }
    return work()
  }

  /// Adds the last force of the compass. `step` calls it, too.
  public mutating func addForce(of compass: inout Compass) {
    guard isOn else { return }
    if !compass.samples.isSaturated {
      lastForce = compass.samples.forceTime
      hasForce = true
    }
    filter.add(force: compass.bodyForce, at: compass.samples.forceTime, isSaturated: compass.samples.isSaturated)
  }

  /// Adds the last field of the compass. `step` calls it, too.
  public mutating func addField(of compass: inout Compass) {
    observe(&compass)
    guard isOn, !compass.samples.isOverflowed else { return }
    let field = compass.bodyField.q8Nanotesla
    axes.add(
      field: Vector3(x: field.x &>> 8, y: field.y &>> 8, z: field.z &>> 8), force: compass.tilt?.microG,
      strength: compass.strengthForAxes)
    filter.add(field: compass.bodyField, at: compass.samples.fieldTime)
  }

  /// Does one slice of work.
  ///
  /// ```swift
  /// // `step`, one part after the other, for a loop that has something else to do between them.
  /// motion.addForce(of: &compass)
  /// motion.addField(of: &compass)
  /// while motion.work() {}
  /// ```
  /// - Returns: whether there is more.
  @discardableResult
  public mutating func work() -> Bool { filter.work() || axes.work() }

  // MARK: - Results

  /// The fused heading of the compass's pointing axis, or why there is none.
  ///
  /// ```swift
  /// let fused = motion.fused(&compass, at: now)
  /// if !fused.isFused { print("no part in it:", fused.reason) }  // no part in it: noGyroscope
  /// ```
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
    found.accuracy = bound < 18_000 ? UInt16(truncatingIfNeeded: bound) : 18_000
    return found
  }

  /// Why the heading is not fused, from the state of the sensors.
  private func reason(_ state: MotionState, isCalibrated: Bool, at now: Instant) -> UnfusedReason {
    if !hasRate { return .noGyroscope }
    if !isOn { return .off }
    if isLost || filter.isDead(at: now) { return .silent }
    if axes.fault != .none { return .axesWrong }
    if !hasForce || now.elapsed(since: lastForce) > 1_000_000 { return .noForce }
    switch state {
    case .stuck: return .stuck
    case .none, .starting: return .starting
    case .fused: return isCalibrated ? .none : .uncalibrated
    }
  }

  /// Assesses the last samples of the compass as `Compass.read` does, and judges compass and gyroscope together: heading and
  /// accuracy of the assessment are those of both, and `source` says which of them gave the heading. `solution` stays the
  /// compass's. If the field turned and the instrument did not, the reading is marked as disturbed, and the compass's field
  /// monitor keeps that state for three more seconds: strength and dip alone cannot show that a field has turned.
  /// - Parameters:
  ///   - now: decides whether the last sample is too old.
  ///   - timeout: microseconds after which it is; `nil`: the compass's `sampleTimeout`.
  @inline(never)
  public mutating func read(
    _ compass: inout Compass, into reading: inout CompassReading, at now: Instant, timeout: UInt32? = nil
  ) {
    guard compass.samples.isFresh(at: now, timeout: timeout ?? compass.sampleTimeout) else {
      (source, compassPart) = (.compass, nil)
      return compass.assessSilence(at: now, into: &reading)
    }
    observe(&compass)
    // The judged heading is smoothed in place of the compass's.
    let smoother = compass.service.smoother
    let elapsed = compass.samples.fieldTime.elapsed(since: compass.service.last)
    compass.weigh(&reading)
    keepPart(of: &reading, &compass)
    source = .compass
    if judge.isReady, judge.time == reading.time, reading.isSolved, judge.axis == compass.pointingAxis {
      source = judge.usesField ? .both : .gyroscope
      compass.service.smoother = smoother
      if reading.assessment.doubts.contains(.clockBackwards) { compass.service.smoother.restart() }
      if judge.isFieldTurned {
        reading.assessment.disturbance = .disturbed
        reading.assessment.doubts.insert(.disturbed)
      }
      compass.service.replace(judge.heading, square: judge.square, into: &reading.assessment, after: elapsed)
    }
    reading.source = source
    compass.judge(&reading)
  }

  /// Stores the compass's part of a reading: before the judgement, and without smoothing.
  private mutating func keepPart(of reading: inout CompassReading, _ compass: inout Compass) {
    compassPart = nil
    guard let accuracy = reading.assessment.accuracy else { return }
    let magnetic = compass.service.card.magnetic(compass: reading.solution.heading)
    let offset = compass.pointsThroughDisplay ? BinaryAngle.zero : compass.service.orientation.offset
    compassPart = CompassPart(
      magnetic: magnetic + offset, accuracy: accuracy, grade: reading.assessment.grade,
      disturbance: reading.assessment.disturbance)
  }

  /// Passes a new field to the monitor and to the judge, before the filter gets it. Then readings do not depend on how often
  /// somebody reads.
  @inline(never)
  private mutating func observe(_ compass: inout Compass) {
    guard compass.samples.isNew || compass.expectation == .old else { return }
    var evidence = HeadingEvidence(at: compass.samples.fieldTime)
    compass.examine(&evidence)
    var status = compass.monitor.status(withDip: filter.dip)
    let squares = HeadingAccuracy.squares(of: &evidence, &status)
    filter.setSourceBound(square: squares.map { $0.whole &- $0.tilt &- $0.noise } ?? 1 &<< 24)
    let isUsed =
      filter.settings.usesField
      && reason(filter.state, isCalibrated: compass.isCalibrated, at: compass.samples.fieldTime) == .none
    guard isUsed, record == compass.recordNumber else {
      record = compass.recordNumber
      return judge.forget()
    }
    var found = CompassEvidence(time: compass.samples.fieldTime, axis: compass.pointingAxis)
    if let squares {
      found.heading = evidence.solution.heading
      (found.square, found.tiltSquare, found.noiseSquare) = (squares.whole, squares.tilt, squares.noise)
    }
    // What the judge has reported is no reason to doubt the field once more.
    found.isDoubted =
      judge.isFieldTurned
      ? status.reasons.contains(.strength) || status.reasons.contains(.dip) : status.state != .clear
    judge.judge(&found, &filter)
    if judge.isFieldTurned { compass.monitor.reportTurn() }
  }

  /// Whether the field turned and the instrument did not, as of the last sample.
  public var isFieldTurned: Bool { judge.isFieldTurned }

  /// Whether no rate has come for a quarter of a second. If so, use the readings of the compass.
  ///
  /// ```swift
  /// if motion.isDead(at: now) {
  ///   print("the gyroscope gives nothing")
  /// } else if let heading = motion.trueHeading(compass) ?? motion.heading() {
  ///   show(heading)  // of the forward axis
  /// }
  /// print(motion.estimate().isAtRest, motion.counts.missing)  // false 0
  /// ```
  public func isDead(at now: Instant) -> Bool { filter.isDead(at: now) }

  /// Attitude, heading of the forward axis, rate of turn and bias at the last rate, each with its accuracy.
  public func estimate() -> MotionEstimate { filter.estimate() }

  /// The gyroscope's bias, once the filter has settled.
  public var fusedBias: AngularRate? { filter.fusedBias }
  /// The bias's largest standard deviation on an axis, 2^−20 rad/s.
  public var biasDeviation: UInt32 { filter.biasDeviation }

  /// Counts of samples that were missing, repeated, late, out of order or saturated, and of restarts.
  public var counts: MotionCounts { filter.counts }

  /// The heading of the forward axis, clockwise from magnetic north; `nil` while there is none.
  public func heading() -> BinaryAngle? { estimate().heading }

  /// The heading of the forward axis from true north; `nil` also while the place is not set.
  public func trueHeading(_ compass: borrowing Compass) -> BinaryAngle? {
    guard let declination = compass.declination, let magnetic = heading() else { return nil }
    return magnetic + declination
  }
}

extension Compass {
  /// The strength of the calibration, nanotesla. 0 without one, and for a planar one, whose corrected field has no vertical
  /// part: its turns do not show the axes. 0 also while strength or dip is wrong: a magnet that turns with the instrument
  /// looks like a wrong scale.
  fileprivate var strengthForAxes: UInt32 {
    let reasons = monitor.status.reasons
    let isDoubted = monitor.status.state != .clear && (reasons.contains(.strength) || reasons.contains(.dip))
    return isDoubted || !isCalibrated || record.modelOrder == .planar ? 0 : record.fieldStrength
  }
}
