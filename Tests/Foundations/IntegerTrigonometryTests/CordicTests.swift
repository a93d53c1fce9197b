// Vectoring and rotation against Double.

import Foundation
import Quantities
import TestSupport
import Testing

@testable import IntegerTrigonometry

/// Degrees from the exact angle, on the circle.
func errorDegrees(_ angle: BinaryAngle, y: Int32, x: Int32) -> Double {
  let turns = atan2(Double(y), Double(x)) / (2 * Double.pi)
  var difference = Double(angle.rawValue) / 4_294_967_296 - turns
  difference -= difference.rounded()
  return abs(difference) * 360
}

@Suite struct Vectoring {
  @Test func angle_ofZeroVector_isUndefined() {
    #expect(Cordic.angle(y: 0, x: 0) == nil)
  }

  @Test(arguments: [1, 2, 3, 150, 32767, 32768, 1 << 29, (1 << 30) + 1, Int32.max] as [Int32])
  func angle_onAxesAndDiagonals_isExact(_ length: Int32) {
    let eighth: UInt32 = 0x2000_0000
    let directions: [(Int32, Int32, UInt32)] = [
      (0, length, 0), (length, length, 1), (length, 0, 2), (length, -length, 3), (0, -length, 4),
      (-length, -length, 5), (-length, 0, 6), (-length, length, 7),
    ]
    for (y, x, octant) in directions {
      #expect(Cordic.angle(y: y, x: x)?.rawValue == octant &* eighth, "y \(y) x \(x)")
    }
  }

  @Test func angle_ofInt32Minimum_isDefined() {
    let least = Int32.min
    #expect(Cordic.angle(y: least, x: least)?.rawValue == 0xa000_0000)
    #expect(Cordic.angle(y: 0, x: least)?.rawValue == 0x8000_0000)
    #expect(Cordic.angle(y: least, x: 0)?.rawValue == 0xc000_0000)
    for other in [Int32.max, 1, -1, 12345, -1 << 30] as [Int32] {
      #expect(errorDegrees(Cordic.angle(y: least, x: other)!, y: least, x: other) < 4e-6)
      #expect(errorDegrees(Cordic.angle(y: other, x: least)!, y: other, x: least) < 4e-6)
    }
  }

  @Test func angle_ofEveryShortVector_isWithinItsBound() {
    var worst = 0.0
    for y in Int32(-200)...200 {
      for x in Int32(-200)...200 where (x, y) != (0, 0) {
        worst = max(worst, errorDegrees(Cordic.angle(y: y, x: x)!, y: y, x: x))
      }
    }
    #expect(worst < 4e-6, "worst \(worst)")
  }

  @Test func angle_ofRandomVectorsOfEveryScale_isWithinItsBound() {
    var random = SeededGenerator(seed: 0xb1ac)
    var worst = 0.0
    for _ in 0..<400_000 {
      let y = Int32(truncatingIfNeeded: random.next()) >> Int32.random(in: 0...30, using: &random)
      let x = Int32(truncatingIfNeeded: random.next()) >> Int32.random(in: 0...30, using: &random)
      guard let angle = Cordic.angle(y: y, x: x) else { continue }
      worst = max(worst, errorDegrees(angle, y: y, x: x))
    }
    #expect(worst < 4e-6, "worst \(worst), seed \(random.seed)")
  }

  @Test func magnitude_isTheNearestInteger() {
    var random = SeededGenerator(seed: 0xb1ad)
    let extremes: [Int32] = [Int32.min, Int32.min + 1, -1, 0, 1, Int32.max - 1, Int32.max]
    var pairs = extremes.flatMap { y in extremes.map { x in (y, x) } }
    for _ in 0..<200_000 {
      pairs.append(
        (
          Int32(truncatingIfNeeded: random.next()) >> Int32.random(in: 0...30, using: &random),
          Int32(truncatingIfNeeded: random.next()) >> Int32.random(in: 0...30, using: &random)
        ))
    }
    for (y, x) in pairs {
      let squared = UInt64(y.magnitude) * UInt64(y.magnitude) + UInt64(x.magnitude) * UInt64(x.magnitude)
      let found = UInt64(Cordic.magnitude(y: y, x: x))
      // |√n − r| ≤ ½ for integers: r² − r < n ≤ r² + r.
      let isNearest = (found == 0 || found * found - found < squared) && squared <= found * found + found
      if !isNearest { Issue.record("√(\(y)² + \(x)²) = \(found), seed \(random.seed)") }
    }
  }
}

@Suite struct Sines {
  /// Worst error of sine and cosine over `angles`.
  private func worst(_ angles: some Sequence<UInt32>) -> (error: Double, at: UInt32) {
    var worst = (error: 0.0, at: UInt32(0))
    for raw in angles {
      let found = Cordic.sineCosine(BinaryAngle(rawValue: raw))
      let radians = Double(raw) / 2_147_483_648 * Double.pi
      let error = max(
        abs(Double(found.sine) / 1_073_741_824 - sin(radians)), abs(Double(found.cosine) / 1_073_741_824 - cos(radians))
      )
      if error > worst.error { worst = (error, raw) }
    }
    return worst
  }

  @Test func sineCosine_atRandomAngles_isWithinTheBound() {
    var random = SeededGenerator(seed: 0x51e)
    let found = worst((0..<1_000_000).lazy.map { _ in UInt32(truncatingIfNeeded: random.next()) })
    #expect(found.error <= 1.5e-9, "\(found), seed \(random.seed)")
    // A bound far above what is found would say nothing.
    #expect(found.error > 0.7e-9, "\(found)")
  }

  @Test func sineCosine_aroundEveryEntryOfItsTable_isWithinTheBound() {
    let steps = (0..<512 as Range<UInt32>).lazy.flatMap { step in
      (0..<512 as Range<UInt32>).lazy.map { step << 23 &+ $0 &- 256 }
    }
    let found = worst(steps)
    #expect(found.error <= 1.5e-9, "\(found)")
  }

  @Test func sineCosine_atQuarterTurns_isExact() {
    let one: Int32 = 1 << 30
    for (quarter, expected) in [(0, one), (one, 0), (0, -one), (-one, 0)].enumerated() {
      let found = Cordic.sineCosine(BinaryAngle(rawValue: UInt32(quarter) << 30))
      #expect(found == SineCosine(sine: expected.0, cosine: expected.1))
    }
  }

  @Test func sineCosine_aQuarterTurnFurther_swapsItsBits() {
    var random = SeededGenerator(seed: 0x51f)
    for _ in 0..<10_000 {
      let raw = UInt32(truncatingIfNeeded: random.next())
      let here = Cordic.sineCosine(BinaryAngle(rawValue: raw))
      let further = Cordic.sineCosine(BinaryAngle(rawValue: raw &+ 0x4000_0000))
      #expect(further == SineCosine(sine: here.cosine, cosine: -here.sine), "\(raw), seed \(random.seed)")
    }
  }
}

@Suite struct Rotation {
  @Test func rotated_byQuarterTurns_isExact() {
    for (y, x) in [(Int32(3), Int32(7)), (0, Int32.max), (Int32.min + 1, 5)] {
      for quarter in UInt32(0)..<4 {
        let turned = Cordic.rotated(y: y, x: x, by: BinaryAngle(rawValue: quarter << 30))
        let expected = [(y, x), (x, -y), (-y, -x), (-x, y)][Int(quarter)]
        #expect(turned == expected)
      }
    }
  }

  @Test func rotated_byAnyAngle_matchesDouble() {
    var random = SeededGenerator(seed: 0xb1ae)
    for _ in 0..<200_000 {
      let shift = Int32.random(in: 1...30, using: &random)
      let y = Int32(truncatingIfNeeded: random.next()) >> shift
      let x = Int32(truncatingIfNeeded: random.next()) >> shift
      let angle = BinaryAngle(rawValue: UInt32(truncatingIfNeeded: random.next()))
      let turned = Cordic.rotated(y: y, x: x, by: angle)
      let radians = Double(angle.rawValue) / 4_294_967_296 * 2 * Double.pi
      let limit = max(1, hypot(Double(x), Double(y)) / 134_217_728)
      #expect(abs(Double(turned.x) - (Double(x) * cos(radians) - Double(y) * sin(radians))) <= limit)
      #expect(abs(Double(turned.y) - (Double(x) * sin(radians) + Double(y) * cos(radians))) <= limit)
    }
  }

  @Test func rotated_beyondInt32_saturates() {
    let turned = Cordic.rotated(y: Int32.max, x: Int32.max, by: BinaryAngle(rawValue: 0x2000_0000))
    #expect(turned.y == Int32.max)
    #expect(abs(turned.x) <= 256)
  }
}
