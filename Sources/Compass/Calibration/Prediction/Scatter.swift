// How far the samples deviate from the fit, and which part of that does not average out.

import Correction
import FixedPoint
import Quantities

extension CalibrationFit {
  /// Root mean square of the deviations relative to R, Q15: at most 1/2.
  mutating func scatter() -> Int32 {
    let fit = outcome.residual > 50_000 ? 50_000 : Int32(truncatingIfNeeded: outcome.residual)
    // 1/1000 % → Q15: 32768/100000 = 21475/65536.
    return (fit &* 21_475) &>> 16 &+ 1
  }

  /// σ of one direction cell, Q15, corrected for the degrees of freedom that the fit uses.
  ///
  /// The part that does not average out inside a cell counts fully. White noise is divided by the number of samples in
  /// a cell.
  mutating func deviation(_ fitted: Int32, _ gain: Int32) -> Int32 {
    let isPlanar = outcome.model == .planar
    let (cell, stays) = averaged(fitted &* fitted, gain)
    var square = cell
    scratch.prediction.settled = square
    // A fit can match a few poses exactly, which says nothing about their errors. No sensor of this kind is linear to
    // better than 1/4 %.
    if configuration.isGravity, square < 6_711 { square = 6_711 }
    let free = scratch.prediction.freeCells
    // The sums of 1 in the information (Q24) are the number of observations: together, as many as there are cells.
    let share = (triangle.entries[0] &>> 16).truncatedQuotient(by: free > 1 ? free : 1)
    // A smooth error extends over several cells, so it counts once more; in a plane each turn has a new error.
    let smooth = isPlanar ? 0 : stays
    let inflated =
      (Int64(multiplying: square &+ unseen(stays), share) &>> 8 &+ Int64(widening: smooth)).word
    var deviation = Int32(bitPattern: UInt32(bitPattern: inflated).roundedSquareRoot) &+ 1
    // A few large deviations are not random scatter: a passing magnet leaves some, and all of them bend the fit in the
    // same direction.
    let tail = scratch.prediction.tail
    if tail > fitted, !configuration.isPlain { deviation = (deviation &* tail).truncatedQuotient(by: fitted) }
    // After the samples with the largest deviations were left out, the rest scatters less than the real errors.
    if trims > 0 { deviation = deviation &+ deviation &>> 1 }
    // If few cells remain after subtracting the fitted unknowns, σ is uncertain: Student's t for 2 degrees of freedom.
    // If none remains, σ is unknown. With poses at rest, only an ellipsoid shows its scatter; smaller models rely on
    // the priors.
    if !isPlanar, !configuration.isGravity || outcome.model == .ellipsoid {
      deviation = free < 1 ? 0x7fff : (deviation &* (5 &* free &+ 2)).truncatedQuotient(by: 5 &* free &- 4)
    }
    // The limit keeps the square in 31 bits. It also applies to a plane with less than five seconds of samples: a short
    // turn about any axis lies in a plane, which need not be the instrument's.
    if deviation > 0x7fff || isPlanar && weightOfPeriods > 255 { deviation = 0x7fff }
    // In a model with priors σ is at least 0.8 %, so that the ratio of a prior's variance to σ² fits its format.
    let isPartial = outcome.model == .sphere || outcome.model == .axisAligned
    return isPartial && deviation < 256 ? 256 : deviation
  }

  /// The variance of one direction cell, and the part of it that does not average out inside a cell, of a scatter whose
  /// variance is `whole`. Q30.
  @inline(__always)
  private mutating func averaged(_ whole: Int32, _ gain: Int32) -> (cell: Int32, stays: Int32) {
    let isPlanar = outcome.model == .planar
    // White noise relative to R², first on each axis, then along the radius. The variance is in (coordinates)²·2^4, and
    // R in coordinates is radiusQ8/2^shift.
    let radius = Int64(widening: outcome.radiusQ8).word(rightBy: reservoir.shift)
    var axis =
      radius < 16 ? 0 : (roughness.variance(reservoir.shift) &<< 26).quotient(by: Int64(multiplying: radius, radius))
    var white = Int64(multiplying: axis, gain).word(rightBy: 16)
    outcome.cellsSeen = UInt8(truncatingIfNeeded: scratch.prediction.cells.count)
    let cells = Int32(outcome.cellsSeen)
    scratch.prediction.noise = whole
    // A value larger than the whole scatter is motion and not noise. In a plane the estimate is less certain.
    guard white < whole &+ (isPlanar ? whole : whole &>> 1) else { return (whole, whole) }
    if isPlanar {
      // The estimate is uncertain by about a tenth, and the result of a plane depends on it: an eighth is added, up
      // to the whole scatter.
      axis = axis &+ axis &>> 3
      white = white &+ white &>> 3
    }
    if axis < whole { scratch.prediction.noise = axis }
    let least = white < whole ? white : whole
    // Both numbers are uncertain estimates, so only 15/16 of the white noise is subtracted.
    let credited = least &- least &>> 4
    let number = moments.count > 1 ? moments.count : 1
    let perCell = Int64(multiplying: credited, cells).quotient(by: Int64(widening: number))
    let stays = whole &- credited
    return (stays &+ perCell, stays)
  }

  /// The part of slowly changing errors that a few seconds do not show: `stays`, limited to (4.3 %)², plus (0.3 %)²,
  /// times `weightOfPeriods` − 1. Q30.
  private mutating func unseen(_ stays: Int32) -> Int32 {
    let some = (stays > 2_000_000 ? 2_000_000 : stays) &+ 9_664
    return (some &* (weightOfPeriods &- 16)) &>> 4
  }

  /// The factor for errors that take seconds to change, Q4.
  var weightOfPeriods: Int32 {
    // Each pose at rest has its own error, so the time does not matter.
    @inline(never)
    get { configuration.isGravity ? 16 : periods.weight }
  }
}
