// The same fit in Double, judged by the same rules: the largest model that passes, or a refusal.

import Calibration
import Correction
import Foundation
import Recordings
import Reference

extension RecordingFit {
  /// The fit in Double, in the file's unit.
  public func double(isPlain: Bool) -> FitFinding {
    var reasons: FitReasons = []
    for model in [ReferenceModel.ellipsoid, .axisAligned, .sphere, .planar] {
      do {
        let fit = try ReferenceFit(field, model: model)
        return FitFinding(
          model: Self.order(model), accepted: true, grade: 0, reasons: reasons, centre: fit.centre,
          softIron: fit.softIron, radius: fit.radius, residualPercent: 100 * fit.residual, typicalDegrees: nil,
          worstDegrees: nil, cellsSeen: 0, tiltSeenDegrees: 0)
      } catch {
        reasons.formUnion(Self.reason(error))
        reasons.insert(.lowered)
      }
    }
    return .none(reasons)
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
