// The last stage of a solve: the turn between the two sensors, and what knowing it is worth.
import Correction
import FixedPoint
import Quantities

extension CalibrationFit {
  /// A slice: four samples of the reservoir, or one step of the solution. Returns whether the turn was taken over.
  mutating func alignSome() -> Bool {
    let count = Int8(truncatingIfNeeded: reservoir.count)
    if row < count {
      let end = row &+ 4
      while row < end, row < count {
        let sample = reservoir[Int32(row)]
        let down = reservoir.down(Int32(row))
        if down != .zero, !gate.isKnown || gate.holds(sample) {
          solver.factor.addPair(Prediction.corrected(sample, &reservoir, &outcome), down)
        }
        row = row &+ 1
      }
      return false
    }
    if row == count {
      if solver.factor.pairs < Triangle.fewestPairs { return true }
      settled = Triangle.firstRest
    } else if row <= count &+ Int8(truncatingIfNeeded: Triangle.alignmentTurns) {
      settled = solver.factor.eliminate(settled, rows: 5)
    } else {
      outcome.align(solver.factor.alignment(settled, rows: 5))
      return true
    }
    row = row &+ 1
    return false
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
    var matrix = Symmetric(softIron)
    let largest = matrix.largestEigenvalue() &>> 8
    // λ₁/λ₂ = λ₁³/(λ₁/λ₃): semi-axes are the eigenvalues' reciprocals. Q16.
    let square = Int64(multiplying: largest, largest).word(rightBy: 16)
    let cube = Int64(multiplying: square, largest).word(rightBy: 16)
    let ratio = Int64(multiplying: cube, 1_000_000).shifted(rightBy: 16)
      .quotient(by: Int64(widening: Int32(truncatingIfNeeded: axisRatio)))
    return ratio < 1000 ? 1000 : ratio < 65_535 ? UInt16(truncatingIfNeeded: ratio) : 65_535
  }

  /// Takes the turn over. What is predicted is computed anew from what is left of the rotation's variance.
  mutating func align(_ found: Alignment) {
    alignment = found.rotation
    dip = found.dip
    dipSpread = found.spread
    if found.variance < Alignment.priorVariance { covariance.rotation = UInt32(bitPattern: found.variance) &<< 6 }
  }
}
