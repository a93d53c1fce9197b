// Bearing and distance against Double, on the sphere and on the ellipsoid.
import Foundation
import Navigation
import Quantities
import Reference
import TestSupport
import Testing

@Suite struct LegTests {
  @Test func explore() throws {
    var random = SeededGenerator(seed: 5)
    var worst = [Double](repeating: 0, count: 8)
    for i in 0..<400_000 {
      let lat1 = asin(uniform(&random, -1, 1))
      let lon1 = uniform(&random, -.pi, .pi)
      var sigma = exp(uniform(&random, log(1.0 / 6371008.8), log(3.1392)))
      if i % 4 == 0 { sigma = .pi - exp(uniform(&random, log(10.0 / 6371008.8), log(0.1))) }
      let theta = uniform(&random, -.pi, .pi)
      let lat2 = asin(sin(lat1) * cos(sigma) + cos(lat1) * sin(sigma) * cos(theta))
      let lon2 = lon1 + atan2(sin(theta) * sin(sigma) * cos(lat1), cos(sigma) - sin(lat1) * sin(lat2))
      let a = position(lat1, lon1)
      let b = position(lat2, lon2)
      let pa = place(a)
      let pb = place(b)
      let ours = Earth.meanSphere.leg(from: a, to: b)
      let theirs = ReferenceLeg.sphere(from: pa, to: pb, radiusMetres: 6371008.8)
      if theirs.metres >= 10 && theirs.metres < 6371008.8 * .pi - 10 {
        worst[0] = max(worst[0], difference(ours.initial, theirs.initialDegrees))
        worst[1] = max(worst[1], difference(ours.final, theirs.finalDegrees))
      }
      let d = abs(Double(ours.millimetres) / 1000 - theirs.metres)
      worst[2] = max(worst[2], d)
      worst[3] = max(worst[3], theirs.metres > 1000 ? d / theirs.metres : 0)
      if theirs.metres >= 10 && theirs.metres < 19e6, abs(lat1) < 1.569, abs(lat2) < 1.569 {
        let ours = Earth.wgs84.leg(from: a, to: b)
        let theirs = try #require(ReferenceLeg.ellipsoid(from: pa, to: pb))
        worst[4] = max(worst[4], difference(ours.initial, theirs.initialDegrees))
        worst[5] = max(worst[5], difference(ours.final, theirs.finalDegrees))
        let d = abs(Double(ours.millimetres) / 1000 - theirs.metres)
        worst[6] = max(worst[6], (d - 0.002) / theirs.metres)
      }
    }
    print("worst", worst)
  }
  func uniform(_ r: inout SeededGenerator, _ a: Double, _ b: Double) -> Double { Double.random(in: a...b, using: &r) }
  func position(_ lat: Double, _ lon: Double) -> Position {
    Position(
      latitude: Int32((lat / (2 * .pi) * 4294967296).rounded()),
      longitude: Int32(truncatingIfNeeded: Int64((lon / (2 * .pi) * 4294967296).rounded())))
  }
  func place(_ p: Position) -> ReferenceLeg.Place {
    (Double(p.latitude) / 4294967296 * 2 * .pi, Double(p.longitude) / 4294967296 * 2 * .pi)
  }
  func difference(_ b: Bearing, _ degrees: Double) -> Double {
    guard let angle = b.angle else { return 999 }
    var d = Double(angle.rawValue) / 4294967296 * 360 - degrees
    if d > 180 { d -= 360 }
    if d < -180 { d += 360 }
    return abs(d)
  }
}
