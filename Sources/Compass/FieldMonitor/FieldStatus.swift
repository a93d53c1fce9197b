// The monitor's findings about one sample, as the link and the host also show them.

import FixedPoint
import Quantities

/// All findings about one sample; several can be set. A reason that is also a doubt about the heading has the same bit
/// as that doubt (`HeadingDoubts`).
public struct FieldReasons: FlagSet {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A reason that is also a doubt about the heading: one of the lower 16 doubts.
  private init(_ doubt: HeadingDoubts) { rawValue = UInt16(truncatingIfNeeded: doubt.rawValue) }

  /// The strength is outside what calibration and world model expect.
  public static var strength: FieldReasons { FieldReasons(rawValue: 1) }
  /// The dip is outside what is expected, and the specific force can be trusted.
  public static var dip: FieldReasons { FieldReasons(HeadingDoubts.dipDeviates) }
  /// At least one axis is beyond the sensor's range.
  public static var saturated: FieldReasons { FieldReasons(HeadingDoubts.saturated) }
  /// The field's three numbers have been the same for too long: the sensor is stuck.
  public static var stuck: FieldReasons { FieldReasons(HeadingDoubts.stuck) }
  /// The field is exactly zero, which no working sensor measures.
  public static var noField: FieldReasons { FieldReasons(HeadingDoubts.noField) }
  /// The specific force is too far from 1 g, or changes too much, to check dip and tilt with it.
  public static var forceUntrusted: FieldReasons { FieldReasons(HeadingDoubts.accelerated) }
  /// Less than a tenth of 1 g: the vertical is not known.
  public static var freeFall: FieldReasons { FieldReasons(HeadingDoubts.freeFall) }
  /// No field is expected: no calibration and no position. The monitor then detects only gross faults.
  public static var noExpectation: FieldReasons { FieldReasons(rawValue: 16) }
  /// The instrument's clock ran backwards: this sample was assessed without the samples before it.
  public static var clockReversed: FieldReasons { FieldReasons(HeadingDoubts.clockBackwards) }

  /// Whether the sensor is at fault: saturated, stuck or no field.
  var isSensorFault: Bool {
    rawValue & (Self.saturated.rawValue | Self.stuck.rawValue | Self.noField.rawValue) != 0
  }

  /// Whether the sensor gives no information about the field: stuck or no field.
  var isSilent: Bool { rawValue & (Self.stuck.rawValue | Self.noField.rawValue) != 0 }

  /// Whether the dip is outside what is expected, and the strength is not.
  @inline(__always)
  var isOfDipAlone: Bool { rawValue & (Self.dip.rawValue | Self.strength.rawValue) == Self.dip.rawValue }

  /// Whether this sample gives no heading: saturated, stuck, no field or free fall.
  public var isFault: Bool {
    rawValue & (Self.saturated.rawValue | Self.stuck.rawValue | Self.noField.rawValue | Self.freeFall.rawValue) != 0
  }
}

/// The monitor's findings after one sample.
public struct FieldStatus: Equatable, Sendable {
  public var state: DisturbanceState = .clear
  /// The probable cause. It is undetermined while the sensor is stuck or shows no field, because the cause is then the
  /// sensor itself.
  public var cause: DisturbanceCause = .undetermined
  public var reasons = FieldReasons.none
  /// Square of the corrected field's strength, (4 nT)²; each axis is limited to 131 µT.
  public var strengthSquared: UInt32 = 0
  /// Smoothed strength minus expected strength, Q12 of the expected one: 41 is 1 %; limited to ±4095.
  public var strengthDeviation: Int32 = 0
  /// Smoothed dip minus expected dip, Q12 rad: 71 is 1°; limited to ±4095; `nil` without dip or expectation.
  public var dipDeviation: Int32?
  /// Variance of one component of the field's error, Q32 of the squared expected strength. It includes all causes:
  /// noise, iron that calibration did not remove, the surroundings.
  public var fieldVariance: UInt32 = 0
  /// Variance of the tilt error about each horizontal axis, Q32 rad²: from |a| and the dip in the last second and a
  /// half; 2^32 − 1 if the vertical is unknown.
  public var tiltVariance: UInt32 = 0
  /// Square of the smallest additional field that explains strength and dip, Q31 of the squared expected strength. It
  /// is set while the state is not clear, and for a sample that differs by more than three standard deviations;
  /// otherwise it is 0. An additional field perpendicular to both the Earth's field and the vertical changes neither
  /// strength nor dip.
  public var offsetSquared: UInt32 = 0
  /// The expected strength and its horizontal part, in units of 4 nT. They are meaningful if `offsetSquared` is not 0.
  /// The horizontal part is 0 if no dip is expected.
  public var expectedUnits: UInt16 = 0
  public var expectedHorizontalUnits: UInt16 = 0

  public init() {}

  /// Strength of the corrected field in nanotesla, in steps of 4 nT, limited to 227,000. Each call computes the root.
  public var strengthNanotesla: UInt32 { strengthSquared.squareRoot &<< 2 }
}
