// binnacle check world-model: compares the integer World Magnetic Model with Double and with the official values.
import Foundation
import Geomagnetism
import Reference
import TerminalInterface
import ToolCommandLine
import ToolConnection
import Verdict

package struct CheckWorldModelCommand: Subcommand {
  package let name = "world-model"
  package let summary = "compare the integer World Magnetic Model with Double and the official values"
  package static let samples = CommandOption("samples", "N", "places and dates (default 100,000)")
  package let options: [CommandOption] = [samples, .seed, .threads, .json]
  package let examples = [
    CommandExample("check world-model", "100,000 random places and dates, both poles among them"),
    CommandExample("check world-model --samples 1000000 --seed 7", "a million others"),
  ]
  package let notes = [
    "Heights from -1 to 850 km and every day of the model's life. The limits are 0.1 nT in each component, 0.001° in "
      + "declination where the horizontal field is at least 6000 nT and 0.002° down to 2000 nT. The equations in Double "
      + "are held to the official values: 0.001 nT, and 0.005° where these have two decimals.",
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
      count: count, seed: seed, tally: tally, official: WorldModelOfficial(),
      seconds: (ContinuousClock.now - start) / .seconds(1))
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
  let official: WorldModelOfficial
  let seconds: Double

  var isPassed: Bool { tally.samples == count && tally.isWithinLimits && official.isWithinLimits }

  /// Each quantity with its worst sample, unit and limit.
  private var quantities: [(name: String, worst: WorstSample, unit: String, limit: Double)] {
    let field = WorldModelTally.componentLimit
    let length = WorldModelTally.lengthLimit
    return [
      ("north", tally.north, "nT", field), ("east", tally.east, "nT", field), ("down", tally.down, "nT", field),
      ("horizontal", tally.horizontal, "nT", length), ("total", tally.total, "nT", length),
      ("declination", tally.declination, "°", WorldModelTally.declinationLimit),
      ("declinationCaution", tally.cautionDeclination, "°", WorldModelTally.cautionDeclinationLimit),
      ("dip", tally.dip, "°", WorldModelTally.dipLimit),
    ]
  }

  private func place(_ index: UInt64) -> WorldModelSweep.Sample { WorldModelSweep.sample(index, seed: seed) }

  var json: JSONObject {
    var object: JSONObject = [
      "what": "world-model", "model": .string("\(WorldMagneticModel.name)"), "pass": .bool(isPassed),
      "samples": .integer(tally.samples), "seed": .integer(seed), "refused": .integer(tally.refused),
      "rmsErrorNanotesla": .fixed(tally.rms, decimals: 5),
    ]
    for quantity in quantities {
      var part: JSONObject = [
        "maxError": .fixed(quantity.worst.error, decimals: 6), "limit": .fixed(quantity.limit, decimals: 4),
        "unit": .string(quantity.unit == "°" ? "degrees" : "nT"),
      ]
      if let index = quantity.worst.index {
        let sample = place(index)
        part["worst"] = .object([
          "latitude": .integer(sample.position.latitude), "longitude": .integer(sample.position.longitude),
          "heightMillimetres": .integer(sample.position.height), "days": .integer(sample.date.days),
        ])
      }
      object[quantity.name] = .object(part)
    }
    object["official"] = .object([
      "rows": .integer(official.rows), "referenceFieldErrorNanotesla": .fixed(official.fieldError, decimals: 6),
      "referenceAngleErrorDegrees": .fixed(official.angleError, decimals: 6),
      "referenceRateError": .fixed(official.rateError, decimals: 7),
      "integerErrorNanotesla": .fixed(official.integerError, decimals: 5),
    ])
    object["hash"] = .string(String(format: "%016llx", tally.hash))
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
    for quantity in quantities {
      let sample = quantity.worst.index.map(place)
      let (year, month, day) = sample?.date.civil ?? (0, 0, 0)
      table.add([
        quantity.name == "declinationCaution" ? "declination, 2000…6000 nT" : quantity.name,
        Digits.significant(quantity.worst.error, 3) + " " + quantity.unit,
        Digits.significant(quantity.limit, 3) + " " + quantity.unit,
        sample.map {
          "\(Digits.fixed($0.latitudeDegrees, 4))° \(Digits.fixed($0.longitudeDegrees, 4))° "
            + "\(Digits.fixed($0.kilometres, 1)) km \(Place.text(year: year, month: month, day: day))"
        } ?? "–",
      ])
    }
    lines += table.lines
    lines.append(
      "official rows, \(official.rows): Double within \(Digits.significant(official.fieldError, 2)) nT and "
        + "\(Digits.significant(official.angleError, 4))°, integers within "
        + "\(Digits.significant(official.integerError, 2)) nT")
    if tally.refused > 0 { lines.append("\(Digits.grouped(tally.refused)) places were refused") }
    if tally.samples < count { lines.append("stopped after \(Digits.grouped(tally.samples)) places") }
    return lines
  }
}
