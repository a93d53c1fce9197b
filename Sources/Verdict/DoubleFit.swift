// The same fit in Double, judged by the same rules: a model with its predicted error, or a refusal.

import Calibration
import Correction
import Foundation
import Recordings
import Reference

extension RecordingFit {
  /// The fit in Double, in the file's unit, of all rows or of those that are no gross outliers. Order of the models, gates
  /// and limits are those of docs/calibration.md, section 6.
  public func double(isPlain: Bool) -> FitFinding {
    let configuration = run(isPlain: isPlain).configuration
    let kept = isPlain ? Array(field.indices) : ReferenceOutliers.kept(of: field)
    let samples = kept.map { field[$0] }
    var best = FitFinding.none(.none)
    var reasons = FitReasons.none
    let flatness = ReferencePrediction.flatness(of: samples)
    let isFlat = flatness < 1.0 / 256
    if isFlat { reasons.insert(.notDetermined) }
    for model in isFlat ? [ReferenceModel.planar] : [.ellipsoid, .planar] {
      // A plane only after an ellipsoid that is not accepted, of samples that are flat enough for one.
      if best.accepted || model == .planar && !(flatness < 1.0 / 16) { break }
      do throws(ReferenceFitFailure) {
        best = judged(try ReferenceFit(samples, model: model), kept, configuration)
        reasons.insert(best.reasons)
      } catch {
        best = .none(.none)
        reasons.insert(Self.reason(error))
      }
    }
    if !best.accepted || best.model != .ellipsoid { best.reasons.insert(reasons) }
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
      assumedDipDegrees: dip, isPlain: configuration.isPlain)
    if 8 * (field.count - kept.count) > field.count { reasons.insert(.outliers) }
    let limit = fit.model == .planar ? FitConfiguration.planarResidualLimit : FitConfiguration.residualLimit
    if prediction.settledResidual * 10_000 > Double(limit) { reasons.insert(.residual) }
    if !configuration.isPlain, prediction.largestDeviation > 6 * fit.residual + 0.005 { reasons.insert(.heldOut) }
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
