// Progress and report of a calibration, for people and for programs.
import Calibration
import Correction
import LinkProtocol
import Quantities
import TerminalInterface
import ToolStream

/// Texts and fields of a calibration that runs or has ended.
package enum CalibrationFormat {
  // MARK: - Progress

  /// The progress for people; axes are those of `mounting`.
  package static func lines(_ progress: CalibrationProgress, mounting: AxisRemap) -> [String] {
    let state = CalibrationText.name(progress.state)
    // The byte from the device can be larger than 100.
    let filled = min(24, Int(progress.percent) * 24 / 100)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 24 - filled)
    var facts =
      progress.isAccelerometer
      ? "\(progress.samples) poses, \(AccelerometerText.sides(progress.coverage)) of 6 sides"
      : "\(progress.samples) samples, \(progress.coverage.seen) of 96 directions"
    if progress.rejected > 0 { facts += ", \(progress.rejected) left out" }
    if progress.secondsLeft > 0 { facts += ", \(progress.secondsLeft) s left" }
    var lines = [state.padded(to: 11) + "[\(bar)] \(progress.percent) %   \(facts)", ""]
    lines += CalibrationText.picture(progress.coverage, mounting: mounting, wanted: progress.advice).map { "  " + $0 }
    lines.append("")
    var next =
      progress.isAccelerometer
      ? AccelerometerText.advice(progress.advice, mounting: mounting)
      : CalibrationText.advice(progress.advice, mounting: mounting)
    if progress.modelOrder > 0, progress.predictedError != CalibrationProgress.unknownAngle {
      next +=
        "   So far: \(CalibrationText.name(model: progress.modelOrder)), "
        + "\(Digits.fixed(Double(progress.predictedError) / 100, 1))° at worst."
    }
    lines.append(next)
    return lines
  }

  /// The progress as fields.
  package static func fields(_ progress: CalibrationProgress) -> JSONObject {
    [
      "state": .string(CalibrationText.name(progress.state)), "percent": .integer(progress.percent),
      "samples": .integer(progress.samples), "rejected": .integer(progress.rejected),
      "directions": .integer(progress.coverage.seen), "coverage": coverage(progress.coverage),
      "advice": .integer(progress.advice), "secondsLeft": .integer(progress.secondsLeft),
      "model": .string(CalibrationText.name(model: progress.modelOrder)),
      (progress.isAccelerometer ? "predictedTiltErrorDegrees" : "predictedHeadingErrorDegrees"):
        angle(progress.predictedError),
      "reason": progress.reason == 0
        ? .null
        : .object(reason(progress.reason, progress.measured, progress.limit, ofGravity: progress.isAccelerometer)),
    ]
  }

  // MARK: - Report

  /// The axis ratios of the ellipsoid in one line; empty if the samples do not determine them.
  static func axisRatios(_ report: CalibrationReport) -> [String] {
    if report.axisRatio == 0 { return [] }
    return [
      "  axis ratios             \(Digits.fixed(Double(report.axisRatio) / 1000, 3)) longest, "
        + "\(Digits.fixed(Double(report.middleRatio) / 1000, 3)) middle to shortest"
    ]
  }

  /// The result for people.
  /// - Parameter surroundings: what else is known about the run.
  package static func lines(
    _ report: CalibrationReport, in surroundings: CalibrationSurroundings = .init()
  ) -> [String] {
    var lines: [String] = []
    let isAccepted = report.flags.contains(.accepted)
    let isGravity = report.flags.contains(.accelerometer)
    if isAccepted {
      lines.append(
        "\(CalibrationText.grade(report.grade)) calibration, "
          + "\(CalibrationText.name(model: report.modelOrder)) model, "
          + "confidence \(report.confidence) %")
      lines.append(
        "  expected \(isGravity ? "tilt error     " : "heading error  ")\(text(report.predictedTypical))° typical, \(text(report.predictedWorst))° at worst"
      )
    } else {
      lines.append("no calibration")
    }
    if report.modelOrder != 0, isGravity {
      lines += AccelerometerText.lines(report)
    } else if report.modelOrder != 0 {
      lines.append(
        "  field strength          \(Digits.fixed(Double(report.fieldStrength) / 1000, 2)) µT, residual "
          + "\(share(report.residual)), held out \(share(report.heldOutResidual))")
      lines += axisRatios(report)
      if report.dip != Int16.max {
        lines.append(
          "  dip                     \(Digits.fixed(Double(report.dip) / 100, 1))°, within \(text(report.dipSpread))°"
            + surroundings.side(of: report))
      }
    }
    lines.append(
      "  coverage                \(report.coverage.seen) of 96 directions, \(report.samples) samples, "
        + "\(report.rejected) left out, "
        + Digits.duration(seconds: Double(report.milliseconds) / 1000))
    lines += reasonLines(report)
    for (index, note) in tiltNotes(report).enumerated() { lines.append((index == 0 ? "  note: " : "        ") + note) }
    let dipNotes = surroundings.axes(of: report) ?? surroundings.dipNotes(report)
    for (index, note) in dipNotes.enumerated() { lines.append((index == 0 ? "  note: " : "        ") + note) }
    if isTooShort(report) {
      lines.append("  note: so few seconds show little of the errors that change slowly; go on for 16 s and more")
    }
    return lines
  }

  private static func reasonLines(_ report: CalibrationReport) -> [String] {
    (0..<Int(report.reasonCount)).map { index in
      let reason = report.reason(index)
      let mark =
        reason.weight == .refused
        ? "refused"
        : reason.weight == .lowered
          ? "lowered" : CalibrationText.isFault(reason.code) ? "warning" : "note"
      let text = CalibrationText.text(
        reason.code, measured: reason.measured, limit: reason.limit, ofGravity: report.flags.contains(.accelerometer))
      return "  \(mark): \(text)"
    }
  }

  /// The result as fields.
  package static func fields(
    _ report: CalibrationReport, in surroundings: CalibrationSurroundings = .init()
  ) -> JSONObject {
    let isGravity = report.flags.contains(.accelerometer)
    let reasons = (0..<Int(report.reasonCount)).map { index -> JSONValue in
      let one = report.reason(index)
      var object = reason(one.code, one.measured, one.limit, ofGravity: isGravity)
      object["weight"] = .string("\(one.weight)")
      return .object(object)
    }
    func vector(_ v: Vector3, _ scale: Double) -> JSONValue {
      .array([v.x, v.y, v.z].map { .double(Double($0) / scale) })
    }
    return [
      "state": .string(CalibrationText.name(report.state)), "accepted": .bool(report.flags.contains(.accepted)),
      "model": .string(CalibrationText.name(model: report.modelOrder)), "grade": .integer(report.grade),
      "confidencePercent": .integer(report.confidence),
      (isGravity ? "predictedTiltErrorDegrees" : "predictedHeadingErrorDegrees"): .object([
        "typical": angle(report.predictedTypical), "worst": angle(report.predictedWorst),
      ]),
      (isGravity ? "gravityMicroG" : "fieldStrengthNanotesla"): .integer(report.fieldStrength),
      "residualPercent": angle(report.residual), "heldOutResidualPercent": angle(report.heldOutResidual),
      "dipDegrees": report.dip == Int16.max ? .null : .fixed(Double(report.dip) / 100, decimals: 2),
      "dipSpreadDegrees": angle(report.dipSpread),
      "dipAgreesWithPlace": .optional(surroundings.agrees(report)) { .bool($0) },
      "axesThatFit": .optional(surroundings.axesThatFit(report)) { .object(surroundings.json($0)) },
      "tiltSeenDegrees": angle(report.tilt),
      "axisRatio": report.axisRatio == 0 ? .null : .fixed(Double(report.axisRatio) / 1000, decimals: 3),
      "middleRatio": report.middleRatio == 0 ? .null : .fixed(Double(report.middleRatio) / 1000, decimals: 3),
      "directions": .integer(report.coverage.seen), "coverage": coverage(report.coverage),
      "samples": .integer(report.samples), "rejected": .integer(report.rejected),
      "seconds": .fixed(Double(report.milliseconds) / 1000, decimals: 1),
      (isGravity ? "offsetMicroG" : "hardIronNanotesla"): vector(report.hardIron, 256),
      (isGravity ? "matrix" : "softIron"): .array(
        [report.softIron.0, report.softIron.1, report.softIron.2].map { vector($0, 0x1p24) }),
      "reasons": .array(reasons),
    ]
  }

  /// The notes on a refused flat fit that a tilt may explain. After a few seconds there are none, because
  /// the short time is then the likelier reason.
  private static func tiltNotes(_ report: CalibrationReport) -> [String] {
    guard !report.flags.contains(.accelerometer), report.tilt != 0xffff, report.residual != 0xffff,
      !isTooShort(report)
    else { return [] }
    var reasons = FitReasons.none
    for index in 0..<Int(report.reasonCount) {
      let code = report.reason(index).code
      if code > 0, code <= FitReasons.count { reasons.insert(FitReasons(rawValue: 1 << UInt16(code - 1))) }
    }
    let tilt = Double(report.tilt) / 100
    let mayBeTilt = TiltText.mayExplain(
      model: ModelOrder(rawValue: report.modelOrder) ?? .none, isAccepted: report.flags.contains(.accepted),
      reasons: reasons, residualPercent: Double(report.residual) / 100, tiltDegrees: tilt)
    return mayBeTilt ? TiltText.lines(tiltDegrees: tilt) : []
  }

  /// The time that is long enough: docs/notebook/calibration.md, section 5, "Few seconds".
  private static let enoughMilliseconds = 16_000

  /// Whether the calibration was refused after so short a time that the time may be the reason.
  private static func isTooShort(_ report: CalibrationReport) -> Bool {
    !report.flags.contains(.accepted) && !report.flags.contains(.accelerometer) && report.samples > 0
      && report.milliseconds < enoughMilliseconds
  }

  // MARK: - Parts

  /// The words of a reason, with what it was measured from.
  package static func reason(
    _ code: UInt8, _ measured: Int32, _ limit: Int32, ofGravity: Bool = false
  ) -> JSONObject {
    [
      "code": .string(CalibrationText.code(code)), "measured": .integer(measured),
      "limit": .integer(limit),
      "text": .string(CalibrationText.text(code, measured: measured, limit: limit, ofGravity: ofGravity)),
    ]
  }

  private static func coverage(_ mask: DirectionCells) -> JSONValue {
    .string((0..<DirectionCells.total).map { mask.hasCell(UInt8($0)) ? "1" : "0" }.joined())
  }

  /// An angle in hundredths of a degree; 65535 means unknown.
  private static func angle(_ value: UInt16) -> JSONValue {
    value == 0xffff ? .null : .fixed(Double(value) / 100, decimals: 2)
  }

  static func text(_ value: UInt16) -> String {
    value == 0xffff ? "?" : Digits.fixed(Double(value) / 100, 1)
  }

  private static func share(_ value: UInt16) -> String {
    value == 0xffff ? "?" : Digits.fixed(Double(value) / 100, 2) + " %"
  }
}
