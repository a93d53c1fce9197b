// What follows when a model is solved: another solve, another model, or the end.

import Correction

extension CalibrationFit {
  /// Checks the result against the gates; then goes on to the next model or ends.
  mutating func decide() {
    let isUsable = outcome.predictedTypical != 65535
    if isUsable {
      assess()
      if mayTrim() {
        trims = trims &+ 1
        // They were of samples that the sums do not have any more.
        saturatedCount = 0
        restartSums()
        return advance(to: .absorb)
      }
      // When the samples are faulty, no other model helps.
      if trims > 0 || outcome.reasons.contains(.saturated) { return finish() }
    }
    // The first accepted model is the result. There is none after the sphere.
    if outcome.accepted || outcome.model.rawValue <= ModelOrder.sphere.rawValue { return finish() }
    // For a magnetometer, the sphere and the axis-aligned model predict 15° and more because of the unknowns that they
    // leave out. They are tried for an accelerometer only.
    if !configuration.isGravity, !isFlattish { return finish() }
    reasons.insert(outcome.reasons)
    startModel(!configuration.isGravity ? .planar : outcome.model == .ellipsoid ? .axisAligned : .sphere)
  }

  /// Whether the reservoir's samples that are far off are to be left out, and the rest fitted again.
  private mutating func mayTrim() -> Bool {
    if configuration.isPlain || configuration.isGravity || scratch.prediction.isOpen || trims > 5 { return false }
    if outcome.model == .planar || outcome.reasons.contains(.saturated) { return false }
    // Of 40 samples that merely scatter one lies beyond 4.5 deviations in 4,000 fits, beyond 3.8 in 170. White noise averages
    // out over more samples than the reservoir has: it is left alone.
    let residual = Int32(truncatingIfNeeded: outcome.residual)
    let isWhite = Int32(truncatingIfNeeded: outcome.settledResidual) &* 16 < residual
    let most: Int32 = trims > 0 ? 25 : isWhite ? 45 : residual < 2_000 ? 33 : 28
    if Int32(truncatingIfNeeded: outcome.largestDeviation) &* 100 > residual &* most &+ 500 { return true }
    // Or the sums, which have more samples, fit clearly worse than the reservoir.
    let heldOut = Int32(truncatingIfNeeded: outcome.heldOutResidual)
    return outcome.reasons.intersects(.foreign) || trims == 0 && residual > heldOut &+ heldOut &>> 2 &+ 300
  }

  private mutating func assess() {
    if trims == 0 { outcome.saturatedShare = Self.perMille(UInt32(saturatedCount), of: outcome.sampleCount) }
    let strayed = UInt32(bitPattern: Int32(scratch.prediction.strayed))
    outcome.strayShare = Self.perMille(strayed, of: UInt32(bitPattern: reservoir.count))
    // Q15 of the radius, 1/100 %.
    let settled = scratch.prediction.settled
    let rest = settled > 1 &<< 28 ? 1 &<< 28 : UInt32(bitPattern: settled)
    outcome.settledResidual = UInt16(truncatingIfNeeded: (rest.roundedSquareRoot &* 10_000) &>> 15)
    configuration.assess(&outcome)
    if outcome.model == .ellipsoid { outcome.largestError = outcome.predictedWorst }
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
    // Gravity adds nothing to a planar model.
    let isSpatial = outcome.model.rawValue >= ModelOrder.axisAligned.rawValue
    guard outcome.accepted, isSpatial, scratch.prediction.knowsDown else {
      stage = .done
      return
    }
    triangle.beginSearch()
    advance(to: .align)
  }
}
