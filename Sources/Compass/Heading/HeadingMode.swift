// How a heading was computed, by which sensors, or why there is none.

import FieldMonitor
import FixedPoint
import Quantities

/// How the heading of a reading was computed.
public enum HeadingMode: UInt8, Sendable {
  /// There is no heading; `reason` says why.
  case unavailable = 0
  /// Without tilt compensation: the heading is computed as if the instrument were level.
  case level = 1
  /// Tilt-compensated with the specific force of the reading.
  case tilted = 2
}

/// Which sensors gave the heading of a reading.
public enum ReadingSource: UInt8, Sendable {
  /// The magnetometer, and the accelerometer if there is one.
  case compass = 0
  /// The gyroscope, which carries an earlier heading on: the present field is less accurate, or cannot be used.
  case gyroscope = 1
  /// The present field and the gyroscope.
  case both = 2
}

/// The heading of the compass alone, beside a heading that a gyroscope has taken part in.
public struct CompassPart: Equatable, Sendable {
  /// Clockwise from magnetic north, after deviation card and display, without smoothing.
  public var magnetic: BinaryAngle
  /// 95 % of the errors are smaller: hundredths of a degree, 0…18,000.
  public var accuracy: UInt16
  /// 3 (best) to 0.
  public var grade: UInt8
  /// What the field monitor finds by strength and dip.
  public var disturbance: DisturbanceState

  public init(magnetic: BinaryAngle, accuracy: UInt16, grade: UInt8, disturbance: DisturbanceState) {
    self.magnetic = magnetic
    self.accuracy = accuracy
    self.grade = grade
    self.disturbance = disturbance
  }
}

/// Why a reading has no heading.
public enum UnavailableReason: UInt8, Sendable {
  case none = 0
  /// The magnetometer does not answer. The device is initialising it again.
  case sensorFault = 1
  /// The field is beyond the sensor's range. The device is selecting a larger range.
  case overflow = 2
  /// The horizontal field is zero: it has no direction.
  case noHorizontalField = 3
  /// The specific force is zero: the vertical is not known.
  case noSpecificForce = 4
  /// The device does not know the scale of the sample.
  case unknownScale = 5
  /// The counts are beyond the range of their scale.
  case countsOutOfRange = 6
  /// The magnetometer is being identified and configured; the first sample is still to come.
  case sensorStarting = 7
  /// The sensor has delivered nothing new for longer than the timeout of `SetFilter`.
  case noFreshSample = 8
  /// The chosen pointing axis is vertical if the instrument is level: it has a heading only if an accelerometer gives
  /// the tilt.
  case pointsVertically = 9
  /// A reason of a later version; never sent.
  case unrecognised = 255
}
