// What an accelerometer and a gyroscope deliver to the rest of the device.

/// What one count of an accelerometer is worth, as `FieldScale` is for a magnetometer: 0 means that one count is 1 µg.
public struct ForceScale: Equatable, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// One count is 1 µg.
  public static var microG: ForceScale { ForceScale(rawValue: 0) }
}

/// What one count of a gyroscope is worth, as `FieldScale` is for a magnetometer: 0 means that one count is
/// 2^−20 rad/s.
public struct RateScale: Equatable, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// One count is 2^−20 rad/s.
  public static var q20: RateScale { RateScale(rawValue: 0) }
}

/// An angular rate in 2^−20 rad/s about three axes, right-handed.
public struct AngularRate: Equatable, Hashable, Sendable {
  public var q20: Vector3

  @inlinable public init(q20: Vector3) { self.q20 = q20 }
}

/// One accelerometer sample.
public struct ForceSample: Equatable, Sendable {
  /// When the registers were read.
  public var time: Instant
  /// The counts as the chip gave them, sign-extended; X, Y, Z.
  public var counts: Vector3
  /// What one count is worth.
  public var scale: ForceScale
  /// Which sensor measured it.
  public var origin: SampleOrigin
  /// `counts` in µg, by the exact rule of the chip.
  public var force: Acceleration
  /// The chip delivered nothing new since the last sample; this is the same sample again.
  public var isStale: Bool
  /// At least one axis is beyond the range; `force` is a limit, not a measurement.
  public var isSaturated: Bool

  public init(
    time: Instant, counts: Vector3, scale: ForceScale, force: Acceleration, isStale: Bool = false,
    isSaturated: Bool = false, origin: SampleOrigin = .absent
  ) {
    self.time = time
    self.counts = counts
    self.scale = scale
    self.origin = origin
    self.force = force
    self.isStale = isStale
    self.isSaturated = isSaturated
  }

  /// A force in µg that no chip of the table measured: simulated or injected.
  public init(_ force: Acceleration, at time: Instant) {
    self.init(time: time, counts: force.microG, scale: .microG, force: force)
  }
}

/// One gyroscope sample.
public struct RateSample: Equatable, Sendable {
  /// When the registers were read.
  public var time: Instant
  /// The counts as the chip gave them, sign-extended; X, Y, Z.
  public var counts: Vector3
  /// What one count is worth.
  public var scale: RateScale
  /// Which sensor measured it.
  public var origin: SampleOrigin
  /// `counts` in 2^−20 rad/s, by the exact rule of the chip.
  public var rate: AngularRate
  /// The chip delivered nothing new since the last sample; this is the same sample again.
  public var isStale: Bool
  /// At least one axis is beyond the range; `rate` is a limit, not a measurement.
  public var isSaturated: Bool

  public init(
    time: Instant, counts: Vector3, scale: RateScale, rate: AngularRate, isStale: Bool = false,
    isSaturated: Bool = false, origin: SampleOrigin = .absent
  ) {
    self.time = time
    self.counts = counts
    self.scale = scale
    self.origin = origin
    self.rate = rate
    self.isStale = isStale
    self.isSaturated = isSaturated
  }
}
