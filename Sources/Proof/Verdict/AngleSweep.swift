// Compares an angle function with atan2 in Double, for every pair of Int16 or for a seeded sample of them.

import Foundation
import Quantities
import Reference
import Simulation

/// One run of an angle function over many pairs.
///
/// The function under test is called for every pair; only the reference is shared. With 0 ≤ b ≤ a, up to eight pairs
/// (±a, ±b), (±b, ±a) have the angle of (a, b) reflected, and the reflections are exact in the tally's units.
package struct AngleSweep: Equatable, Sendable {
  /// The function under test: atan2(y, x) as an angle; nil means undefined.
  package typealias Function = @Sendable (_ y: Int32, _ x: Int32) -> BinaryAngle?

  /// The set of pairs.
  package enum Domain: Equatable, Sendable {
    /// All pairs of Int16 with max(|y|, |x|) ≤ radius, without (0, 0). All of Int16: radius 32768.
    case exhaustive(radius: Int32)
    /// Random pairs. Every second pair is uniform over Int16. The others are also shifted right by 1…14 bits, because
    /// short vectors are the most difficult ones, and uniform pairs almost never contain them.
    case samples(count: UInt64, seed: UInt64)
  }

  /// The set of pairs to test.
  package var domain: Domain
  /// The number of this part, 1 ≤ shard ≤ shards. Parts are interleaved, so that they take about the same time.
  package var shard: Int
  package var shards: Int

  package init(domain: Domain, shard: Int = 1, shards: Int = 1) {
    precondition(shards >= 1 && (1...shards).contains(shard))
    (self.domain, self.shard, self.shards) = (domain, shard, shards)
  }

  /// The whole of Int16, whose sweep has 4,294,967,295 pairs.
  package static var fullRadius: Int32 { 32_768 }
  /// The largest number of parts: the whole of Int16 has this many rings.
  package static var maxShards: Int { 32_768 }

  /// The number of pairs in this part.
  package var pairs: UInt64 {
    switch domain {
    case .exhaustive:
      (0..<unitCount).reduce(0) { $0 + Self.pairs(inRing: ring(ofUnit: $1)) }
    case .samples(let count, let seed): samples(count, seed).inShard
    }
  }

  /// Runs the sweep.
  ///
  /// - Parameters:
  ///   - threads: how many threads run at once.
  ///   - progress: called about ten times per second on the caller's thread with the number of finished pairs; returns
  ///     false to stop.
  /// - Returns: the tally; if stopped, it has fewer than `pairs` pairs.
  package func run(
    threads: Int, function: @escaping Function, progress: (UInt64) -> Bool = { _ in true }
  ) -> AngleTally<AnglePair> {
    SweepRunner.run(units: unitCount, threads: threads, progress: progress) { unit, tally in
      switch domain {
      case .exhaustive: Self.sweepRing(ring(ofUnit: unit), into: &tally, function)
      case .samples(let count, let seed):
        samples(count, seed).forEach(inUnit: unit) { index in
          let (y, x) = Self.sample(index, seed: seed)
          let expected = Self.referenceUnits(y: Double(y), x: Double(x))
          tally.add(y: y, x: x, answer: function(y, x)?.rawValue, expected: expected)
        }
      }
    }
  }

  private func samples(_ count: UInt64, _ seed: UInt64) -> SweepSamples {
    SweepSamples(count: count, seed: seed, shard: shard, shards: shards)
  }

  // MARK: - Units of work: rings of equal max(|y|, |x|), or runs of samples

  private var unitCount: Int {
    switch domain {
    case .exhaustive(let radius): (Int(radius) - shard + shards) / shards
    case .samples(let count, let seed): samples(count, seed).units
    }
  }

  /// Unit i is one of the rings shard, shard + shards, shard + 2·shards, …; the largest come first, so that the threads
  /// end together.
  private func ring(ofUnit unit: Int) -> Int32 { Int32(shard + (unitCount - 1 - unit) * shards) }

  /// Int16 contains −32768 but not 32768. The last ring is therefore two sides of a square that share a corner.
  private static func pairs(inRing a: Int32) -> UInt64 { a == fullRadius ? 131_071 : 8 * UInt64(a) }

  private static func sweepRing(_ a: Int32, into tally: inout AngleTally<AnglePair>, _ function: Function) {
    let turn = AngleUnits.perTurn
    let hasPositive = a < fullRadius
    for b in 0...a {
      // In the first octant the reference is 0…1/8 turn; the other seven follow by reflection.
      let angle = referenceUnits(y: Double(b), x: Double(a))
      func check(_ y: Int32, _ x: Int32, _ expected: Int64) {
        tally.add(y: y, x: x, answer: function(y, x)?.rawValue, expected: expected)
      }
      func checkBothSides(_ b: Int32, _ angle: Int64) {
        if hasPositive { check(b, a, angle) }
        check(b, -a, turn / 2 - angle)
      }
      func checkAboveAndBelow(_ b: Int32, _ angle: Int64) {
        if hasPositive { check(a, b, turn / 4 - angle) }
        check(-a, b, angle - turn / 4)
      }
      if b < fullRadius { checkBothSides(b, angle) }
      if b > 0 { checkBothSides(-b, -angle) }
      // The sides have already covered the diagonals.
      if b < a {
        checkAboveAndBelow(b, angle)
        if b > 0 { checkAboveAndBelow(-b, -angle) }
      }
    }
  }

  /// The pair of sample `index`, from number `index` of the seed's sequence.
  static func sample(_ index: UInt64, seed: UInt64) -> (y: Int32, x: Int32) {
    var random = SeededGenerator(seed: seed, skipping: index)
    let z = random.next()
    let shift = index & 1 == 0 ? 0 : Int32(1 + (z >> 32) % 14)
    let y = Int32(Int16(truncatingIfNeeded: z)) >> shift
    let x = Int32(Int16(truncatingIfNeeded: z >> 16)) >> shift
    return y == 0 && x == 0 ? (0, 1) : (y, x)
  }

  /// atan2 in the tally's units, −2^47…2^47. Rounding to whole units adds at most 2e-15 turns.
  @inline(__always)
  static func referenceUnits(y: Double, x: Double) -> Int64 {
    // (0, 0) is not a pair of the sweep.
    let degrees = ReferenceAngle.signedDegrees(y: y, x: x) ?? .nan
    let units = degrees * (281_474_976_710_656 / 360)
    return Int64(units + (units < 0 ? -0.5 : 0.5))
  }
}
