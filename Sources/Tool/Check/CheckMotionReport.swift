// The result of `binnacle check motion`, as a table and as JSON.

import TerminalInterface
import Verdict

struct MotionReport {
  let trials: Int
  let isSample: Bool
  let rates: [MotionRateResult]
  let faults: [MotionFaultResult]
  let devices: [MotionDeviceResult]
  let passes: Bool

  // MARK: - JSON

  /// A line for each trial at each rate, for each fault and for each device, then the verdict.
  var json: [JSONObject] {
    let trials = (rates.flatMap(\.trials) + devices.flatMap(\.trials)).map(Self.trial)
    let lines = faults.map { one -> JSONObject in
      var object = Self.figures(one.rate)
      object["what"] = "motionFault"
      object["fault"] = .string(one.fault.rawValue)
      object["key"] = .string("\(one.fault)")
      object["isHeldToVQF"] = .bool(one.fault.isHeldToVQF)
      object["pass"] = .bool(one.isPassed)
      return object
    }
    let verdict: JSONObject = [
      "what": "motion", "pass": .bool(passes), "trials": .integer(self.trials), "sample": .bool(isSample),
      "rates": .array(
        rates.map { rate in
          var object = Self.figures(rate)
          object["pass"] = .bool(rate.isPassed(isSample: isSample))
          object["notReached"] = .array(notReached(rate).map { .string($0) })
          return .object(object)
        }),
    ]
    return trials + lines + devices.map(Self.device) + [verdict]
  }

  /// The aims that the trials are known not to reach.
  private func notReached(_ rate: MotionRateResult) -> [String] {
    if isSample || rate.isSharp { return [] }
    let wanted = Digits.fixed(MotionCheck.wantedRatio, 1)
    return ["ratio \(Digits.fixed(rate.ratio, 2)), at most \(wanted) is wanted"]
  }

  private static func trial(_ trial: MotionTrialResult) -> JSONObject {
    var object: JSONObject = [
      "what": "motionTrial", "trial": .string(trial.name), "hertz": .fixed(trial.hertz, decimals: 1),
      "total": .fixed(trial.integer.total, decimals: 3), "heading": .fixed(trial.integer.heading, decimals: 3),
      "inclination": .fixed(trial.integer.inclination, decimals: 3), "coverage": .fixed(trial.coverage, decimals: 4),
    ]
    if let device = trial.device {
      object["device"] = .string(device)
      object["totalInDouble"] = .fixed(trial.double.total, decimals: 3)
      object["largestDifference"] = .fixed(trial.difference, decimals: 3)
      object["end"] = .fixed(trial.end, decimals: 3)
    }
    return object
  }

  private static func device(_ device: MotionDeviceResult) -> JSONObject {
    [
      "what": "motionDevice", "device": .string(device.name), "trials": .integer(device.trials.count),
      "total": .fixed(device.errors.total, decimals: 3), "heading": .fixed(device.errors.heading, decimals: 3),
      "inclination": .fixed(device.errors.inclination, decimals: 3), "coverage": .fixed(device.coverage, decimals: 4),
      "leastCoverage": .fixed(device.leastCoverage, decimals: 4), "ratio": .fixed(device.ratio, decimals: 3),
      "largestDifference": .fixed(device.difference, decimals: 3), "end": .fixed(device.end, decimals: 3),
      "pass": .bool(device.isPassed),
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
      "rests": .integer(rate.rests.count), "biasError": .fixed(rate.biasError, decimals: 4),
      "inclinationWithoutField": .optional(rate.withoutField) { .fixed($0, decimals: 3) },
      "worst": .string(rate.worst?.name ?? ""),
      "worstTotal": .fixed(rate.worst?.integer.total ?? 0, decimals: 3),
    ]
  }

  // MARK: - Table

  func show(_ console: Console) {
    showDevices(console)
    if rates.isEmpty { return }
    console.line(isSample ? "Sample: 15 s of BROAD's trial 06, fast rotation" : Digits.count(trials, "trial"))
    console.line("")
    var table = Table(
      [Column("rate", .right), Column("", .left)]
        + (Self.titles + ["bias", "no field"]).map { Column($0, .right) })
    for rate in rates {
      table.add(
        [Digits.fixed(rate.hertz, 0) + " Hz", rate.isPassed(isSample: isSample) ? "pass" : "FAIL"] + Self.cells(rate)
          + [
            rate.rests.isEmpty ? "—" : Digits.fixed(rate.biasError, 3),
            rate.withoutField.map { Digits.fixed($0, 2) + "°" } ?? "—",
          ])
    }
    for line in table.lines { console.line(line) }
    for rate in rates {
      for line in notReached(rate) { console.line("not reached at \(Digits.fixed(rate.hertz, 0)) Hz: \(line)") }
    }
    if isSample { return }
    if let worst = rates.first?.worst {
      console.line(
        "The worst trial at \(Digits.fixed(rates[0].hertz, 0)) Hz: \(worst.name), \(Digits.fixed(worst.integer.total, 2))°"
      )
    }
    showFaults(console)
  }

  private func showDevices(_ console: Console) {
    if devices.isEmpty { return }
    var table = Table(
      [Column("device"), Column("trials", .right), Column("")]
        + ["total", "heading", "inclination", "within", "least", "ratio", "end"].map { Column($0, .right) })
    for device in devices {
      let errors = [device.errors.total, device.errors.heading, device.errors.inclination]
      table.add(
        [device.name, String(device.trials.count), device.isPassed ? "pass" : "FAIL"]
          + errors.map { Digits.fixed($0, 2) + "°" }
          + [device.coverage, device.leastCoverage].map { Digits.fixed(100 * $0, 1) + " %" }
          + [Digits.fixed(device.ratio, 2), Digits.fixed(device.end, 1) + "°"])
    }
    for line in table.lines { console.line(line) }
    if !rates.isEmpty { console.line("") }
  }

  private static let titles = ["total", "heading", "inclination", "within", "least", "ratio", "difference"]

  private func showFaults(_ console: Console) {
    if faults.isEmpty { return }
    console.line("")
    var table = Table(
      [Column("fault"), Column("rate", .right), Column("")]
        + Self.titles.map { Column($0, .right) })
    for one in faults {
      table.add(
        [one.fault.rawValue, Digits.fixed(one.rate.hertz, 0) + " Hz", one.isPassed ? "pass" : "FAIL"]
          + Self.cells(one.rate))
    }
    for line in table.lines { console.line(line) }
  }

  private static func cells(_ rate: MotionRateResult) -> [String] {
    let errors = [rate.integer.total, rate.integer.heading, rate.integer.inclination].map { Digits.fixed($0, 2) + "°" }
    let shares = [rate.coverage, rate.leastCoverage].map { Digits.fixed(100 * $0, 1) + " %" }
    return errors + shares + [Digits.fixed(rate.ratio, 2), Digits.fixed(rate.difference, 2) + "°"]
  }
}
