// Every pair of Int16, or a seeded sample of them, through an angle function and against atan2 in Double.

import Foundation
import Quantities
import Reference
import Simulation

/// One run of an angle function over many pairs.
///
/// The function under test is called for every pair. Only the reference is shared: with 0 ≤ b ≤ a, up to eight pairs
/// (±a, ±b), (±b, ±a) have the angle of (a, b) reflected, and the reflections are exact in the tally's units.
public struct AngleSweep: Equatable, Sendable {
  /// The function under test: atan2(y, x) as an angle, nil for undefined.
  public typealias Function = @Sendable (_ y: Int32, _ x: Int32) -> BinaryAngle?

  /// Which pairs.
  public enum Domain: Equatable, Sendable {
    /// All pairs of Int16 with max(|y|, |x|) ≤ radius, without (0, 0). All of Int16: radius 32768.
    case exhaustive(radius: Int32)
    /// Random pairs. Every second one is uniform over Int16; the others are shifted right by 1…14 bits as well,
    /// because short vectors, which are the hardest, would hardly ever come up.
    case samples(count: UInt64, seed: UInt64)
  }

  /// Which pairs are tried.
  public var domain: Domain
  /// This part of `shards`, 1 ≤ shard ≤ shards. Parts are interleaved, so that they take about the same time.
  public var shard: Int
  public var shards: Int

  public init(domain: Domain, shard: Int = 1, shards: Int = 1) {
    precondition(shards >= 1 && (1...shards).contains(shard))
    (self.domain, self.shard, self.shards) = (domain, shard, shards)
  }

  /// The whole of Int16, whose sweep has 4,294,967,295 pairs.
  public static var fullRadius: Int32 { 32_768 }
  /// As many parts as the whole of Int16 has rings.
  public static var maxShards: Int { 32_768 }

  /// Pairs in this part.
  public var pairs: UInt64 {
    switch domain {
    case .exhaustive:
      (0..<unitCount).reduce(0) { $0 + Self.pairs(inRing: ring(ofUnit: $1)) }
    case .samples(let count, let seed): samples(count, seed).inShard
    }
  }

  /// Runs the sweep.
  ///
  /// - Parameters:
  ///   - threads: how many at once.
  ///   - progress: called about ten times a second on the caller's thread with the pairs done; returns false to stop.
  /// - Returns: the tally; it has fewer than `pairs` pairs when stopped.
  public func run(
    threads: Int, function: @escaping Function, progress: (UInt64) -> Bool = { _ in true }
  ) -> AngleSweepTally {
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

  /// The rings shard, shard + shards, shard + 2·shards, …, the largest first, so that the threads end together.
  private func ring(ofUnit unit: Int) -> Int32 { Int32(shard + (unitCount - 1 - unit) * shards) }

  /// Only −32768 is in Int16, not 32768: the last ring is two sides of a square that share a corner.
  private static func pairs(inRing a: Int32) -> UInt64 { a == fullRadius ? 131_071 : 8 * UInt64(a) }

  private static func sweepRing(_ a: Int32, into tally: inout AngleSweepTally, _ function: Function) {
    let turn = AngleSweepTally.unitsPerTurn
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
      // The diagonals have been seen from the sides.
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
    // (0, 0) is no pair of the sweep.
    let degrees = ReferenceAngle.signedDegrees(y: y, x: x) ?? .nan
    let units = degrees * (281_474_976_710_656 / 360)
    return Int64(units + (units < 0 ? -0.5 : 0.5))
  }
}
