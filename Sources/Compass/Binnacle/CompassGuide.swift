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
  /// How often the filter had restarted at the last sample: its frame is another one after a restart.
  private var restarts: UInt16 = 0
  private var hasAnchor = false
  private var seenField: UInt32 = 0
  private var seenForce: UInt32 = 0
  /// An attitude of at most a second ago.
  private var anchor = Quaternion.identity
  private var anchorTime = Instant(microseconds: 0)

  /// Nothing is known of any movement.
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
      takeForce(of: &compass, with: &motion)
    }
    if seenField != compass.samples.fieldNumber {
      seenField = compass.samples.fieldNumber
      take(&calibration, of: &compass, with: &motion, at: now)
      calibration.markTaken(compass.samples.fieldNumber)
    }
    let hasRecord = calibration.step(&compass, at: now)
    align(&calibration, of: &compass)
    return hasRecord
  }

  /// Takes the last force of the compass while a run gathers, which `step` does, too.
  public mutating func takeForce(of compass: inout Compass, with motion: inout CompassMotion) {
    if isGathering, motion.isOn, !compass.samples.isSaturated {
      pairs.add(force: compass.bodyForce.microG, attitude: motion.filter.frame)
    }
  }

  /// Passes the last sample of the compass to the calibration: says first whether the instrument moves, takes down from the
  /// attitude where it is better, and finds the field's centre.
  public mutating func take(
    _ calibration: inout CompassCalibration, of compass: inout Compass, with motion: inout CompassMotion,
    at now: Instant
  ) {
    let state = calibration.state
    let time = compass.samples.fieldTime
    guard state.wantsSamples, !calibration.isOfAccelerometer, motion.isOn, motion.filter.isFollowing(at: time) else {
      return calibration.take(&compass, at: now)
    }
    let attitude = motion.filter.frame
    let isWaiting = state == .seeking
    begin(ifOther: motion.filter.counts.restarts, orWaiting: isWaiting)
    if isWaiting {
      if isMoving(attitude, at: time) {
        calibration.machine.noteTurn(at: now)
      } else if motion.filter.isAtRest {
        return calibration.machine.noteRest(at: now)
      }
    }
    let force = force(for: &calibration, of: &compass, with: &motion)
    if !compass.samples.isOverflowed {
      findCentre(for: &calibration, of: &compass, attitude, motion.filter.frame(at: time))
    }
    calibration.take(&compass, force: force, at: now)
  }

  /// The force that the calibration gets, the magnetometer's axes: by the attitude where that is better.
  func force(
    for calibration: inout CompassCalibration, of compass: inout Compass, with motion: inout CompassMotion
  ) -> Acceleration? {
    guard let measured = calibration.force(of: &compass) else { return nil }
    // A field that turns as the gyroscope says shows that its axes are right.
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

  /// Whether the instrument has turned by 5° in the last second. A bias of 2 °/s, the largest that the filter allows, does not.
  private mutating func isMoving(_ attitude: Quaternion, at time: Instant) -> Bool {
    if hasAnchor, time.elapsed(since: anchorTime) <= 1_000_000 { return !attitude.isNear(anchor, Self.moved) }
    hasAnchor = true
    anchor = attitude
    anchorTime = time
    return false
  }

  /// Adds the last field to the search for its centre, and passes on what is found.
  /// - Parameters:
  ///   - attitude: at the last rate; `then`: at the time of the field.
  @inline(never)
  private mutating func findCentre(
    for calibration: inout CompassCalibration, of compass: inout Compass, _ attitude: Quaternion, _ then: Quaternion
  ) {
    // The attitude is that of the body.
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

  /// Does one slice of the alignment of the three sensors, when a run has a result; `step` does.
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

  /// One slice: a pair of one sensor, or the end of a pass.
  /// - Parameter correct: gives the field of a raw one, both in body axes.
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

  /// What the last run found of the three sensors, by its place: how the axes lie where they are not parallel, by which angle the
  /// sensor is turned, and whether that is a fault of the mounting. `nil` for a place without a finding.
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
