// One sample on its way from correction to the heading service.

import Correction
import FieldMonitor
import FixedPoint
import Quantities
import RawMemory

/// What is known about one sample when the service is asked. It is filled in place on the sample's way, never copied:
/// correction fills in the field, `solve` the heading.
public struct HeadingEvidence: ~Copyable {
  /// There is a heading: `solution` holds what tilt compensation found.
  public var isSolved = false
  /// Why there is no heading; `.none` as long as nothing prevents one.
  public var reason = UnavailableReason.none
  /// How the heading came about, a `HeadingMode` or any number up to 7; a change of it is an event.
  public var mode: UInt8
  /// What is known of the calibration at this attitude.
  public var calibration: CalibrationError
  public var solution = HeadingSolution()
  /// What the field monitor is told: time, field and specific force in body axes, before the pointing axis.
  public var observation: FieldObservation
  // Last: the service and the monitor do not read it, and a Cortex-M0 reaches what stands before it in one step.
  /// The corrected field in the axes of the pointing axis, finer than the observation's.
  public var field = FineField(mantissa: .zero, exponent: 0)
  private let inPlace = InPlace()

  @inlinable @inline(__always)
  public init(_ observation: FieldObservation, calibration: CalibrationError, mode: UInt8 = 0) {
    self.observation = observation
    self.calibration = calibration
    self.mode = mode
  }

  /// Of a sample of this time about which nothing else is known yet.
  public init(at time: Instant) {
    self.init(
      FieldObservation(
        time: time, field: CorrectedField(q8Nanotesla: .zero), specificForce: nil, dip: nil, isOverflowed: false),
      calibration: .unknown)
  }

  /// Finds heading, dip and horizontal field, or the reason why there is no heading.
  /// - Parameter pointer: body axes to those of the axis that points.
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

  /// Adds to the calibration's error what a tilt does under a planar calibration. Such a calibration has no vertical field
  /// that a tilt could be compensated with: the heading is off by up to the tilt times the tangent of the dip, taken as 2.
  /// Half of that is one standard deviation.
  /// - Parameter levelTolerance: how level an instrument without accelerometer is kept, one standard deviation, 1/10 degree.
  public mutating func addTiltError(levelTolerance: UInt8) {
    // 3.18 times an unknown tilt: as much as it counts where the vertical field is.
    var error = UInt32(levelTolerance) &* 32
    // 5730 hundredths of a degree in 1e6 µg.
    if let force = observation.specificForce {
      error = ((force.microG.x.magnitude &+ force.microG.y.magnitude) &>> 9) &* 3
    }
    if case .predicted(let known) = calibration { error = error &+ UInt32(known) }
    calibration = .predicted(error < 18_000 ? UInt16(truncatingIfNeeded: error) : 18_000)
  }
}
