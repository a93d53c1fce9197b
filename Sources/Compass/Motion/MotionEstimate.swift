// The filter's estimate: attitude, rate of turn, bias, scale and delay, each with its accuracy.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// The source of the attitude.
public enum MotionState: UInt8, Sendable {
  /// There is no attitude: fewer than two blocks, or no rates come.
  case none
  /// The first three seconds: the heading follows the field.
  case starting
  /// All sensors together give the attitude.
  case fused
  /// The gyroscope repeats one value while the instrument moves; a compass without a gyroscope is better then.
  case stuck
}

/// The estimate at one moment.
public struct MotionEstimate: Equatable, Sendable {
  public var state: MotionState
  /// The time of the last rate minus its delay.
  public var time: Instant
  /// Rotates the body's axes (forward, right, down) into north, east, down. Without a field: into a level frame that
  /// keeps the heading of the start.
  public var attitude: Quaternion
  /// The direction of the body's forward axis, clockwise from magnetic north; `nil` if it is unknown.
  public var heading: BinaryAngle?
  /// 95 % of the heading errors are smaller; 2^−32 turns, at most half a turn, which it is while the compass that gives the
  /// field is not calibrated.
  public var headingAccuracy: UInt32
  /// The rate of rotation about the vertical, clockwise, 2^−20 rad/s.
  public var rateOfTurn: Int32
  /// The gyroscope's bias, 2^−20 rad/s, and the largest standard deviation of its three axes.
  public var bias: AngularRate
  public var biasDeviation: UInt32
  /// The gyroscope's scale error (positive if it measures too little), Q24, and its standard deviation.
  public var scale: Int32
  public var scaleDeviation: UInt32
  /// The field's delay minus the rate's delay in microseconds, and its standard deviation.
  public var fieldDelay: Int32
  public var fieldDelayDeviation: UInt32
  /// The constant field that rotates with the instrument (hard iron). The filter subtracts it; nanotesla.
  public var hardIron: MagneticField
  /// Whether the instrument is at rest. With a field, a slow rotation does not count as rest.
  public var isAtRest: Bool
}
