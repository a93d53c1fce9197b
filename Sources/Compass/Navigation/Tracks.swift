// Computations along a great circle: the place at a given distance and direction, and the distance of a place from the
// line.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// The position of a place relative to the great circle from a start to an end.
public struct TrackOffset: Equatable, Sendable {
  /// Distance from the line, positive to the right of it.
  public var crossMillimetres: Int64
  /// The distance along the line to its nearest point; negative behind the start.
  public var alongMillimetres: Int64

  public init(crossMillimetres: Int64, alongMillimetres: Int64) {
    self.crossMillimetres = crossMillimetres
    self.alongMillimetres = alongMillimetres
  }
}

extension Earth {
  /// The place at the distance `millimetres` from `start` in the direction `bearing`, at the height of the start;
  /// within 0.05 m. It is computed on the sphere (for `wgs84`, on the mean sphere).
  /// - Parameter millimetres: 0 to once around the Earth.
  public func destination(from start: Position, bearing: BinaryAngle, millimetres: Int64) -> Position {
    let arc = FineAngle(radians: ScaledNumber(millimetres.magnitude, exponent: 0).divided(by: sphereRadius)).wrapped
    let (sine, cosine) = arc.sineAndCosine
    let (sineLatitude, cosineLatitude) = FineAngle(start.latitude).sineAndCosine
    let (sineBearing, cosineBearing) = FineAngle(Int32(bitPattern: bearing.rawValue)).sineAndCosine
    // The destination as a vector with three components: along the Earth's axis, outwards through the start's meridian,
    // and east.
    let axis = sineLatitude * cosine + cosineLatitude * sine * cosineBearing
    let outwards = cosineLatitude * cosine - sineLatitude * sine * cosineBearing
    let east = sine * sineBearing
    let equatorial = (outwards * outwards + east * east).squareRoot
    var end = start
    if let latitude = FineAngle.of(y: axis, x: equatorial) { end.latitude = latitude.signed }
    if let longitude = FineAngle.of(y: east, x: outwards) {
      end.longitude = start.longitude &+ longitude.signed
    }
    return end
  }

  /// How far `place` is from the great circle through `start` and `end`; `nil` if start and end do not define a line.
  /// It is computed on the sphere (for `wgs84`, on the mean sphere), within 1e-8 of the distance from the start, or 10
  /// mm.
  public func offset(of place: Position, from start: Position, to end: Position) -> TrackOffset? {
    let line = SphericalTriangle(from: start, to: end).departure
    let length = (line.east * line.east + line.north * line.north).squareRoot
    if length.isZero { return nil }
    let triangle = SphericalTriangle(from: start, to: place)
    let way = triangle.departure
    let squares = triangle.halfSquares
    let cosine = squares.cosine - squares.sine
    // Both direction vectors contain the factor sin(arc), so their product gives sin(arc) · sin(angle between them).
    let beside = (way.east * line.north - way.north * line.east).divided(by: length)
    let ahead = (way.east * line.east + way.north * line.north).divided(by: length)
    let closeness = (ScaledNumber.one - beside * beside).squareRoot
    let across = Self.arc(sine: beside, cosine: closeness)
    // At the pole of the line, every point of the line is equally near: use the start.
    let along: ScaledNumber =
      closeness.isZero
      ? .zero
      : Self.arc(sine: ahead.divided(by: closeness), cosine: cosine.divided(by: closeness))
    let radius = sphereRadius
    return TrackOffset(
      crossMillimetres: (across * radius).whole(unit: 0), alongMillimetres: (along * radius).whole(unit: 0))
  }

  /// The sphere's radius in millimetres.
  var sphereRadius: ScaledNumber {
    if case .sphere(let radius) = self { return ScaledNumber(radius, exponent: 0) }
    return Earth.meanSphere.sphereRadius
  }
}
