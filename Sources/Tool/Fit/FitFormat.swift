// The result of a fit as JSON.

import Calibration
import Correction
import FitComparison
import Reference
import TerminalInterface
import ToolStream
import Verdict

/// The findings of a fit as text and as fields.
package enum FitFormat {
  /// The result of one fit; without a model the numbers are null.
  package static func json(_ finding: FitFinding) -> JSONObject {
    let hasModel = finding.model != .none
    func number(_ value: Double) -> JSONValue { hasModel ? .significant(value, digits: 9) : .null }
    func vector(_ v: SIMD3<Double>) -> JSONValue {
      .array([v.x, v.y, v.z].map { .significant($0, digits: 9) })
    }
    return [
      "model": .string(CalibrationText.name(finding.model)), "accepted": .bool(finding.accepted),
      "grade": .integer(finding.grade),
      "reasons": .array(finding.reasonNames.map { .string($0) }),
      "centre": hasModel ? vector(finding.centre) : .null,
      "softIron": hasModel ? .array(finding.softIron.rows.map(vector)) : .null, "radius": number(finding.radius),
      "residualPercent": hasModel ? .significant(finding.residualPercent, digits: 6) : .null,
      "predictedHeadingErrorDegrees": .optional(finding.worstDegrees) { .significant($0, digits: 6) },
      "typicalHeadingErrorDegrees": .optional(finding.typicalDegrees) { .significant($0, digits: 6) },
      "directionsSeen": .integer(finding.cellsSeen), "tiltSeenDegrees": .integer(finding.tiltSeenDegrees),
      "leftOutPercent": hasModel ? .significant(finding.leftOutPercent, digits: 4) : .null,
      "measures": .array(finding.measures.map { .object(json($0)) }),
    ]
  }

  /// A reason with its numbers. The field's strength is in the file's unit.
  private static func json(_ one: FitReasonMeasure) -> JSONObject {
    [
      "reason": .string(one.name), "measured": .optional(one.measured) { .significant($0, digits: 6) },
      "limit": .optional(one.limit) { .significant($0, digits: 6) },
      "unit": one.limit == nil ? .null : .string(one.unit.rawValue), "ofLargerModel": .bool(one.isOfLargerModel),
    ]
  }

  /// The alignment of one fit; null if there is none. Its `softIron` is R·S, for which the heading errors are valid.
  package static func json(_ found: RecordingAlignment?, of finding: FitFinding) -> JSONValue {
    guard let found else { return .null }
    let turn = found.rotationDegrees
    return .object([
      "rotationDegrees": .array([turn.x, turn.y, turn.z].map { .significant($0, digits: 6) }),
      "rotationDeviationDegrees": .significant(found.deviationDegrees, digits: 4),
      "dipDegrees": .significant(found.dipDegrees, digits: 6),
      "dipSpreadBeforeDegrees": .significant(found.spreadBeforeDegrees, digits: 5),
      "dipSpreadDegrees": .significant(found.spreadDegrees, digits: 5), "pairs": .integer(found.pairs),
      "softIron": .array(
        (found.rotation * finding.softIron).rows.map { row in
          .array([row.x, row.y, row.z].map { .significant($0, digits: 9) })
        }),
    ])
  }

  /// "refused", or "accepted" with the grade "poor", "fair" or "good".
  package static func verdict(_ finding: FitFinding) -> String {
    guard finding.accepted else { return "refused" }
    return "accepted" + ([1: ", poor", 2: ", fair", 3: ", good"][finding.grade] ?? "")
  }
}
