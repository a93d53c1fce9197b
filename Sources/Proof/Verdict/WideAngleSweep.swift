// Compares an angle function with atan2 in Double, for pairs of Int32 of every magnitude.

import Quantities
import Reference
import Simulation

/// Errors over pairs of Int32, separately for the two sizes of vectors that have different limits.
package struct WideAngleTally: Equatable, Sendable, SweepSum {
  /// Pairs with max(|y|, |x|) ≤ 2^25.
  package var upTo25Bits = AngleTally<AnglePair>()
  /// The other pairs, including `Int32.min`.
  package var beyond = AngleTally<AnglePair>()

  package init() {}

  /// The number of tested pairs.
  package var done: UInt64 { upTo25Bits.samples + beyond.samples }

  /// Adds the results of another run.
  package mutating func add(_ other: WideAngleTally) {
    upTo25Bits.add(other.upTo25Bits)
    beyond.add(other.beyond)
  }
}

/// Random pairs of Int32. The first shard also tests a fixed set of difficult pairs first.
///
/// Each component of a random pair is log-uniform: its number of bits is drawn first, 1…31, or it is 0 (one in 32); one
/// pair in 32 lies on a diagonal. The fixed set is every pair of ±2^a + d and ±2^b + e with a, b from 0 to 31 and d, e
/// from −2 to 2 that fits into Int32. It includes `Int32.min`, 0 and the diagonals.
package struct WideAngleSweep: Equatable, Sendable {
  package var samples: SweepSamples

  package init(samples: SweepSamples) { self.samples = samples }

  /// The number of pairs in this part.
  package var pairs: UInt64 { samples.inShard + (hasFixedPairs ? Self.fixedPairs : 0) }

  private var hasFixedPairs: Bool { samples.shard == 1 && samples.count > 0 }

  /// Runs the sweep like `AngleSweep.run`.
  package func run(
    threads: Int, function: @escaping AngleSweep.Function, progress: (UInt64) -> Bool = { _ in true }
  ) -> WideAngleTally {
    let fixed = hasFixedPairs ? 1 : 0
    return SweepRunner.run(units: fixed + samples.units, threads: threads, progress: progress) { unit, tally in
      if unit < fixed {
        for y in Self.fixedComponents {
          for x in Self.fixedComponents where (y, x) != (0, 0) { Self.check(y, x, &tally, function) }
        }
      } else {
        samples.forEach(inUnit: unit - fixed) { index in
          let (y, x) = Self.sample(index, seed: samples.seed)
          Self.check(y, x, &tally, function)
        }
      }
    }
  }

  @inline(__always)
  private static func check(
    _ y: Int32, _ x: Int32, _ tally: inout WideAngleTally, _ function: AngleSweep.Function
  ) {
    let expected = AngleSweep.referenceUnits(y: Double(y), x: Double(x))
    let answer = function(y, x)?.rawValue
    if max(y.magnitude, x.magnitude) <= 1 << 25 {
      tally.upTo25Bits.add(y: y, x: x, answer: answer, expected: expected)
    } else {
      tally.beyond.add(y: y, x: x, answer: answer, expected: expected)
    }
  }

  /// The values ±2^a + d, each once.
  static let fixedComponents: [Int32] = {
    var values: Set<Int64> = []
    for power in 0...31 {
      for offset in Int64(-2)...2 { values.formUnion([1 << power + offset, -(1 << power) + offset]) }
    }
    return values.compactMap { Int32(exactly: $0) }.sorted()
  }()

  /// The number of pairs in the fixed set.
  package static var fixedPairs: UInt64 { UInt64(fixedComponents.count * fixedComponents.count - 1) }

  /// The pair of sample `index`.
  static func sample(_ index: UInt64, seed: UInt64) -> (y: Int32, x: Int32) {
    var random = SeededGenerator(seed: seed, skipping: index &* 2)
    let (z, w) = (random.next(), random.next())
    let y = component(z)
    let x = w >> 59 == 0 ? (w & 1 == 0 ? y : 0 &- y) : component(w << 5)
    return y == 0 && x == 0 ? (0, 1) : (y, x)
  }

  /// Takes 31 bits from the low part of the upper word, and shifts them so that as many stay as the top five bits say;
  /// then adds a sign.
  private static func component(_ z: UInt64) -> Int32 {
    let bits = z >> 59
    if bits == 0 { return 0 }
    let full = UInt32(truncatingIfNeeded: z >> 28) | 1 << 31
    let magnitude = Int32(bitPattern: full >> UInt32(32 - bits))
    return z & (1 << 27) == 0 ? magnitude : 0 - magnitude
  }
}
