// How a heading came about, and why there is none: shared by the heading and the link.

/// How the heading of a reading came about.
public enum HeadingMode: UInt8, Sendable {
  /// There is no heading; `reason` says why.
  case unavailable = 0
  /// No accelerometer: the instrument is taken to be level.
  case level = 1
  /// Tilt-compensated with the specific force of the reading.
  case tilted = 2
}

/// Why a reading has no heading.
public enum UnavailableReason: UInt8, Sendable {
  case none = 0
  /// The magnetometer does not answer; it is being initialised again.
  case sensorFault = 1
  /// The field is beyond the sensor's range; the range is being stepped up.
  case overflow = 2
  /// The horizontal field is zero: every direction is as good as another.
  case noHorizontalField = 3
  /// The specific force is zero: down is unknown.
  case noSpecificForce = 4
  /// The sample's scale is not one the device knows.
  case unknownScale = 5
  /// The counts are beyond the range of their scale.
  case countsOutOfRange = 6
  /// The magnetometer is being identified and configured; the first sample is still to come.
  case sensorStarting = 7
  /// The sensor has given nothing new for longer than the timeout of `SetFilter`.
  case noFreshSample = 8
  /// The pointing axis is vertical by its choice: it has a heading only where an accelerometer tells the tilt.
  case pointsVertically = 9
  /// A reason of a later version; never sent.
  case unrecognised = 255
}
