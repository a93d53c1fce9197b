// binnacle check world-model: compares the integer World Magnetic Model with Double.
import Foundation
import Geomagnetism
import TerminalInterface
import ToolCommandLine
import ToolConnection
import Verdict

package struct CheckWorldModelCommand: Subcommand {
  package let name = "world-model"
  package let summary = "compare the integer World Magnetic Model with its equations in Double"
  package static let samples = CommandOption("samples", "N", "places and dates (default 100,000)")
  package let options: [CommandOption] = [samples, .seed, .threads, .json]
  package let examples = [
    CommandExample("check world-model", "100,000 random places and dates, both poles among them"),
    CommandExample("check world-model --samples 1000000 --seed 7", "a million others"),
  ]
  package let notes = [
    "Heights from -1 to 850 km and every day of the model's life. The limits are 0.1 nT in each component, 0.001° in "
      + "declination where the horizontal field is at least 6000 nT and 0.002° down to 2000 nT.",
    "The hash is that of all answers, bit for bit: the same on every machine. Exit status: 0 pass, 1 fail or interrupted.",
  ]

  /// Replaces the model of the device's code; tests set a wrong one here.
  package var function: WorldModelSweep.Function = WorldModelSweep.integerModel

  package init(function: @escaping WorldModelSweep.Function = WorldModelSweep.integerModel) {
    self.function = function
  }

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let count = try arguments.integer(Self.samples, in: 1...1_000_000_000) ?? 100_000 as UInt64
    let seed = try arguments.seed()
    let threads = try arguments.threads()
    let bar = ProgressBar("world model", total: count, unit: "places", console: arguments.console)
    let start = ContinuousClock.now
    let tally = WorldModelSweep(count: count, seed: seed, reference: .released)
      .run(threads: threads, function: function) { done in
        bar.update(done)
        return !Interrupt.isRequested
      }
    bar.finish()
    let report = WorldModelReport(
      count: count, seed: seed, tally: tally, seconds: (ContinuousClock.now - start) / .seconds(1))
    switch arguments.outputMode {
    case .jsonLines: arguments.console.line(report.json)
    case .human: for line in report.lines(for: arguments.console.results) { arguments.console.line(line) }
    }
    return report.isPassed ? .pass : .verdictFailed
  }
}

/// The outcome of one check.
struct WorldModelReport {
  let count: UInt64
  let seed: UInt64
  let tally: WorldModelTally
  let seconds: Double

  var isPassed: Bool { tally.samples == count && tally.isWithinLimits }

  private func place(_ index: UInt64) -> WorldModelSweep.Sample { WorldModelSweep.sample(index, seed: seed) }

  var json: JSONObject {
    var object: JSONObject = [
      "what": "world-model", "model": .string("\(WorldMagneticModel.name)"), "pass": .bool(isPassed),
      "samples": .integer(tally.samples), "seed": .integer(seed), "refused": .integer(tally.refused),
      "rmsErrorNanotesla": .fixed(tally.rms, decimals: 5),
    ]
    for figure in WorldModelFigure.allCases {
      var part: JSONObject = [
        "maxError": .fixed(tally[figure].maxError, decimals: 6), "limit": .fixed(figure.limit, decimals: 4),
        "unit": .string(figure.isAngle ? "degrees" : "nT"),
      ]
      if let index = tally[figure].worst {
        let sample = place(index)
        part["worst"] = .object([
          "latitude": .integer(sample.position.latitude), "longitude": .integer(sample.position.longitude),
          "heightMillimetres": .integer(sample.position.height), "days": .integer(sample.date.days),
        ])
      }
      object[figure.rawValue] = .object(part)
    }
    object["hash"] = .string(String(format: "%016llx", tally.outputHash))
    object["seconds"] = .fixed(seconds, decimals: 3)
    return object
  }

  func lines(for sink: Console.Sink) -> [String] {
    let verdict = (isPassed ? Colour.good : Colour.bad).paint(isPassed ? "pass" : "FAIL", for: sink)
    var lines = [
      "world model, \(WorldMagneticModel.name): \(verdict)  \(Digits.grouped(tally.samples)) places, rms "
        + "\(Digits.significant(tally.rms, 2)) nT, \(Digits.duration(seconds: seconds))"
    ]
    var table = Table([
      Column("quantity"), Column("max error", .right), Column("limit", .right), Column("worst at"),
    ])
    for figure in WorldModelFigure.allCases {
      let sample = tally[figure].worst.map(place)
      let unit = figure.isAngle ? "°" : "nT"
      let (year, month, day) = sample?.date.civil ?? (0, 0, 0)
      table.add([
        figure == .declinationCaution ? "declination, 2000…6000 nT" : figure.rawValue,
        Digits.significant(tally[figure].maxError, 3) + " " + unit, Digits.significant(figure.limit, 3) + " " + unit,
        sample.map {
          "\(Digits.fixed($0.latitudeDegrees, 4))° \(Digits.fixed($0.longitudeDegrees, 4))° "
            + "\(Digits.fixed($0.kilometres, 1)) km \(Place.text(year: year, month: month, day: day))"
        } ?? "–",
      ])
    }
    lines += table.lines
    if tally.refused > 0 { lines.append("\(Digits.grouped(tally.refused)) places were refused") }
    if tally.samples < count { lines.append("stopped after \(Digits.grouped(tally.samples)) places") }
    return lines
  }
}
