// The bearings of the source documents, kept as they were to show where they fail and ours does not.
import Foundation
import Navigation
import Quantities
import TestSupport
import Testing

/// Degrees of the directions that the originals give, and ours.
@Suite struct OriginalBearingTests {
  private typealias Place = (latitude: Double, longitude: Double)

  /// Metres on the sphere, as the original's framework measured them.
  private static func distance(_ a: Place, _ b: Place) -> Double {
    let d = Double.pi / 180
    let h =
      pow(sin((b.latitude - a.latitude) * d / 2), 2)
      + cos(a.latitude * d) * cos(b.latitude * d) * pow(sin((b.longitude - a.longitude) * d / 2), 2)
    return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
  }

  /// A point 0.01° north on the meridian of the wrong place, a dot product of lengths, an arc cosine.
  private static func flat(_ start: Place, _ end: Place) -> Float {
    let north = (start.latitude + 0.01, end.longitude)
    let magnitudeA = Float(distance(north, start))
    let magnitudeB = Float(distance(end, start))
    let product = magnitudeA * Float(distance((end.latitude, 0), (start.latitude, 0)))
    return acos(product / (magnitudeA * magnitudeB)) * 180 / .pi
  }

  private static func ours(_ start: Place, _ end: Place) -> Double? {
    Earth.meanSphere.leg(
      from: .degrees(start.latitude, start.longitude), to: .degrees(end.latitude, end.longitude)
    ).initial.angle?.degrees
  }

  private static let here: Place = (47.5, 8.25)

  /// From 47.5° N, 8.25° E; the rows stand in docs/navigation.md.
  @Test(arguments: [
    (Place(47.51, 8.25), 0.0, 0.0), (Place(47.51, 8.26), 34.04, 34.04),
    // West comes out as east, south as north: a length has no sign.
    (Place(47.51, 8.24), 325.96, 34.04), (Place(47.49, 8.25), 180, 0), (Place(47.49, 8.24), 214.04, 34.04),
    (Place(47.49, 8.26), 145.96, 34.04), (Place(47.5, 8.24), 270, 90),
  ])
  private func flatBearing_losesEastAndSouth(end: Place, bearing: Double, original: Double) throws {
    let found = try #require(Self.ours(Self.here, end))
    #expect(abs((found - bearing).remainder(dividingBy: 360)) < 0.01)
    // Single precision near 1 leaves an arc cosine a few hundredths of a degree.
    #expect(abs(Double(Self.flat(Self.here, end)) - original) < 0.1)
  }

  /// The point to the north stands on the meridian of the end; it divides out, so that it does no harm but work.
  @Test func flatBearing_isFlat() throws {
    // Along a parallel the shortest way begins north of east: over 60° of longitude by 23°.
    let (start, end): (Place, Place) = ((47.5, 8.25), (47.5, 68.25))
    #expect(abs(Double(Self.flat(start, end)) - 90) < 0.01)
    #expect(abs(try #require(Self.ours(start, end)) - 66.92) < 0.2)
  }

  @Test func flatBearing_ofOnePlaceIsNoNumber() {
    #expect(Self.flat(Self.here, Self.here).isNaN)
    #expect(
      Earth.meanSphere.leg(from: .degrees(47.5, 8.25), to: .degrees(47.5, 8.25)).initial == .samePlace)
  }

  /// The other document's listing lost its minus signs in print: "cos(lat1)*sin(lat2)  sin(lat1)*cos(lat2)*cos(dlon)".
  /// Read as a sum, or with the longitude's difference as a sum, it points elsewhere.
  @Test func lostMinusSigns_pointElsewhere() throws {
    let d = Double.pi / 180
    let (start, end): (Place, Place) = ((37.7793, -122.4193), (37.3230, -122.0322))
    func original(_ sign: Double, _ difference: Double) -> Double {
      let y = sin(difference * d) * cos(end.latitude * d)
      let x =
        cos(start.latitude * d) * sin(end.latitude * d)
        + sign * sin(start.latitude * d) * cos(end.latitude * d) * cos(difference * d)
      let degrees = atan2(y, x) / d
      return degrees < 0 ? degrees + 360 : degrees
    }
    let found = try #require(Self.ours(start, end))
    #expect(abs(found - original(-1, end.longitude - start.longitude)) < 1e-4)
    #expect(abs(found - 145.87) < 0.1)
    #expect(abs(found - original(1, end.longitude - start.longitude)) > 90)
    #expect(abs(found - original(-1, end.longitude + start.longitude)) > 30)
  }
}
