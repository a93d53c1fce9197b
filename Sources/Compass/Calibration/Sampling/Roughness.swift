// How much of the scatter is white noise: changes from one sample to the next that motion cannot explain.

import FixedPoint
import Quantities

/// The mean absolute third difference of x + y + z. Smooth motion adds (ωΔt)³ of the radius to it; white noise on each
/// axis adds √(3·2·20/π) of its standard deviation. Errors that depend on the direction look like motion, as they
/// should: they do not average out. The mean is of absolute values, not of squares, because a passing magnet leaves a
/// few large differences, which would look like noise.
struct Roughness {
  /// The sum of the absolute values in the unit of the samples: room for 2^17 of 15 bits each, which is noise of 5 µT.
  private var sizes: UInt32 = 0
  /// Four times the number of terms, plus the number of samples that are still needed before the next term: three
  /// before the first.
  private var count: Int32 = 3

  init() {}

  /// x + y + z of the last sample, and its first and second difference. They are lost at an interruption.
  struct Differences {
    fileprivate var last: Int32 = 0
    fileprivate var first: Int32 = 0
    fileprivate var second: Int32 = 0
  }

  /// Adds a sample within ±2^21.
  mutating func follow(_ sample: inout Vector3, _ before: inout Differences) {
    // One sum for three axes: a third of the terms, which is enough, in a third of the time.
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
    // The mean of this many terms is enough.
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
    // Q4, limited to 2^16; its square is Q8, times 3·40/π is the result in Q4.
    let found = Int64(bitPattern: UInt64(widening: sizes) &<< 13).divided(by: Int64(widening: terms))
      .word(rightBy: shift &+ 1)
    let mean = found > 0xf_ffff ? 0xf_ffff : found
    return Int64(multiplying: mean, mean).divided(by: 611)
  }
}
