// The sweep over Int32 on trial: every scale, every awkward pair, and no trace of threads and shards.
import IntegerTrigonometry
import Quantities
import Synchronization
import Testing

@testable import Verdict

@Suite struct WideAngleSweepTests {
  private func sweep(count: UInt64, shard: Int = 1, shards: Int = 1) -> WideAngleSweep {
    WideAngleSweep(samples: SweepSamples(count: count, seed: 4, shard: shard, shards: shards))
  }

  @Test(arguments: CheckedTier.allCases) func tier_isWithinItsLimitOnEveryScale(tier: CheckedTier) {
    let tally = sweep(count: 50_000).run(threads: 2, function: tier.function)
    #expect(tally.done == 50_000 + WideAngleSweep.fixedPairs)
    for part in [tally.upTo25Bits, tally.beyond] {
      #expect(part.undefined == 0)
      #expect(part.maxErrorDegrees <= tier.limitDegrees, "seed 4, worst \(String(describing: part.worst))")
      #expect(part.eighths > 1000)
      if tier.isExactInEighths { #expect(part.inexactEighths == 0) }
    }
  }

  @Test func shards_addUpToTheWholeBitForBit() {
    let function = CheckedTier.tiny.function
    let whole = sweep(count: 10_007).run(threads: 1, function: function)
    var sum = WideAngleTally()
    for shard in [2, 3, 1] {
      let part = sweep(count: 10_007, shard: shard, shards: 3)
      let tally = part.run(threads: 2, function: function)
      #expect(tally.done == part.pairs)
      sum.add(tally)
    }
    #expect(sum == whole)
  }

  @Test func fixedPairs_haveAxesDiagonalsPowersOfTwoAndTheLeastInt32() {
    let seen = Mutex<Set<[Int32]>>([])
    _ = sweep(count: 1).run(threads: 1) { y, x in
      seen.withLock { _ = $0.insert([y, x]) }
      return .zero
    }
    let pairs = seen.withLock { $0 }
    #expect(!pairs.contains([0, 0]))
    let awkward: [[Int32]] = [
      [0, Int32.min], [Int32.min, Int32.min], [Int32.max, Int32.max], [Int32.min, Int32.max], [Int32.min, -1],
      [0, 1], [-1, 0], [(1 << 25) + 2, -(1 << 25) - 2], [(1 << 30) - 1, 3], [1 << 17, -(1 << 17)],
    ]
    for pair in awkward { #expect(pairs.contains(pair), "\(pair)") }
  }

  @Test func samples_areLogUniform() {
    var bits = [Int](repeating: 0, count: 33)
    var diagonals = 0
    let count = 64_000
    for index in 0..<UInt64(count) {
      let (y, x) = WideAngleSweep.sample(index, seed: 4)
      #expect((y, x) != (0, 0))
      bits[32 - y.magnitude.leadingZeroBitCount] += 1
      diagonals += y.magnitude == x.magnitude ? 1 : 0
    }
    // 2,000 are expected of each length from 0 to 31 bits; six sigmas are 264. A zero on both sides is replaced.
    for length in 0...31 { #expect(abs(bits[length] - 2_000) < 264, "\(length) bits: \(bits[length])") }
    #expect(bits[32] == 0)
    #expect(diagonals > 1_700)
  }
}
