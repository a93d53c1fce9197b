// The samples of a seeded sequence that belong to a shard, in groups.

/// Part `shard` of `shards` of `count` samples. Sample k goes to shard 1 + k mod shards.
package struct SweepSamples: Equatable, Sendable {
  /// The largest number of samples of a check: sums over all shards then fit into 64 bits.
  package static let most: UInt64 = 1_000_000_000_000

  /// The total number of samples.
  package var count: UInt64
  /// The seed of the sequence.
  package var seed: UInt64
  package var shard: Int
  package var shards: Int

  package init(count: UInt64, seed: UInt64, shard: Int = 1, shards: Int = 1) {
    precondition(shards >= 1 && (1...shards).contains(shard))
    (self.count, self.seed, self.shard, self.shards) = (count, seed, shard, shards)
  }

  /// The number of samples in this part.
  package var inShard: UInt64 { count / UInt64(shards) + (UInt64(shard) <= count % UInt64(shards) ? 1 : 0) }

  private static var perUnit: UInt64 { 4096 }

  /// The number of groups of samples, which threads process one after another.
  var units: Int { Int((inShard + Self.perUnit - 1) / Self.perUnit) }

  /// Runs `body` for each sample, on some threads.
  func run<Sum: SweepSum>(
    threads: Int, progress: (UInt64) -> Bool, _ body: @escaping @Sendable (UInt64, inout Sum) -> Void
  ) -> Sum {
    SweepRunner.run(units: units, threads: threads, progress: progress) { unit, sum in
      forEach(inUnit: unit) { body($0, &sum) }
    }
  }

  /// Calls `body` with the index of each sample of one group.
  @inline(__always)
  func forEach(inUnit unit: Int, _ body: (UInt64) -> Void) {
    let first = UInt64(unit) * Self.perUnit
    for index in first..<min(first + Self.perUnit, inShard) { body(UInt64(shard - 1) + index * UInt64(shards)) }
  }
}
