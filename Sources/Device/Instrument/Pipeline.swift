// From a sample to a reading: which room does what, in which order. No mathematics of its own.

import Calibration
import Correction
import FieldMonitor
import FixedPoint
import Heading
import LinkProtocol
import Quantities

/// The settings that turn a sample into a reading.
struct Pipeline: ~Copyable {
  private let inPlace = InPlace()
  /// Changes whenever another record comes into use.
  private(set) var recordNumber: UInt8 = 1
  /// The record in use; the identity until one is set.
  var record = CalibrationRecord.identity
  /// Sensor axes to body axes.
  var mounting = AxisRemap.identity
  /// Body axes to those of the axis that points.
  var pointer = AxisRemap.identity
  /// What is done wrong on purpose.
  var provocation = Provocation.none

  /// The last sample's field in the axes of the one that points, finer than a reading's: for `solve`.
  private var fine = FineField(mantissa: .zero, exponent: 0)

  /// Whoever changes `record` says so.
  mutating func noteChange() { recordNumber &+= 1 }

  @inline(never)
  mutating func forgetCalibration() {
    record = .identity
    noteChange()
  }

  /// Says about one sample what is known before there is a heading.
  /// - Parameters:
  ///   - reading: as `Reading()` makes it.
  ///   - sample: counts and field in sensor axes; only looked at, and `inout` so that it is not copied.
  ///   - number: the sample's number since boot.
  ///   - specificForce: body axes, or `nil` without an accelerometer.
  @inline(never)
  mutating func begin(
    _ reading: inout Reading, _ sample: inout FieldSample, number: UInt32, specificForce: Acceleration?
  ) {
    reading.time = sample.time
    reading.sampleNumber = number
    reading.counts = sample.counts
    reading.scale = sample.scale
    reading.temperatureEighths = sample.temperatureEighths
    if sample.isStale { reading.flags.insert(.stale) }
    if record.modelOrder != .none {
      reading.flags.insert(.calibrated)
      reading.grade = record.grade
    }
    if let specificForce {
      reading.flags.insert(.specificForce)
      reading.specificForce = Acceleration(microG: body(sensorForce(specificForce.microG)))
    } else if pointer.forward.axis == 2 {
      // Without an accelerometer down is the body's, and an axis along it has no heading.
      reading.reason = .pointsVertically
    }
    if sample.isOverflowed {
      reading.flags.insert(.overflow)
      reading.reason = .overflow
    }
    reading.field = provoked(sample.field, &reading.flags)
    let sums = record.correctionSums(for: reading.field)
    reading.correctedField = CorrectedField(q8Nanotesla: body(sums.rounded.q8Nanotesla))
    fine = sums.fine
    fine.mantissa = pointer.body(body(fine.mantissa))
  }

  /// Sensor axes to body axes; one function, because the mounting is put together from its bytes at each use.
  @inline(never)
  private mutating func body(_ sensor: Vector3) -> Vector3 { mounting.body(sensor) }

  /// A specific force, measured in body axes, in the sensor's and as the record corrects it.
  mutating func sensorForce(_ body: Vector3) -> Vector3 { record.level(mounting.sensor(body)) }

  /// The part of the accelerometer comes into use, as a fit of gravity found it.
  mutating func takeAccelerometer(_ outcome: FitOutcome) {
    record.takeAccelerometer(outcome)
    noteChange()
  }

  /// Finds the heading of the sample that `reading` was given, unless the reading says why there is none.
  func solve(_ reading: inout Reading, _ evidence: inout HeadingEvidence) {
    guard reading.reason == .none else { return }
    do throws(HeadingFailure) {
      var force = evidence.observation.specificForce
      if let body = force { force = Acceleration(microG: pointer.body(body.microG)) }
      try evidence.solution.solve(field: fine, specificForce: force)
      evidence.isSolved = true
      if force != nil { evidence.observation.dip = evidence.solution.dip }
      reading.mode = force == nil ? .level : .tilted
      reading.heading = evidence.solution.heading
      reading.dip = evidence.solution.dip
      reading.horizontalNanotesla = evidence.solution.horizontalNanotesla
      reading.flags.insert(.dip)
    } catch {
      reading.reason = error == .noSpecificForce ? .noSpecificForce : .noHorizontalField
    }
  }

  /// Finds the field of an injected sample from counts and scale, or why there is none.
  @inline(never)
  mutating func measure(_ sample: inout FieldSample) -> UnavailableReason {
    guard let field = sample.scale.field(of: sample.counts) else {
      return sample.scale.isKnown ? .countsOutOfRange : .unknownScale
    }
    sample.field = field
    sample.isOverflowed = sample.scale.isBeyondRange(sample.counts)
    return .none
  }

  /// The core's input, wrong on purpose when that was asked for.
  private func provoked(_ field: MagneticField, _ flags: inout Reading.Flags) -> MagneticField {
    var v = field.nanotesla
    switch provocation {
    case .sign: v.x = v.x.negatedWithSaturation
    case .swap: (v.x, v.y) = (v.y, v.x)
    case .gain: v.x = Ratio.exact(v.x, 21, over: 20)
    default: return field
    }
    flags.insert(.provoked)
    return MagneticField(nanotesla: v)
  }
}
