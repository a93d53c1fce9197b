// What the filter says: attitude, rate of turn, bias, scale and delay, and what each is worth.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// Where the attitude comes from.
public enum MotionState: UInt8, Sendable {
  /// No attitude: fewer than two blocks, or the gyroscope gives nothing.
  case none
  /// The first three seconds: the heading follows the field.
  case starting
  /// All sensors.
  case fused
  /// The gyroscope repeats one value while the instrument moves; a compass without one is better.
  case stuck
}

/// The estimate at one moment.
public struct MotionEstimate: Equatable, Sendable {
  public var state: MotionState
  /// The time of the last rate, less its delay.
  public var time: Instant
  /// Turns the body's axes (forward, right, down) into north, east, down. Without a field: into a level frame that keeps
  /// the heading of the start.
  public var attitude: Quaternion
  /// Where the body's forward axis points, clockwise from magnetic north; `nil` while there is none.
  public var heading: BinaryAngle?
  /// 95 % of the errors of the heading are smaller; 2^−32 turns, at most half a turn.
  public var headingAccuracy: UInt32
  /// The turn about the vertical, clockwise, 2^−20 rad/s.
  public var rateOfTurn: Int32
  /// The gyroscope's bias, 2^−20 rad/s, and the largest standard deviation of its three.
  public var bias: AngularRate
  public var biasDeviation: UInt32
  /// By how much the gyroscope measures too little, Q24, and the standard deviation.
  public var scale: Int32
  public var scaleDeviation: UInt32
  /// The delay of the field against that of the rate in microseconds, and the standard deviation.
  public var fieldDelay: Int32
  public var fieldDelayDeviation: UInt32
  /// The field that moves with the instrument, as far as it is taken away; nanotesla.
  public var hardIron: MagneticField
  /// Whether the instrument lies still. With a field, a slow turn is none.
  public var isAtRest: Bool
}
