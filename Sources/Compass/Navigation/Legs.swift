// Bearing and distance between two places.

import FixedPoint
import Quantities

extension Earth {
  /// The path from `start` to `end`; heights are ignored.
  ///
  /// On the sphere, the bearings are within 1e-6° of the exact values if the places are at least 10 m apart and at
  /// least 10 m from each other's antipode. The distance is within 1e-8 of its value or 0.05 m. For the ellipsoid see
  /// `wgs84`.
  /// - Parameters:
  ///   - start: a valid position.
  ///   - end: a valid position.
  public func leg(from start: Position, to end: Position) -> Leg {
    let longitude = end.longitude &- start.longitude
    let startsAtPole = start.latitude.magnitude == 0x4000_0000
    let endsAtPole = end.latitude.magnitude == 0x4000_0000
    if start.latitude == end.latitude && (longitude == 0 || startsAtPole) {
      return Leg(initial: .samePlace, final: .samePlace, millimetres: 0)
    }
    let triangle: SphericalTriangle
    let distance: ScaledNumber
    var reach = Int64.max
    switch self {
    case .sphere(let radius):
      triangle = SphericalTriangle(from: start, to: end)
      distance = triangle.distance * ScaledNumber(radius, exponent: 0)
    case .wgs84:
      (triangle, distance) = Spheroid.triangle(
        latitude1: FineAngle(start.latitude), latitude2: FineAngle(end.latitude), longitude: FineAngle(longitude))
      if !startsAtPole && !endsAtPole { reach = Spheroid.reach }
    }
    let millimetres = distance.whole(unit: 0)
    let isBeyond = millimetres > reach
    let isOpposite =
      start.latitude == 0 &- end.latitude && (longitude == Int32.min || (startsAtPole && endsAtPole))
    let bearings = triangle.bearings
    // The path to or from a pole is a meridian.
    return Leg(
      initial: Self.bearing(
        endsAtPole ? end.latitude > 0 ? .zero : .halfTurn : bearings.initial, startsAtPole, isOpposite,
        isBeyond),
      final: Self.bearing(
        startsAtPole ? start.latitude > 0 ? .halfTurn : .zero : bearings.final, endsAtPole, isOpposite,
        isBeyond),
      millimetres: millimetres)
  }

  @inline(__always)
  private static func bearing(
    _ angle: BinaryAngle, _ isAtPole: Bool, _ isOpposite: Bool, _ isBeyond: Bool
  ) -> Bearing {
    isAtPole ? .atPole : isBeyond ? .nearAntipode : isOpposite ? .antipodes : .angle(angle)
  }
}
