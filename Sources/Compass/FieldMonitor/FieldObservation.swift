// What the field monitor judges.

import Quantities

/// One sample for the monitor.
public struct FieldObservation: Equatable, Sendable {
  /// When the sample was taken.
  public var time: Instant
  /// The field after calibration, body axes.
  public var field: CorrectedField
  /// The specific force, body axes; `nil` for a board without accelerometer.
  public var specificForce: Acceleration?
  /// Dip from tilt compensation; `nil` when it is undefined or there is no accelerometer.
  public var dip: BinaryAngle?
  /// Whether at least one axis is beyond the range.
  public var isOverflowed: Bool

  public init(
    time: Instant, field: CorrectedField, specificForce: Acceleration?, dip: BinaryAngle?, isOverflowed: Bool = false
  ) {
    self.time = time
    self.field = field
    self.specificForce = specificForce
    self.dip = dip
    self.isOverflowed = isOverflowed
  }
}
