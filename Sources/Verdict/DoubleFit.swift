// The same fit in Double, judged by the same rules: a model with its predicted error, or a refusal.

import Calibration
import Correction
import Foundation
import Recordings
import Reference

extension RecordingFit {
  /// The fit in Double, in the file's unit, of all rows or of those that are no gross outliers: the first model whose prediction is good, else the one with the
  /// least predicted error. Gates and limits are those of the integer fit's configuration.
  public func double(isPlain: Bool) -> FitFinding {
    let configuration = run(isPlain: isPlain).configuration
    let kept = isPlain ? Array(field.indices) : ReferenceOutliers.kept(of: field)
    var best = FitFinding.none(.none)
    for model in [ReferenceModel.ellipsoid, .axisAligned, .sphere, .planar] {
      let found: FitFinding
      do throws(ReferenceFitFailure) {
        found = judged(try ReferenceFit(kept.map { field[$0] }, model: model), kept, configuration)
      } catch {
        best.reasons.insert(Self.reason(error))
        continue
      }
      if best.model == .none || (found.worstDegrees ?? .infinity) < (best.worstDegrees ?? .infinity) {
        let before = best.reasons
        best = found
        best.reasons.insert(before)
      }
      if best.accepted, (best.worstDegrees ?? .infinity) * 100 <= Double(configuration.goodError) { break }
    }
    if best.accepted, best.model != .ellipsoid { best.reasons.insert(.lowered) }
    return best
  }

  private func judged(
    _ fit: ReferenceFit, _ kept: [Int], _ configuration: FitConfiguration
  ) -> FitFinding {
    var reasons = FitReasons.none
    let dip = atan(Double(configuration.assumedDipTangent) / 256) * 180 / .pi
    let gravity = accelerations.isEmpty ? [] : kept.map { accelerations[$0].microG }
    let prediction = ReferencePrediction(
      fit, samples: kept.map { field[$0] }, downs: gravity.map { SIMD3(-Double($0.x), -Double($0.y), -Double($0.z)) },
      assumedDipDegrees: dip)
    if 8 * (field.count - kept.count) > field.count { reasons.insert(.outliers) }
    if fit.residual > 0.1 { reasons.insert(.residual) }
    let worst = prediction.worstDegrees * 100
    if worst > Double(configuration.usableError) { reasons.insert(.predictedError) }
    if fit.axisRatio > 5 { reasons.insert(.axisRatio) }
    let strength = fit.radius * scale.factor
    if configuration.highestStrength != 0,
      strength < Double(configuration.lowestStrength) || strength > Double(configuration.highestStrength)
    {
      reasons.insert(.fieldStrength)
    }
    let grade = worst <= Double(configuration.goodError) ? 3 : worst <= Double(configuration.usableError) / 2 ? 2 : 1
    return FitFinding(
      model: Self.order(fit.model), accepted: reasons.isEmpty, grade: reasons.isEmpty ? grade : 0, reasons: reasons,
      centre: fit.centre, softIron: fit.softIron, radius: fit.radius, residualPercent: 100 * fit.residual,
      typicalDegrees: prediction.typicalDegrees, worstDegrees: prediction.worstDegrees, cellsSeen: prediction.cells,
      tiltSeenDegrees: Int(prediction.tiltSeenDegrees.rounded()))
  }

  static func order(_ model: ReferenceModel) -> ModelOrder { ModelOrder(rawValue: UInt8(model.rawValue)) ?? .none }

  static func reason(_ failure: ReferenceFitFailure) -> FitReasons {
    switch failure {
    case .tooFewSamples: .tooFewSamples
    case .undetermined: .notDetermined
    case .notPositive: .notPositive
    case .noiseExceedsCurvature: .noiseExceedsCurvature
    }
  }
}

extension FitFinding {
  /// No model, for these reasons.
  static func none(_ reasons: FitReasons) -> FitFinding {
    FitFinding(
      model: .none, accepted: false, grade: 0, reasons: reasons, centre: .zero, softIron: .identity, radius: 0,
      residualPercent: 0, typicalDegrees: nil, worstDegrees: nil, cellsSeen: 0, tiltSeenDegrees: 0)
  }
}
