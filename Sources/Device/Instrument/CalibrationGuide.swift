// A calibration with a gyroscope: what it knows of the movement goes to the calibration with each sample of the field.

import Calibration
import FixedPoint
import LinkProtocol
import Motion
import Quantities
import RawMemory
import SensorDrivers

/// What is kept for a run.
struct CalibrationGuide: ~Copyable {
  private let inPlace = InPlace()
  var centre = FieldCentre()
  var pairs = TurnPairs()
  /// What a run found of the rotations between the gyroscope and the two other sensors.
  var field = TurnAlignment()
  var force = TurnAlignment()
  /// Whether the run's movement is not over yet, and the next pair of the pass.
  private var isGathering = false
  private var nextPair: Int32 = 0
  /// Times when the filter had begun anew, at the last sample: its frame is another one then.
  private var restarts: UInt16 = 0
  private var hasAnchor = false
  /// An attitude of at most a second ago.
  private var anchor = Quaternion.identity
  private var anchorTime = Instant(microseconds: 0)

  /// cos 2.5° in Q30, half of the turn that is a movement.
  private static var moved: Int32 { 1_072_719_860 }

  /// Whether the instrument has turned by 5° in the last second. A bias of 2 °/s, the largest that the filter allows, does not.
  mutating func isMoving(_ attitude: Quaternion, at time: Instant) -> Bool {
    if hasAnchor, time.elapsed(since: anchorTime) <= 1_000_000 { return !attitude.isNear(anchor, Self.moved) }
    hasAnchor = true
    anchor = attitude
    anchorTime = time
    return false
  }

  /// A run waits for its movement, or the frame is another one: nothing of before holds.
  mutating func begin(ifOther restarts: UInt16, orWaiting isWaiting: Bool) {
    let isOther = restarts != self.restarts
    if isOther {
      self.restarts = restarts
      hasAnchor = false
    }
    guard isOther || isWaiting else { return }
    centre.clear()
    pairs.clear()
  }

  /// A sample of a run that gathers: its alignments are of pairs that are still to come.
  mutating func gather() {
    guard !isGathering else { return }
    isGathering = true
    field = TurnAlignment()
    force = TurnAlignment()
  }

  /// Takes one force while a run gathers.
  mutating func add(force: Acceleration, attitude: Quaternion) {
    if isGathering { pairs.add(force: force.microG, attitude: attitude) }
  }

  /// Whether the alignments are to be computed now that the run has a result.
  var isDue: Bool { isGathering && !(field.isDone && force.isDone) }

  /// One slice: a pair of one sensor, or the end of a pass.
  /// - Parameter correct: gives the field of a raw one, both in body axes.
  mutating func align(correct: (Vector3) -> Vector3) {
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

  /// The run is over without a result.
  mutating func drop() { isGathering = false }
}

extension MotionUnit {
  /// Whether the attitude can be relied on for samples of this kind.
  private func isFollowing(injected: Bool, at time: Instant) -> Bool {
    injected == isInjected && settings.flags.contains(.usesGyroscope) && filter.isFollowing(at: time)
  }

  /// Says whether the instrument moves, takes down from the attitude where it is better, and finds the field's centre.
  public static func guide<Way: WayPart & ~Copyable>(
    _ sample: FieldSample, _ force: inout Acceleration?, in instrument: inout CompassInstrument<Way, Self>
  ) -> Bool {
    let state = instrument.calibrator.state
    guard state.wantsSamples, !instrument.calibrator.isGravity,
      instrument.gyro.isFollowing(injected: instrument.calibrationSession.isInjected, at: sample.time)
    else { return true }
    let attitude = instrument.gyro.filter.frame
    let isWaiting = state == .seeking
    instrument.gyro.guidance.begin(ifOther: instrument.gyro.filter.counts.restarts, orWaiting: isWaiting)
    if isWaiting {
      if instrument.gyro.guidance.isMoving(attitude, at: sample.time) {
        instrument.calibrator.noteTurn(at: instrument.calibrationTime)
      } else if instrument.gyro.filter.isAtRest {
        instrument.calibrator.noteRest(at: instrument.calibrationTime)
        return false
      }
    }
    // A field that turns as the gyroscope says shows that its axes are right.
    if force != nil, instrument.gyro.guidance.centre.isKnown, let down = instrument.gyro.filter.down() {
      let up = Vector3(x: 0 &- down.x, y: 0 &- down.y, z: 0 &- down.z)
      force = Acceleration(microG: instrument.pipeline.mounting.sensor(up))
    }
    if !sample.isOverflowed { instrument.findCentre(sample.field.nanotesla, attitude, at: sample.time) }
    return true
  }

  /// One slice of the alignment of the three sensors, when a run has a result.
  public static func align<Way: WayPart & ~Copyable>(in instrument: inout CompassInstrument<Way, Self>) {
    guard instrument.gyro.guidance.isDue else { return }
    switch instrument.calibrator.state {
    case .review, .committed, .monitor: break
    case .idle, .failed: return instrument.gyro.guidance.drop()
    default: return
    }
    var outcome = instrument.calibrator.outcome
    guard outcome.accepted else { return instrument.gyro.guidance.drop() }
    let mounting = instrument.pipeline.mounting
    instrument.gyro.guidance.align { mounting.body(outcome.applied(to: mounting.sensor($0))) }
  }

  /// Appends what the last run found of the three sensors.
  /// - Returns: the number of reasons.
  public static func appendReasons<Way: WayPart & ~Copyable>(
    in instrument: inout CompassInstrument<Way, Self>
  ) -> UInt8 {
    let (field, force) = (instrument.gyro.guidance.field, instrument.gyro.guidance.force)
    return instrument.append(field, axes: .gyroscopeAxes, turn: .fieldTurn, far: .fieldTurnedFar)
      &+ instrument.append(force, axes: .gyroscopeAxesOfForce, turn: .forceTurn, far: .forceTurnedFar)
  }
}

extension CalibrationGuide {
  /// The angle above which a rotation between two sensors is a fault of the mounting, 1/100 degree: 5°, and three deviations
  /// more.
  static func farTurn(deviation: UInt16) -> UInt16 { 500 &+ 3 &* (deviation < 20_000 ? deviation : 20_000) }
}

extension CompassInstrument where Way: ~Copyable, Gyro == MotionUnit {
  /// Adds a sample to the search for the field's centre, and tells the calibration what is found.
  @inline(never)
  fileprivate mutating func findCentre(_ field: Vector3, _ attitude: Quaternion, at time: Instant) {
    // The attitude is that of the body.
    let body = pipeline.mounting.body(field)
    gyro.guidance.gather()
    gyro.guidance.pairs.add(field: body, attitude: gyro.filter.frame(at: time), at: time)
    gyro.guidance.centre.add(body, attitude: attitude)
    guard gyro.guidance.centre.isKnown else { return }
    let centre = pipeline.mounting.sensor(gyro.guidance.centre.centre)
    guard calibrator.settle(onCentre: centre, radius: gyro.guidance.centre.radius) else { return }
    var index: Int32 = 0
    while index < gyro.guidance.centre.keptCount {
      calibrator.show(pipeline.mounting.sensor(gyro.guidance.centre.sample(index)))
      index = index &+ 1
    }
  }

  /// Appends the reasons of one alignment.
  fileprivate mutating func append(
    _ found: TurnAlignment, axes: CalibrationReason.Code, turn: CalibrationReason.Code, far: CalibrationReason.Code
  ) -> UInt8 {
    guard found.axes != 0 else { return 0 }
    var count: UInt8 = 0
    if found.axes != TurnAlignment.straight {
      append(axes, .note, found.axes, TurnAlignment.straight)
      count = 1
    }
    guard found.deviation != 0xffff else { return count }
    append(turn, .note, found.angle, found.deviation)
    count = count &+ 1
    let limit = CalibrationGuide.farTurn(deviation: found.deviation)
    guard found.angle > limit else { return count }
    append(far, .note, found.angle, limit)
    return count &+ 1
  }

  @inline(never)
  private mutating func append(
    _ code: CalibrationReason.Code, _ weight: ReportedReason.Weight, _ measured: UInt16, _ limit: UInt16
  ) {
    ReportedReason(
      code: code.rawValue, weight: weight, measured: Int32(truncatingIfNeeded: measured),
      limit: Int32(truncatingIfNeeded: limit)
    ).append(to: &transmitter.frame)
  }
}
