// A calibration with a gyroscope: passes the measured movement to the calibration with each sample of the field.

import Calibration
import FixedPoint
import Motion
import Quantities
import RawMemory

/// Guides a calibration by a gyroscope.
///
/// The gyroscope shows whether the instrument moves, where down is during fast movement, and where the centre of the field's
/// samples lies. After a run it shows how the axes of the three sensors lie to each other. Call `step` in the place of
/// `CompassCalibration.step`.
///
/// ```swift
/// var guide = CompassGuide()
/// // In place of `calibration.step`.
/// if guide.step(&calibration, of: &compass, with: &motion, at: now) {
///   calibration.saved(store(compass.recordBytes()), at: now)
/// }
/// motion.step(&compass)
/// for place in 0..<CompassGuide.reportedCount {
///   if let finding = guide.reported(place) { print(finding.code.rawValue, finding.measured) }
/// }
/// ```
public struct CompassGuide: ~Copyable {
  private let inPlace = InPlace()
  private var centre = FieldCentre()
  private var pairs = TurnPairs()
  /// The rotations between the gyroscope and the two other sensors, as the last run found them.
  public private(set) var field = TurnAlignment()
  public private(set) var force = TurnAlignment()
  /// Whether the run's movement is not over yet, and the next pair of the pass.
  private var isGathering = false
  private var nextPair: Int32 = 0
  /// The filter's number of restarts at the last sample. Each restart gives the filter a new frame.
  private var restarts: UInt16 = 0
  private var hasAnchor = false
  private var seenField: UInt32 = 0
  private var seenForce: UInt32 = 0
  /// An attitude that is at most one second old.
  private var anchor = Quaternion.identity
  private var anchorTime = Instant(microseconds: 0)

  /// A guide that has seen no movement yet.
  public init() {}

  /// cos 2.5° in Q30, half of the turn that is a movement.
  private static var moved: Int32 { 1_072_719_860 }

  /// Whether places are within their ranges; the memory may have been overwritten.
  public var isSound: Bool {
    centre.isSound && pairs.isSound && field.isSound && force.isSound && nextPair >= 0 && nextPair <= pairs.count
  }

  // MARK: - Work

  /// Does what `CompassCalibration.step` does, guided by the gyroscope. Call it before the motion's own `step`, after each sample
  /// and in each turn of the main loop.
  /// - Returns: whether the compass has a new record now: store its bytes, and call `saved`.
  public mutating func step(
    _ calibration: inout CompassCalibration, of compass: inout Compass, with motion: inout CompassMotion,
    at now: Instant
  ) -> Bool {
    if seenForce != compass.samples.forceNumber {
      seenForce = compass.samples.forceNumber
      addForce(of: &compass, with: &motion)
    }
    if seenField != compass.samples.fieldNumber {
      seenField = compass.samples.fieldNumber
      addSample(to: &calibration, of: &compass, with: &motion, at: now)
      calibration.markAdded(compass.samples.fieldNumber)
    }
    let hasRecord = calibration.step(&compass, at: now)
    align(&calibration, of: &compass)
    return hasRecord
  }

  /// Adds the last force of the compass while a run collects samples. `step` calls it, too.
  public mutating func addForce(of compass: inout Compass, with motion: inout CompassMotion) {
    if isGathering, motion.isOn, !compass.samples.isSaturated {
      pairs.add(force: compass.bodyForce.microG, attitude: motion.filter.frame)
    }
  }

  /// Adds the last sample of the compass to the calibration. Before, it reports whether the instrument moves, replaces the
  /// measured force by the attitude's where that is more accurate, and updates the field's centre.
  ///
  /// ```swift
  /// // `step`, one part after the other, for a loop that has something else to do between them.
  /// guide.addForce(of: &compass, with: &motion)
  /// guide.addSample(to: &calibration, of: &compass, with: &motion, at: now)
  /// guide.align(&calibration, of: &compass)
  /// ```
  public mutating func addSample(
    to calibration: inout CompassCalibration, of compass: inout Compass, with motion: inout CompassMotion,
    at now: Instant
  ) {
    let state = calibration.state
    let time = compass.samples.fieldTime
    guard state.wantsSamples, !calibration.isOfAccelerometer, motion.isOn, motion.filter.isFollowing(at: time) else {
      return calibration.addSample(of: &compass, at: now)
    }
    let attitude = motion.filter.frame
    let isWaiting = state == .seeking
    begin(ifOther: motion.filter.counts.restarts, orWaiting: isWaiting)
    if isWaiting {
      if isMoving(attitude, at: time) {
        calibration.machine.reportTurn(at: now)
      } else if motion.filter.isAtRest {
        return calibration.machine.reportRest(at: now)
      }
    }
    let force = force(for: &calibration, of: &compass, with: &motion)
    if !compass.samples.isOverflowed {
      findCentre(for: &calibration, of: &compass, attitude, motion.filter.frame(at: time))
    }
    calibration.addSample(of: &compass, force: force, at: now)
  }

  /// The specific force for the calibration, in the magnetometer's axes: from the attitude where it is more accurate.
  func force(
    for calibration: inout CompassCalibration, of compass: inout Compass, with motion: inout CompassMotion
  ) -> Acceleration? {
    guard let measured = calibration.force(of: &compass) else { return nil }
    // The field turns as the gyroscope measures, which proves that the gyroscope's axes are right.
    guard centre.isKnown, let down = motion.filter.down() else { return measured }
    let up = Vector3(x: 0 &- down.x, y: 0 &- down.y, z: 0 &- down.z)
    return Acceleration(microG: compass.mounting.sensor(up))
  }

  /// Discards earlier data if the run has not started moving, or if the gyroscope's frame restarted.
  private mutating func begin(ifOther restarts: UInt16, orWaiting isWaiting: Bool) {
    let isOther = restarts != self.restarts
    if isOther {
      self.restarts = restarts
      hasAnchor = false
    }
    guard isOther || isWaiting else { return }
    centre.clear()
    pairs.clear()
  }

  /// Whether the instrument has turned by 5° in the last second. The largest bias that the filter allows, 2 °/s, turns it less.
  private mutating func isMoving(_ attitude: Quaternion, at time: Instant) -> Bool {
    if hasAnchor, time.elapsed(since: anchorTime) <= 1_000_000 { return !attitude.isNear(anchor, Self.moved) }
    hasAnchor = true
    anchor = attitude
    anchorTime = time
    return false
  }

  /// Adds the last field to the search for its centre, and passes a found centre to the calibration.
  /// - Parameters:
  ///   - attitude: the attitude at the last rate; `then`: the attitude at the time of the field.
  @inline(never)
  private mutating func findCentre(
    for calibration: inout CompassCalibration, of compass: inout Compass, _ attitude: Quaternion, _ then: Quaternion
  ) {
    // The attitude belongs to the body's axes, so the field is converted to them.
    let body = compass.body(compass.samples.field.nanotesla)
    if !isGathering {
      // First sample of a collecting run: clear the alignment results of the previous run.
      isGathering = true
      field = TurnAlignment()
      force = TurnAlignment()
    }
    pairs.add(field: body, attitude: then, at: compass.samples.fieldTime)
    centre.add(body, attitude: attitude)
    guard centre.isKnown else { return }
    guard calibration.machine.settle(onCentre: compass.mounting.sensor(centre.centre), radius: centre.radius) else {
      return
    }
    var index: Int32 = 0
    while index < centre.keptCount {
      calibration.machine.show(compass.mounting.sensor(centre.sample(index)))
      index = index &+ 1
    }
  }

  // MARK: - Alignment

  /// Does one slice of the alignment of the three sensors, when a run has a result. `step` calls it, too.
  public mutating func align(_ calibration: inout CompassCalibration, of compass: inout Compass) {
    guard isGathering, !(field.isDone && force.isDone) else { return }
    switch calibration.state {
    case .review, .committed, .monitor: break
    case .idle, .failed:
      isGathering = false
      return
    default: return
    }
    var outcome = calibration.outcome
    guard outcome.accepted else {
      isGathering = false
      return
    }
    let mounting = compass.mounting
    align { mounting.body(outcome.applied(to: mounting.sensor($0))) }
  }

  /// Does one slice: adds a pair of one sensor, or ends a pass.
  /// - Parameter correct: converts a raw field to a corrected field, both in body axes.
  private mutating func align(correct: (Vector3) -> Vector3) {
    let isOfForces = field.isDone
    if nextPair < pairs.count {
      if isOfForces {
        force.add(pairs, nextPair, ofForces: true, correct: correct)
      } else {
        field.add(pairs, nextPair, ofForces: false, correct: correct)
      }
      nextPair = nextPair &+ 1
      return
    }
    nextPair = 0
    if isOfForces { force.endPass() } else { field.endPass() }
    if force.isDone { isGathering = false }
  }

  // MARK: - Reasons

  /// The number of places for `reported`: three for the field, three for the force.
  public static var reportedCount: UInt16 { 6 }

  /// One finding of the last run about the three sensors: the arrangement of axes that are not parallel, the angle by which
  /// a sensor is turned, or an angle that is a fault of the mounting. `nil` for a place without a finding.
  public func reported(_ place: UInt16) -> CalibrationReason? {
    place < 3
      ? Self.finding(place, of: field, .gyroscopeAxes, .fieldTurn, .fieldTurnedFar)
      : Self.finding(place &- 3, of: force, .gyroscopeAxesOfForce, .forceTurn, .forceTurnedFar)
  }

  @inline(never)
  private static func finding(
    _ place: UInt16, of found: TurnAlignment, _ axes: CalibrationReason.Code, _ turn: CalibrationReason.Code,
    _ far: CalibrationReason.Code
  ) -> CalibrationReason? {
    guard found.axes != 0 else { return nil }
    switch place {
    case 0:
      guard found.axes != TurnAlignment.straight else { return nil }
      return reason(axes, found.axes, TurnAlignment.straight)
    case 1: return found.deviation == 0xffff ? nil : reason(turn, found.angle, found.deviation)
    case 2:
      let limit = farTurn(deviation: found.deviation)
      return found.deviation != 0xffff && found.angle > limit ? reason(far, found.angle, limit) : nil
    default: return nil
    }
  }

  private static func reason(
    _ code: CalibrationReason.Code, _ measured: UInt16, _ limit: UInt16
  ) -> CalibrationReason {
    CalibrationReason(code, Int32(truncatingIfNeeded: measured), Int32(truncatingIfNeeded: limit))
  }

  /// The angle above which a rotation between two sensors is a fault of the mounting, 1/100 degree: 5°, and three deviations
  /// more.
  static func farTurn(deviation: UInt16) -> UInt16 { 500 &+ 3 &* (deviation < 20_000 ? deviation : 20_000) }
}
