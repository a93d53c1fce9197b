// What follows after a model is solved: another solve, another model, or the end.

import Correction

extension CalibrationFit {
  /// Checks the result against the gates, and then starts the next solve or model, or ends.
  mutating func decide() {
    let isUsable = outcome.predictedTypical != 65535
    if isUsable {
      assess()
      if mayTrim() {
        trims = trims &+ 1
        // The count included samples that the sums no longer contain.
        saturatedCount = 0
        restartSums()
        return advance(to: .absorb)
      }
      // If the samples are faulty, no other model helps.
      if trims > 0 || outcome.reasons.contains(.saturated) { return finish() }
    }
    // The first accepted model is the result. The sphere is the last model.
    if outcome.accepted || outcome.model.rawValue <= ModelOrder.sphere.rawValue { return finish() }
    // For a magnetometer, the sphere and the axis-aligned model would predict errors of 15° and more, because of the
    // unknowns that they leave out. Only an accelerometer tries them.
    if !configuration.isGravity, !isFlattish { return finish() }
    reasons.insert(outcome.reasons)
    startModel(!configuration.isGravity ? .planar : outcome.model == .ellipsoid ? .axisAligned : .sphere)
  }

  /// Whether to leave out the samples of the reservoir that deviate most, and to fit the rest again.
  private mutating func mayTrim() -> Bool {
    if configuration.isPlain || configuration.isGravity || scratch.prediction.isOpen || trims > 5 { return false }
    if outcome.model == .planar || outcome.reasons.contains(.saturated) { return false }
    // If 40 samples deviate only by noise, one exceeds 4.5 standard deviations in one of 4,000 fits, and 3.8 in one of
    // 170. White noise averages out over the many samples in the sums, so the limit is higher there.
    let residual = Int32(truncatingIfNeeded: outcome.residual)
    let isWhite = Int32(truncatingIfNeeded: outcome.settledResidual) &* 16 < residual
    let most: Int32 = trims > 0 ? 25 : isWhite ? 45 : residual < 2_000 ? 33 : 28
    if Int32(truncatingIfNeeded: outcome.largestDeviation) &* 100 > residual &* most &+ 500 { return true }
    // Also if the sums, which have more samples, fit clearly worse than the reservoir.
    let heldOut = Int32(truncatingIfNeeded: outcome.heldOutResidual)
    return outcome.reasons.intersects(.foreign) || trims == 0 && residual > heldOut &+ heldOut &>> 2 &+ 300
  }

  private mutating func assess() {
    if trims == 0 { outcome.saturatedShare = Self.perMille(UInt32(saturatedCount), of: outcome.sampleCount) }
    let strayed = UInt32(bitPattern: Int32(scratch.prediction.strayed))
    outcome.strayShare = Self.perMille(strayed, of: UInt32(bitPattern: reservoir.count))
    // Q15 of the radius → 1/100 %.
    let settled = scratch.prediction.settled
    let rest = settled > 1 &<< 28 ? 1 &<< 28 : UInt32(bitPattern: settled)
    outcome.settledResidual = UInt16(truncatingIfNeeded: (rest.roundedSquareRoot &* 10_000) &>> 15)
    if !scratch.prediction.isLevel(configuration.levelAxis) { outcome.reasons.insert(.notLevel) }
    configuration.assess(&outcome)
  }

  @inline(never)
  private static func perMille(_ part: UInt32, of whole: UInt32) -> UInt16 {
    if part >= whole { return part == 0 ? 0 : 1000 }
    return UInt16(truncatingIfNeeded: (part &* 1000).flooredQuotient(by: whole))
  }

  private mutating func finish() {
    if outcome.predictedTypical == 65535 { outcome.model = .none }
    if outcome.model != .ellipsoid || !outcome.accepted {
      outcome.reasons.insert(reasons)
      if outcome.accepted { outcome.reasons.insert(.lowered) }
    }
    // A planar model cannot be aligned with gravity.
    let isSpatial = outcome.model.rawValue >= ModelOrder.axisAligned.rawValue
    guard outcome.accepted, isSpatial, scratch.prediction.knowsDown else {
      stage = .done
      return
    }
    triangle.beginSearch()
    advance(to: .align)
  }
}
