// How much of an innovation is noise of the moment: somebody walks, or lays the instrument down.

import FixedPoint

/// The variance of the rate of tilt, from the innovations of the bias's filter in motion.
///
/// An innovation is noise, and what is wrong in the bias and the scale. What is wrong in the bias stays the same for long: a slow
/// mean takes it out. The noise of a hand that shakes is the opposite a moment later, and does no harm: a fast mean takes it
/// out. What is left between both means is the noise of accelerations that last for seconds: a step, a bend, a start.
struct InnovationNoise {
  /// The two means of each level axis, rad/s.
  private var slow = InlineArray<2, CompactNumber>(repeating: .zero)
  private var fast = InlineArray<2, CompactNumber>(repeating: .zero)
  /// The mean square of what is between them, (rad/s)².
  private var square = CompactNumber.zero
  /// Innovations so far, at most 100: then each share is that of its time constant.
  private var count: Int8 = 0

  /// Takes one innovation.
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
      all = CompactNumber(before &+ 1, exponent: 0).reciprocal
      count = count &+ 1
    }
    slow[unchecked: at] = slow[unchecked: at].following(
      innovation, CompactNumber.most(each, seconds * Constants.innovationSlow))
    fast[unchecked: at] = fast[unchecked: at].following(
      innovation, CompactNumber.most(each, seconds * Constants.innovationFast))
    let distance = fast[unchecked: at] - slow[unchecked: at]
    square = square.following(
      distance.squared, CompactNumber.most(all, seconds * Constants.innovationPerSecond))
    return CompactNumber.most(Constants.biasMotionNoise, square.scaled(by: 1))
  }
}
