// Bearings and distances in Double: on the sphere with vectors, on the ellipsoid with Vincenty's iteration.

/// The way from one place to another, in Double.
public struct ReferenceLeg: Sendable {
  /// Clockwise from north at the start, degrees, 0 ..< 360; NaN if it is undefined.
  public var initialDegrees: Double
  /// Clockwise from north at the end, degrees, 0 ..< 360; NaN if it is undefined.
  public var finalDegrees: Double
  public var metres: Double

  /// A place in radians, positive to the north and east.
  public typealias Place = (latitude: Double, longitude: Double)

  /// The way on a sphere. Both places become unit vectors. For near places their chord is exact, but their scalar
  /// product is not.
  public static func sphere(from start: Place, to end: Place, radiusMetres: Double) -> ReferenceLeg {
    let a = unit(start)
    let b = unit(end)
    let chord = b - a
    let sum = b + a
    // The chord and the sum give the two halves of the angle. This is accurate near 0° and near 180°.
    let angle = 2 * arctangent(length(chord), length(sum))
    return ReferenceLeg(
      initialDegrees: direction(at: start, along: nearer(chord, sum)),
      finalDegrees: direction(at: end, along: nearer(chord, sum, reversed: true)), metres: angle * radiusMetres)
  }

  /// The way on an ellipsoid by the inverse formula of T. Vincenty (Survey Review 23, 1975); `nil` if it does not
  /// converge (near the antipode).
  public static func ellipsoid(
    from start: Place, to end: Place, equatorialMetres a: Double = 6_378_137, inverseFlattening: Double = 298.257223563
  ) -> ReferenceLeg? {
    let f = 1 / inverseFlattening
    let b = a * (1 - f)
    let (sinU1, cosU1) = reduced(start.latitude, f)
    let (sinU2, cosU2) = reduced(end.latitude, f)
    let difference = wrapped(end.longitude - start.longitude)
    var lambda = difference
    for _ in 0..<200 {
      let (sinL, cosL) = (sine(lambda), cosine(lambda))
      // These are differences of products of nearly equal numbers. In this form near places keep their digits.
      let haversine = sine(lambda / 2) * sine(lambda / 2)
      let sinBetween = sinU2 * cosU1 - cosU2 * sinU1
      let north1 = sinBetween + 2 * sinU1 * cosU2 * haversine
      let north2 = sinBetween - 2 * sinU2 * cosU1 * haversine
      let east1 = cosU2 * sinL
      let east2 = cosU1 * sinL
      let sinSigma = (east1 * east1 + north1 * north1).squareRoot()
      let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosL
      let sigma = arctangent(sinSigma, cosSigma)
      let sinAlpha = sinSigma == 0 ? 0 : cosU1 * cosU2 * sinL / sinSigma
      let cosSquare = 1 - sinAlpha * sinAlpha
      let middle = cosSquare < 1e-15 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cosSquare
      let c = f / 16 * cosSquare * (4 + f * (4 - 3 * cosSquare))
      let next =
        difference + (1 - c) * f * sinAlpha
        * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)))
      if (next - lambda).magnitude > 1e-15 {
        if next.magnitude > .pi { return nil }
        lambda = next
        continue
      }
      let u = cosSquare * (a * a - b * b) / (b * b)
      let big = 1 + u / 16384 * (4096 + u * (u * (320 - 175 * u) - 768))
      let small = u / 1024 * (256 + u * (u * (74 - 47 * u) - 128))
      let fourth = small / 6 * middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)
      let less = small * sinSigma * (middle + small / 4 * (cosSigma * (2 * middle * middle - 1) - fourth))
      return ReferenceLeg(
        initialDegrees: degrees(east: east1, north: north1), finalDegrees: degrees(east: east2, north: north2),
        metres: b * big * (sigma - less))
    }
    return nil
  }

  // MARK: - Parts

  private static func wrapped(_ angle: Double) -> Double {
    angle > .pi ? angle - 2 * .pi : angle < -.pi ? angle + 2 * .pi : angle
  }

  private static func reduced(_ latitude: Double, _ flattening: Double) -> (Double, Double) {
    let angle = arctangent((1 - flattening) * sine(latitude), cosine(latitude))
    return (sine(angle), cosine(angle))
  }

  private static func unit(_ place: Place) -> SIMD3<Double> {
    let c = cosine(place.latitude)
    return SIMD3(
      c * cosine(place.longitude), c * sine(place.longitude), sine(place.latitude))
  }

  private static func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

  /// The chord points onward. Near the antipode the sum of both vectors does so as well, with less cancellation.
  private static func nearer(_ chord: SIMD3<Double>, _ sum: SIMD3<Double>, reversed: Bool = false) -> SIMD3<Double> {
    if length(chord) <= length(sum) { return chord }
    return reversed ? -sum : sum
  }

  private static func direction(at place: Place, along: SIMD3<Double>) -> Double {
    let (s, c) = (sine(place.latitude), cosine(place.latitude))
    let (sl, cl) = (sine(place.longitude), cosine(place.longitude))
    let east = (along * SIMD3(-sl, cl, 0)).sum()
    let north = (along * SIMD3(-s * cl, -s * sl, c)).sum()
    return degrees(east: east, north: north)
  }

  private static func degrees(east: Double, north: Double) -> Double {
    if east == 0 && north == 0 { return .nan }
    let angle = arctangent(east, north) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }
}
