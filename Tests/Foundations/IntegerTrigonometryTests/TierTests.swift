// The three tiers against Double: bounds, exact directions, every scale.

import Foundation
import Quantities
import TestSupport
import Testing

@testable import IntegerTrigonometry

/// A tier, and the bound its documentation states, in degrees.
struct TierCase: CustomTestStringConvertible, Sendable {
  var name: String
  var angle: @Sendable (Int32, Int32) -> BinaryAngle?
  var bound: Double
  var testDescription: String { name }

  static let all = [
    TierCase(name: "precise", angle: { Cordic.angle(y: $0, x: $1, tier: Cordic.Precise.self) }, bound: 3e-7),
    TierCase(
      name: "multiplierless", angle: { Cordic.angle(y: $0, x: $1, tier: Cordic.Multiplierless.self) }, bound: 1e-3),
    TierCase(name: "tiny", angle: { Cordic.angle(y: $0, x: $1, tier: Cordic.Tiny.self) }, bound: 3e-4),
  ]
}

@Suite struct Tiers {
  @Test(arguments: TierCase.all) func angle_ofZeroVector_isUndefined(_ tier: TierCase) {
    #expect(tier.angle(0, 0) == nil)
  }

  @Test(arguments: TierCase.all) func angle_ofEveryShortVector_isWithinItsBound(_ tier: TierCase) {
    var worst = 0.0
    for y in Int32(-200)...200 {
      for x in Int32(-200)...200 where (x, y) != (0, 0) {
        worst = max(worst, errorDegrees(tier.angle(y, x)!, y: y, x: x))
      }
    }
    #expect(worst <= tier.bound, "worst \(worst)")
  }

  @Test(arguments: TierCase.all) func angle_ofRandomVectorsOfEveryScale_isWithinItsBound(_ tier: TierCase) {
    var random = SeededGenerator(seed: 0xb1af)
    var worst = 0.0
    for _ in 0..<300_000 {
      let y = Int32(truncatingIfNeeded: random.next()) >> Int32.random(in: 0...30, using: &random)
      let x = Int32(truncatingIfNeeded: random.next()) >> Int32.random(in: 0...30, using: &random)
      guard let angle = tier.angle(y, x) else { continue }
      worst = max(worst, errorDegrees(angle, y: y, x: x))
    }
    #expect(worst <= tier.bound, "worst \(worst), seed \(random.seed)")
  }

  @Test(arguments: TierCase.all) func angle_nearAxesDiagonalsAndPowersOfTwo_isWithinItsBound(_ tier: TierCase) {
    var worst = 0.0
    func check(_ y: Int64, _ x: Int64) {
      guard let y = Int32(exactly: y), let x = Int32(exactly: x), (y, x) != (0, 0) else { return }
      worst = max(worst, errorDegrees(tier.angle(y, x)!, y: y, x: x))
    }
    for power in 0...31 {
      for other in 0...31 {
        for dy in Int64(-2)...2 {
          for dx in Int64(-2)...2 {
            for sign in [Int64(1), -1] {
              check((1 << power) * sign + dy, (1 << other) + dx)
              check((1 << power) * sign + dy, -(1 << other) + dx)
            }
          }
        }
      }
    }
    #expect(worst <= tier.bound, "worst \(worst)")
  }

  @Test func precise_onDiagonalsOfRandomLength_isExact() {
    var random = SeededGenerator(seed: 0xb1b0)
    for _ in 0..<100_000 {
      let length = Int32(truncatingIfNeeded: random.next() >> 33) >> Int32.random(in: 0...30, using: &random)
      guard length > 0 else { continue }
      #expect(Cordic.angle(y: length, x: length)?.rawValue == 0x2000_0000, "\(length), seed \(random.seed)")
      #expect(Cordic.angle(y: length, x: -length)?.rawValue == 0x6000_0000, "\(length), seed \(random.seed)")
    }
  }
}
