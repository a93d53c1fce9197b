// The accuracy stated with the heading: from the filter's variance, the mean innovation, and the corrections by the field.

import FixedPoint

/// The stated error of the heading: 95 % of the errors are smaller.
///
/// An error of the bias about the vertical moves the fused heading away from the field's heading, by up to three
/// seconds times that error. No sensor shows this bias if the instrument only rotates about the vertical and was never
/// at rest.
///
/// The filter's variance does not include a field that is wrong for a minute. Two averages reveal such a field: the
/// mean of the innovations over ten seconds, and the sum of the corrections by the field, which decays over two
/// minutes. A heading that the field has corrected was wrong before, or is wrong now.
///
/// How much the field varies from place to place differs from room to room. The mean square of the innovations shows it.
struct StatedAccuracy {
  /// Weighted mean of the innovations, and the mean weight.
  private var weighted = CompactNumber.zero
  private var weight = CompactNumber.zero
  /// Weighted mean of the squares of the innovations.
  private var squares = CompactNumber.zero
  /// The corrections of the heading by the field, radians.
  private var pulled = CompactNumber.zero
  /// Radians; 95 % of the errors are smaller.
  private(set) var bound = CompactNumber(0x7fff_ffff, exponent: -28)

  /// Adds one step of the filter.
  /// - Parameters:
  ///   - innovation: radians.
  ///   - step: the correction of the heading, radians.
  ///   - noise: variance of the measurement, rad².
  ///   - variance: of the heading after the step, rad².
  ///   - rateVariance: of the bias about the vertical, (rad/s)².
  ///   - seconds: length of the block.
  @inline(never)
  mutating func add(
    innovation: CompactNumber, step: CompactNumber, noise: CompactNumber, variance: CompactNumber,
    rateVariance: CompactNumber, seconds: CompactNumber
  ) {
    // The first measurement sets the mean.
    let share = weight.word == 0 ? .one : seconds * Constants.accuracyPerSecond
    let each = (noise + Constants.accuracyWeight).reciprocal
    weight = weight.following(each, share)
    weighted = weighted.following(each * innovation, share)
    squares = squares.following(each * innovation.squared, share)
    pulled = pulled - pulled * (seconds * Constants.pulledPerSecond) + step
    let whole = weight.reciprocal
    let error =
      variance * Constants.accuracyOfVariance + (weighted * whole).squared * Constants.accuracyOfMean
      + pulled.squared * Constants.accuracyOfPull + squares * whole * Constants.accuracyOfSquares
      + rateVariance * Constants.accuracyOfBias + Constants.accuracyFloor
    bound = error.squareRoot.scaled(by: 1)
  }
}
