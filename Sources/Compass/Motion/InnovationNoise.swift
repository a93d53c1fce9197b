// Estimates how much of an innovation is temporary noise, for example when a person walks or puts the instrument down.

import FixedPoint

/// The variance of the tilt rate, from the innovations of the bias filter in motion.
///
/// An innovation contains noise and the errors of bias and scale. The error of the bias changes slowly: a slow mean
/// contains it. The noise of a shaking hand reverses at once and does no harm: a fast mean removes it. The difference
/// of the two means is the noise of accelerations that last for seconds: a step, a bend, a start.
struct InnovationNoise {
  /// The two means of each level axis, rad/s.
  private var slow = InlineArray<2, CompactNumber>(repeating: .zero)
  private var fast = InlineArray<2, CompactNumber>(repeating: .zero)
  /// The mean square of the difference of both means, (rad/s)². It does not start at zero: the first innovations show no
  /// difference yet, and would count as certain.
  private var square = Constants.innovationStart
  /// The number of innovations, at most 100. From then on, the means have their full time constants.
  private var count: Int8 = 0

  /// Adds one innovation.
  /// - Parameters:
  ///   - innovation: rad/s.
  ///   - axis: 0 or 1. The axes take turns from block to block.
  ///   - seconds: length of the block.
  /// - Returns: the variance of one measurement, (rad/s)².
  @inline(never)
  mutating func add(_ innovation: CompactNumber, axis: Int32, seconds: CompactNumber) -> CompactNumber {
    let at = Int(truncatingIfNeeded: axis)
    var (each, all) = (CompactNumber.zero, CompactNumber.zero)
    if count < 100 {
      let before = Int32(truncatingIfNeeded: count)
      each = CompactNumber(before &+ 2, exponent: -1).reciprocal
      // The first value counts like half of a measurement.
      all = CompactNumber(before &* 2 &+ 3, exponent: -1).reciprocal
      count = count &+ 1
    }
    slow[unchecked: at] = slow[unchecked: at].following(
      innovation, CompactNumber.most(each, seconds * Constants.innovationSlow))
    fast[unchecked: at] = fast[unchecked: at].following(
      innovation, CompactNumber.most(each, seconds * Constants.innovationFast))
    let distance = fast[unchecked: at] - slow[unchecked: at]
    square = square.following(
      distance.squared, CompactNumber.most(all, seconds * Constants.innovationPerSecond))
    return CompactNumber.most(Constants.biasMotionNoise, square * Constants.innovationShare)
  }
}
