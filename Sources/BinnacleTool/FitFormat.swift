// The result of a fit as JSON, and its reasons in words that say what to do.
import Calibration
import Correction
import Reference
import Terminal
import Verdict

enum FitFormat {
  /// As JSON and people call it.
  static func name(_ model: ModelOrder) -> String {
    switch model {
    case .none: "none"
    case .planar: "planar"
    case .sphere: "sphere"
    case .axisAligned: "axis"
    case .ellipsoid: "ellipsoid"
    }
  }

  /// One side's result; without a model the numbers are null.
  static func json(_ finding: FitFinding) -> JSONObject {
    let hasModel = finding.model != .none
    func number(_ value: Double) -> JSONValue { hasModel ? .significant(value, digits: 9) : .null }
    func vector(_ v: SIMD3<Double>) -> JSONValue {
      .array([v.x, v.y, v.z].map { .significant($0, digits: 9) })
    }
    return [
      "model": .string(name(finding.model)), "accepted": .bool(finding.accepted), "grade": .integer(finding.grade),
      "reasons": .array(finding.reasonNames.map { .string($0) }),
      "centre": hasModel ? vector(finding.centre) : .null,
      "softIron": hasModel ? .array(finding.softIron.rows.map(vector)) : .null, "radius": number(finding.radius),
      "residualPercent": hasModel ? .significant(finding.residualPercent, digits: 6) : .null,
      "predictedHeadingErrorDegrees": .optional(finding.worstDegrees) { .significant($0, digits: 6) },
      "typicalHeadingErrorDegrees": .optional(finding.typicalDegrees) { .significant($0, digits: 6) },
      "directionsSeen": .integer(finding.cellsSeen), "tiltSeenDegrees": .integer(finding.tiltSeenDegrees),
    ]
  }

  /// One side's alignment; null where there is none. Its `softIron` is R·S, for which the heading errors hold.
  static func json(_ found: RecordingAlignment?, of finding: FitFinding) -> JSONValue {
    guard let found else { return .null }
    let turn = found.rotationDegrees
    return .object([
      "rotationDegrees": .array([turn.x, turn.y, turn.z].map { .significant($0, digits: 6) }),
      "dipDegrees": .significant(found.dipDegrees, digits: 6),
      "dipSpreadBeforeDegrees": .significant(found.spreadBeforeDegrees, digits: 5),
      "dipSpreadDegrees": .significant(found.spreadDegrees, digits: 5), "pairs": .integer(found.pairs),
      "softIron": .array(
        (found.rotation * finding.softIron).rows.map { row in
          .array([row.x, row.y, row.z].map { .significant($0, digits: 9) })
        }),
    ])
  }

  /// "poor", "fair", "good".
  static func verdict(_ finding: FitFinding) -> String {
    guard finding.accepted else { return "refused" }
    return "accepted" + ([1: ", poor", 2: ", fair", 3: ", good"][finding.grade] ?? "")
  }

  /// What happened and what to do about it, one line a reason.
  static func advice(_ reasons: FitReasons) -> [String] {
    sentences.filter { reasons.contains($0.0) }.map(\.1)
  }

  private static let sentences: [(FitReasons, String)] = [
    (.tooFewSamples, "Too few samples differ from each other: record a minute, turning the instrument every way."),
    (
      .notDetermined,
      "The samples lie too close to a plane or to each other: turn the instrument nose up and on its side."
    ),
    (.notPositive, "The samples do not lie on an ellipsoid: keep away from steel and magnets, and turn every way."),
    (
      .noiseExceedsCurvature,
      "The samples scatter as much as the surface bends: turn further, and keep away from what disturbs the field."
    ),
    (.residual, "The samples lie too far off the fitted surface: something disturbed the field; record elsewhere."),
    (
      .heldOut,
      "Samples held out of the fit agree with it clearly less: something changed while recording; record anew."
    ),
    (.predictedError, "The heading would be too far off: the samples cover too few directions; turn every way."),
    (
      .fieldStrength, "The field strength found is not the Earth's: check --unit, and keep away from steel and magnets."
    ),
    (.axisRatio, "The longest axis is more than 5 times the shortest: move iron away from the sensor, or record anew."),
    (
      .saturated,
      "Too many samples are at the end of the sensor's range: choose a coarser range or move the magnet away."
    ),
    (.outliers, "Samples far off the rest got into the fit, or are many: a loose contact, or a magnet passing by."),
    (
      .lowered,
      "The directions seen do not determine a full ellipsoid, so a smaller model was taken: tilt further for more."
    ),
  ]
}
