// What the heading is worth: the filter's own variance, with the mean innovation and what the field pulled.

import FixedPoint

/// The heading's stated error, 95 %.
///
/// The heading is ahead of the field's by up to three seconds of what is wrong in the bias about the vertical. Nothing shows that
/// bias while the instrument turns about the vertical alone and was never at rest.
///
/// The filter's own variance knows nothing of a field that is wrong for a minute. Two means tell of it: that of the
/// innovations, over ten seconds, and the sum of what the field turned the heading by, which fades over two minutes. A heading
/// that was pulled was wrong before, or is wrong now.
struct StatedAccuracy {
  /// Weighted mean of the innovations, and the mean weight.
  private var weighted = CompactNumber.zero
  private var weight = CompactNumber.zero
  /// What the field turned the heading by, radians.
  private var pulled = CompactNumber.zero
  /// Radians; 95 % of the errors are smaller.
  private(set) var bound = CompactNumber(0x7fff_ffff, exponent: -28)

  /// Takes one step of the filter.
  /// - Parameters:
  ///   - innovation: radians.
  ///   - step: what it turned the heading by, radians.
  ///   - noise: variance of the measurement, rad².
  ///   - variance: of the heading after the step, rad².
  ///   - rateVariance: of the bias about the vertical, (rad/s)².
  ///   - seconds: length of the block.
  @inline(never)
  mutating func add(
    innovation: CompactNumber, step: CompactNumber, noise: CompactNumber, variance: CompactNumber,
    rateVariance: CompactNumber, seconds: CompactNumber
  ) {
    // The first weight is the whole mean.
    let share = weight.word == 0 ? .one : seconds * Constants.accuracyPerSecond
    let each = (noise + Constants.accuracyWeight).reciprocal
    weight = weight.following(each, share)
    weighted = weighted.following(each * innovation, share)
    pulled = pulled - pulled * (seconds * Constants.pulledPerSecond) + step
    let error =
      variance * Constants.accuracyOfVariance + (weighted / weight).squared * Constants.accuracyOfMean
      + pulled.squared * Constants.accuracyOfPull
      + rateVariance * Constants.accuracyOfBias + Constants.accuracyFloor
    bound = error.squareRoot.scaled(by: 1)
  }
}
