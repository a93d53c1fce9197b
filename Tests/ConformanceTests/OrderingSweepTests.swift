// The ordering check: it walks every direction once, and sees one that is out of order.

import Foundation
import IntegerTrigonometry
import Quantities
import Testing

@testable import Verdict

@Suite struct OrderingSweepTests {
  @Test func ordering_walksEveryDirectionOfTheRingOnce() {
    // Counted the slow way: primitive vectors that have a multiple in the ring.
    let (inner, outer) = (15, 60)
    var directions: Set<[Int]> = []
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    for y in -outer...outer {
      for x in -outer...outer where y * y + x * x >= inner * inner && y * y + x * x <= outer * outer {
        let d = divisor(abs(y), abs(x))
        directions.insert([y / d, x / d])
      }
    }
    let tally = OrderingSweep(inner: Int32(inner), outer: Int32(outer)).run { Cordic.angle(y: $0, x: $1) }
    #expect(tally.directions == directions.count)
    #expect(tally.violations == 0)
  }

  @Test func ordering_ofThePreciseTierInASmallerRing_holds() {
    let tally = OrderingSweep(inner: 150, outer: 500).run(function: CheckedTier.precise.function)
    #expect(tally.violations == 0)
    #expect(tally.directions > 400_000)
    #expect(tally.parallelSpread <= 6)
  }

  @Test func ordering_seesOneDirectionOutOfOrder() {
    let tally = OrderingSweep(inner: 15, outer: 60).run { y, x in
      let angle = Cordic.angle(y: y, x: x)
      return y * 3 == x * 4 && x > 0 ? angle.map { $0 + BinaryAngle(rawValue: 1 << 24) } : angle
    }
    #expect(tally.violations == 1)
  }
}
