// How much of the scatter is white noise: what changes from one sample to the next, and the motion cannot explain.

import FixedPoint
import Quantities

/// The mean size of third differences of x + y + z. Smooth motion leaves (ωΔt)³ of the radius in them, white noise of each
/// axis √(3·2·20/π) of its deviation. Errors that depend on the direction pass for motion, as they should: they do not average
/// out. Sizes, not squares: a magnet that passes leaves a few large ones, and would pass for noise.
struct Roughness {
  /// Σ of sizes in the unit of the samples: 2^17 of 15 bits, which are noise of 5 µT.
  private var sizes: UInt32 = 0
  /// Four times the number of terms, and how many samples must come before the next: three before the first.
  private var count: Int32 = 3

  init() {}

  /// x + y + z of the last sample, its first and its second difference: what is not kept across an interruption.
  struct Differences {
    fileprivate var last: Int32 = 0
    fileprivate var first: Int32 = 0
    fileprivate var second: Int32 = 0
  }

  /// Takes a sample within ±2^21.
  mutating func follow(_ sample: inout Vector3, _ before: inout Differences) {
    // One number for three: the terms are a third as many, which is enough of them, and so is the time.
    let sum = sample.x &+ sample.y &+ sample.z
    let one = sum &- before.last
    let two = one &- before.first
    let three = two &- before.second
    before.last = sum
    before.first = one
    before.second = two
    if count & 3 != 0 {
      count = count &- 1
      return
    }
    let (larger, isTooLarge) = sizes.addingReportingOverflow(three.magnitude)
    // The mean of so many will do.
    if isTooLarge { return }
    sizes = larger
    count = count &+ 4
  }

  /// Begins anew with the next sample: across a gap the motion would pass for noise.
  mutating func interrupt() { count = count | 3 }

  /// The variance of the white part on each axis, in squared coordinates of 2^shift/256 of the unit, Q4.
  mutating func variance(_ shift: Int32) -> Int64 {
    let terms = count &>> 2
    if terms < 8 { return 0 }
    // Q4, limited to 2^16; then its square in Q8, by 3·40/π and to Q4.
    let found = Int64(bitPattern: UInt64(widening: sizes) &<< 13).divided(by: Int64(widening: terms))
      .word(rightBy: shift &+ 1)
    let mean = found > 0xf_ffff ? 0xf_ffff : found
    return Int64(multiplying: mean, mean).divided(by: 611)
  }
}
