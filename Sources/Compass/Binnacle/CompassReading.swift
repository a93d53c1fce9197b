// The whole assessment of one sample: heading, accuracy, grade, disturbance, attitude.

import Correction
import FieldMonitor
import FixedPoint
import Heading
import Quantities

/// What is known of one sample of the field.
public struct CompassReading: Sendable {
  /// When the field was measured.
  public var time = Instant(microseconds: 0)
  /// How the heading was found.
  public var mode = HeadingMode.unavailable
  /// Why there is no heading; `.none` when there is one.
  public var reason = UnavailableReason.sensorStarting
  /// Whether `solution` holds attitude, dip and horizontal field.
  public var isSolved = false
  /// Headings, accuracy, grade, disturbance and doubts.
  public var assessment = HeadingAssessment()
  /// Dip, horizontal field, roll and pitch about the pointing axis.
  public var solution = HeadingSolution()
  /// The field after calibration, body axes.
  public var field = CorrectedField(q8Nanotesla: .zero)

  /// A reading without a sample.
  public init() {}

  /// The heading to use, from the north that `assessment.reference` says; `nil` when there is none.
  public var heading: BinaryAngle? { assessment.heading }
  /// Clockwise from magnetic north, after deviation card and smoothing.
  public var magneticHeading: BinaryAngle? { assessment.magnetic }
  /// Clockwise from true north; `nil` while the place is not known.
  public var trueHeading: BinaryAngle? { assessment.trueNorth }
  /// In 19 of 20 cases the heading is within it: hundredths of a degree.
  public var accuracy: UInt16? { assessment.accuracy }
  /// 3 (best) to 0.
  public var grade: UInt8 { assessment.grade }
  /// Whether the field can be the Earth's alone.
  public var disturbance: DisturbanceState { assessment.disturbance }
  /// Positive when the right side is down; `nil` without an accelerometer, and when the forward axis is vertical.
  public var roll: BinaryAngle? { mode == .tilted ? solution.roll : nil }
  /// Positive when the nose is up, −90°…90°; `nil` without an accelerometer.
  public var pitch: BinaryAngle? { mode == .tilted ? solution.pitch : nil }
  /// Positive below the horizon; `nil` when it is not known.
  public var dip: BinaryAngle? { isSolved ? solution.dip : nil }
}

extension Compass {
  /// Assesses the last samples. Call it once after each sample of the field, because the field monitor must see every
  /// one; another call gives the same sample again.
  /// - Parameter now: decides whether the last sample is too old, see `sampleTimeout`.
  public mutating func reading(at now: Instant) -> CompassReading {
    var reading = CompassReading()
    read(into: &reading, at: now)
    return reading
  }

  /// The same in place; every field is written.
  public mutating func read(into reading: inout CompassReading, at now: Instant) {
    reading = CompassReading()
    reading.time = fieldTime
    if fieldNumber == 0 || now.elapsed(since: fieldTime) > sampleTimeout {
      reading.reason = fieldNumber == 0 ? .sensorStarting : .noFreshSample
      service.assessSilence(.outdated, mode: HeadingMode.unavailable.rawValue, at: now, into: &reading.assessment)
      return
    }
    if isExpectationOld { expect() }
    var evidence = HeadingEvidence(at: fieldTime)
    correct(into: &evidence)
    evidence.calibration = calibrationError
    if record.modelOrder == .planar { evidence.addTiltError(levelTolerance: monitor.levelTolerance) }
    service.pointsThroughDisplay = pointsThroughDisplay
    evidence.solve(pointer: pointer)
    if assessedNumber != fieldNumber {
      assessedNumber = fieldNumber
      monitor.assess(&evidence.observation)
    }
    service.assess(&evidence, &monitor.status, into: &reading.assessment)
    if forceNumber != 0, !hasTilt {
      reading.assessment.doubts.insert(isForceYoung ? .forceFault : .forceOutdated)
    }
    reading.reason = evidence.reason
    reading.isSolved = evidence.isSolved
    reading.mode = HeadingMode(rawValue: evidence.mode) ?? .unavailable
    reading.solution = evidence.solution
    reading.field = evidence.observation.field
  }

  /// Corrects the last samples.
  private mutating func correct(into evidence: inout HeadingEvidence) {
    if hasTilt {
      let force = bodyForce
      evidence.observation.specificForce = force
      if followsLevel { turn(to: pointer.forward.mostLevel(under: force.microG)) }
      if pointer.forward.isVertical(under: force.microG) { evidence.reason = .pointsVertically }
    } else if pointsThroughDisplay {
      evidence.reason = .pointsVertically
    }
    if isOverflowed {
      evidence.observation.isOverflowed = true
      evidence.reason = .overflow
    }
    let sums = record.correctionSums(for: rawField)
    evidence.observation.field = CorrectedField(q8Nanotesla: body(sums.rounded.q8Nanotesla))
    evidence.field = sums.fine
    evidence.field.mantissa = pointed(body(evidence.field.mantissa))
  }

  /// Tells the field monitor what to expect, from the record and from the field of the place.
  private mutating func expect() {
    isExpectationOld = false
    guard isCalibrated else {
      calibrationError = .unknown
      return monitor.expectNothing()
    }
    let error = record.predictedTypicalError == UInt16.max ? record.predictedError : record.predictedTypicalError
    calibrationError = error == UInt16.max ? .assumed : .predicted(error)
    var dip = record.dip
    var world: UInt32 = 0
    if let known = service.field {
      // Under a planar calibration the corrected field is horizontal, at every place. Else the record's dip is that of
      // the place of calibration.
      let isPlanar = record.modelOrder == .planar
      world = isPlanar ? known.horizontalQ8 : known.totalQ8
      if !isPlanar, let there = known.dip { dip = there }
    }
    monitor.expect(
      strengthNanotesla: record.fieldStrength, dip: dip,
      residualNanotesla: UInt32(truncatingIfNeeded: Int(record.residual)), worldNanotesla: (world &+ 128) &>> 8)
  }
}
