// Geodesics on the WGS84 ellipsoid, as great circles on the sphere of reduced latitudes.
//
// T. Vincenty, "Direct and Inverse Solutions of Geodesics on the Ellipsoid with Application of Nested Equations",
// Survey Review 23, 1975; his iteration for the longitude stops here after two steps, of first and second order in the
// flattening, and the series of the distance after the square of u².

import FixedPoint
import Quantities

enum Spheroid {
  // WGS84 (NIMA TR8350.2, table 3.1): a = 6,378,137 m, 1/f = 298.257223563. The others follow; 32 bits each.
  /// b = a(1 − f), in millimetres: 6,356,752,314.245.
  static var polarRadius: ScaledNumber { ScaledNumber(0xBD72_2BDD, exponent: 1) }
  /// f.
  private static var flattening: ScaledNumber { ScaledNumber(0xDBBA_D428, exponent: -40) }
  /// n = f/(2 − f).
  private static var thirdFlattening: ScaledNumber { ScaledNumber(0xDC19_4949, exponent: -41) }
  /// n²/2.
  private static var halfSquare: ScaledNumber { ScaledNumber(0xBD3B_7875, exponent: -51) }
  /// e'²/4 with e'² = (a² − b²)/b².
  private static var quarterEccentricity: ScaledNumber { ScaledNumber(0xDCD6_FF0D, exponent: -41) }

  static func leg(latitude1: FineAngle, latitude2: FineAngle, longitude: FineAngle) -> Leg {
    let (reduced1, reduced2) = (reduced(latitude1), reduced(latitude2))
    var triangle = SphericalTriangle(latitude1: reduced1, latitude2: reduced2, longitude: longitude)
    for step in 0..<3 {
      let correction = longitudeCorrection(triangle, isSecond: step > 0)
      var corrected = FineAngle(units: longitude.units &+ FineAngle(radians: correction).units)
      // Never beyond the meridian opposite: the shortest way does not turn its side.
      if corrected.units.magnitude > 1 &<< 55 {
        corrected = FineAngle(units: longitude.units < 0 ? -(1 &<< 55) : 1 &<< 55)
      }
      triangle = SphericalTriangle(latitude1: reduced1, latitude2: reduced2, longitude: corrected)
    }
    return Leg(
      initial: Earth.bearing(triangle.departure), final: Earth.bearing(triangle.arrival),
      millimetres: length(triangle).whole(unit: 0))
  }

  /// tan β = (1 − f) tan φ as a series: β = φ − n sin 2φ + n²/2 sin 4φ; what follows is below 1.6e-9, and changes so
  /// slowly that a bearing over any distance does not see it.
  private static func reduced(_ latitude: FineAngle) -> FineAngle {
    let (sine, cosine) = FineAngle(units: latitude.units &<< 1).wrapped.sineAndCosine
    let less = sine * thirdFlattening - (sine * cosine * halfSquare).scaled(by: 1)
    return FineAngle(units: latitude.units &- FineAngle(radians: less).units)
  }

  /// How much more longitude the auxiliary sphere has than the ellipsoid: f sin α0 (σ + …), in radians.
  private static func longitudeCorrection(_ triangle: SphericalTriangle, isSecond: Bool) -> ScaledNumber {
    let sine = triangle.sineDistance
    if sine.isZero { return .zero }
    // The azimuth of the geodesic where it crosses the equator: sin α0 = cos β1 cos β2 sin ω / sin σ.
    let sineAzimuth =
      (triangle.cosineLatitude1 * triangle.cosineLatitude2 * triangle.sineLongitude).divided(by: sine)
    var arc = triangle.distance
    let factor = flattening * sineAzimuth
    if isSecond {
      // (1 − C)(σ + C sin σ cos 2σm) with C = f/4 cos² α0, and C cos 2σm = f/4 (cos² α0 cos σ − 2 sin β1 sin β2).
      let squareCosine = ScaledNumber.one - sineAzimuth * sineAzimuth
      let quarter = flattening.scaled(by: -2)
      arc = arc + sine * quarter * middle(triangle, squareCosine)
      arc = arc - arc * quarter * squareCosine
    }
    return factor * arc
  }

  /// cos² α0 · cos 2σm, without a division.
  private static func middle(_ triangle: SphericalTriangle, _ squareCosine: ScaledNumber) -> ScaledNumber {
    squareCosine * triangle.cosineDistance - (triangle.sineLatitude1 * triangle.sineLatitude2).scaled(by: 1)
  }

  /// s = b A (σ − Δσ) with A = 1 + u²/4 − 3u⁴/64 and Δσ = (u²/4 − u⁴/8) sin σ cos 2σm.
  private static func length(_ triangle: SphericalTriangle) -> ScaledNumber {
    let sine = triangle.sineDistance
    if sine.isZero { return polarRadius * triangle.distance }
    let sineAzimuth =
      (triangle.cosineLatitude1 * triangle.cosineLatitude2 * triangle.sineLongitude).divided(by: sine)
    let squareCosine = ScaledNumber.one - sineAzimuth * sineAzimuth
    let quarter = quarterEccentricity * squareCosine
    let series = ScaledNumber.one + quarter - (quarter * quarter * ScaledNumber(0xC000_0000, exponent: -32))
    let inner = quarterEccentricity - (quarter * quarterEccentricity).scaled(by: 1)
    let arc = triangle.distance - inner * sine * middle(triangle, squareCosine)
    return polarRadius * series * arc
  }
}
