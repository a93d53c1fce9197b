// `--mounting` turns field and force of a recording alike, and `--check` notices where it does not.

import Foundation
import LinkProtocol
import Quantities
import Reference
import StreamCheck
import TestSupport
import Testing
import Verdict

@testable import BinnacleTool
@testable import ToolCommandLine

/// A tilted instrument in a field with a dip of 65°, in body axes: field in microtesla and specific force in g.
private struct Pose {
  let heading, pitch, roll: Double

  private func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
    // From the world to the body: heading about down, pitch about right, roll about forward.
    let (h, p, r) = (heading * .pi / 180, pitch * .pi / 180, roll * .pi / 180)
    let level = SIMD3(cos(h) * v.x + sin(h) * v.y, cos(h) * v.y - sin(h) * v.x, v.z)
    let pitched = SIMD3(cos(p) * level.x - sin(p) * level.z, level.y, sin(p) * level.x + cos(p) * level.z)
    return SIMD3(
      pitched.x, cos(r) * pitched.y + sin(r) * pitched.z, cos(r) * pitched.z - sin(r) * pitched.y)
  }

  var field: SIMD3<Double> { turned(SIMD3(48 * cos(65 * .pi / 180), 0, 48 * sin(65 * .pi / 180))) }
  var force: SIMD3<Double> { turned(SIMD3(0, 0, -1)) }
}

private let poses = [
  Pose(heading: 100, pitch: 25, roll: -20), Pose(heading: 10, pitch: -40, roll: 15),
  Pose(heading: 260, pitch: 5, roll: 50),
]

@Test func mounting_ofARecording_turnsFieldAndForce() throws {
  let folder = try TemporaryFolder()
  for number: UInt8 in 0..<24 {
    let mounting = try #require(AxisRemap(rawValue: number))
    // What sensors mounted that way read: the body's vector in their axes.
    func text(_ v: SIMD3<Double>) -> String {
      let own = mounting.sensor(
        Vector3(x: Int32((v.x * 1e6).rounded()), y: Int32((v.y * 1e6).rounded()), z: Int32((v.z * 1e6).rounded())))
      return [own.x, own.y, own.z].map { "\(Double($0) / 1e6)" }.joined(separator: ",")
    }
    var rows = ["t,mx,my,mz,ax,ay,az"]
    for (index, pose) in poses.enumerated() { rows.append("\(index * 10),\(text(pose.field)),\(text(pose.force))") }
    let path = try folder.write(rows.joined(separator: "\n") + "\n", to: "edge.csv")
    let spy = SpyConsole(isTerminal: false)
    let words = [
      "replay", "\(path)", "--columns", "mx,my,mz,ax,ay,az", "--time", "t", "--mounting", "\(number)",
      "--json", "--check",
    ]
    #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0, "mounting \(number): \(spy.remarks)")
    let readings = try spy.results.split(separator: "\n").compactMap { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }.filter { $0["magneticHeadingDegrees"] != nil }
    #expect(readings.count == poses.count, "mounting \(number)")
    for (reading, pose) in zip(readings, poses) {
      for (name, expected) in [
        ("magneticHeadingDegrees", pose.heading), ("pitchDegrees", pose.pitch), ("rollDegrees", pose.roll),
      ] {
        let found = try #require(reading[name] as? Double, "\(name) of \(reading)")
        let error = ReferenceAngle.shortestDifferenceDegrees(from: expected, to: found)
        #expect(abs(error) < 0.02, "mounting \(number): \(name)")
      }
    }
  }
}

/// A device that turned the field alone would agree with itself.
@Test func check_knowsTheForceThatWentIn() throws {
  let mounting = try #require(AxisRemap(rawValue: 9))
  let reference = try #require(ReferenceMounting(rawValue: 9))
  let force = SIMD3<Int32>(300_000, -200_000, -932_738)
  func mismatches(_ told: SIMD3<Int32>) -> Int? {
    var reading = Reading()
    reading.mode = .tilted
    reading.scale = .nanotesla
    reading.counts = Vector3(x: 20_000, y: 5_000, z: 40_000)
    reading.field = MagneticField(nanotesla: reading.counts)
    reading.specificForce = Acceleration(microG: Vector3(x: told.x, y: told.y, z: told.z))
    reading.flags.insert(.specificForce)
    var check = NumericCheck(mounting: reference)
    check.add(reading, measured: force)
    return check.part.counts.first { $0.name == "fieldMismatches" }?.value
  }
  let turned = mounting.body(Vector3(x: force.x, y: force.y, z: force.z))
  #expect(mismatches(SIMD3(turned.x, turned.y, turned.z)) == 0)
  #expect(mismatches(force) == 1)
}
