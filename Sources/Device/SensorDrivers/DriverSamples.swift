// Samples of each kind, made from counts.
import Quantities

extension FieldSample: DriverSample {
  /// Of a magnetometer.
  public static var kind: SensorKind { .magnetometer }
  /// Nanotesla.
  public var vector: Vector3 { field.nanotesla }

  /// The rule of a scale code; `nil` for a code that the table does not have.
  public static func rule(of scale: UInt8) -> ScaleRule? { FieldScale(rawValue: scale).rule }

  @inline(__always)
  public init(
    counts: Vector3, value: Vector3, scale: UInt8, isSaturated: Bool, isStale: Bool, at time: Instant,
    from origin: SampleOrigin, temperatureEighths: Int16?
  ) {
    self.init(
      time: time, counts: counts, scale: FieldScale(rawValue: scale), field: MagneticField(nanotesla: value),
      isStale: isStale, isOverflowed: isSaturated, temperatureEighths: temperatureEighths, origin: origin)
  }
}

extension ForceSample: DriverSample {
  /// Of an accelerometer.
  public static var kind: SensorKind { .accelerometer }
  /// Micro-g.
  public var vector: Vector3 { force.microG }

  /// The rule of a scale code; `nil` for a code that the table does not have.
  public static func rule(of scale: UInt8) -> ScaleRule? { ForceScale(rawValue: scale).rule }

  @inline(__always)
  public init(
    counts: Vector3, value: Vector3, scale: UInt8, isSaturated: Bool, isStale: Bool, at time: Instant,
    from origin: SampleOrigin, temperatureEighths: Int16?
  ) {
    self.init(
      time: time, counts: counts, scale: ForceScale(rawValue: scale), force: Acceleration(microG: value),
      isStale: isStale, isSaturated: isSaturated, origin: origin)
  }
}

extension RateSample: DriverSample {
  /// Of a gyroscope.
  public static var kind: SensorKind { .gyroscope }
  /// 2^−20 rad/s.
  public var vector: Vector3 { rate.q20 }

  /// The rule of a scale code; `nil` for a code that the table does not have.
  public static func rule(of scale: UInt8) -> ScaleRule? { RateScale(rawValue: scale).rule }

  @inline(__always)
  public init(
    counts: Vector3, value: Vector3, scale: UInt8, isSaturated: Bool, isStale: Bool, at time: Instant,
    from origin: SampleOrigin, temperatureEighths: Int16?
  ) {
    self.init(
      time: time, counts: counts, scale: RateScale(rawValue: scale), rate: AngularRate(q20: value), isStale: isStale,
      isSaturated: isSaturated, origin: origin)
  }
}
