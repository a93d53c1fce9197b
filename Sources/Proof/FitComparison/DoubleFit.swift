// The same fit in Double, assessed by the same rules: a model with its predicted error, or a refusal.

import Calibration
import Correction
import Foundation
import Quantities
import Recordings
import Reference

extension RecordingFit {
  /// The fit in Double, in the file's unit, of all rows or without the gross outliers. The order of the
  /// models, the gates and the limits are those of docs/notebook/calibration.md, section 6.
  package func double(isPlain: Bool) -> FitFinding {
    let configuration = run(isPlain: isPlain).configuration
    // Squares and fourth powers of the file's numbers might exceed the range of a Double.
    let scale = FitScale.middle(field) ?? self.scale
    let field = self.field.map { $0 * scale.factor }
    // Only rows that the sensor measured are used.
    let saturated = saturated(isPlain: isPlain)
    let whole = field.indices.filter { !saturated.contains($0) }
    let kept = isPlain ? whole : ReferenceOutliers.kept(of: whole.map { field[$0] }).map { whole[$0] }
    let samples = kept.map { field[$0] }
    var best = FitFinding.none(.none)
    var larger: [FitReasonMeasure] = []
    let flatness = ReferencePrediction.flatness(of: samples)
    let isFlat = flatness < 1.0 / 256
    if isFlat { larger.append(FitReasonMeasure(.notDetermined, nil, nil, .ratio)) }
    for model in isFlat ? [ReferenceModel.planar] : [.ellipsoid, .planar] {
      // A planar model is tried only if the ellipsoid was not accepted and the samples are flat enough.
      if best.accepted || model == .planar && !(flatness < 1.0 / 16) { break }
      if model == .planar { larger += best.measures }
      do throws(ReferenceFitFailure) {
        let fit = try ReferenceFit(samples, model: model)
        best = judged(fit, samples, kept, scale, configuration)
      } catch {
        best = .none(Self.reason(error))
      }
    }
    if !best.accepted || best.model != .ellipsoid {
      for var one in larger where !best.reasons.contains(one.reason) {
        one.isOfLargerModel = true
        best.reasons.insert(one.reason)
        best.measures.append(one)
      }
    }
    if best.accepted, best.model != .ellipsoid {
      best.reasons.insert(.lowered)
      best.measures.append(
        FitReasonMeasure(.lowered, Double(best.tiltSeenDegrees), FitFinding.wantedTiltDegrees, .degrees))
    }
    if best.accepted, best.model == .ellipsoid, hasExchangedAxes(best.unscaled(scale)) {
      best.reasons.insert(.axesDisagree)
      best.measures.append(FitReasonMeasure(.axesDisagree, nil, nil, .ratio))
      (best.accepted, best.grade) = (false, 0)
    }
    best.measures.sort { $0.reason.rawValue < $1.reason.rawValue }
    return best.unscaled(scale)
  }

  /// Whether the dip is constant only after axes are exchanged or reversed, within 14° about each axis
  /// (docs/notebook/calibration.md, section 7).
  private func hasExchangedAxes(_ finding: FitFinding) -> Bool {
    guard !accelerations.isEmpty else { return false }
    let forces = accelerations.map(\.microG)
    let pairs = pairs(finding, forces, Self.resting(forces))
    guard pairs.count >= 8 else { return false }
    let rotation = ReferenceAlignment.rotation(pairs)
    let nearest = AxisArrangement.nearestRotation(to: rotation.rows)
    // The part that remains is R·P⁻¹, as a vector of the length 2·tan(angle/2).
    let part = (rotation * ReferenceMatrix3([SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map { nearest($0) }))
      .rotationVector
    let angle = (part * part).sum().squareRoot()
    let rest = angle == 0 ? part : part * (2 * tan(angle / 2) / angle)
    return nearest != .identity && max(abs(rest.x), abs(rest.y), abs(rest.z)) <= 0.25
  }

  /// - Parameter samples: the samples of `kept`, in `scale`; the result has the same scale.
  private func judged(
    _ fit: ReferenceFit, _ samples: [SIMD3<Double>], _ kept: [Int], _ scale: FitScale,
    _ configuration: FitConfiguration
  ) -> FitFinding {
    let dip = atan(Double(configuration.assumedDipTangent) / 256) * 180 / .pi
    let gravity = accelerations.isEmpty ? [] : kept.map { accelerations[$0].microG }
    let prediction = ReferencePrediction(
      fit, samples: samples, downs: gravity.map { SIMD3(-Double($0.x), -Double($0.y), -Double($0.z)) },
      assumedDipDegrees: dip, isPlain: configuration.isPlain)
    let worst = prediction.worstDegrees * 100
    // If the numbers differ by more than the range of a Double, the result is not finite.
    guard fit.radius.isFinite, fit.residual.isFinite, worst.isFinite, prediction.tiltSeenDegrees.isFinite else {
      return .none(.notDetermined)
    }
    let isPlanar = fit.model == .planar
    var measures: [FitReasonMeasure] = []
    func hold(_ reason: FitReasons, _ measured: Double, _ limit: Double, _ unit: FitReasonMeasure.Unit) {
      if measured > limit { measures.append(FitReasonMeasure(reason, measured, limit, unit)) }
    }
    let limit = isPlanar ? FitConfiguration.planarResidualLimit : FitConfiguration.residualLimit
    hold(.residual, prediction.settledResidual * 100, Double(limit) / 100, .percent)
    if !configuration.isPlain {
      hold(.heldOut, prediction.largestDeviation * 100, 600 * fit.residual + 0.5, .percent)
    }
    hold(.predictedError, worst / 100, Double(configuration.usableError) / 100, .degrees)
    if let strength = strengthMeasure(fit, scale) { measures.append(strength) }
    // If the samples leave axes undetermined, there is no ratio.
    if prediction.worstDegrees < 180 { hold(.axisRatio, fit.axisRatio, 5, .ratio) }
    let beyond = saturated(isPlain: configuration.isPlain).count
    hold(.saturated, 100 * Double(beyond) / Double(field.count), 3.1, .percent)
    let leftOut = 100 * Double(field.count - beyond - kept.count) / Double(field.count)
    hold(.outliers, leftOut, Double(FitConfiguration.strayLimit) / 10, .percent)
    if let normal = fit.normal, normal != Self.levelAxis(gravity, configuration) {
      measures.append(FitReasonMeasure(.notLevel, nil, nil, .ratio))
    }
    var reasons = FitReasons.none
    for one in measures { reasons.insert(one.reason) }
    let grade = worst <= Double(configuration.goodError) ? 3 : worst <= Double(configuration.usableError) / 2 ? 2 : 1
    var finding = FitFinding(
      model: Self.order(fit.model), accepted: reasons.isEmpty, grade: reasons.isEmpty ? grade : 0, reasons: reasons,
      centre: fit.centre, softIron: fit.softIron, radius: fit.radius, residualPercent: 100 * fit.residual,
      typicalDegrees: prediction.typicalDegrees, worstDegrees: prediction.worstDegrees, cellsSeen: prediction.cells,
      tiltSeenDegrees: Int(prediction.tiltSeenDegrees.rounded()))
    finding.measures = measures
    finding.leftOutPercent = leftOut
    return finding
  }

  /// What a field that is too weak or too strong is told with; `nil` for others, and in counts.
  private func strengthMeasure(_ fit: ReferenceFit, _ scale: FitScale) -> FitReasonMeasure? {
    guard unit.hasStrength else { return nil }
    let limits = FitConfiguration.magnetometer
    let strength = fit.radius / scale.factor
    // A planar fit measures only the horizontal part: a quarter of the strength where the dip is 75°.
    let lowest = Double(limits.lowestStrength) / unit.nanotesla / (fit.model == .planar ? 4 : 1)
    let highest = Double(limits.highestStrength) / unit.nanotesla
    guard !(lowest...highest).contains(strength) else { return nil }
    return FitReasonMeasure(.fieldStrength, fit.radius, (strength < lowest ? lowest : highest) * scale.factor, .field)
  }

  /// The axis along gravity.
  private static func levelAxis(_ gravity: [Vector3], _ configuration: FitConfiguration) -> Int? {
    if gravity.isEmpty { return Int(configuration.levelAxis) }
    let sum = gravity.reduce(into: SIMD3<Double>.zero) { $0 += SIMD3(Double($1.x), Double($1.y), Double($1.z)) }
    let size = [abs(sum.x), abs(sum.y), abs(sum.z)]
    return size.firstIndex(of: size.max() ?? 0)
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
  /// The result without a model, for these reasons.
  static func none(_ reasons: FitReasons) -> FitFinding {
    var finding = FitFinding(
      model: .none, accepted: false, grade: 0, reasons: reasons, centre: .zero, softIron: .identity, radius: 0,
      residualPercent: 0, typicalDegrees: nil, worstDegrees: nil, cellsSeen: 0, tiltSeenDegrees: 0)
    if !reasons.isEmpty { finding.measures = [FitReasonMeasure(reasons, nil, nil, .ratio)] }
    return finding
  }
}
