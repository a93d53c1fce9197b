// The whole assessment of one sample: heading, accuracy, grade, disturbance, attitude.

import Correction
import FieldMonitor
import FixedPoint
import Heading
import Quantities

/// The assessment of one sample of the field.
///
/// ```swift
/// var reading = CompassReading()
/// compass.read(into: &reading, at: now)
/// if let heading = reading.heading, (reading.accuracy ?? 18_000) < 4_500 {  // 45 degrees
///   print((UInt64(heading.rawValue) * 36_000) >> 32, "hundredths of a degree")  // 2656 hundredths of a degree
/// }
/// ```
public struct CompassReading: Sendable {
  /// When the field was measured; without a usable sample, when the reading was made.
  public var time = Instant(microseconds: 0)
  /// How the heading was found.
  public var mode = HeadingMode.unavailable
  /// Which sensors gave the heading; always `.compass` without a gyroscope.
  public var source = ReadingSource.compass
  /// Why there is no heading; `.none` when there is one.
  public var reason = UnavailableReason.sensorStarting
  /// Whether `solution` holds attitude, dip and horizontal field.
  public var isSolved = false
  /// Whether there is a sample. If so, `field` and `force` belong to it.
  public var hasSample = false
  /// Headings, accuracy, grade, disturbance and doubts.
  public var assessment = HeadingAssessment()
  /// Dip, horizontal field, roll and pitch about the pointing axis.
  public var solution = HeadingSolution()
  /// The field after calibration, body axes.
  public var field = CorrectedField(q8Nanotesla: .zero)
  /// The force that gave the tilt, after calibration, body axes; `nil` where none did.
  public var force: Acceleration?

  /// A reading without a sample.
  public init() {}

  /// The heading to use, from the north that `assessment.reference` says; `nil` when there is none.
  public var heading: BinaryAngle? { assessment.heading }
  /// Clockwise from magnetic north, after deviation card and smoothing.
  public var magneticHeading: BinaryAngle? { assessment.magnetic }
  /// Clockwise from true north; `nil` while the place is not known.
  public var trueHeading: BinaryAngle? { assessment.trueNorth }
  /// 95 % of the errors of the heading are smaller: hundredths of a degree.
  public var accuracy: UInt16? { assessment.accuracy }
  /// 3 (best) to 0.
  public var grade: UInt8 { assessment.grade }
  /// Whether the field can be the Earth's alone.
  public var disturbance: DisturbanceState { assessment.disturbance }
  /// How the display is held. If that is found from the attitude, a flat display is face up or face down; its heading stays
  /// turned by `assessment.orientation`.
  public var displayOrientation: DisplayOrientation {
    guard assessment.isDisplayFlat, let force else { return assessment.orientation }
    return DisplayOrientation(flatUnder: force)
  }
  /// Positive when the right side is down; `nil` without an accelerometer, and when the forward axis is vertical.
  public var roll: BinaryAngle? { mode == .tilted ? solution.roll : nil }
  /// Positive when the nose is up, −90°…90°; `nil` without an accelerometer.
  public var pitch: BinaryAngle? { mode == .tilted ? solution.pitch : nil }
  /// Positive below the horizon; `nil` when it is not known.
  public var dip: BinaryAngle? { isSolved ? solution.dip : nil }
}

extension Compass {
  /// Assesses the last samples. Call it once after each sample of the field, because the field monitor must get every
  /// sample; a second call assesses the same sample again. Beside a gyroscope call `CompassMotion.read` instead.
  ///
  /// ```swift
  /// let reading = compass.reading(at: now)
  /// if reading.heading == nil { print("no heading:", reading.reason) }
  /// if reading.disturbance == .disturbed { print("iron or a magnet is near") }
  /// ```
  /// - Parameter now: decides whether the last sample is too old, see `sampleTimeout`.
  public mutating func reading(at now: Instant) -> CompassReading {
    var reading = CompassReading()
    read(into: &reading, at: now)
    return reading
  }

  /// As `reading(at:)`, in place; every field is written.
  ///
  /// ```swift
  /// var reading = CompassReading()
  /// compass.read(into: &reading, at: now, timeout: 5_000_000)  // a sensor that measures every two seconds
  /// // Samples of a file, which have a time of their own, beside those of the sensor.
  /// let field = MagneticField(nanotesla: Vector3(x: 20_000, y: -10_000, z: 42_000))
  /// var samples = CompassSamples(field, at: now, force: Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000)))
  /// swap(&compass.samples, &samples)
  /// compass.read(into: &reading, at: compass.samples.fieldTime)
  /// swap(&compass.samples, &samples)
  /// ```
  /// - Parameter timeout: microseconds after which the last sample is too old; `nil`: `sampleTimeout`.
  @inline(never)
  public mutating func read(into reading: inout CompassReading, at now: Instant, timeout: UInt32? = nil) {
    guard samples.isFresh(at: now, timeout: timeout ?? sampleTimeout) else {
      return assessSilence(at: now, into: &reading)
    }
    weigh(&reading)
    judge(&reading)
  }

  // MARK: - Steps

  /// The whole reading of a time without a fresh sample.
  mutating func assessSilence(at now: Instant, into reading: inout CompassReading) {
    reading = CompassReading()
    reading.time = now
    let isOld = samples.hasField
    reading.reason = isOld ? .noFreshSample : samples.isFieldLost ? .sensorFault : .sensorStarting
    service.assessSilence(
      isOld ? .outdated : .none, mode: HeadingMode.unavailable.rawValue, at: now, into: &reading.assessment)
  }

  /// Corrects the last samples, solves for the heading, and estimates its accuracy.
  @inline(never)
  mutating func weigh(_ reading: inout CompassReading) {
    var evidence = HeadingEvidence(at: samples.fieldTime)
    examine(&evidence)
    service.pointsThroughDisplay = pointsThroughDisplay
    service.weigh(&evidence, &monitor.status, into: &reading.assessment)
    reading.assessment.doubts.formUnion(samples.doubts)
    reading.time = samples.fieldTime
    reading.hasSample = samples.fault == .none
    reading.reason = evidence.reason
    reading.isSolved = evidence.isSolved
    reading.mode = HeadingMode(rawValue: evidence.mode) ?? .unavailable
    reading.solution = evidence.solution
    reading.field = evidence.observation.field
    reading.force = evidence.observation.specificForce
  }

  /// Corrects the last samples and solves for the heading. The field monitor gets each sample once.
  @inline(never)
  mutating func examine(_ evidence: inout HeadingEvidence) {
    gather(&evidence)
    evidence.calibration = calibrationError
    if record.modelOrder == .planar { evidence.addTiltError(levelTolerance: monitor.levelTolerance) }
    evidence.solve(pointer: pointer)
    if expectation != .current { expect(for: evidence.observation) }
    if samples.isNew {
      samples.isNew = false
      monitor.assess(&evidence.observation)
      addRounding(evidence.solution.gains.field)
    }
  }

  /// Rounding to whole counts gives the field at least a third of the square of half a count as its variance.
  /// - Parameter gain: of the field's variance, Q12. `HeadingAccuracy` has 20 bits for the product, and drops the rest.
  @inline(__always)
  private mutating func addRounding(_ gain: UInt32) {
    if samples.halfCountNanotesla == 0 { return }
    let half = UInt32(truncatingIfNeeded: Int(samples.halfCountNanotesla))
    // Q32 of the strength's square, which is in (4 nT)² and loses 14 bits: 2^32/16/3/2^14 is 5461. The product has 29 bits.
    let least = (half &* half &* 5461) / (monitor.status.strengthSquared &>> 14 | 1) &+ 0xff_ffff / (gain | 1)
    if monitor.status.fieldVariance < least { monitor.status.fieldVariance = least }
  }

  /// The last step: completes the assessment from all doubts.
  mutating func judge(_ reading: inout CompassReading) {
    service.judge(&reading.assessment, mode: reading.mode.rawValue, at: reading.time)
  }

  /// Corrects the last samples into the evidence.
  private mutating func gather(_ evidence: inout HeadingEvidence) {
    if samples.fault != .none {
      evidence.reason = samples.fault
      return
    }
    if samples.hasTilt {
      let force = bodyForce
      evidence.observation.specificForce = force
      if followsLevel { turn(to: pointer.forward.mostLevel(under: force.microG)) }
      if pointer.forward.isVertical(under: force.microG) { evidence.reason = .pointsVertically }
    } else if pointsThroughDisplay {
      // Without an accelerometer, down is taken as the body's z axis, and a pointing axis along it has no heading.
      evidence.reason = .pointsVertically
    }
    if samples.isOverflowed {
      evidence.observation.isOverflowed = true
      evidence.reason = .overflow
    }
    correct()
    evidence.observation.field = samples.corrected
    evidence.field = samples.fine
    evidence.field.mantissa = pointed(evidence.field.mantissa)
  }

  /// The error of the record in use.
  private var calibrationError: CalibrationError {
    if !isCalibrated { return .unknown }
    let error = record.predictedTypicalError == UInt16.max ? record.predictedError : record.predictedTypicalError
    return error == UInt16.max ? .assumed : .predicted(error)
  }

  /// Sets the field monitor's expectation from the record and from the field of the place.
  @inline(never)
  private mutating func expect(for sample: FieldObservation) {
    var isContinued = expectation == .ofOtherPlace
    expectation = .current
    defer {
      // The monitor has forgotten the last sample. Without it the heading would count as clear.
      if !isContinued, samples.hasField { samples.isNew = true }
    }
    guard isCalibrated else {
      if !isContinued { monitor.expectNothing() }
      return
    }
    var dip = record.dip
    var world: UInt32 = 0
    if let known = service.field {
      // Under a planar calibration the corrected field is horizontal, at every place. Otherwise the record's dip
      // belongs to the place of calibration.
      let isPlanar = record.modelOrder == .planar
      world = isPlanar ? known.horizontalQ8 : known.totalQ8
      if !isPlanar, let there = known.dip { dip = there }
    }
    isContinued = monitor.expect(
      strengthNanotesla: record.fieldStrength, dip: dip,
      residualNanotesla: UInt32(truncatingIfNeeded: Int(record.residual)), worldNanotesla: (world &+ 128) &>> 8,
      newest: sample, isContinued: isContinued)
  }
}
