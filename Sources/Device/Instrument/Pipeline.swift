// The settings that correct a sample, and applying them. No mathematics of its own.

import Calibration
import Correction
import FieldMonitor
import FixedPoint
import Heading
import LinkProtocol
import Quantities
import RawMemory

/// The settings that correct a sample.
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

  /// Must be called after each change of `record`.
  mutating func noteChange() { recordNumber &+= 1 }

  @inline(never)
  mutating func forgetCalibration() {
    record = .identity
    noteChange()
  }

  /// Corrects one sample.
  /// - Parameters:
  ///   - sample: counts and field in sensor axes; `inout` so that it is not copied.
  ///   - specificForce: body axes, or `nil` where no accelerometer tells the tilt.
  ///   - evidence: as `HeadingEvidence(at:)` makes it.
  @inline(never)
  mutating func correct(
    _ sample: inout FieldSample, specificForce: Acceleration?, into evidence: inout HeadingEvidence
  ) {
    if let specificForce {
      evidence.observation.specificForce = Acceleration(microG: body(sensorForce(specificForce.microG)))
    } else if pointer.forward.axis == 2 {
      // Without an accelerometer down is the body's, and an axis along it has no heading.
      evidence.reason = .pointsVertically
    }
    if sample.isOverflowed {
      evidence.observation.isOverflowed = true
      evidence.reason = .overflow
    }
    let sums = record.correctionSums(for: input(of: sample.field))
    evidence.observation.field = CorrectedField(q8Nanotesla: body(sums.rounded.q8Nanotesla))
    evidence.field = sums.fine
    evidence.field.mantissa = pointer.body(body(evidence.field.mantissa))
  }

  /// Sensor axes to body axes; one function, because the mounting is put together from its bytes at each use.
  @inline(never)
  private mutating func body(_ sensor: Vector3) -> Vector3 { mounting.body(sensor) }

  /// A specific force, measured in body axes, in the sensor's and as the record corrects it.
  mutating func sensorForce(_ body: Vector3) -> Vector3 { record.correctedForce(mounting.sensor(body)) }

  /// The part of the accelerometer comes into use, as a fit of gravity found it.
  mutating func takeAccelerometer(_ outcome: FitOutcome) {
    record.takeAccelerometer(outcome)
    noteChange()
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

  /// Whether the input of the core is wrong on purpose.
  var isProvoked: Bool { provocation == .sign || provocation == .swap || provocation == .gain }

  /// The field that is corrected: the sample's, made wrong where the host asked for that (`Provocation`): checks on the
  /// host must find it.
  @inline(never)
  func input(of field: MagneticField) -> MagneticField {
    var v = field.nanotesla
    switch provocation {
    case .sign: v.x = v.x.negatedWithSaturation
    case .swap: (v.x, v.y) = (v.y, v.x)
    case .gain: v.x = Ratio.exact(v.x, 21, over: 20)
    default: return field
    }
    return MagneticField(nanotesla: v)
  }
}
