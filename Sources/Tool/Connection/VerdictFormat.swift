// A verdict as lines for people and as JSON for programs.
import StreamCheck
import TerminalInterface

/// A verdict as text and as fields.
package enum VerdictFormat {
  /// The fields that every verdict object has.
  package static func json(_ part: VerdictPart) -> JSONObject {
    var object: JSONObject = [
      "what": .string(part.what), "pass": .bool(part.pass), "samples": .integer(part.samples),
      "maxErrorDegrees": .significant(part.maxErrorDegrees, digits: 6),
      "rmsErrorDegrees": .significant(part.rmsErrorDegrees, digits: 6),
      "limitDegrees": .significant(part.limitDegrees, digits: 9), "limitReason": .string(part.limitReason),
      "worst": .object(JSONObject(part.worst.map { ($0.name, .double($0.value)) })),
    ]
    for (name, value) in part.counts { object[name] = .integer(value) }
    for (name, value) in part.degrees { object[name] = .significant(value, digits: 6) }
    if let declination = part.declination {
      object["trueHeadings"] = .integer(declination.samples)
      object["maxDeclinationErrorDegrees"] = .significant(declination.maxErrorDegrees, digits: 6)
    }
    if let failure = part.failure { object["failure"] = .string(failure) }
    return object
  }

  /// The verdict with its figures and its limit. Other results follow: the declination, counts of errors, and the place
  /// of the worst error.
  package static func lines(_ name: String, _ part: VerdictPart, _ colour: (Bool, String) -> String) -> [String] {
    let verdict = colour(part.pass, part.pass ? "pass" : "FAIL")
    var lines = [
      "\(name): \(verdict)  max \(Digits.significant(part.maxErrorDegrees, 3))°, "
        + "rms \(Digits.significant(part.rmsErrorDegrees, 3))°, limit \(Digits.significant(part.limitDegrees, 4))° "
        + "over \(Digits.grouped(part.samples)) readings"
    ]
    lines.append("         limit: \(part.limitReason)")
    if let failure = part.failure { lines.append("         \(failure)") }
    if let declination = part.declination {
      lines.append(
        "         declination: max \(Digits.significant(declination.maxErrorDegrees, 3))°, limit "
          + "\(Digits.significant(declination.limitDegrees, 4))° over "
          + "\(Digits.grouped(declination.samples)) true headings")
    }
    let failures = part.counts.filter { $0.value > 0 }.map { "\($0.name) \($0.value)" }
    if !failures.isEmpty { lines.append("         \(failures.joined(separator: ", "))") }
    if !part.pass, !part.worst.isEmpty {
      let inputs = part.worst.map { "\($0.name) \(Digits.significant($0.value, 9))" }
      lines.append("         worst at \(inputs.joined(separator: ", "))")
    }
    return lines
  }
}
