// The covariance of a calibration as degrees of heading.
import Correction
import Foundation
import Quantities
import TestSupport
import Testing

/// The level attitude facing `heading`, with `dip` degrees: field and down, in Q12.
private func level(heading: Double, dip: Double) -> (field: Vector3, down: Vector3) {
  let (h, i) = (heading * .pi / 180, dip * .pi / 180)
  func part(_ v: Double) -> Int32 { Int32((v * 20_000).rounded()) }
  return (
    Vector3(x: part(cos(i) * cos(h)), y: part(-cos(i) * sin(h)), z: part(sin(i))), Vector3(x: 0, y: 0, z: 1_000_000)
  )
}

/// Only a.x is uncertain, by σ = 1/64 of the field.
private var forwardOnly: HeadingCovariance {
  var covariance = HeadingCovariance()
  covariance.entries[0] = 1 << 14
  // 2^14 · 2^(exponent − 15) = 2^−12.
  covariance.exponent = -11
  return covariance
}

@Test(arguments: [0.0, 30, 45, 60, 90, 200]) func offsetForward_turnsTheHeadingByItsEastwardPart(heading: Double) {
  for dip in [0.0, 40, 65, -70] {
    let (field, down) = level(heading: heading, dip: dip)
    // Forward is cos(heading) north and sin(heading) east; the error is the eastward part over the horizontal field.
    let expected = abs(sin(heading * .pi / 180)) / 64 / cos(dip * .pi / 180) * 18_000 / .pi
    let found = Double(forwardOnly.headingError(field: field, down: down) ?? 65_535)
    #expect(abs(found - expected) < 2 + 0.01 * expected, "heading \(heading), dip \(dip): \(found), \(expected)")
  }
}

@Test func unseenRotation_growsWithTheDip() {
  var covariance = HeadingCovariance()
  // One degree about each axis.
  covariance.rotation = UInt32((pow(.pi / 180, 2) * 0x1p30).rounded())
  for dip in [0.0, 45, 60, 75] {
    let (field, down) = level(heading: 17, dip: dip)
    let found = Double(covariance.headingError(field: field, down: down) ?? 65_535)
    #expect(abs(found - 100 / cos(dip * .pi / 180)) < 3, "dip \(dip): \(found)")
  }
}

@Test func fieldAlongGravity_hasNoHeadingError() {
  let down = Vector3(x: 0, y: 0, z: 1_000_000)
  #expect(forwardOnly.headingError(field: Vector3(x: 0, y: 0, z: 50_000), down: down) == nil)
  #expect(forwardOnly.headingError(field: .zero, down: down) == nil)
  #expect(forwardOnly.headingError(field: Vector3(x: 1, y: 0, z: 0), down: .zero) == nil)
}
