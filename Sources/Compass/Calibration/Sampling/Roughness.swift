// How much of the scatter is white noise: changes from one sample to the next that motion cannot explain.

import FixedPoint
import Quantities

/// The mean of the absolute third differences of x, y and z, added up. Smooth motion adds (ωΔt)³ of the radius to each;
/// white noise on each axis adds √(2·20/π) of its standard deviation. Errors that depend on the direction look like
/// motion, as they should: they do not average out. The mean is of absolute values, not of squares, because a passing
/// magnet leaves a few large differences, which would look like noise. Each axis has its own, because noise that two
/// axes share would count double or not at all in x + y + z, depending on the signs of the axes.
struct Roughness {
  /// The sum of the absolute values in the unit of the samples: room for 2^15 of 17 bits each, which is noise of 12 µT.
  private var sizes: UInt32 = 0
  /// Four times the number of terms, plus the number of samples that are still needed for the next term: three before
  /// its first.
  private var count: Int32 = 3

  init() {}

  /// The part of the third differences that the last samples gave. It is lost at an interruption.
  typealias Differences = Vector3

  /// Adds a sample within ±2^21. Four samples give one term, s − 3s' + 3s″ − s‴: terms that share samples would tell
  /// little more.
  mutating func follow(_ sample: inout Vector3, _ sum: inout Differences) {
    let left = count & 3
    // 1, −3, 3, −1, as four bits each from the highest on.
    let weight = ((0x1d3f as Int32) &<< (28 &- 4 &* left)) &>> 28
    if left == 3 { sum = .zero }
    sum.x = sum.x &+ weight &* sample.x
    sum.y = sum.y &+ weight &* sample.y
    sum.z = sum.z &+ weight &* sample.z
    if left != 0 {
      count = count &- 1
      return
    }
    let (larger, isTooLarge) = sizes.addingReportingOverflow(sum.x.magnitude &+ sum.y.magnitude &+ sum.z.magnitude)
    // The mean of this many terms is enough.
    if isTooLarge { return interrupt() }
    sizes = larger
    count = count &+ 7
  }

  /// Starts again with the next sample: across a gap, motion would look like noise.
  mutating func interrupt() { count = count | 3 }

  /// The variance of the white part on each axis, in squared coordinates of 2^shift/256 of the unit, Q4.
  mutating func variance(_ shift: Int32) -> Int64 {
    let terms = count &>> 2
    if terms < 8 { return 0 }
    // Q4, limited to 2^16; its square is Q8, times π/(9·40) is the result, in Q4.
    let found = Int64(bitPattern: UInt64(widening: sizes) &<< 13).divided(by: Int64(widening: terms))
      .word(rightBy: shift &+ 1)
    let mean = found > 0xf_ffff ? 0xf_ffff : found
    return Int64(multiplying: mean, mean).divided(by: 1_833)
  }
}
