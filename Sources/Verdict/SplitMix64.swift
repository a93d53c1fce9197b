// Random numbers that can start anywhere in their sequence, for checks that run in parts.

/// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, figure 17).
///
/// Verdict knows no world, so it does not share the generator of Simulation.
struct SplitMix64 {
  private var state: UInt64

  /// The sequence of `seed` after its first `skipping` numbers.
  init(seed: UInt64, skipping: UInt64 = 0) { state = seed &+ skipping &* Self.step }

  /// An independent sequence for each index.
  init(seed: UInt64, index: UInt64) {
    state = seed &* Self.step
    state = next() ^ (index &* 0xd1b5_4a32_d192_ed03)
  }

  private static var step: UInt64 { 0x9e37_79b9_7f4a_7c15 }

  mutating func next() -> UInt64 {
    state &+= Self.step
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Uniform, `low` included to `high` excluded.
  mutating func range(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }
}
