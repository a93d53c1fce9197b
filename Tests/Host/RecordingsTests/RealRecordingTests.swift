// The recording in Tests/Data: what it holds, and that our axes and signs agree with its optical truth.

import Foundation
import Quantities
import Recordings
import Reference
import TestSupport
import Testing

private let path = Repository.path("Tests/Data/marg/broad_slow_rotation_breaks.csv")

private func broad() throws -> Recording {
  try Recording(
    path: path,
    options: RecordingOptions(
      columns: "mx,-my,-mz,ax,-ay,-az", fieldUnit: .microtesla, accelerationUnit: .metresPerSecondSquared,
      time: "t_s", timeUnit: .seconds))
}

@Test func broad_loadsEveryRow() throws {
  let recording = try broad()
  #expect(recording.rows.count == 4087)
  #expect(recording.comments.contains { $0.hasPrefix("licence: CC BY 4.0") })
  let first = try #require(recording.rows.first)
  // 4.0670,0.052682,0.04034,9.6923,…,-0.18745,15.328,-41.357,… by hand; −988339.55 rounds to −988340.
  #expect(first.line == 8)
  #expect(first.time == Instant(microseconds: 4_067_000))
  #expect(first.field.nanotesla == Vector3(x: -187, y: -15_328, z: 41_357))
  #expect(first.acceleration?.microG == Vector3(x: 5_372, y: -4_114, z: -988_340))
  #expect(first.input.map(\.name) == ["gx", "gy", "gz", "qw", "qx", "qy", "qz", "movement"])
  #expect(first.input.first?.text == "0.0031957")
}

@Test func broad_headingAtRestAgreesWithTheOpticalOne() throws {
  var errors: [Double] = []
  for row in try broad().rows {
    let number = Dictionary(uniqueKeysWithValues: row.input.map { ($0.name, $0.number ?? .nan) })
    func value(_ name: String) -> Double { number[name] ?? .nan }
    let rate = (value("gx") * value("gx") + value("gy") * value("gy") + value("gz") * value("gz")).squareRoot()
    guard rate < 0.1 else { continue }
    // The sensor's x axis in east-north-up: the first column of the rotation matrix of q.
    let (w, x, y, z) = (value("qw"), value("qx"), value("qy"), value("qz"))
    let optical = ReferenceAngle.degrees(y: 1 - 2 * (y * y + z * z), x: 2 * (x * y + w * z))
    let field = row.field.nanotesla
    let force = try #require(row.acceleration?.microG)
    let magnetic = ReferenceHeading(
      nanotesla: SIMD3(field.x, field.y, field.z), specificForceMicroG: SIMD3(force.x, force.y, force.z))
    errors.append(
      ReferenceAngle.shortestDifferenceDegrees(
        from: try #require(optical), to: try #require(magnetic.headingDegrees)))
  }
  let mean = errors.reduce(0, +) / Double(errors.count)
  let deviation = (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(errors.count)).squareRoot()
  // Tests/Data/README.md: 2075 rows, 0.81 and 2.54 degrees, printed to two decimals.
  #expect(errors.count == 2075)
  #expect(abs(mean) < 0.815, "mean \(mean)")
  #expect(deviation < 2.545, "deviation \(deviation)")
}
