// The integer heading against the equations in Double.

import Foundation
import Quantities
import Reference
import TestSupport
import Testing

@testable import Heading

/// The equations of Protocols/heading/spec.md, straight.
func exactHeading(_ m: SIMD3<Double>, _ a: SIMD3<Double>) -> (heading: Double, dip: Double, horizontal: Double) {
  let roll = atan2(-a.y, -a.z)
  let pitch = atan2(a.x, hypot(a.y, a.z))
  let north =
    m.x * cos(pitch) + m.y * sin(pitch) * sin(roll) + m.z * sin(pitch) * cos(roll)
  let east = m.z * sin(roll) - m.y * cos(roll)
  let down = -m.x * sin(pitch) + m.y * cos(pitch) * sin(roll) + m.z * cos(pitch) * cos(roll)
  return (atan2(east, north), atan2(down, hypot(north, east)), hypot(north, east))
}

func degrees(_ angle: BinaryAngle, from radians: Double) -> Double {
  var turns = Double(angle.rawValue) / 4_294_967_296 - radians / (2 * Double.pi)
  turns -= turns.rounded()
  return abs(turns) * 360
}

private func field(_ x: Int32, _ y: Int32, _ z: Int32) -> CorrectedField {
  CorrectedField(q8Nanotesla: Vector3(x: x, y: y, z: z))
}

@Suite struct TiltCompensationTests {
  @Test func heading_atTheQuarters_pointsTheRightWay() throws {
    // Level, dip 60°: turned to the east the north-pointing field lies to the left (−y).
    for (x, y, expected) in [
      (20_000, 0, 0 as UInt32), (0, -20_000, 0x4000_0000), (-20_000, 0, 0x8000_0000), (0, 20_000, 0xc000_0000),
    ] {
      let m = field(Int32(x) << 8, Int32(y) << 8, 34_641 << 8)
      let level = try TiltCompensation.solve(field: m, specificForce: nil)
      let tilted = try TiltCompensation.solve(
        field: m, specificForce: Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000)))
      #expect(level.heading.rawValue == expected)
      #expect(tilted.heading.rawValue == expected)
      #expect(tilted.roll?.rawValue == 0)
      #expect(tilted.pitch.rawValue == 0)
      #expect(abs(tilted.dip.signedDegrees - 60) < 1e-3)
      #expect(tilted.horizontalNanotesla == 20_000)
    }
  }

  @Test func heading_atRandomAttitudes_isWithin1e5Degrees() throws {
    var random = SeededGenerator(seed: 0xc0de)
    var worst = 0.0
    var worstDip = 0.0
    for _ in 0..<200_000 {
      let gauss = SIMD3<Double>.random(in: -1...1, using: &random)
      let up = SIMD3<Double>.random(in: -1...1, using: &random)
      let m = gauss * Double.random(in: 1_000...800_000, using: &random) * 256
      let a = up * Double.random(in: 1_000...16_000_000, using: &random)
      let mi = Vector3(x: Int32(m.x), y: Int32(m.y), z: Int32(m.z))
      let ai = Vector3(x: Int32(a.x), y: Int32(a.y), z: Int32(a.z))
      let md = SIMD3(Double(mi.x), Double(mi.y), Double(mi.z))
      let exact = exactHeading(md, SIMD3(Double(ai.x), Double(ai.y), Double(ai.z)))
      let total = (md * md).sum().squareRoot()
      guard exact.horizontal > total * 0.02 else { continue }
      let solution = try TiltCompensation.solve(
        field: CorrectedField(q8Nanotesla: mi), specificForce: Acceleration(microG: ai))
      worst = max(worst, degrees(solution.heading, from: exact.heading))
      worstDip = max(worstDip, degrees(solution.dip, from: exact.dip))
      let horizontal = exact.horizontal / 256
      #expect(abs(Double(solution.horizontalNanotesla) - horizontal) <= 1 + horizontal / 4_000_000)
    }
    #expect(worst < 1e-5, "worst \(worst), seed \(random.seed)")
    #expect(worstDip < 1e-5, "worst dip \(worstDip), seed \(random.seed)")
  }

  @Test func heading_withTheNoseStraightUp_hasNoRollButAHeading() throws {
    let up = Acceleration(microG: Vector3(x: 1_000_000, y: 0, z: 0))
    let solution = try TiltCompensation.solve(field: field(-34_641 << 8, 0, 20_000 << 8), specificForce: up)
    #expect(solution.roll == nil)
    #expect(solution.pitch.rawValue == 0x4000_0000)
    #expect(solution.heading.rawValue == 0)
  }

  @Test func heading_withoutHorizontalField_isUnavailable() {
    #expect(throws: HeadingFailure.noHorizontalField) {
      try TiltCompensation.solve(field: field(0, 0, 1 << 20), specificForce: nil)
    }
    #expect(throws: HeadingFailure.noHorizontalField) {
      try TiltCompensation.solve(field: field(0, 0, 0), specificForce: nil)
    }
  }

  @Test func heading_inFreeFall_isUnavailable() {
    #expect(throws: HeadingFailure.noSpecificForce) {
      try TiltCompensation.solve(field: field(1, 2, 3), specificForce: Acceleration(microG: .zero))
    }
  }

  @Test func heading_atTheEdgesOfInt32_isDefined() throws {
    let extremes: [Int32] = [Int32.min, Int32.max, 0, 1, -1]
    for mx in extremes {
      for my in extremes {
        for az in extremes {
          for ax in extremes {
            _ = try? TiltCompensation.solve(
              field: field(mx, my, 77), specificForce: Acceleration(microG: Vector3(x: ax, y: my, z: az)))
          }
        }
      }
    }
  }
}
