// What a magnetometer delivers to the rest of the device.

/// What one count is worth. It is sent with the counts, so that a receiver can compute the reading again.
///
/// The raw value is what the link protocol carries (`scale`): 0 means that one count is one nanotesla (samples that
/// come from a recording in physical units); the others are rows of the table of sensors.
public struct FieldScale: Equatable, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// One count is one nanotesla.
  public static var nanotesla: FieldScale { FieldScale(rawValue: 0) }
}

/// One magnetometer sample in sensor axes: the counts as read, their scale, and the field that they mean.
public struct FieldSample: Equatable, Sendable {
  /// When the registers were read.
  public var time: Instant
  /// The counts as the chip gave them, sign-extended; X, Y, Z of the sensor.
  public var counts: Vector3
  /// What one count is worth.
  public var scale: FieldScale
  /// Which sensor measured it.
  public var origin: SampleOrigin
  /// `counts` in nanotesla, by the exact rule of the chip (Protocols/heading/spec.md).
  public var field: MagneticField
  /// The chip delivered nothing new since the last sample; this is the same sample again.
  public var isStale: Bool
  /// At least one axis is beyond the range; `field` is a limit, not a measurement.
  public var isOverflowed: Bool
  /// Chip temperature in 1/8 °C, relative (the offset is not calibrated), or `nil` where there is none.
  public var temperatureEighths: Int16?

  public init(
    time: Instant, counts: Vector3, scale: FieldScale, field: MagneticField, isStale: Bool = false,
    isOverflowed: Bool = false, temperatureEighths: Int16? = nil, origin: SampleOrigin = .absent
  ) {
    self.origin = origin
    self.time = time
    self.counts = counts
    self.scale = scale
    self.field = field
    self.isStale = isStale
    self.isOverflowed = isOverflowed
    self.temperatureEighths = temperatureEighths
  }
}
