// The lines of Swift that README.md shows: compiled here, and held to what it shows.

import Binnacle
import TestSupport
import Testing

/// Hundredths of a degree clockwise from magnetic north.
func heading(_ compass: inout Compass, force: Acceleration, field: MagneticField, at now: Instant) -> UInt64? {
  compass.add(force, at: now)  // micro-g
  compass.add(field, at: now)  // nanotesla
  return compass.heading().map { (UInt64($0.rawValue) * 36_000) >> 32 }
}

@Test func swift_ofTheReadme_isThisFileAndPointsNorth() throws {
  try Document("README.md").expectBlock(of: "Tests/DocumentationTests/ReadmeTests.swift", longerThan: 6)
  var compass = Compass()
  let level = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
  let now = Instant(microseconds: 0)
  // atan2(5, 20) = 14.04°: north is to the left of a board that is turned to the right.
  let field = MagneticField(nanotesla: Vector3(x: 20_000, y: -5_000, z: 40_000))
  #expect(heading(&compass, force: level, field: field, at: now) == 1403)
  let vertical = MagneticField(nanotesla: Vector3(x: 0, y: 0, z: 40_000))
  #expect(heading(&compass, force: level, field: vertical, at: now) == nil)
}
