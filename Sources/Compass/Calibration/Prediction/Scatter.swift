// How far the samples are off the fit, and what of it does not average out.

import Correction
import FixedPoint
import Quantities

extension CalibrationFit {
  /// Root mean square of the deviations over R, Q15: at most 1/2.
  mutating func scatter() -> Int32 {
    let fit = outcome.residual > 50_000 ? 50_000 : Int32(truncatingIfNeeded: outcome.residual)
    // 1/1000 % → Q15: 32768/100000 = 21475/65536.
    return (fit &* 21_475) &>> 16 &+ 1
  }

  /// σ for each direction cell as one observation, Q15, with the degrees of freedom that the fit has used.
  ///
  /// What does not average out inside a cell counts fully; white noise by the number of samples in a cell.
  mutating func deviation(_ fitted: Int32, _ gain: Int32) -> Int32 {
    let whole = fitted &* fitted
    let isPlanar = outcome.model == .planar
    // (coordinates)²·2^4 over R²: R in coordinates is radiusQ8/2^shift. On each axis, then along the radius.
    let radius = Int64(widening: outcome.radiusQ8).word(rightBy: reservoir.shift)
    var axis =
      radius < 16 ? 0 : (roughness.variance(reservoir.shift) &<< 26).quotient(by: Int64(multiplying: radius, radius))
    var white = Int64(multiplying: axis, gain).word(rightBy: 16)
    outcome.cellsSeen = UInt8(truncatingIfNeeded: scratch.prediction.cells.count)
    let cells = Int32(outcome.cellsSeen)
    var square = whole
    var stays = whole
    scratch.prediction.noise = whole
    // More than that is motion. What a plane has of it is known less well.
    if white < whole &+ (isPlanar ? whole : whole &>> 1) {
      if isPlanar {
        // It is known to a tenth or so, and a plane hangs on it: an eighth more, as much as there may be.
        axis = axis &+ axis &>> 3
        white = white &+ white &>> 3
      }
      if axis < whole { scratch.prediction.noise = axis }
      let least = white < whole ? white : whole
      // Of differences between noisy figures, a part stays: 1/16.
      let credited = least &- least &>> 4
      let number = moments.count > 1 ? moments.count : 1
      let perCell = Int64(multiplying: credited, cells).quotient(by: Int64(widening: number))
      stays = whole &- credited
      square = stays &+ perCell
    }
    scratch.prediction.settled = square
    // Few poses may be met exactly, which says nothing of their errors; below 1/4 % no sensor of this kind is straight.
    if configuration.isGravity, square < 6_711 { square = 6_711 }
    let free = scratch.prediction.freeCells
    // As many observations as there are sums of 1, Q24, in the information: together one for each cell.
    let share = (triangle.entries[0] &>> 16).truncatedQuotient(by: free > 1 ? free : 1)
    // What is smooth goes on from cell to cell and counts once more; in a plane the next turn brings another.
    let smooth = isPlanar ? 0 : stays
    let inflated =
      (Int64(multiplying: square &+ unseen(stays), share) &>> 8 &+ Int64(widening: smooth)).word
    var deviation = Int32(bitPattern: UInt32(bitPattern: inflated).roundedSquareRoot) &+ 1
    // Errors with a tail are no scatter: what passed by leaves a few of them, and all of them bend the fit the same way.
    let tail = scratch.prediction.tail
    if tail > fitted, !configuration.isPlain { deviation = (deviation &* tail).truncatedQuotient(by: fitted) }
    // Few cells beside those that the fit uses up tell little of σ: Student's t for 2. None tells nothing.
    // Of poses an ellipsoid alone leaves its scatter to be seen; smaller models rest on what is known of axes.
    if !isPlanar, !configuration.isGravity || outcome.model == .ellipsoid {
      deviation = free < 1 ? 0x7fff : (deviation &* (5 &* free &+ 2)).truncatedQuotient(by: 5 &* free &- 4)
    }
    // Its square has 31 bits. In less than five seconds a turn about any axis lies in a plane, and not in the instrument's.
    if deviation > 0x7fff || isPlanar && weightOfSpells > 255 { deviation = 0x7fff }
    // Where an unknown that is not fitted counts, its variance over this one's must have room: 0.8 % and more.
    let isPartial = outcome.model == .sphere || outcome.model == .axisAligned
    return isPartial && deviation < 256 ? 256 : deviation
  }

  /// What few seconds do not show of errors that take longer to change: `stays`, at most (4.3 %)², and (0.3 %)², as often as
  /// they count but once. Q30.
  private mutating func unseen(_ stays: Int32) -> Int32 {
    let some = (stays > 2_000_000 ? 2_000_000 : stays) &+ 9_664
    return (some &* (weightOfSpells &- 16)) &>> 4
  }

  /// How often errors count that take seconds to change, Q4.
  var weightOfSpells: Int32 {
    // Poses at rest bring errors of their own.
    @inline(never)
    get { configuration.isGravity ? 16 : periods.weight }
  }
}
