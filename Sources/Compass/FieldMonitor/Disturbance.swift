// The results of the field monitor.

/// Whether the measured field can be the Earth's field alone.
public enum DisturbanceState: UInt8, Sendable {
  /// Strength and dip are what was expected.
  case clear = 0
  /// Out of bounds, but not for long enough or not far enough to be certain.
  case suspect = 1
  /// There is a field that is not the Earth's.
  case disturbed = 2
  /// Back within bounds for some seconds, but not yet trusted as much as `clear`.
  case recovering = 3

  /// Whether the heading of this sample is doubtful: `suspect` or `disturbed`.
  @inlinable @inline(__always)
  public var isFlagged: Bool { self == .suspect || self == .disturbed }
}

/// What kind of source explains the disturbance: a hint where to look.
public enum DisturbanceCause: UInt8, Sendable {
  /// Nothing is disturbed, or nothing is known yet.
  case undetermined = 0
  /// A constant field: a magnet or iron that keeps its place, on the instrument or beside it.
  case steadyOffset = 1
  /// A field that changes more than the instrument's own turning explains.
  case movingMagnet = 2
  /// The sensor is driven beyond its range.
  case saturation = 3
  /// A constant field that stays on the instrument after a very strong field: the sensor or a part beside it was
  /// magnetised. A set/reset pulse or a new calibration is needed.
  case magnetisedSensor = 4
  /// The strength is right and the dip has the opposite sign: the accelerometer is reversed, the sign of the place's
  /// latitude is wrong, or the calibration is from the other side of the magnetic equator.
  case wrongHemisphere = 5
}
