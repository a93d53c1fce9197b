// binnacle fit: calibrates from a recording, in integers as a device does, and in Double for comparison.

import Correction
import FitComparison
import Foundation
import Recordings
import Reference
import TerminalInterface
import ToolCalibration
import ToolCommandLine
import ToolConnection
import ToolStream
import Verdict

package struct FitCommand: Subcommand {
  package let name = "fit"
  package let summary = "fit a calibration to a recording, in integers and in Double side by side"
  package let arguments = [
    CommandArgument(
      "FILE", "a recording: lines of numbers, however they are written, or an autopilot's log; - for standard input")
  ]
  package let options = [
    .columns, .join, .unit, .accelUnit, .time, .timeUnit, .rows, Self.plain, .recordForm, .sketchPort, .json,
  ]
  package let examples = [
    CommandExample(
      "fit counts.csv --columns mx,my,mz --unit counts", "hard and soft iron of raw counts"),
    CommandExample(
      "fit shots.csv --columns mx_uT,my_uT,-mz_uT --unit uT --where device=BB",
      "one device of several"),
    CommandExample(
      "fit magnet.csv --columns mx_uT,-my_uT,-mz_uT,ax_g,-ay_g,-az_g --unit uT",
      "a refusal that says what to do"),
    CommandExample(
      "fit walk.csv --columns mx,my,mz --unit uT --json > fit.json",
      "what `replay FILE --calibration` and `calibration import` take"),
    CommandExample(
      "fit walk.csv --columns mx,my,mz --unit uT --as ardupilot > compass.param", "parameters of ArduPilot"),
    CommandExample(
      "fit motioncal.txt --as swift > Calibration.swift", "lines as MotionCal reads them; an array for your firmware"),
    CommandExample("fit Magnetometer.csv --join Accelerometer.csv", "what an app of a phone wrote, joined by time"),
  ]
  package let notes = [
    "corrected = S·(m − h): first the centre h is subtracted, then S multiplies. S is symmetric with determinant 1, so "
      + "the corrected vectors have the length of the mean radius.",
    "The integer fit reads whole numbers: each value times a power of two, so that the largest value is "
      + "near 2^14. The report prints this power. Results are in the unit of the file. If the unit is counts, "
      + "the strength of the field is not known, and the report says so.",
    "Worst error: 95 % of attitudes have a smaller heading error. Only tilts that the recording shows are "
      + "counted. The integer fit takes directions, tilt and outliers from the samples that it holds back, 40 "
      + "at most. The fit in Double takes directions and tilt from all rows.",
    "With accelerations the rows at rest also give the rotation R between the two sensors: the rotation "
      + "that makes the dip most constant. The heading errors are then those of R·S·(m − h), and "
      + "--calibration and `calibration import` use R·S, too. Without accelerations the heading errors are "
      + "for a dip of 50°. With --time the integer fit predicts larger errors for a recording of less than 16 "
      + "s, which shows less.",
    "The log of an autopilot, PX4's .ulg or ArduPilot's .bin, needs no options: binnacle fit flight.ulg. "
      + "A remark says which magnetometer was read, and which corrections were removed; --where sensor=1 "
      + "chooses another magnetometer.",
    "Status 0: the integer fit was accepted. 1: it was refused; docs/calibration.md, “When it is "
      + "refused”, explains each reason.",
  ]

  package init() {}

  package static let plain = CommandOption.flag(
    "plain", "fit every row: no outlier is removed; the noise bias is still taken out")

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let path = arguments.positionals[0]
    try RecordingInput.check(arguments, allowsPlane: true)
    let input =
      try path == "-"
      ? RecordingInput(
        Self.standardInput(arguments.rowConditions(), arguments.console), arguments, allowsPlane: true)
      : RecordingInput(path: path, arguments, allowsPlane: true)
    let vectors = try input.vectors()
    let report = try Self.report(
      vectors, input.options, isPlain: arguments.flag(Self.plain), before: input.remarks(vectors.passed),
      remark: arguments.console.remark)
    switch (try WantedForm(arguments), arguments.outputMode) {
    case (nil, .jsonLines): arguments.console.line(report.json)
    case (nil, .human): report.show(arguments.console)
    case (let form?, _) where report.integer.accepted || form.form == .json:
      let correction = AppliedCorrection(report, axes: input.options.field)
      try form.write(json: report.json, correction: correction, to: arguments.console) {
        if let scale = report.countScale { arguments.console.remark(CountScale.remark(scale, report.fit.unit)) }
        return try CalibrationJSON.read(report.json.line.utf8, path: vectors.name).record
      }
    case (_?, _): report.show(arguments.console.withoutResults)
    }
    return report.integer.accepted ? .pass : .verdictFailed
  }

  /// Both fits of a recording.
  /// - Parameter remark: receives remarks for the user as soon as they are known.
  package static func report(
    _ given: MeasuredVectors, _ options: RecordingOptions, isPlain: Bool, before: [String] = [],
    remark: (String) -> Void
  ) throws -> FitReport {
    let (vectors, thinning) = FitDataCheck.thinned(given)
    // Without this remark, the fit would accept any length as gravity. A gate checks the field's strength.
    let gravity = UnitCheck.gravity(vectors.acceleration.map(UnitCheck.length), options.accelerationUnit)
    let remarks = before + [thinning, gravity].compactMap { $0 } + FitDataCheck.field(vectors, options)
    for text in remarks { remark(text) }
    let fit = try Self.fit(vectors, options)
    var report = FitReport(
      path: vectors.name, fit: fit, isPlain: isPlain, integer: fit.integer(isPlain: isPlain),
      double: fit.double(isPlain: isPlain), alignment: fit.alignment(isPlain: isPlain))
    let doubts = [
      FitDataCheck.isStill(vectors)
        ? FitDataCheck.still : FitDataCheck.strength(report.integer, vectors.field, options),
      report.integer.accepted || report.integer.reasons.contains(.axesDisagree)
        ? FitDataCheck.axes(
          fit.axes(isPlain: isPlain), report.alignment.integer, options, first: vectors.acceleration.first) : nil,
      report.integer.accepted ? FitDataCheck.directions(report.integer) : nil,
    ].compactMap { $0 }
    report.integer.grade = min(report.integer.grade, FitDataCheck.highestGrade(report.alignment.integer))
    report.double.grade = min(report.double.grade, FitDataCheck.highestGrade(report.alignment.double))
    for doubt in doubts { remark(doubt) }
    report.remarks = remarks + doubts
    return report
  }

  private static func standardInput(_ conditions: [RowCondition], _ console: Console) throws -> RecordingTable {
    StandardInputRows.remarkOnKeyboard(console)
    let name = StandardInputRows.name
    do {
      let input = InputFile(standardInputUpTo: .recording)
      return try RecordingTable(reading: input, name: name, where: conditions)
    } catch FileFault.interrupted {
      throw CommandError(.verdictFailed, "Ended by Ctrl-C before \(name) did; nothing was fitted.")
    } catch let fault as FileFault {
      throw CommandError(
        fault.isTooLong ? .badFile : .cannotOpen,
        "\(name) \(fault).\nGive the path of a CSV file, or pipe its rows in.")
    }
  }

  /// The common input of both fits. - Throws: status 6 for a recording that cannot be fitted at all.
  private static func fit(_ vectors: MeasuredVectors, _ options: RecordingOptions) throws -> RecordingFit {
    let fewest = ReferenceModel.sphere.parameters + 1
    guard vectors.field.count >= fewest else {
      let rows = Digits.count(vectors.field.count, "row")
      throw CommandError(
        .badFile,
        "\(vectors.name): \(rows); the smallest model needs \(fewest), a good fit needs hundreds.\n"
          + "Record for a minute, turning the instrument every way.")
    }
    guard
      let fit = RecordingFit(vectors, unit: options.fieldUnit, accelerationUnit: options.accelerationUnit)
    else {
      throw CommandError(
        .badFile, "\(vectors.name): every value is 0.\nCheck --columns, or that the sensor was running.")
    }
    return fit
  }
}

/// Both results, with their input.
package struct FitReport {
  package var path: String
  package var fit: RecordingFit
  package var isPlain: Bool
  package var integer: FitFinding
  package var double: FitFinding
  /// How the corrected field is rotated to match gravity; `nil` without acceleration or without an ellipsoid.
  var alignment: (integer: RecordingAlignment?, double: RecordingAlignment?)
  /// The remarks that were shown with the result, each with the program's name at its start.
  package var remarks: [String] = []

  /// Nanotesla per count, if the unit has no size.
  package var countScale: Double? {
    isGateOff ? CountScale.nanotesla(per: fit.unit, radius: integer.radius) : nil
  }

  private var isGateOff: Bool { !fit.unit.hasStrength }

  /// Both results as fields.
  package var json: JSONObject {
    [
      "what": "fit", "file": .string(path), "rows": .integer(fit.field.count), "unit": .string(fit.unit.rawValue),
      "plain": .bool(isPlain), "scaleExponent": .integer(fit.scale.exponent),
      "nanoteslaPerUnit": .double(CountScale.nanotesla(per: fit.unit, radius: integer.radius)),
      "hasAcceleration": .bool(!fit.accelerations.isEmpty), "fieldStrengthGate": .bool(!isGateOff),
      "equation": "corrected = S·(m − h)",
      "headingErrorsOf": .object([
        "integer": alignment.integer == nil ? "S·(m − h)" : "R·S·(m − h)", "double": "S·(m − h)",
      ]), "integer": .object(FitFormat.json(integer)),
      "double": .object(FitFormat.json(double)),
      "alignment": .object([
        "integer": FitFormat.json(alignment.integer, of: integer),
        "double": FitFormat.json(alignment.double, of: double),
      ]),
      "remarks": .array(remarks.map { .string(String($0.trimmingPrefix("binnacle: "))) }),
    ]
  }

  /// Writes both results beside each other, for people.
  package func show(_ console: Console) {
    let gravity = fit.accelerations.isEmpty ? "no acceleration" : "with acceleration"
    console.line("\(path): \(Digits.grouped(fit.field.count)) rows, \(fit.unit.rawValue), \(gravity)")
    console.line("corrected = S·(m − h); the integer fit took values·2^\(fit.scale.exponent)")
    if isPlain { console.line("every row was fitted (--plain)") }
    if isGateOff { console.line("\(fit.unit.rawValue): the field's strength is not known and was not checked") }
    console.line()
    for line in table.lines { console.line(line) }
    if integer.cellsSeen != double.cellsSeen || integer.tiltSeenDegrees != double.tiltSeenDegrees {
      console.line("directions and tilt: integer by the samples it holds back (40 at most), Double by all")
    }
    for line in premise { console.line(line) }
    let advice = reasons(of: integer)
    if !advice.isEmpty { console.line() }
    for line in advice { console.line(line) }
    guard double.reasons != integer.reasons else { return }
    console.line()
    let others = reasons(of: double)
    console.line(others.isEmpty ? "The fit in Double passed all limits." : "In Double:")
    for line in others { console.line("  " + line) }
  }

  private func reasons(of finding: FitFinding) -> [String] {
    FitReasonText(finding: finding, unit: fit.unit).lines
  }

  /// What the heading errors describe, and which assumptions they need that are not in the file.
  private var premise: [String] {
    if alignment.integer != nil {
      return [
        "heading errors: integer: of the field rotated to match gravity, R·S·(m − h), which is the result;",
        "Double: of S·(m − h), which may be rotated by up to 2° (docs/notebook/calibration.md, section 7)",
      ]
    }
    guard fit.accelerations.isEmpty, integer.worstDegrees != nil else { return [] }
    if integer.model == .planar {
      return ["the third axis is taken for down: without acceleration nothing has measured it"]
    }
    return ["the heading errors are for a dip of 50°: without acceleration the dip is not known"]
  }

  private var table: Table {
    let unit = fit.unit.rawValue
    var rows = Table([Column(""), Column("integer", .right), Column("Double", .right), Column("")])
    func add(_ title: String, _ unit: String = "", _ value: (FitFinding) -> String?) {
      rows.add([title, value(integer) ?? "–", value(double) ?? "–", unit])
    }
    func number(_ value: Double, of finding: FitFinding) -> String? {
      guard finding.model != .none else { return nil }
      return decimals.map { Digits.fixed(value, $0) } ?? Digits.significant(value, 6)
    }
    add("verdict") { FitFormat.verdict($0) }
    add("model") { CalibrationText.name($0.model) }
    for (axis, name) in ["h  forward", "   right", "   down"].enumerated() {
      add(name, unit) { number($0.centre[axis], of: $0) }
    }
    for (axis, name) in ["S  forward", "   right", "   down"].enumerated() {
      add(name) { finding in
        let row = finding.softIron.rows[axis]
        guard finding.model != .none else { return nil }
        return [row.x, row.y, row.z].map { value in
          let text = Digits.fixed(value, 5)
          return text.hasPrefix("-") ? text : " " + text
        }.joined(separator: " ")
      }
    }
    add("field strength", unit) { number($0.radius, of: $0) }
    add("residual", "%") { $0.model == .none ? nil : Digits.fixed($0.residualPercent, 3) }
    add("heading error, typical", "°") { $0.typicalDegrees.map { Digits.fixed($0, 2) } }
    add("heading error, worst", "°") { $0.worstDegrees.map { Digits.fixed($0, 2) } }
    add("directions seen", "of 96") { $0.model == .none ? nil : "\($0.cellsSeen)" }
    add("tilt seen", "°") { $0.model == .none ? nil : "±\($0.tiltSeenDegrees)" }
    add("left out as outliers", "%") { $0.model == .none ? nil : Digits.fixed($0.leftOutPercent, 1) }
    guard alignment.integer != nil || alignment.double != nil else { return rows }
    func add(_ title: String, _ unit: String, of value: (RecordingAlignment) -> String) {
      rows.add([title, alignment.integer.map(value) ?? "–", alignment.double.map(value) ?? "–", unit])
    }
    add("turn to gravity", "°") { found in
      let turn = found.rotationDegrees
      return [turn.x, turn.y, turn.z].map { Digits.fixed($0, 2) }.joined(separator: " ")
    }
    add("dip", "°") { Digits.fixed($0.dipDegrees, 2) }
    add("dip spread, before", "°") { Digits.fixed($0.spreadBeforeDegrees, 2) }
    add("dip spread, after", "°") { Digits.fixed($0.spreadDegrees, 2) }
    return rows
  }

  /// Decimals that give the radius about six digits; `nil` if that needs an exponent.
  private var decimals: Int? {
    let radius = max(integer.radius, double.radius)
    guard radius > 0 else { return 3 }
    guard (1e-4..<1e9).contains(radius) else { return nil }
    return max(0, 5 - Int(log10(radius).rounded(.down)))
  }
}
