// What becomes of a model that was solved for: another try, another model, or the verdict.
import Correction

extension CalibrationFit {
  /// Judges what was found, and goes on to the next model or ends.
  mutating func decide() {
    let isUsable = outcome.predictedTypical != 65535
    if isUsable {
      if isContaminated() {
        isRebuilt = true
        forgetModels()
        restartSums()
        return advance(to: .absorb)
      }
      judge()
      // What is wrong with the samples is wrong with every model.
      if isRebuilt || outcome.reasons.contains(.saturated) { return finish() }
    }
    // The chosen one for the second time.
    if hasTried(outcome.model) { return finish() }
    tried |= 1 &<< outcome.model.rawValue
    reasons.insert(outcome.reasons)
    let rank = outcome.accepted ? outcome.predictedWorst : 20_000
    if isUsable, best == .none || rank <= leastWorst {
      best = outcome.model
      leastWorst = rank
    }
    if leastWorst <= configuration.goodError { return choose() }
    if !hasTried(.ellipsoid) { return attempt(.ellipsoid) }
    if !hasTried(.planar) { return attempt(.planar) }
    // The others only where neither is accepted.
    if leastWorst < 20_000, !configuration.isGravity { return choose() }
    if !hasTried(.sphere) { return attempt(.sphere) }
    if !hasTried(.axisAligned) { return attempt(.axisAligned) }
    choose()
  }

  mutating func forgetModels() {
    tried = 0
    best = .none
    leastWorst = 20_000
  }

  private func hasTried(_ model: ModelOrder) -> Bool { tried &>> model.rawValue & 1 != 0 }

  /// Ends with the best, which may have to be solved for again: there is one outcome, not one for each model.
  private mutating func choose() {
    if best == .none || best == outcome.model { finish() } else { attempt(best) }
  }

  /// The sums fit much worse than the samples held out: something got into them that is none of the sphere's.
  private mutating func isContaminated() -> Bool {
    let isOpen = scratch.prediction.pointee.isOpen
    guard !configuration.isPlain, !isRebuilt, !isOpen, moments.count >= 48 else { return false }
    return outcome.residual > outcome.heldOutResidual &+ outcome.heldOutResidual &>> 1 &+ 500
  }

  private mutating func judge() {
    outcome.saturatedShare = Self.perMille(UInt32(saturatedCount), of: outcome.sampleCount)
    let strayed = UInt32(bitPattern: Int32(scratch.prediction.pointee.strayed))
    outcome.strayShare = isRebuilt ? 1000 : Self.perMille(strayed, of: UInt32(bitPattern: reservoir.count))
    // Q15 of the radius, 1/100 %.
    let settled = scratch.prediction.pointee.settled
    let rest = settled > 1 &<< 28 ? 1 &<< 28 : UInt32(bitPattern: settled)
    outcome.settledResidual = UInt16(truncatingIfNeeded: (rest.squareRoot &* 10_000) &>> 15)
    if configuration.isGravity, outcome.model == .planar { outcome.reasons.insert(.notDetermined) }
    configuration.judge(&outcome)
    if outcome.model == .ellipsoid { ellipsoidError = outcome.predictedWorst }
  }

  @inline(never)
  private static func perMille(_ part: UInt32, of whole: UInt32) -> UInt16 {
    if part >= whole { return part == 0 ? 0 : 1000 }
    return UInt16(truncatingIfNeeded: part &* 1000 / whole)
  }

  private mutating func finish() {
    if outcome.predictedTypical == 65535 { outcome.model = .none }
    let isWhole = outcome.model == .ellipsoid
    if !isWhole { outcome.largestError = ellipsoidError }
    if !isWhole || !outcome.accepted {
      outcome.reasons.insert(reasons)
      if outcome.accepted { outcome.reasons.insert(.lowered) }
    }
    // In a plane gravity has nothing to add.
    guard outcome.model.rawValue >= ModelOrder.axisAligned.rawValue else { return conclude() }
    triangle = Triangle()
    advance(to: .align)
  }

  mutating func conclude() {
    stage = .done
    progress = .finished
  }
}
