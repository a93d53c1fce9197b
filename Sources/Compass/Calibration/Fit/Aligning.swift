// The last stage of a solve: the turn between the two sensors, and what knowing it is worth.

import Correction
import FixedPoint
import Quantities

extension CalibrationFit {
  /// A slice: four samples of the reservoir, or one step of the solution; after the last, the solve is over.
  mutating func alignSome() {
    var at = Int32(row)
    let past = at &- reservoir.count
    if past < 0 {
      let end = at &+ 4 < reservoir.count ? at &+ 4 : reservoir.count
      while at < end {
        // A direction that is not known makes no pair.
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

  /// Takes the turn over. Returns what is left of its variance, 2^−30 rad².
  private mutating func align(_ found: Alignment) -> UInt32 {
    outcome.alignment = found.rotation
    outcome.dip = found.dip
    outcome.dipSpread = found.spread
    scratch.prediction.noise = found.variance
    // Errors of neighbouring samples are alike, so of two pairs one counts, and of few seconds less. That is more than the
    // uncertainty of a scatter that few pairs show.
    let variance = UInt32(bitPattern: triangle.overAllPairs(found.variance))
    // As large as knowing nothing. The next product has no room for more.
    if variance > 1 &<< 12 { return unseenRotation }
    let most = (variance &<< 3) &* UInt32(bitPattern: weightOfPeriods)
    return most < unseenRotation ? most : unseenRotation
  }

  /// The prediction again, of what is left of the turn's variance.
  @inline(never)
  private mutating func concludeAligned(_ rotation: UInt32) {
    predictError(rotation: rotation)
    configuration.rate(&outcome)
    stage = .done
  }
}

extension CalibrationFit {
  /// After a solve that found a turn (`FitOutcome.dip` is known): its standard deviation about the axis that is known least, 1/100 degree.
  public var turnDeviation: UInt16 {
    mutating get { Alignment.deviation(scratch.prediction.noise) }
  }
}

extension FitOutcome {
  /// R·S: what a record holds. Sensor axes, in which gravity is given to the fit.
  public var correction: MatrixQ24 { alignment == .zero ? softIron : softIron.turned(by: alignment) }

  /// The dip; `nil` where gravity is not known.
  public var dipAngle: BinaryAngle? {
    // 2^32/36000 = 119,304.6; ±90° stay below 2^30 and a little.
    dip == Int16.max ? nil : BinaryAngle(rawValue: UInt32(bitPattern: Int32(truncatingIfNeeded: dip) &* 119_305))
  }

  /// The middle over the smallest semi-axis, 1/1000: of det S = 1 and the longest over the shortest.
  public var middleRatio: UInt16 {
    var matrix = Symmetric(upper: softIronEntries.span, from: 0, halving: 0)
    let largest = matrix.largestEigenvalue() &>> 8
    // λ₁/λ₂ = λ₁³/(λ₁/λ₃): semi-axes are the eigenvalues' reciprocals. Q16.
    let square = Int64(multiplying: largest, largest).word(rightBy: 16)
    let cube = Int64(multiplying: square, largest).word(rightBy: 16)
    let ratio = Int64(multiplying: cube, 1_000_000).shifted(rightBy: 16)
      .quotient(by: Int64(widening: Int32(truncatingIfNeeded: axisRatio)))
    return ratio < 1000 ? 1000 : ratio.saturatedToUInt16
  }
}
