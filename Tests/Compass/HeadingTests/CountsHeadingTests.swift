// The heading from 16-bit counts against the equations in Double.

import Foundation
import Quantities
import TestSupport
import Testing

@testable import Heading

@Suite struct CountsHeadingTests {
  /// Worst error over random attitudes within ±60°, 1 g of 1,000…16,000 counts, field 300…2,000 counts, dip ±70°.
  private func worst(samples: Int, seed: UInt64) -> (error: Double, field: Counts, force: Counts) {
    var random = SeededGenerator(seed: seed)
    var worst = (error: 0.0, field: Counts(x: 0, y: 0, z: 0), force: Counts(x: 0, y: 0, z: 0))
    func range(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
    for _ in 0..<samples {
      let (roll, pitch) = (range(-60, 60) * .pi / 180, range(-60, 60) * .pi / 180)
      let yaw = range(0, 2 * .pi)
      let (total, dip, g) = (range(300, 2000), range(-70, 70) * .pi / 180, range(1000, 16000))
      guard total * cos(dip) >= 150 else { continue }
      func body(_ v: SIMD3<Double>) -> Counts {
        let a = SIMD3(cos(yaw) * v.x + sin(yaw) * v.y, cos(yaw) * v.y - sin(yaw) * v.x, v.z)
        let b = SIMD3(cos(pitch) * a.x - sin(pitch) * a.z, a.y, sin(pitch) * a.x + cos(pitch) * a.z)
        let c = SIMD3(b.x, cos(roll) * b.y + sin(roll) * b.z, cos(roll) * b.z - sin(roll) * b.y)
        return Counts(x: Int16(c.x.rounded()), y: Int16(c.y.rounded()), z: Int16(c.z.rounded()))
      }
      let field = body(SIMD3(total * cos(dip), 0, total * sin(dip)))
      let force = body(SIMD3(0, 0, -g))
      let exact = exactHeading(double(field), double(force)).heading
      guard let angle = TiltCompensation.heading(field: field, force: force) else { continue }
      let error = degrees(angle, from: exact)
      if error > worst.error { worst = (error, field, force) }
    }
    return worst
  }

  private func double(_ c: Counts) -> SIMD3<Double> { SIMD3(Double(c.x), Double(c.y), Double(c.z)) }

  @Test func heading_fromCounts_isWithin1e5Degrees() {
    let found = worst(samples: 300_000, seed: 0xc0fe)
    #expect(found.error <= 1e-5, "\(found), seed 0xc0fe")
  }

  @Test func heading_fromCountsAtTheQuarters_pointsTheRightWay() {
    let up = Counts(x: 0, y: 0, z: -1000)
    for (x, y, expected) in [
      (400, 0, 0 as UInt32), (0, -400, 0x4000_0000), (-400, 0, 0x8000_0000), (0, 400, 0xc000_0000),
    ]
      as [(Int16, Int16, UInt32)]
    {
      #expect(TiltCompensation.heading(field: Counts(x: x, y: y, z: 600), force: up)?.rawValue == expected)
    }
  }

  @Test func heading_fromCountsWithoutDirection_isUndefined() {
    let zero = Counts(x: 0, y: 0, z: 0)
    #expect(TiltCompensation.heading(field: Counts(x: 1, y: 2, z: 3), force: zero) == nil)
    #expect(TiltCompensation.heading(field: zero, force: Counts(x: 1, y: 2, z: 3)) == nil)
    #expect(TiltCompensation.heading(field: Counts(x: 0, y: 0, z: 9), force: Counts(x: 0, y: 0, z: -9)) == nil)
  }

  @Test func heading_fromCountsWithTheNoseStraightUp_takesRollAsZero() {
    let up = Counts(x: 1000, y: 0, z: 0)
    #expect(TiltCompensation.heading(field: Counts(x: -600, y: 0, z: 400), force: up)?.rawValue == 0)
  }

  @Test func heading_fromExtremeCounts_agreesWithDouble() {
    let values: [Int16] = [Int16.min, Int16.min + 1, -1, 0, 1, 2, Int16.max - 1, Int16.max]
    for mx in values {
      for my in values {
        for mz in values {
          for (ax, ay, az) in [
            (Int16.min, Int16.min, Int16.min), (Int16.max, Int16.min, Int16.max), (1, 1, -1), (0, 0, Int16.min),
            (Int16.max, 9000, -9000), (Int16.min, 0, Int16.max),
          ] as [(Int16, Int16, Int16)] {
            let (m, a) = (SIMD3(Double(mx), Double(my), Double(mz)), SIMD3(Double(ax), Double(ay), Double(az)))
            let exact = exactHeading(m, a)
            let total = (m * m).sum().squareRoot()
            guard exact.horizontal > total / 3,
              let angle = TiltCompensation.heading(
                field: Counts(x: mx, y: my, z: mz), force: Counts(x: ax, y: ay, z: az))
            else { continue }
            // Pitch up to 69°, where less of the field's horizontal part is left in the products.
            #expect(degrees(angle, from: exact.heading) < 1e-5, "m \(m) a \(a)")
          }
        }
      }
    }
  }
}
