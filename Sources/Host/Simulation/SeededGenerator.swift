// Random numbers: the same seed gives the same numbers on every machine.

import Foundation

/// SplitMix64: 64 bits of state, equidistributed, the same sequence on every machine.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, figure 17
/// (constants of variant 13 of D. Stafford's mixers).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed of the sequence, for messages.
  package let seed: UInt64
  private var state: UInt64
  private var spare: Double?

  /// Starts the sequence of `seed` after its first `skipping` numbers. Checks that run in parts use it.
  package init(seed: UInt64, skipping: UInt64 = 0) {
    self.seed = seed
    state = seed &+ skipping &* Self.step
  }

  /// An independent sequence for each index.
  package init(seed: UInt64, index: UInt64) {
    self.seed = seed
    state = seed &* Self.step
    state = next() ^ (index &* 0xd1b5_4a32_d192_ed03)
  }

  private static var step: UInt64 { 0x9e37_79b9_7f4a_7c15 }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= Self.step
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A uniform value from 0 (included) to 1 (excluded), in steps of 2^−53.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A uniform value from `low` (included) to `high` (excluded).
  package mutating func range(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// A normal value, mean 0 and standard deviation 1, by the polar method (G. Marsaglia and T. Bray, SIAM Review 6(3),
  /// 1964).
  package mutating func gaussian() -> Double {
    if let value = spare {
      spare = nil
      return value
    }
    while true {
      let u = 2 * unit() - 1
      let v = 2 * unit() - 1
      let s = u * u + v * v
      if s > 0 && s < 1 {
        let factor = (-2 * log(s) / s).squareRoot()
        spare = v * factor
        return u * factor
      }
    }
  }

  /// Three independent normal values of standard deviation `sigma`.
  package mutating func gaussianVector(sigma: Double) -> SIMD3<Double> {
    SIMD3(gaussian(), gaussian(), gaussian()) * sigma
  }
}
