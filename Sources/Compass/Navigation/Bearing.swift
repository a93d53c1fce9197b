// The path from one place to another: the direction at the start, the direction at the end, and the distance.

import FixedPoint
import Quantities

/// A direction over the ground, or the reason why there is none.
public enum Bearing: Equatable, Sendable {
  /// Clockwise from true north.
  case angle(BinaryAngle)
  /// Both places are the same, so there is no direction.
  case samePlace
  /// The places are opposite each other on the sphere: every direction leads to the other place.
  case antipodes
  /// On the ellipsoid, beyond 19,000 km: this close to the antipode, the shortest path can start in a quite different
  /// direction from the one that the series gives.
  case nearAntipode
  /// One place is a pole: there every direction is south, or north.
  case atPole

  /// The direction; `nil` if it is undefined.
  public var angle: BinaryAngle? {
    if case .angle(let angle) = self { return angle }
    return nil
  }
}

/// The path from one place to another: a great circle on the sphere, a geodesic on the ellipsoid.
public struct Leg: Equatable, Sendable {
  /// The direction at the start.
  public var initial: Bearing
  /// The direction on arrival, still pointing away from the start.
  public var final: Bearing
  /// The distance along the surface, at height 0. If a bearing is `nearAntipode`, it is only within 0.2 %.
  public var millimetres: Int64

  public init(initial: Bearing, final: Bearing, millimetres: Int64) {
    self.initial = initial
    self.final = final
    self.millimetres = millimetres
  }
}

/// The surface for bearings and distances.
public enum Earth: Equatable, Sendable {
  /// A sphere of this radius in millimetres, above 0 and below 2^40.
  case sphere(radiusMillimetres: UInt64)
  /// The WGS84 ellipsoid, by three steps of a series in its flattening: accurate to 0.0002° and 1e-5 of the distance up
  /// to 19,000 km. Beyond that there is no bearing (`nearAntipode`), except to and from a pole.
  case wgs84

  /// The sphere of WGS84's mean radius (2a + b)/3 = 6,371,008.8 m (H. Moritz, "Geodetic Reference System 1980",
  /// Journal of Geodesy 74, 2000).
  public static var meanSphere: Earth { .sphere(radiusMillimetres: 6_371_008_800) }
}
