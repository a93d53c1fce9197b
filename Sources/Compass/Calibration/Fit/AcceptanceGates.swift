// The gates that a result has to pass. The same measured values and limits decide and are reported.

import Correction
import FixedPoint

/// A measured value and the limit that it is compared with, in the unit of Protocols/calibration/spec.md, section 6.
public struct FitMeasure: Equatable, Sendable {
  public var measured: Int32
  public var limit: Int32

  init(_ measured: Int32, _ limit: Int32) {
    self.measured = measured
    self.limit = limit
  }
}

extension FitReasons {
  /// Whether a single reason belongs to a gate. A gate compares a measured value with a limit.
  var isGate: Bool { rawValue >= Self.residual.rawValue && rawValue < Self.lowered.rawValue }
}

extension FitConfiguration {
  /// 1/100 %: the limit is 5 % for the part of the residual that does not average out, and 10 % in a plane, where only
  /// the horizontal part of the field counts.
  public static var residualLimit: Int32 { 500 }
  public static var planarResidualLimit: Int32 { 1_000 }
  /// 1/1000: 1 in 32 samples may be saturated.
  static var saturatedLimit: Int32 { 31 }
  /// 1/1000: a quarter of the reservoir may be left out as outliers. If 12 % of all samples are outliers, more than a
  /// quarter of 40 samples chosen at random are outliers in one run of 60.
  public static var strayLimit: Int32 { 250 }
  static var axisRatioLimit: Int32 { 5_000 }
  /// Degrees of tilt that a full model needs.
  static var wantedTilt: Int32 { 30 }

  /// The measured value for a reason, and its limit; both are 0 if the reason has no measured value.
  /// This function and those below are `mutating`: embedded-swift.md, "Copies".
  @inline(never)
  public mutating func measure(_ reason: FitReasons, of o: inout FitOutcome) -> FitMeasure {
    switch reason {
    case .tooFewSamples: return FitMeasure(Int32(bitPattern: o.sampleCount), fewestSamples)
    case .residual:
      return FitMeasure(
        Int32(truncatingIfNeeded: o.settledResidual),
        o.model == .planar ? Self.planarResidualLimit : Self.residualLimit)
    case .heldOut:
      // In white noise, one sample in 10^9 deviates by more than six standard deviations. A passing magnet disturbs
      // only a few samples.
      return FitMeasure(
        Int32(truncatingIfNeeded: o.largestDeviation), (6 &* Int32(truncatingIfNeeded: o.residual) &+ 500) / 10)
    case .predictedError:
      return FitMeasure(Int32(truncatingIfNeeded: o.predictedWorst), Int32(truncatingIfNeeded: usableError))
    case .fieldStrength:
      let strength = Int32(bitPattern: o.radius)
      // In a plane only the horizontal part of the field counts, which at a dip of 75° is a quarter of the field.
      let lowest = o.model == .planar ? lowestStrength &>> 2 : lowestStrength
      return FitMeasure(strength, strength < lowest ? lowest : highestStrength)
    case .axisRatio: return FitMeasure(Int32(truncatingIfNeeded: o.axisRatio), Self.axisRatioLimit)
    case .saturated: return FitMeasure(Int32(truncatingIfNeeded: o.saturatedShare), Self.saturatedLimit)
    case .outliers: return FitMeasure(Int32(truncatingIfNeeded: o.strayShare), Self.strayLimit)
    case .lowered: return FitMeasure(Int32(truncatingIfNeeded: o.tiltSeen), Self.wantedTilt)
    default: return FitMeasure(0, 0)
    }
  }

  /// Whether a gate refuses a result.
  @inline(never)
  mutating func refuses(_ reason: FitReasons, _ outcome: inout FitOutcome) -> Bool {
    // A plain fit puts every sample into the sums: no sample is held out.
    if isPlain, reason == .heldOut { return false }
    let found = measure(reason, of: &outcome)
    if reason != .fieldStrength { return found.measured > found.limit }
    // The strength also has a lower limit: if `limit` is the lower one, a measured value below it is refused.
    return highestStrength != 0 && (found.measured > found.limit) == (found.limit == highestStrength)
  }

  /// Sets the reasons of all gates that refuse the result, whether it is accepted, and its grade.
  @inline(never)
  mutating func assess(_ outcome: inout FitOutcome) {
    var reason = FitReasons.residual
    while reason.isGate {
      if refuses(reason, &outcome) { outcome.reasons.insert(reason) }
      reason.rawValue = reason.rawValue &<< 1
    }
    outcome.accepted = outcome.reasons.isEmpty
    let worst = outcome.predictedWorst
    outcome.grade = !outcome.accepted ? 0 : worst <= goodError ? 3 : worst <= usableError / 2 ? 2 : 1
    if outcome.model == .ellipsoid { outcome.largestError = worst }
  }
}
