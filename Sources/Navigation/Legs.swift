// Bearing and distance between two places.

import FixedPoint
import Quantities

extension Earth {
  /// The way from `start` to `end`; heights are not looked at.
  ///
  /// On the sphere the bearings are within 1e-6° of the exact ones for places at least 10 m apart and at least 10 m
  /// from each other's antipode, and the distance within 1e-8 of itself or 1 mm. On the ellipsoid see `wgs84`.
  /// - Parameters:
  ///   - start: a valid position.
  ///   - end: a valid position.
  public func leg(from start: Position, to end: Position) -> Leg {
    let longitude = end.longitude &- start.longitude
    let isSame = start.latitude == end.latitude && longitude == 0
    let startsAtPole = start.latitude.magnitude == 0x4000_0000
    let endsAtPole = end.latitude.magnitude == 0x4000_0000
    if isSame || (startsAtPole && start.latitude == end.latitude) {
      return Leg(initial: .samePlace, final: .samePlace, millimetres: 0)
    }
    let isOpposite =
      start.latitude == 0 &- end.latitude && (longitude == Int32.min || (startsAtPole && endsAtPole))
    var leg: Leg
    switch self {
    case .sphere(let radius):
      let triangle = SphericalTriangle(
        latitude1: FineAngle(start.latitude), latitude2: FineAngle(end.latitude), longitude: FineAngle(longitude))
      leg = Leg(
        initial: Self.bearing(triangle.departure), final: Self.bearing(triangle.arrival),
        millimetres: (triangle.distance * ScaledNumber(radius, exponent: 0)).whole(unit: 0))
    case .wgs84:
      leg = Spheroid.leg(
        latitude1: FineAngle(start.latitude), latitude2: FineAngle(end.latitude), longitude: FineAngle(longitude))
    }
    if isOpposite {
      leg.initial = .antipodes
      leg.final = .antipodes
    }
    if startsAtPole { leg.initial = .atPole }
    if endsAtPole { leg.final = .atPole }
    return leg
  }

  static func bearing(_ direction: (east: ScaledNumber, north: ScaledNumber)) -> Bearing {
    guard let angle = FineAngle.of(y: direction.east, x: direction.north) else { return .samePlace }
    return .angle(angle)
  }
}
