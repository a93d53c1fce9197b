// Geodesics on the WGS84 ellipsoid, computed as great circles on the sphere of reduced latitudes.
//
// T. Vincenty, "Direct and Inverse Solutions of Geodesics on the Ellipsoid with Application of Nested Equations",
// Survey Review 23, 1975. Here his iteration for the longitude stops after two steps, of first and second order in the
// flattening. The series of the distance stops after the square of u².

import FixedPoint
import Quantities

enum Spheroid {
  // WGS84 (NIMA TR8350.2, table 3.1): a = 6,378,137 m, 1/f = 298.257223563. The other constants follow from these; 32
  // bits each.
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

  /// The longest distance that has a bearing, in millimetres: 19,000 km plus a margin for the error of the distance.
  static var reach: Int64 { 19_000_500_000 }

  /// The triangle on the auxiliary sphere, and the length of the geodesic in millimetres.
  static func triangle(
    latitude1: FineAngle, latitude2: FineAngle, longitude: FineAngle
  ) -> (SphericalTriangle, ScaledNumber) {
    let (reduced1, reduced2) = (reduced(latitude1).units, reduced(latitude2).units)
    let difference = FineAngle(units: (reduced2 &- reduced1) &>> 1).sineAndCosine
    let sum = FineAngle(units: (reduced2 &+ reduced1) &>> 1).sineAndCosine
    // sin β1 sin β2 and cos β1 cos β2.
    let sines = sum.sine * sum.sine - difference.sine * difference.sine
    let cosines = sum.cosine * sum.cosine - difference.sine * difference.sine
    var half = FineAngle(units: longitude.units &>> 1).sineAndCosine
    var triangle = SphericalTriangle(difference: difference, sum: sum, longitude: half)
    var arc = Arc(triangle, sines, cosines, half)
    for step in 0..<3 {
      let correction = FineAngle(radians: longitudeCorrection(arc, isSecond: step > 0)).units
      var corrected = longitude.units &+ correction
      // Limited to the opposite meridian: the shortest path stays on its side.
      if corrected.magnitude > 1 &<< 55 { corrected = longitude.units < 0 ? -(1 &<< 55) : 1 &<< 55 }
      half = FineAngle(units: corrected &>> 1).sineAndCosine
      triangle = SphericalTriangle(difference: difference, sum: sum, longitude: half)
      arc = Arc(triangle, sines, cosines, half)
    }
    return (triangle, length(arc))
  }

  /// tan β = (1 − f) tan φ as a series: β = φ − n sin 2φ + n²/2 sin 4φ. The next term is below 1.6e-9, and changes so
  /// slowly that it does not affect a bearing over any distance.
  private static func reduced(_ latitude: FineAngle) -> FineAngle {
    let (sine, cosine) = FineAngle(units: latitude.units &<< 1).wrapped.sineAndCosine
    let less = sine * thirdFlattening - (sine * cosine * halfSquare).scaled(by: 1)
    return FineAngle(units: latitude.units &- FineAngle(radians: less).units)
  }

  /// The values of a triangle that the series need.
  private struct Arc {
    /// σ in radians.
    var distance: ScaledNumber
    /// sin σ.
    var sine: ScaledNumber
    /// The azimuth of the geodesic where it crosses the equator: sin α0 = cos β1 cos β2 sin ω / sin σ.
    var sineAzimuth: ScaledNumber
    /// cos² α0.
    var squareCosine: ScaledNumber
    /// cos² α0 · cos 2σm = cos² α0 cos σ − 2 sin β1 sin β2, without a division.
    var middle: ScaledNumber

    @inline(never)
    init(
      _ triangle: SphericalTriangle, _ sines: ScaledNumber, _ cosines: ScaledNumber,
      _ half: SphericalTriangle.SineAndCosine
    ) {
      let squares = triangle.halfSquares
      sine = (squares.sine * squares.cosine).squareRoot.scaled(by: 1)
      let cosine = squares.cosine - squares.sine
      distance = Earth.arc(sine: sine, cosine: cosine)
      sineAzimuth = sine.isZero ? .zero : (cosines * half.sine * half.cosine).scaled(by: 1).divided(by: sine)
      squareCosine = ScaledNumber.one - sineAzimuth * sineAzimuth
      middle = squareCosine * cosine - sines.scaled(by: 1)
    }
  }

  /// By how much the longitude on the auxiliary sphere exceeds that on the ellipsoid, in radians: f sin α0 σ in the
  /// first step, then f sin α0 (1 − C)(σ + C sin σ cos 2σm) with C = f/4 cos² α0.
  private static func longitudeCorrection(_ arc: Arc, isSecond: Bool) -> ScaledNumber {
    var distance = arc.distance
    if isSecond {
      let quarter = flattening.scaled(by: -2)
      distance = distance + arc.sine * quarter * arc.middle
      distance = distance - distance * quarter * arc.squareCosine
    }
    return flattening * arc.sineAzimuth * distance
  }

  /// s = b A (σ − Δσ) with A = 1 + u²/4 − 3u⁴/64 and Δσ = (u²/4 − u⁴/8) sin σ cos 2σm.
  private static func length(_ arc: Arc) -> ScaledNumber {
    let quarter = quarterEccentricity * arc.squareCosine
    let series = ScaledNumber.one + quarter - (quarter * quarter * ScaledNumber(0xC000_0000, exponent: -32))
    let inner = quarterEccentricity - (quarter * quarterEccentricity).scaled(by: 1)
    return polarRadius * series * (arc.distance - inner * arc.sine * arc.middle)
  }
}
