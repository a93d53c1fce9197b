// What becomes of a model that was solved for: another try, another model, or the verdict.

import Correction

extension CalibrationFit {
  /// Judges what was found, and goes on to the next model or ends.
  mutating func decide() {
    let isUsable = outcome.predictedTypical != 65535
    if isUsable {
      if isContaminated() {
        isRebuilt = true
        restartSums()
        return advance(to: .absorb)
      }
      assess()
      // What is wrong with the samples is wrong with every model.
      if isRebuilt || outcome.reasons.contains(.saturated) { return finish() }
    }
    // Each model is the first or the last, and the first that is accepted is taken.
    if outcome.accepted || outcome.model.rawValue <= ModelOrder.sphere.rawValue { return finish() }
    // What sphere and axis-aligned leave out makes them predict 15° and more, but for an accelerometer.
    if !configuration.isGravity, !isFlattish { return finish() }
    reasons.insert(outcome.reasons)
    attempt(!configuration.isGravity ? .planar : outcome.model == .ellipsoid ? .axisAligned : .sphere)
  }

  /// The sums fit much worse than the samples held out: something got into them that is none of the sphere's.
  private mutating func isContaminated() -> Bool {
    let isOpen = scratch.prediction.isOpen
    guard !configuration.isPlain, !isRebuilt, !isOpen, moments.count >= 48 else { return false }
    let heldOut = Int32(truncatingIfNeeded: outcome.heldOutResidual)
    return Int32(truncatingIfNeeded: outcome.residual) > heldOut &+ heldOut &>> 1 &+ 500
  }

  private mutating func assess() {
    outcome.saturatedShare = Self.perMille(UInt32(saturatedCount), of: outcome.sampleCount)
    let strayed = UInt32(bitPattern: Int32(scratch.prediction.strayed))
    outcome.strayShare = isRebuilt ? 1000 : Self.perMille(strayed, of: UInt32(bitPattern: reservoir.count))
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
    // In a plane gravity has nothing to add, and where it is not known neither.
    let isSpatial = outcome.model.rawValue >= ModelOrder.axisAligned.rawValue
    guard outcome.accepted, isSpatial, scratch.prediction.knowsDown else {
      stage = .done
      return
    }
    triangle = Triangle()
    advance(to: .align)
  }
}
