// The Earth's field at a place, as a model gives it.

/// The main field of the Earth at one place and time, north-east-down on the ellipsoid.
public struct GeomagneticField: Equatable, Hashable, Sendable {
  /// North, east and down in 2^−8 nT.
  public var q8Nanotesla: Vector3
  /// √(north² + east²) in 2^−8 nT.
  public var horizontalQ8: UInt32
  /// Length of the whole field in 2^−8 nT.
  public var totalQ8: UInt32
  /// Declination: the angle from true to magnetic north, east positive; `nil` where there is no horizontal field.
  public var declination: BinaryAngle?
  /// Dip: positive below the horizon, −90°…90° as a signed angle; `nil` where there is no field.
  public var dip: BinaryAngle?

  public init(
    q8Nanotesla: Vector3, horizontalQ8: UInt32, totalQ8: UInt32, declination: BinaryAngle?, dip: BinaryAngle?
  ) {
    self.q8Nanotesla = q8Nanotesla
    self.horizontalQ8 = horizontalQ8
    self.totalQ8 = totalQ8
    self.declination = declination
    self.dip = dip
  }

  /// How far a compass can be trusted here, by the horizontal field (WMM2025 technical report, section 1.6).
  public enum Zone: UInt8, Sendable {
    /// 6000 nT and more.
    case normal
    /// From 2000 nT to 6000 nT: a compass is inaccurate.
    case caution
    /// Below 2000 nT: a compass and its declination are of no use.
    case blackout
  }

  /// How far a compass can be trusted here.
  public var zone: Zone {
    if horizontalQ8 < 2000 << 8 { return .blackout }
    return horizontalQ8 < 6000 << 8 ? .caution : .normal
  }
}
