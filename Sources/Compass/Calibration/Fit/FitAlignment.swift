// The last stage of a solve: the rotation between the two sensors, and how far knowing it reduces the predicted error.

import Correction
import FixedPoint
import Quantities

extension CalibrationFit {
  /// One slice: adds four samples of the reservoir, or does one step of the solution. After the last step the solve is
  /// over.
  mutating func alignSome() {
    var at = Int32(row)
    let past = at &- reservoir.count
    if past < 0 {
      let end = at &+ 4 < reservoir.count ? at &+ 4 : reservoir.count
      while at < end {
        // A sample outside the gate makes no pair.
        if !isWild(at) { triangle.addPair(reservoir.corrected(at, &outcome), reservoir.down(at)) }
        at = at &+ 1
      }
      row = Int8(truncatingIfNeeded: at)
      return
    }
    if triangle.pairs < Triangle.fewestPairs { return concludeAligned(unseenRotation) }
    var found = Alignment()
    if past > 0 {
      found.rest = scratch.prediction.settled
      found.prior = scratch.prediction.noise
    }
    triangle.turn(&found, rows: 5)
    scratch.prediction.settled = found.rest
    scratch.prediction.noise = found.prior
    row = row &+ 1
    if past &+ 1 == Int32(truncatingIfNeeded: Triangle.alignmentTurns) { concludeAligned(align(found)) }
  }

  /// Adopts the rotation. Returns the variance that remains of it, 2^−30 rad².
  private mutating func align(_ found: Alignment) -> UInt32 {
    outcome.alignment = found.rotation
    outcome.dip = found.dip
    outcome.dipSpread = found.spread
    scratch.prediction.noise = found.variance
    // The errors of neighbouring samples are alike, so only every second pair counts, and fewer when the samples cover
    // only a few seconds. This adds more than the uncertainty of a variance that is estimated from few pairs.
    let variance = UInt32(bitPattern: triangle.overAllPairs(found.variance))
    // The rotation is as uncertain as without pairs. A larger variance would overflow the next product.
    if variance > 1 &<< 12 { return unseenRotation }
    let most = (variance &<< 3) &* UInt32(bitPattern: weightOfPeriods)
    return most < unseenRotation ? most : unseenRotation
  }

  /// Predicts the error again, with the variance that remains of the rotation.
  @inline(never)
  private mutating func concludeAligned(_ rotation: UInt32) {
    predictError(rotation: rotation)
    configuration.rate(&outcome)
    stage = .done
  }
}

extension CalibrationFit {
  /// The standard deviation of the rotation about the axis that is known least, 1/100 degree. It is valid after a solve
  /// that found a rotation (`FitOutcome.dip` is known).
  public var turnDeviation: UInt16 {
    mutating get { Alignment.deviation(scratch.prediction.noise) }
  }
}

extension FitOutcome {
  /// R·S, the matrix of a record. It gives the field in the sensor axes in which the fit was given gravity.
  public var correction: MatrixQ24 { alignment == .zero ? softIron : softIron.turned(by: alignment) }

  /// The dip; `nil` when gravity is not known.
  public var dipAngle: BinaryAngle? {
    // 2^32/36000 = 119,304.6. ±90° give slightly more than 2^30, which fits.
    dip == Int16.max ? nil : BinaryAngle(rawValue: UInt32(bitPattern: Int32(truncatingIfNeeded: dip) &* 119_305))
  }

  /// The middle semi-axis over the smallest, 1/1000. It follows from det S = 1 and the ratio of the longest to the
  /// shortest.
  public var middleRatio: UInt16 {
    var matrix = Symmetric(upper: softIronEntries.span, from: 0, halving: 0)
    let largest = matrix.largestEigenvalue() &>> 8
    // λ₁/λ₂ = λ₁³/(λ₁/λ₃), because λ₁λ₂λ₃ = 1. The semi-axes are the reciprocals of the eigenvalues. Q16.
    let square = Int64(multiplying: largest, largest).word(rightBy: 16)
    let cube = Int64(multiplying: square, largest).word(rightBy: 16)
    let ratio = Int64(multiplying: cube, 1_000_000).shifted(rightBy: 16)
      .quotient(by: Int64(widening: Int32(truncatingIfNeeded: axisRatio)))
    return ratio < 1000 ? 1000 : ratio.saturatedToUInt16
  }
}
