// The settings that correct a sample, and their application. This file has no mathematics of its own.

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
  /// Changes whenever another record is put into use.
  private(set) var recordNumber: UInt8 = 1
  /// The record in use; the identity until a record is set.
  var record = CalibrationRecord.identity
  /// From sensor axes to body axes.
  var mounting = AxisRemap.identity
  /// From body axes to the axes of the pointing axis.
  private(set) var pointer = AxisRemap.identity
  /// Whether the pointing axis is ±Z.
  private(set) var pointsThroughDisplay = false
  /// Whether the pointing axis is the most level one.
  private(set) var followsLevel = false
  /// The fault that is caused on request.
  var provocation = Provocation.none

  /// Must be called after each change of `record`.
  mutating func noteChange() { recordNumber &+= 1 }

  @inline(never)
  mutating func forgetCalibration() {
    record = .identity
    noteChange()
  }

  /// Sets the pointing axis; `nil`: the most level axis.
  mutating func point(_ axis: AxisRemap.SignedAxis?) {
    followsLevel = axis == nil
    turn(to: axis ?? .plusX)
  }

  @inline(never)
  private mutating func turn(to axis: AxisRemap.SignedAxis) {
    pointer = .pointing(axis)
    pointsThroughDisplay = axis.axis == 2
  }

  /// Corrects one sample.
  /// - Parameters:
  ///   - sample: counts and field in sensor axes; `inout` avoids a copy.
  ///   - specificForce: body axes; `nil` when no accelerometer gives the tilt.
  ///   - evidence: as `HeadingEvidence(at:)` creates it.
  @inline(never)
  mutating func correct(
    _ sample: inout FieldSample, specificForce: Acceleration?, into evidence: inout HeadingEvidence
  ) {
    if let specificForce {
      let force = body(sensorForce(specificForce.microG))
      evidence.observation.specificForce = Acceleration(microG: force)
      if followsLevel { turn(to: pointer.forward.mostLevel(under: force)) }
      if pointer.forward.isVertical(under: force) { evidence.reason = .pointsVertically }
    } else if pointsThroughDisplay {
      // Without an accelerometer, down is taken as the body's z axis, and a pointing axis along it has no heading.
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

  /// A field of the own sensor, corrected by the record, in body axes.
  mutating func bodyField(_ field: MagneticField) -> CorrectedField {
    CorrectedField(q8Nanotesla: body(record.correctionSums(for: input(of: field)).rounded.q8Nanotesla))
  }

  /// A specific force that was measured in body axes, corrected by the record.
  mutating func bodyForce(_ force: Acceleration) -> Acceleration {
    Acceleration(microG: body(sensorForce(force.microG)))
  }

  /// Sensor axes to body axes. This is one function, because each use composes the mounting from its bytes again.
  @inline(never)
  private mutating func body(_ sensor: Vector3) -> Vector3 { mounting.body(sensor) }

  /// A specific force that was measured in body axes, converted to sensor axes and corrected by the record.
  mutating func sensorForce(_ body: Vector3) -> Vector3 { record.correctedForce(mounting.sensor(body)) }

  /// Puts the accelerometer's part into use, as a fit of gravity found it.
  mutating func setAccelerometer(from outcome: FitOutcome) {
    record.setAccelerometer(from: outcome)
    noteChange()
  }

  /// Finds the field of an injected sample from counts and scale. Returns the reason if there is none.
  @inline(never)
  mutating func measure(_ sample: inout FieldSample) -> UnavailableReason {
    guard let field = sample.scale.field(of: sample.counts) else {
      return sample.scale.isKnown ? .countsOutOfRange : .unknownScale
    }
    sample.field = field
    sample.isOverflowed = sample.scale.isBeyondRange(sample.counts)
    return .none
  }

  /// Whether the input of the core is changed on request.
  var isProvoked: Bool { provocation == .sign || provocation == .swap || provocation == .gain }

  /// The field to correct: the sample's, changed if the host requested it (`Provocation`). Checks on the host must
  /// detect the change.
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
