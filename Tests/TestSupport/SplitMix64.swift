// Seeded random numbers, the same on every machine.

/// SplitMix64: small, fast, and fully determined by its seed, so that a failing test can be repeated.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, figure 17.
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A byte.
  public mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  /// `count` bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}
