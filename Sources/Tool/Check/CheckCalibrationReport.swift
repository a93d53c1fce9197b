// The verdicts of `check calibration`, for people and for programs.
import Foundation
import Simulation
import TerminalInterface
import ToolCommandLine
import ToolStream
import Verdict

struct CalibrationCheckReport {
  var seed: UInt64
  var figures: [CalibrationFigure]
  /// The distribution over the worlds, by motion.
  var table: [CalibrationTableRow]
  /// Worlds that count against the fit in a figure.
  var suspects: [CalibrationTrial]
  var isInterrupted: Bool
  var seconds: Double

  /// Figures without a measurement, as with few worlds, are ignored. If there are no others, nothing was proven.
  var passes: Bool { figures.contains(where: \.isJudged) && failed.isEmpty && !isInterrupted }

  private var failed: [CalibrationFigure] { figures.filter { $0.isJudged && !$0.pass } }
  private var notJudged: [CalibrationFigure] { figures.filter { !$0.isJudged } }

  func show(_ arguments: ParsedArguments) {
    let console = arguments.console
    switch arguments.outputMode {
    case .jsonLines:
      for row in table { console.line(Self.json(row)) }
      for trial in suspects { console.line(Self.json(trial)) }
      for figure in figures { console.line(json(figure)) }
      console.line(total)
    case .human:
      if !table.isEmpty { showTable(console) }
      showFigures(console)
    }
  }

  // MARK: - JSON

  private func json(_ figure: CalibrationFigure) -> JSONObject {
    [
      "what": "calibration", "figure": .string(figure.name),
      "pass": !figure.isJudged || isInterrupted && !figure.pass ? .null : .bool(figure.pass),
      "measured": .significant(figure.measured, digits: 6), "limit": .double(figure.limit),
      "bound": .string(figure.bound == .atMost ? "atMost" : "atLeast"), "unit": .string(figure.unit),
      "samples": .integer(figure.samples), "worst": .string(figure.worst), "says": .string(figure.what),
    ]
  }

  private var total: JSONObject {
    var object: JSONObject = [
      "what": "calibration", "pass": isInterrupted ? .null : .bool(passes), "seed": .integer(seed),
      "figures": .integer(figures.count),
      "failed": .array(isInterrupted ? [] : failed.map { .string($0.name) }),
      "notJudged": .array(notJudged.map { .string($0.name) }),
      "seconds": .fixed(seconds, decimals: 1),
    ]
    if isInterrupted { object["interrupted"] = true }
    return object
  }

  private static func json(_ row: CalibrationTableRow) -> JSONObject {
    [
      "what": "calibrationTable", "motion": .string(row.motion), "worlds": .integer(row.worlds),
      "accepted": .integer(row.accepted), "planar": .integer(row.models[0]), "sphere": .integer(row.models[1]),
      "axis": .integer(row.models[2]), "ellipsoid": .integer(row.models[3]),
      "trueMedianDegrees": .significant(row.trueMedian, digits: 4),
      "true95Degrees": .significant(row.trueHigh, digits: 4),
      "predictedMedianDegrees": .significant(row.predictedMedian, digits: 4),
      "honestPercent": .significant(row.honestPercent, digits: 4),
    ]
  }

  private static func name(_ motion: CalibrationMotion) -> String {
    switch motion {
    case .flat: "flat"
    case .rocked(let degrees): "rocked to \(Digits.fixed(degrees, 1))°"
    case .tumbled: "every way"
    }
  }

  private static func json(_ trial: CalibrationTrial) -> JSONObject {
    let world = trial.world
    let iron = (world.hardIronNanotesla * world.hardIronNanotesla).sum().squareRoot()
    return [
      "what": "calibrationWorld", "world": .integer(world.index), "motion": .string(Self.name(world.motion)),
      "model": .string(CalibrationText.name(trial.finding.model)), "accepted": .bool(trial.isAccepted),
      "reasons": .array(trial.finding.reasonNames.map { .string($0) }),
      "trueDegrees": .significant(trial.trueWorstDegrees, digits: 4),
      "predictedDegrees": .optional(trial.finding.worstDegrees) { .significant($0, digits: 4) },
      "tiltSeenDegrees": .significant(trial.tiltSeenDegrees, digits: 4),
      "dipDegrees": .significant(world.dipDegrees, digits: 4),
      "rotationDegrees": .significant(world.rotationDegrees, digits: 3),
      "noiseNanotesla": .significant(world.noiseNanotesla, digits: 3),
      "fieldNanotesla": .significant(world.fieldNanotesla, digits: 4),
      "fieldErrorPercent": .significant(100 * world.fieldErrorShare, digits: 3),
      "hardIronFields": .significant(iron / world.fieldNanotesla, digits: 3),
      "acceleration": .bool(world.hasAccelerometer), "inRange": .bool(trial.isInRange),
      "magnetNanotesla": .optional(world.magnetNanotesla) { .significant($0, digits: 3) },
    ]
  }

  // MARK: - Text

  private func showTable(_ console: Console) {
    var rows = Table([
      Column("motion"), Column("worlds", .right), Column("accepted", .right), Column("planar", .right),
      Column("sphere", .right), Column("axis", .right), Column("ellipsoid", .right), Column("true, median", .right),
      Column("true, 95 %", .right), Column("predicted", .right), Column("honest", .right),
    ])
    for row in table {
      rows.add(
        [row.motion, "\(row.worlds)", "\(row.accepted)"] + row.models.map(String.init)
          + [row.trueMedian, row.trueHigh, row.predictedMedian].map { $0.isFinite ? Digits.fixed($0, 2) + "°" : "–" }
          + [row.honestPercent.isFinite ? Digits.fixed(row.honestPercent, 1) + " %" : "–"])
    }
    for line in rows.lines { console.line(line) }
    console.line()
  }

  private func showFigures(_ console: Console) {
    for figure in figures {
      // A check of only a part of the worlds cannot fail yet, and neither can a figure without worlds.
      let isOpen = !figure.isJudged || isInterrupted && !figure.pass
      let verdict = figure.pass ? "pass" : isOpen ? "open" : "FAIL"
      let colour = figure.pass ? Colour.good : isOpen ? Colour.warning : Colour.bad
      let painted = colour.paint(verdict, for: console.results)
      let unit = figure.unit.isEmpty || figure.unit == "°" ? figure.unit : " \(figure.unit)"
      let measured = figure.measured.isFinite ? Digits.significant(figure.measured, 4) + unit : "nothing measured"
      let bound = figure.bound == .atMost ? "≤" : "≥"
      console.line(
        "\(painted)  \(figure.name): \(measured), \(bound) \(Digits.significant(figure.limit, 4))\(unit) over "
          + "\(Digits.grouped(figure.samples))")
      console.line("      \(figure.what)" + (figure.worst.isEmpty ? "" : "; worst: \(figure.worst)"))
    }
    let time = Digits.duration(seconds: seconds)
    if isInterrupted { return console.line("interrupted after \(time): no verdict; the figures are of what was done") }
    let verdict = passes ? "pass" : "FAIL"
    let painted = (passes ? Colour.good : Colour.bad).paint(verdict, for: console.results)
    var text = failed.isEmpty ? "" : ", \(failed.count) of \(figures.count) figures"
    if !notJudged.isEmpty {
      text += ", \(notJudged.count) of \(figures.count) not judged, as nothing was measured"
    }
    console.line("verdict: \(painted)\(text)  in \(time)")
  }
}
