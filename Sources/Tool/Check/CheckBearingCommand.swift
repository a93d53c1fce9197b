// binnacle check bearing: compares random pairs of places with Double.
import DeviceUnits
import Foundation
import TerminalInterface
import ToolCommandLine
import ToolNavigation
import Verdict

package struct CheckBearingCommand: Subcommand {
  package let name = "bearing"
  package let summary = "compare bearings and distances of random pairs of places with Double"
  package static let samples = CommandOption("samples", "N", "pairs of places (default 1,000,000)")
  package static let rows = CommandOption(
    "rows", "FILE",
    "take the places from a table instead (columns lat1, lon1, lat2, lon2): one JSON line a row, no verdict")
  package let options: [CommandOption] = [samples, .seed, .threads, rows, .json]
  package let examples = [
    CommandExample("check bearing", "a million pairs, on the sphere and on WGS84"),
    CommandExample("check bearing --samples 10,000,000 --json", "ten million, for a program"),
    CommandExample(
      "check bearing --rows legs.csv", "for a check by another program: the rounded places, and the integer results"),
  ]
  package let notes = [
    "Distances are log-uniform from 1 m to 20,000 km; every fourth pair is as close to opposite, every eighth starts "
      + "near a pole. The reference is computed at the same rounded coordinates. Limits: on the sphere 1e-5° for "
      + "places 10 m and more apart and from each other's antipode, and the larger of 0.05 m and 1e-8 of the distance; "
      + "on WGS84 0.002° and 2e-5 of the distance + 2 mm, up to 19,000 km and 89.9° of latitude. outputHash is the "
      + "same for the same seed and number as long as every bit is the same."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    if let path = arguments.text(Self.rows) { return try BearingRows(path: path).run(arguments.console) }
    let count = try arguments.integer(Self.samples, in: 1...SweepSamples.most) ?? 1_000_000
    let samples = SweepSamples(count: count, seed: try arguments.seed())
    let threads = try arguments.threads()
    let bar = ProgressBar("bearing", total: count, unit: "pairs", console: arguments.console)
    let start = ContinuousClock.now
    let sums = LegSweep(samples: samples).run(
      threads: threads,
      progress: { done in
        bar.update(done)
        return !Interrupt.isRequested
      })
    bar.finish()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let isComplete = sums.samples == count
    let isPassed = isComplete && sums.isPassed
    switch arguments.outputMode {
    case .jsonLines:
      arguments.console.line(Self.json(sums, samples, isPassed: isPassed, seconds: seconds, threads: threads))
    case .human:
      for figure in LegFigure.allCases {
        for line in Self.lines(figure, sums[figure], console: arguments.console) { arguments.console.line(line) }
      }
      arguments.console.line(
        (isComplete ? "" : "stopped before the end: no verdict; ")
          + "\(Digits.grouped(sums.samples)) pairs in \(Digits.duration(seconds: seconds)), threads: \(threads)")
    }
    return isPassed ? .pass : .verdictFailed
  }

  private static func json(
    _ sums: LegSums, _ samples: SweepSamples, isPassed: Bool, seconds: Double, threads: Int
  ) -> JSONObject {
    let bearing = sums[.sphereBearing]
    var object: JSONObject = [
      "what": "bearing", "pass": .bool(isPassed), "samples": .integer(sums.samples), "seed": .integer(samples.seed),
      "maxErrorDegrees": .significant(bearing.maxError, digits: 6),
      "rmsErrorDegrees": .significant(bearing.rmsError, digits: 6),
      "limitDegrees": .double(LegFigure.sphereBearing.limit(atMetres: 0)), "worst": worst(bearing),
    ]
    for figure in LegFigure.allCases {
      let tally = sums[figure]
      let unit = figure.isAngle ? "Degrees" : "Metres"
      object[figure.rawValue] = [
        "pass": .bool(tally.isPassed), "samples": .integer(tally.samples),
        "maxError\(unit)": .significant(tally.maxError, digits: 6),
        "rmsError\(unit)": .significant(tally.rmsError, digits: 6),
        "worstShareOfLimit": .significant(tally.worstShare, digits: 6), "limit": .string(limit(figure)),
        "worst": worst(tally),
      ]
    }
    object["outputHash"] = .string(String(sums.outputHash, radix: 16))
    object["seconds"] = .fixed(seconds, decimals: 3)
    object["cores"] = .integer(threads)
    return object
  }

  private static func limit(_ figure: LegFigure) -> String {
    switch figure {
    case .sphereBearing: "1e-5°"
    case .sphereDistance: "0.05 m or 1e-8"
    case .wgs84Bearing: "0.002°"
    case .wgs84Distance: "2e-5 + 2 mm"
    }
  }

  private static func worst(_ tally: FigureTally<LegSample>) -> JSONValue {
    .optional(tally.worst) { sample in
      let places = [sample.start.latitude, sample.start.longitude, sample.end.latitude, sample.end.longitude]
      var object: JSONObject = ["index": .integer(sample.index)]
      for (name, units) in zip(["latitude1", "longitude1", "latitude2", "longitude2"], places) {
        object[name] = .integer(units)
        object["\(name)Degrees"] = .fixed(units.binaryDegrees, decimals: 9)
      }
      return .object(object)
    }
  }

  private static func lines(_ figure: LegFigure, _ tally: FigureTally<LegSample>, console: Console) -> [String] {
    let verdict = (tally.isPassed ? Colour.good : .bad).paint(tally.isPassed ? "pass" : "FAIL", for: console.results)
    let unit = figure.isAngle ? "°" : " m"
    let name =
      switch figure {
      case .sphereBearing: "bearing, sphere "
      case .sphereDistance: "distance, sphere"
      case .wgs84Bearing: "bearing, WGS84  "
      case .wgs84Distance: "distance, WGS84 "
      }
    var lines = [
      "\(name)  \(verdict)  max \(Digits.significant(tally.maxError, 3))\(unit), "
        + "rms \(Digits.significant(tally.rmsError, 3))\(unit), \(Digits.fixed(tally.worstShare * 100, 1)) % of its "
        + "limit (\(limit(figure))) at worst"
    ]
    if !tally.isPassed, let sample = tally.worst {
      lines.append(
        "                  worst from \(sample.start.latitudeDegrees),\(sample.start.longitudeDegrees) to "
          + "\(sample.end.latitudeDegrees),\(sample.end.longitudeDegrees)")
    }
    return lines
  }
}
