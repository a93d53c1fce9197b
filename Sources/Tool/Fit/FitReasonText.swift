// Why a fit was refused or lowered: the measured value, its limit, and what to do, one line for each reason.

import Calibration
import Correction
import FitComparison
import Foundation
import HostSession
import Recordings
import TerminalInterface
import ToolCalibration
import ToolStream
import Verdict

struct FitReasonText {
  let finding: FitFinding
  let unit: FieldUnit

  /// Figures in columns, then the text. If no reason has figures, only the texts.
  var lines: [String] {
    var table = Table([Column("", .right), Column(""), Column("")])
    let hasFigures = finding.measures.contains { $0.limit != nil }
    for one in finding.measures {
      let (measured, limit) = figures(one)
      for (index, words) in words(one).enumerated() {
        table.add(hasFigures && index == 0 ? [measured, limit, words] : ["", "", words])
      }
    }
    let lines = table.lines.dropFirst()
    return hasFigures ? Array(lines) : lines.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Whether a tilt alone may explain the refusal.
  private var isTilt: Bool {
    TiltText.mayExplain(
      model: finding.model, isAccepted: finding.accepted, reasons: finding.reasons,
      residualPercent: finding.residualPercent, tiltDegrees: Double(finding.tiltSeenDegrees))
  }

  // MARK: - Figures

  private func figures(_ one: FitReasonMeasure) -> (measured: String, limit: String) {
    guard let limit = one.limit else { return ("–", "") }
    func text(_ value: Double) -> String {
      switch one.unit {
      case .percent: "\(number(value)) %"
      case .degrees: one.reason == .lowered ? "±\(Digits.fixed(value, 0))°" : "\(number(value))°"
      case .samples, .ratio: number(value)
      case .field: "\(number(value)) \(unit.rawValue)"
      }
    }
    let isLeast =
      one.reason == .lowered || one.reason == .tooFewSamples
      || one.reason == .fieldStrength && (one.measured.map { $0 < limit } ?? false)
    return (one.measured.map(text) ?? "–", (isLeast ? "at least " : "at most ") + text(limit))
  }

  /// The number with about three digits.
  private func number(_ value: Double) -> String {
    guard (0.1..<1e6).contains(abs(value)) else { return value == 0 ? "0" : Digits.significant(value, 3) }
    let isWhole = value == value.rounded() || abs(value) >= 1_000
    return Digits.fixed(value, isWhole ? 0 : abs(value) < 10 ? 2 : 1)
  }

  // MARK: - Text

  private func words(_ one: FitReasonMeasure) -> [String] {
    let code = one.reason.rawValue.trailingZeroBitCount + 1
    if one.isOfLargerModel, let text = ReasonTable.largerModelTexts[code] { return [text] }
    if one.reason == .lowered { return lowered }
    let isFlat = one.reason == .residual || one.reason == .predictedError
    if isFlat, isTilt { return tilt(one.reason) }
    if one.reason == .outliers, isTilt { return ["So many samples are far off the flat fit."] }
    return [ReasonTable.recordingTexts[code] ?? one.name]
  }

  /// If both reasons are present, the first one gets the whole explanation.
  private func tilt(_ reason: FitReasons) -> [String] {
    let isSecond = finding.measures.contains { $0.reason == .residual && !$0.isOfLargerModel }
    if reason == .predictedError, isSecond { return ["So the heading would be too far off."] }
    return TiltText.lines(tiltDegrees: Double(finding.tiltSeenDegrees))
  }

  private var lowered: [String] {
    let expected = finding.worstDegrees.map { ", expect \(Digits.fixed($0, 1))° at worst" } ?? ""
    return [
      "Tilt seen ±\(finding.tiltSeenDegrees)°: \(CalibrationText.name(finding.model)) model\(expected).",
      // docs/notebook/calibration.md, section 8: the predicted worst error in worlds with a tilt of 30° and more.
      "\(TiltText.further(Double(finding.tiltSeenDegrees))) for a full one: 2° to 3° are usual then.",
    ]
  }
}
