// A place on the Earth.

/// Latitude, longitude and height above the WGS84 ellipsoid.
///
/// One unit of an angle is 2^−32 turn: 9.3 mm along a meridian.
public struct Position: Equatable, Hashable, Sendable {
  /// North positive, in 2^−32 turns: −2^30…2^30.
  public var latitude: Int32
  /// East positive, in 2^−32 turns; every value is a longitude.
  public var longitude: Int32
  /// Above the WGS84 ellipsoid, in millimetres.
  public var heightMillimetres: Int32

  @inlinable @inline(__always)
  public init(latitude: Int32, longitude: Int32, heightMillimetres: Int32 = 0) {
    self.latitude = latitude
    self.longitude = longitude
    self.heightMillimetres = heightMillimetres
  }

  /// ±90°.
  public static var poleLatitude: Int32 { 0x4000_0000 }

  /// Whether the latitude lies within ±90°.
  @inlinable
  public var isValid: Bool { latitude.magnitude <= 0x4000_0000 }
}
