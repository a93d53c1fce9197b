// A place on the Earth.

/// A place by geodetic latitude, longitude and height on WGS84.
public struct Position: Equatable, Hashable, Sendable {
  /// Geodetic latitude in 2^−32 turns, north positive; −2^30…2^30 (±90°) are places on the Earth.
  public var latitude: Int32
  /// Longitude in 2^−32 turns, east positive; every value is a longitude, and −2^31 is the date line.
  public var longitude: Int32
  /// Millimetres above the ellipsoid; ±2,147 km.
  public var height: Int32

  @inlinable @inline(__always)
  public init(latitude: Int32, longitude: Int32, height: Int32 = 0) {
    self.latitude = latitude
    self.longitude = longitude
    self.height = height
  }

  /// Whether the latitude lies within ±90°.
  @inlinable
  public var isOnEarth: Bool { latitude.magnitude <= 0x4000_0000 }
}
