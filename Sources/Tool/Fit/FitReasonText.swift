// Why a fit was refused or lowered: the measured value, its limit, and what to do, one line for each reason.

import Calibration
import Correction
import FitComparison
import Foundation
import Recordings
import Reference
import TerminalInterface
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
    if one.isOfLargerModel, let text = Self.larger.first(where: { $0.0 == one.reason })?.1 { return [text] }
    if one.reason == .lowered { return lowered }
    let isFlat = one.reason == .residual || one.reason == .predictedError
    if isFlat, isTilt { return tilt(one.reason) }
    if one.reason == .outliers, isTilt { return ["So many samples are far off the flat fit."] }
    return [Self.sentences.first { $0.0 == one.reason }?.1 ?? one.name]
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
      // docs/calibration.md, section 8: the predicted worst error in worlds with a tilt of 30° and more.
      "\(TiltText.further(Double(finding.tiltSeenDegrees))) for a full one: 2° to 3° are usual then.",
    ]
  }

  private static let sentences: [(FitReasons, String)] = [
    (.tooFewSamples, "Too few samples that differ: record for a minute, turning the instrument every way."),
    // This reason also stands for a search that did not converge, as with samples of two fields. Turning it further
    // would not help those.
    (
      .notDetermined,
      "Near a plane or each other, or not on one surface: turn it every way, away from iron."
    ),
    (.notPositive, "The samples do not lie on an ellipsoid: keep away from steel, and turn it every way."),
    (.noiseExceedsCurvature, "The samples scatter as much as the surface curves: turn it further, away from iron."),
    (.residual, "The samples lie too far off the surface: something disturbed the field; record elsewhere."),
    (.heldOut, "Samples kept aside agree clearly less: something changed while recording; record anew."),
    (.predictedError, "The heading would be too far off: the samples cover too little; turn it every way."),
    (.fieldStrength, "This strength is not the Earth's: check --unit, and keep away from steel and magnets."),
    (.axisRatio, "The longest axis is too long for the shortest: move iron away from the sensor, or record anew."),
    (.saturated, "Samples at the end of the sensor's range: choose a coarser one or move the magnet away."),
    (.outliers, "Samples far off the rest: a loose contact, or a magnet passing by; record anew."),
  ]

  /// The texts for a larger model that was replaced by the shown one.
  private static let larger: [(FitReasons, String)] = [
    (.residual, "An ellipsoid misses the samples by too much."),
    (.heldOut, "An ellipsoid agrees clearly less with samples kept aside."),
    (.predictedError, "An ellipsoid would be less certain: too little tilt for one."),
    (.fieldStrength, "An ellipsoid would need a field that is not the Earth's."),
    (.axisRatio, "An ellipsoid would be too long for its width."),
  ]
}
