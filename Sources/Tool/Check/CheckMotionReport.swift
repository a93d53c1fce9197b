// What `binnacle check motion` found, as a table and as JSON.

import TerminalInterface
import Verdict

struct MotionReport {
  let trials: Int
  let isSample: Bool
  let rates: [MotionRateResult]
  let faults: [MotionFaultResult]
  let passes: Bool

  // MARK: - JSON

  /// A line for each trial at each rate and for each fault, then the verdict.
  var json: [JSONObject] {
    let trials = rates.flatMap { rate in rate.trials.map { Self.trial($0, rate) } }
    let lines = faults.map { one -> JSONObject in
      var object = Self.figures(one.rate)
      object["what"] = "motionFault"
      object["fault"] = .string(one.fault.rawValue)
      object["pass"] = .bool(one.isPassed)
      return object
    }
    let verdict: JSONObject = [
      "what": "motion", "pass": .bool(passes), "trials": .integer(self.trials), "sample": .bool(isSample),
      "rates": .array(
        rates.map { rate in
          var object = Self.figures(rate)
          object["pass"] = .bool(rate.isPassed(isSample: isSample))
          return .object(object)
        }),
    ]
    return trials + lines + [verdict]
  }

  private static func trial(_ trial: MotionTrialResult, _ rate: MotionRateResult) -> JSONObject {
    [
      "what": "motionTrial", "trial": .string(trial.name), "hertz": .fixed(rate.hertz, decimals: 1),
      "total": .fixed(trial.integer.total, decimals: 3), "heading": .fixed(trial.integer.heading, decimals: 3),
      "inclination": .fixed(trial.integer.inclination, decimals: 3), "coverage": .fixed(trial.coverage, decimals: 4),
    ]
  }

  private static func figures(_ rate: MotionRateResult) -> JSONObject {
    [
      "hertz": .fixed(rate.hertz, decimals: 1), "total": .fixed(rate.integer.total, decimals: 3),
      "heading": .fixed(rate.integer.heading, decimals: 3),
      "inclination": .fixed(rate.integer.inclination, decimals: 3),
      "totalInDouble": .fixed(rate.double.total, decimals: 3),
      "largestDifference": .fixed(rate.difference, decimals: 3), "coverage": .fixed(rate.coverage, decimals: 4),
      "leastCoverage": .fixed(rate.leastCoverage, decimals: 4), "ratio": .fixed(rate.ratio, decimals: 3),
      "worst": .string(rate.worst?.name ?? ""),
      "worstTotal": .fixed(rate.worst?.integer.total ?? 0, decimals: 3),
    ]
  }

  // MARK: - Table

  func show(_ console: Console) {
    console.line(isSample ? "Sample: 15 s of BROAD's trial 06, fast rotation" : Digits.count(trials, "trial"))
    console.line("")
    var table = Table(
      [Column("rate", .right), Column("", .left)]
        + ["total", "heading", "inclination", "within", "least", "ratio", "difference"].map { Column($0, .right) })
    for rate in rates {
      table.add(
        [Digits.fixed(rate.hertz, 0) + " Hz", rate.isPassed(isSample: isSample) ? "pass" : "FAIL"] + Self.cells(rate))
    }
    for line in table.lines { console.line(line) }
    if !isSample, let worst = rates.first?.worst {
      console.line(
        "The worst trial at \(Digits.fixed(rates[0].hertz, 0)) Hz: \(worst.name), \(Digits.fixed(worst.integer.total, 2))°"
      )
    }
    showFaults(console)
  }

  private func showFaults(_ console: Console) {
    if faults.isEmpty { return }
    console.line("")
    var table = Table(
      [Column("fault, at 95 Hz"), Column("")]
        + ["total", "heading", "inclination", "within", "least", "ratio", "difference"].map { Column($0, .right) })
    for one in faults { table.add([one.fault.rawValue, one.isPassed ? "pass" : "FAIL"] + Self.cells(one.rate)) }
    for line in table.lines { console.line(line) }
  }

  private static func cells(_ rate: MotionRateResult) -> [String] {
    let errors = [rate.integer.total, rate.integer.heading, rate.integer.inclination].map { Digits.fixed($0, 2) + "°" }
    let shares = [rate.coverage, rate.leastCoverage].map { Digits.fixed(100 * $0, 1) + " %" }
    return errors + shares + [Digits.fixed(rate.ratio, 2), Digits.fixed(rate.difference, 2) + "°"]
  }
}
