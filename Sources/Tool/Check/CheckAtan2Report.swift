// The result of an atan2 sweep, which is written, and read again to add shards.
import DeviceUnits
import Foundation
import Reference
import TerminalInterface
import Verdict

/// A sweep, its result, and its limit.
struct Atan2Report: Equatable, Sendable {
  var tier = CheckedTier.precise
  var sweep: AngleSweep
  var tally: AngleTally<AnglePair>
  /// The additional pairs of Int32.
  var wide = WideAngleSweep(samples: SweepSamples(count: 0, seed: 1))
  var wideTally = WideAngleTally()
  /// Whether the function returned undefined for (0, 0), as it must.
  var zeroIsUndefined: Bool
  var seconds: Double
  var threads: Int

  /// Whether all pairs were tested: the sweep was not interrupted, and no shard is missing.
  var isComplete: Bool { tally.samples == sweep.pairs && wideTally.done == wide.pairs }

  private var tallies: [AngleTally<AnglePair>] { [tally, wideTally.upTo25Bits, wideTally.beyond] }

  /// Whether no tested pair was wrong.
  private var isFineSoFar: Bool { zeroIsUndefined && tallies.allSatisfy(isFine) }

  private func isFine(_ tally: AngleTally<AnglePair>) -> Bool {
    tally.undefined == 0 && tally.maxErrorDegrees <= tier.limitDegrees
      && (tally.inexactEighths == 0 || !tier.isExactInEighths)
  }

  var isPassed: Bool { isComplete && tally.samples > 0 && isFineSoFar }

  private var pairs: UInt64 { tally.samples + wideTally.done }
  var pairsPerSecond: Double { seconds > 0 ? Double(pairs) / seconds : 0 }

  var json: JSONObject {
    var object: JSONObject = ["what": "atan2", "tier": .string(tier.rawValue), "pass": .bool(isPassed)]
    object.append(json(of: tally))
    object["zeroIsUndefined"] = .bool(zeroIsUndefined)
    object["complete"] = .bool(isComplete)
    switch sweep.domain {
    case .exhaustive(let radius): object["domain"] = ["kind": "exhaustive", "radius": .integer(radius)]
    case .samples(let count, let seed):
      object["domain"] = ["kind": "samples", "count": .integer(count), "seed": .integer(seed)]
    }
    object["wide"] = [
      "count": .integer(wide.samples.count), "seed": .integer(wide.samples.seed), "pairs": .integer(wideTally.done),
      "upTo25Bits": .object(json(of: wideTally.upTo25Bits)), "beyond": .object(json(of: wideTally.beyond)),
    ]
    object["shard"] = .string("\(sweep.shard)/\(sweep.shards)")
    object["unitsPerTurn"] = .integer(AngleUnits.perTurn)
    object["pairsPerSecond"] = .fixed(pairsPerSecond, decimals: 0)
    object["seconds"] = .fixed(seconds, decimals: 3)
    object["cores"] = .integer(threads)
    return object
  }

  private func json(of tally: AngleTally<AnglePair>) -> JSONObject {
    var object = tally.json(limitDegrees: tier.limitDegrees) { worst in
      [
        "y": .integer(worst.input.y), "x": .integer(worst.input.x), "angle": .optional(worst.angle) { .integer($0) },
        "angleDegrees": .optional(worst.angle) { .fixed($0.binaryDegrees, decimals: 9) },
        "expectedDegrees": .optional(Self.expected(worst.input)) { .fixed($0, decimals: 9) },
      ]
    }
    object["pairs"] = .integer(tally.samples)
    object["axesAndDiagonals"] = .integer(tally.eighths)
    object["inexact"] = .integer(tally.inexactEighths)
    return object
  }

  private static func expected(_ pair: AnglePair) -> Double? {
    ReferenceAngle.degrees(y: Double(pair.y), x: Double(pair.x))
  }

  /// The report for people: the verdict, the place of the worst error, and the duration.
  func lines(for sink: Console.Sink) -> [String] {
    let stopped = "stopped after \(Digits.grouped(pairs)) of \(Digits.grouped(sweep.pairs + wide.pairs)) pairs"
    // An unfinished sweep that found nothing wrong has no verdict; it has not failed.
    let isUnjudged = !isComplete && isFineSoFar
    let verdict =
      isPassed
      ? Colour.good.paint("pass", for: sink)
      : isUnjudged ? "\(stopped): no verdict" : Colour.bad.paint("FAIL", for: sink)
    var lines = [
      "atan2, \(tier.rawValue): \(verdict)  max \(Digits.significant(tally.maxErrorDegrees, 3))°, "
        + "rms \(Digits.significant(tally.rmsErrorDegrees, 3))°, limit \(tier.limitDegrees)° "
        + "over \(Digits.grouped(tally.samples)) pairs"
    ]
    if let worst = tally.worst, let expected = Self.expected(worst.input) {
      let answer = worst.angle.map { Digits.fixed($0.binaryDegrees, 7) + "°" } ?? "undefined"
      lines.append(
        "       worst at y \(worst.input.y), x \(worst.input.x): \(answer) where atan2 is "
          + "\(Digits.fixed(expected, 7))°")
    }
    let undefined = tallies.reduce(0) { $0 + $1.undefined }
    if undefined > 0 { lines.append("       \(Digits.grouped(undefined)) pairs had no angle") }
    if wideTally.done > 0 {
      lines.append(
        "       Int32: max \(Digits.significant(wideTally.upTo25Bits.maxErrorDegrees, 3))° up to 2^25, "
          + "\(Digits.significant(wideTally.beyond.maxErrorDegrees, 3))° beyond, "
          + "over \(Digits.grouped(wideTally.done)) pairs")
    }
    let eighths = tallies.reduce(0) { $0 + $1.eighths }
    if eighths > 0 {
      let inexact = tallies.reduce(0) { $0 + $1.inexactEighths }
      lines.append(
        "       axes and diagonals: \(Digits.grouped(eighths)) vectors, \(Digits.grouped(inexact)) not exact"
          + (tier.isExactInEighths ? "" : ", as this tier may"))
    }
    if !zeroIsUndefined { lines.append("       (0, 0) had an angle; it must be undefined") }
    if !isComplete && !isUnjudged { lines.append("       \(stopped)") }
    lines.append(
      "       \(Digits.duration(seconds: seconds)), \(ProgressBar.scaled(pairsPerSecond)) pairs/s, threads: \(threads)"
        + (sweep.shards > 1 ? ", shard \(sweep.shard)/\(sweep.shards)" : ""))
    return lines
  }

  func show(_ mode: OutputMode, console: Console) {
    switch mode {
    case .jsonLines: console.line(json)
    case .human: for line in lines(for: console.results) { console.line(line) }
    }
  }
}
