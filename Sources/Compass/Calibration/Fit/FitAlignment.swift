// The last stage of a solve: finds the rotation between the two sensors, and predicts the error again with this
// rotation known.

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
        // A sample outside the gate is not used.
        if !isWild(at) { triangle.addPair(reservoir.corrected(at, &outcome), reservoir.down(at)) }
        at = at &+ 1
      }
      row = Int8(truncatingIfNeeded: at)
      return
    }
    if triangle.pairs < Triangle.fewestPairs { return concludeAligned(unseenRotation) }
    let steps = triangle.stepsOfPass
    if past < steps {
      triangle.computeStep()
      row = row &+ 1
      // Each later pass ends in a slice of its own.
      if past &+ 1 < steps || !triangle.isFirstPass { return }
    }
    row = 0
    let isOver = triangle.endPass()
    if triangle.isBest(isOver) { align() }
    if !isOver { return }
    if outcome.dipSpread <= Triangle.constantSpread || !triangle.beginNext() { concludeAligned(remainingRotation) }
  }

  /// Stores the rotation in the outcome.
  private mutating func align() {
    outcome.turn = triangle.turn
    outcome.dip = triangle.dip
    outcome.dipSpread = triangle.spread
    scratch.prediction.noise = triangle.variance
  }

  /// The variance of the rotation that remains after the alignment, 2^−30 rad².
  private var remainingRotation: UInt32 {
    mutating get {
      // A large rotation is not expected, so no prior limits its variance. A larger value than this would overflow the
      // prediction, and this value already gives more than the limit of grade 2.
      let most = outcome.turn.isSmall ? unseenRotation : (1 &<< 20) &- 1
      // Errors of neighbouring samples are alike, so only every second pair counts; if the samples cover only a few
      // seconds, even fewer count. This outweighs the uncertainty of a variance that is estimated from few pairs.
      let variance = triangle.overAllPairs(scratch.prediction.noise)
      let found = UInt32(bitPattern: Int64(multiplying: variance, weightOfPeriods &<< 3).word)
      return found < most ? found : most
    }
  }

  /// Predicts the error again, with the given variance of the rotation, and checks it again: the gate is for the
  /// prediction that is told. A rotation that exchanges or reverses axes, within 14° about each axis, is refused: it says
  /// that the axes are named wrongly, and if one or three are reversed, no rotation corrects that.
  @inline(never)
  private mutating func concludeAligned(_ rotation: UInt32) {
    predictError(rotation: rotation)
    if outcome.turn.exchangesAxes { outcome.reasons.insert(.axesDisagree) }
    configuration.assess(&outcome)
    stage = .done
  }
}

extension CalibrationFit {
  /// The standard deviation of the rotation about the least certain axis, 1/100 degree. It is valid after a solve that
  /// found a rotation (`FitOutcome.dip` is known).
  public var turnDeviation: UInt16 {
    mutating get { Alignment.deviation(scratch.prediction.noise) }
  }
}

extension FitOutcome {
  /// R·S, the matrix of a record. It gives the field in the sensor axes in which the fit got gravity.
  public var correction: MatrixQ24 { softIron.turned(by: turn) }

  /// The dip; `nil` when gravity is not known.
  public var dipAngle: BinaryAngle? {
    // A hundredth of a degree is 2^32/36000 = 119,304.6. ±90° give slightly more than 2^30, which fits.
    dip == Int16.max ? nil : BinaryAngle(rawValue: UInt32(bitPattern: Int32(truncatingIfNeeded: dip) &* 119_305))
  }

  /// The middle semi-axis divided by the shortest, 1/1000. It follows from det S = 1 and the ratio of the longest to
  /// the shortest.
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
