// How much of the scatter is white noise: changes from one sample to the next that motion cannot explain.

import FixedPoint
import Quantities

/// The mean size of third differences of x + y + z. Smooth motion adds (ωΔt)³ of the radius to them; white noise on
/// each axis adds √(3·2·20/π) of its standard deviation. Errors that depend on the direction look like motion, which is
/// right: they do not average out. The mean is of sizes and not of squares, because a passing magnet leaves a few large
/// differences, which would look like noise.
struct Roughness {
  /// Σ of sizes in the unit of the samples: 2^17 of 15 bits, which are noise of 5 µT.
  private var sizes: UInt32 = 0
  /// Four times the number of terms, and how many samples must come before the next: three before the first.
  private var count: Int32 = 3

  init() {}

  /// x + y + z of the last sample, its first and its second difference: not kept across an interruption.
  struct Differences {
    fileprivate var last: Int32 = 0
    fileprivate var first: Int32 = 0
    fileprivate var second: Int32 = 0
  }

  /// Adds a sample within ±2^21.
  mutating func follow(_ sample: inout Vector3, _ before: inout Differences) {
    // One number for three axes: a third of the terms, which are enough, and a third of the time.
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
    // The mean of so many terms is enough.
    if isTooLarge { return }
    sizes = larger
    count = count &+ 4
  }

  /// Starts again with the next sample: across a gap, motion would look like noise.
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
