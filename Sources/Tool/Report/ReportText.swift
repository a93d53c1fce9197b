// The text of a report: what was found, and what to do next.
import Calibration
import Correction
import FieldMonitor
import Foundation
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolStream

enum ReportText {
  /// A share of the readings above this is mentioned.
  private static let notableShare = 0.05

  // MARK: - What was found

  /// The sentences about what was found, the most important first.
  static func summary(_ data: ReportData) -> [String] {
    var lines = [title(data)]
    if let ending = data.ending {
      lines.append("The file ends early, and what came before is shown: \(firstLine(ending)).")
    }
    if let failure = data.failure { lines.append("The link was lost: \(firstLine(failure)).") }
    lines += headings(data) + field(data) + calibration(data)
    if let fit = data.fit { lines += self.fit(fit) }
    lines += check(data) + line(data)
    return lines
  }

  private static func title(_ data: ReportData) -> String {
    let readings = Digits.grouped(data.tally.readings)
    switch data.kind {
    case .capture:
      let board = data.board.map { ", board \($0.boardText)" } ?? ""
      let date = data.beganText.map { ", begun \($0) UTC" } ?? ""
      return "A capture of \(data.link ?? "a device")\(board)\(date): \(readings) readings in "
        + "\(Digits.duration(seconds: data.seconds))."
    case .recording:
      return "A recording, computed by the device’s code in this program: \(readings) readings in "
        + "\(Digits.duration(seconds: data.seconds))."
    case .fit: return "The result of a fit to \(data.fit?.file ?? data.file)."
    }
  }

  private static func headings(_ data: ReportData) -> [String] {
    let tally = data.tally
    guard tally.readings > 0 else { return data.kind == .fit ? [] : ["There is no reading in it."] }
    let all = tally.valid == tally.readings
    guard tally.valid > 0 else {
      let why = largest(tally.doubts, ReasonTable.doubts) ?? largest(tally.reasons, ReasonTable.unavailable)
      return ["No heading is valid\(why.map { ": \($0.sentence)" } ?? "")."]
    }
    let count = all ? "Every heading is valid" : "\(percent(tally.share(tally.valid))) of the headings are valid"
    guard let typical = tally.accuracy(0.5), let worst = tally.accuracy(1) else {
      return ["\(count); their accuracy is not stated."]
    }
    return ["\(count), with a stated accuracy of ±\(degrees(typical)) (median) and ±\(degrees(worst)) at worst."]
  }

  private static func field(_ data: ReportData) -> [String] {
    let tally = data.tally
    guard tally.readings > 0, let expected = data.expected else { return [] }
    let strength = "\(Digits.fixed(Double(expected.strengthNanotesla) / 1000, 1)) µT"
    guard tally.disturbed + tally.suspect > 0 else {
      return ["The field was undisturbed throughout, as strong as the expected \(strength)."]
    }
    let suspect = tally.suspect > 0 ? ", suspect or recovering in \(percent(tally.share(tally.suspect)))" : ""
    return [
      "The field was disturbed in \(percent(tally.share(tally.disturbed))) of the readings\(suspect); "
        + "\(strength) are expected."
    ]
  }

  private static func calibration(_ data: ReportData) -> [String] {
    guard let used = data.calibration else { return [] }
    let record = used.record
    guard record.modelOrder != .none else { return ["No calibration was in use."] }
    var text = "The calibration \(used.origin): \(CalibrationText.name(record.modelOrder)) model"
    if record.grade > 0 { text += ", \(CalibrationText.grade(record.grade))" }
    if record.predictedTypicalError != 65535, record.predictedError != 65535 {
      text +=
        ", predicted heading error \(degrees(Double(record.predictedTypicalError) / 100)) typical, "
        + "\(degrees(Double(record.predictedError) / 100)) at worst"
    }
    if let age = used.age, age >= 0 { text += age == 0 ? ", of the same day" : ", \(age) days old" }
    guard let directions = data.directions else { return [text + "."] }
    return [
      text + ".",
      "Corrected with it, the field’s strength scatters by \(Digits.fixed(100 * directions.rms, 2)) % in "
        + "\(directions.seen) of 96 directions.",
    ]
  }

  private static func fit(_ fit: ReportFit) -> [String] {
    guard fit.isAccepted else {
      let why = fit.reasons.filter { !$0.isOfLargerModel }.map(\.sentence)
      return ["A calibration cannot be fitted to its \(Digits.grouped(fit.rows)) rows: \(why.joined(separator: "; "))."]
    }
    var text = "A fit to its \(Digits.grouped(fit.rows)) rows is accepted: \(fit.model) model, "
    text += CalibrationText.grade(fit.grade)
    if let typical = fit.typical, let worst = fit.worst {
      text += ", predicted heading error \(degrees(typical)) typical, \(degrees(worst)) at worst"
    }
    return [text + "; \(fit.directions) of 96 directions were seen."]
  }

  private static func check(_ data: ReportData) -> [String] {
    if let why = data.unchecked { return ["The readings were not checked: \(why)."] }
    guard let verdict = data.check?.verdict, verdict.numeric.samples > 0 else { return [] }
    let numeric = verdict.numeric
    let limit = Digits.significant(numeric.limitDegrees, 3)
    var lines = [
      numeric.pass
        ? "All \(Digits.grouped(numeric.samples)) headings agree with the same equations in Double, within "
          + "\(Digits.significant(numeric.maxErrorDegrees, 2))° (limit \(limit)°)."
        : "The headings do not agree with the same equations in Double: "
          + "\(Digits.significant(numeric.maxErrorDegrees, 2))° off, \(limit)° at most is allowed."
    ]
    if let truth = verdict.truth {
      lines.append(
        "Against the simulated world they are \(Digits.significant(truth.maxErrorDegrees, 2))° off at most; "
          + "the limit is \(Digits.significant(truth.limitDegrees, 3))°\(truth.pass ? "." : ", so this check failed.")")
    }
    return lines
  }

  private static func line(_ data: ReportData) -> [String] {
    guard let line = data.line, data.kind == .capture else { return [] }
    let bad = line.corrupt + line.overlong
    var text =
      line.lost + bad == 0
      ? "No frame was lost or damaged"
      : "\(Digits.count(line.lost, "frame")) of \(Digits.grouped(line.frames + line.lost)) lost, "
        + "\(Digits.grouped(bad)) damaged"
    if let latency = data.latency {
      text +=
        "; a reading came \(milliseconds(latency.median)) after its sample (median), 99 % within "
        + "\(milliseconds(latency.high))"
    }
    if !data.gaps.isEmpty { text += "; \(Digits.count(data.gaps.count, "gap"))" }
    return [text + "."]
  }

  // MARK: - What to do next

  /// At most three sentences, the most urgent first.
  static func next(_ data: ReportData) -> [String] {
    var steps: [String] = []
    if let check = data.check?.verdict, check.numeric.samples > 0, !check.numeric.pass {
      steps.append(
        "Report a fault, with this file: a board's headings differ from its equations. CONTRIBUTING.md says where."
      )
    }
    let units = units(data)
    // A wrong unit makes everything else look wrong.
    steps += units.isEmpty ? sensor(data) + calibrating(data) + surroundings(data) + cable(data) : units
    if steps.isEmpty {
      steps.append(
        data.tally.valid > 0 || data.fit?.isAccepted == true
          ? "Nothing needs to be done." : "Take another recording: this one shows too little to say what is missing.")
    }
    return Array(steps.prefix(3))
  }

  /// The units that the remarks doubt, as in “are these m/s2? --accel-unit m/s2”.
  private static func units(_ data: ReportData) -> [String] {
    data.remarks.compactMap { remark in
      guard let found = remark.firstMatch(of: /\? (--(?:accel-)?unit [^ ,;]+)/) else { return nil }
      return "Give the unit: \(found.output.1). \(remark.prefix(upTo: found.range.lowerBound))?"
    }
  }

  private static func sensor(_ data: ReportData) -> [String] {
    guard data.kind != .fit else { return [] }
    guard data.tally.readings > 0 else {
      return [
        "Look at the sensor: `binnacle sensors LINK` says which chips answer, and what is wrong with the wiring."
      ]
    }
    return notable(data.tally.reasons, ReasonTable.unavailable, data.tally)
  }

  private static func calibrating(_ data: ReportData) -> [String] {
    if let fit = data.fit, !fit.isAccepted {
      let remedies = fit.reasons.filter { !$0.isOfLargerModel && !$0.remedy.isEmpty }.map(\.remedy)
      var seen: Set<String> = []
      let each = remedies.filter { seen.insert($0).inserted }
      return ["Record anew for a calibration. \(each.joined(separator: " "))".trimmingCharacters(in: .whitespaces)]
    }
    if let prompt = data.prompt {
      let why = CalibrationText.text(prompt.reason, measured: prompt.measured, limit: prompt.limit)
      return ["Calibrate the compass, as the device asks: \(why). `binnacle calibrate LINK` guides through it."]
    }
    guard let used = data.calibration else { return [] }
    if used.record.modelOrder == .none {
      guard data.kind == .capture else {
        return ["Calibrate: give `--calibration`, or a recording that was turned every way, which can be fitted."]
      }
      return ["Calibrate the compass: `binnacle calibrate LINK` guides through it."]
    }
    if let age = used.age, age > CalibrationWatch.longestAge {
      return ["Calibrate anew: the calibration is \(age) days old. `binnacle calibrate LINK` guides through it."]
    }
    if let missing = missing(data) { return [missing] }
    return []
  }

  /// The sides that a calibration in all directions has not seen.
  private static func missing(_ data: ReportData) -> String? {
    guard let coverage = data.coverage, let used = data.calibration,
      [.axisAligned, .ellipsoid].contains(used.record.modelOrder), used.record.grade < 3
    else { return nil }
    let sides = (0..<6).filter { face in
      (0..<16).count { coverage.hasCell(UInt8(face * 16 + $0)) } < 4
    }.compactMap { CalibrationText.side(ofFace: $0, data.mounting)?.name }
    guard !sides.isEmpty else { return nil }
    return "For a better calibration turn it further: the field has hardly come through \(list(sides))."
  }

  private static func surroundings(_ data: ReportData) -> [String] {
    // A missing calibration was already mentioned. A missing place is not an error. Without an accelerometer the tilt
    // is always unknown.
    let known: Set<String> = ["uncalibrated", "positionUnknown", "dateUnknown", "tiltUnknown", "modelUnavailable"]
    let rows = ReasonTable.doubts.filter { !known.contains($0.name) }
    let worth = data.tally.doubts.filter { code, _ in rows.contains { $0.code == code } }
    return notable(worth, rows, data.tally)
  }

  private static func cable(_ data: ReportData) -> [String] {
    guard let line = data.line, data.kind == .capture else { return [] }
    var steps: [String] = []
    let restarts = data.gaps.count { $0.cause == .restart }
    if restarts > 0 {
      steps.append("Check the board’s supply: it restarted \(restarts == 1 ? "once" : "\(restarts) times").")
    } else if data.failure != nil || !data.gaps.isEmpty {
      steps.append("Check cable and plug: the link was lost.")
    }
    if Double(line.lost + line.corrupt + line.overlong) > 0.001 * Double(line.frames) {
      steps.append("Check the cable or choose a lower rate: frames were lost or damaged on the way.")
    }
    return steps
  }

  /// The remedies for reasons that apply to more than a few readings, the most frequent first; each remedy once.
  private static func notable(_ counts: [Int: Int], _ rows: [Reason], _ tally: ReportTally) -> [String] {
    var seen: Set<String> = []
    return counts.filter { tally.share($0.value) > notableShare }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .compactMap { code, count in
        let row = ReasonTable.reason(code, of: rows)
        guard !row.remedy.isEmpty, seen.insert(row.remedy).inserted else { return nil }
        return "\(row.remedy) For \(percent(tally.share(count))) of the readings, \(row.sentence)."
      }
  }

  // MARK: - Words and numbers

  private static func largest(_ counts: [Int: Int], _ rows: [Reason]) -> Reason? {
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return most.map { ReasonTable.reason($0.key, of: rows) }
  }

  private static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words.last!
  }

  private static func firstLine(_ text: String) -> String {
    let line = text.split(separator: "\n").first.map(String.init) ?? text
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  static func degrees(_ value: Double) -> String { Digits.fixed(value, value < 9.95 ? 1 : 0) + "°" }

  static func milliseconds(_ seconds: Double) -> String {
    Digits.fixed(seconds * 1e3, seconds < 0.0995 ? 1 : 0) + " ms"
  }

  /// A share in per cent, but never "0 %" for a positive share, and never "100 %" for less than all.
  static func percent(_ share: Double) -> String {
    if share > 0, share < 0.001 { return "less than 0.1 %" }
    if share < 1, share > 0.999 { return "more than 99.9 %" }
    return Digits.fixed(100 * share, share < 0.0995 && share > 0 || share > 0.985 && share < 1 ? 1 : 0) + " %"
  }
}
