// One sample on its way from correction to the heading service.

import Correction
import FieldMonitor
import FixedPoint
import Quantities
import RawMemory

/// The data of one sample for the service: the correction sets the field, and `solve` sets the heading. It is never
/// copied (embedded-swift.md, "In place").
public struct HeadingEvidence: ~Copyable {
  /// Whether there is a heading: then `solution` holds the result of tilt compensation.
  public var isSolved = false
  /// Why there is no heading; `.none` while nothing prevents one.
  public var reason = UnavailableReason.none
  /// How the heading was found: a `HeadingMode`, or any number up to 7. A change of the mode is an event.
  public var mode: UInt8
  /// The calibration's error at this attitude.
  public var calibration: CalibrationError
  public var solution = HeadingSolution()
  /// The input of the field monitor: time, field and specific force in body axes, before the rotation to the pointing
  /// axis.
  public var observation: FieldObservation
  // Last, because the service and the monitor do not read it: embedded-swift.md, "Words".
  /// The corrected field in the axes of the pointing axis, with a finer resolution than in the observation.
  public var field = FineField(mantissa: .zero, exponent: 0)
  private let inPlace = InPlace()

  @inlinable @inline(__always)
  public init(_ observation: FieldObservation, calibration: CalibrationError, mode: UInt8 = 0) {
    self.observation = observation
    self.calibration = calibration
    self.mode = mode
  }

  /// Starts with a sample of this time, without any other data.
  public init(at time: Instant) {
    self.init(
      FieldObservation(
        time: time, field: CorrectedField(q8Nanotesla: .zero), specificForce: nil, dip: nil, isOverflowed: false),
      calibration: .unknown)
  }

  /// Finds heading, dip and horizontal field, or the reason why there is no heading.
  /// - Parameter pointer: the rotation from body axes to the axes of the pointing axis.
  public mutating func solve(pointer: AxisRemap) {
    guard reason == .none else { return }
    do throws(HeadingFailure) {
      var force = observation.specificForce
      if let body = force { force = Acceleration(microG: pointer.body(body.microG)) }
      try solution.solve(field: field, specificForce: force)
      isSolved = true
      if force != nil { observation.dip = solution.dip }
      mode = force == nil ? HeadingMode.level.rawValue : HeadingMode.tilted.rawValue
    } catch {
      reason = error == .noSpecificForce ? .noSpecificForce : .noHorizontalField
    }
  }

  /// Adds to the calibration's error the effect of a tilt if the calibration is planar. Such a calibration does not
  /// know the vertical field, which the tilt compensation needs. The heading is then wrong by up to the tilt times the
  /// tangent of the dip, which is taken as 2. Half of that is one standard deviation.
  /// - Parameter levelTolerance: how level an instrument without accelerometer is kept, one standard deviation, 1/10 degree.
  public mutating func addTiltError(levelTolerance: UInt8) {
    // 3.18 times the unknown tilt, so that the tilt has the same weight as when the vertical field is known.
    var error = UInt32(levelTolerance) &* 32
    // A tilt of 1e6 µg is 5730 hundredths of a degree.
    if let force = observation.specificForce {
      error = ((force.microG.x.magnitude &+ force.microG.y.magnitude) &>> 9) &* 3
    }
    if case .predicted(let known) = calibration { error = error &+ UInt32(known) }
    calibration = .predicted(error < 18_000 ? UInt16(truncatingIfNeeded: error) : 18_000)
  }
}
