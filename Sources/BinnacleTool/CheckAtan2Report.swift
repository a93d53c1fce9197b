// The result of an atan2 sweep, as it is written and as it is read again to add up shards.
import Foundation
import Reference
import Terminal
import Verdict

/// A sweep, what it found, and the limit it is held to.
struct Atan2Report: Equatable, Sendable {
  var tier = CheckedTier.precise
  var sweep: AngleSweep
  var tally: AngleSweepTally
  /// Whether the function called (0, 0) undefined, as it must.
  var zeroIsUndefined: Bool
  var seconds: Double
  var threads: Int

  /// All pairs were seen: nobody interrupted, no shard is missing.
  var isComplete: Bool { tally.pairs == sweep.pairs }

  /// Nothing that was seen is wrong.
  private var isFineSoFar: Bool {
    zeroIsUndefined && tally.undefined == 0 && tally.maxErrorDegrees <= tier.limitDegrees
  }

  var isPassed: Bool { isComplete && tally.pairs > 0 && isFineSoFar }

  var pairsPerSecond: Double { seconds > 0 ? Double(tally.pairs) / seconds : 0 }

  var json: JSONObject {
    var object: JSONObject = [
      "what": "atan2", "tier": .string(tier.rawValue), "pass": .bool(isPassed), "samples": .integer(tally.pairs),
      "pairs": .integer(tally.pairs),
      "maxErrorDegrees": .significant(tally.maxErrorDegrees, digits: 9),
      "rmsErrorDegrees": .significant(tally.rmsErrorDegrees, digits: 9),
      "limitDegrees": .double(tier.limitDegrees),
      "worst": .optional(tally.worst) { .object(Self.json(of: $0)) },
      "undefined": .integer(tally.undefined), "zeroIsUndefined": .bool(zeroIsUndefined),
      "complete": .bool(isComplete),
    ]
    switch sweep.domain {
    case .exhaustive(let radius): object["domain"] = ["kind": "exhaustive", "radius": .integer(radius)]
    case .samples(let count, let seed):
      object["domain"] = ["kind": "samples", "count": .integer(count), "seed": .integer(seed)]
    }
    object["shard"] = .string("\(sweep.shard)/\(sweep.shards)")
    // The exact sums, in units of 2^−48 turns: what `check merge` adds up.
    object["exact"] = [
      "unitsPerTurn": .integer(AngleSweepTally.unitsPerTurn), "maxError": .integer(tally.worst?.error ?? 0),
      "sumOfSquaredErrors": .string(String(tally.sumOfSquares)),
    ]
    object["pairsPerSecond"] = .fixed(pairsPerSecond, decimals: 0)
    object["seconds"] = .fixed(seconds, decimals: 3)
    object["cores"] = .integer(threads)
    return object
  }

  private static func json(of pair: AngleSweepTally.Pair) -> JSONObject {
    [
      "y": .integer(pair.y), "x": .integer(pair.x), "angle": .optional(pair.angle) { .integer($0) },
      "angleDegrees": .optional(pair.angle) { .fixed(ReferenceAngle.degrees(binary: $0), decimals: 9) },
      "expectedDegrees": .optional(expected(pair)) { .fixed($0, decimals: 9) },
    ]
  }

  private static func expected(_ pair: AngleSweepTally.Pair) -> Double? {
    ReferenceAngle.degrees(y: Double(pair.y), x: Double(pair.x))
  }

  /// For a person: the verdict, where the worst error was, and how long it took.
  func lines(for sink: Console.Sink) -> [String] {
    let stopped = "stopped after \(Digits.grouped(tally.pairs)) of \(Digits.grouped(sweep.pairs)) pairs"
    // An unfinished sweep that met nothing wrong has not failed: it has not been judged.
    let isUnjudged = !isComplete && isFineSoFar
    let verdict =
      isPassed
      ? Colour.good.paint("pass", for: sink)
      : isUnjudged ? "\(stopped): no verdict" : Colour.bad.paint("FAIL", for: sink)
    var lines = [
      "atan2, \(tier.rawValue): \(verdict)  max \(Digits.significant(tally.maxErrorDegrees, 3))°, "
        + "rms \(Digits.significant(tally.rmsErrorDegrees, 3))°, limit \(tier.limitDegrees)° "
        + "over \(Digits.grouped(tally.pairs)) pairs"
    ]
    if let pair = tally.worst, let expected = Self.expected(pair) {
      let answer = pair.angle.map { Digits.fixed(ReferenceAngle.degrees(binary: $0), 7) + "°" } ?? "undefined"
      lines.append(
        "       worst at y \(pair.y), x \(pair.x): \(answer) where atan2 is \(Digits.fixed(expected, 7))°")
    }
    if tally.undefined > 0 { lines.append("       \(Digits.grouped(tally.undefined)) pairs had no angle") }
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

// MARK: - Reading

extension Atan2Report {
  /// Reads a report back from the line that `json` made.
  ///
  /// - Throws: `CommandError` with status 6, saying what is wrong with `file`.
  init(line: String, file: String) throws {
    func bad(_ what: String) -> CommandError {
      CommandError(.badFile, "\(file) \(what).\nGive the output of `binnacle check atan2 --shard I/N --json`.")
    }
    let stored: StoredReport
    do {
      stored = try JSONDecoder().decode(StoredReport.self, from: Data(line.utf8))
    } catch { throw bad("is not the result of a check of atan2") }
    guard stored.what == "atan2" else { throw bad("is the result of a check of “\(stored.what)”, not of atan2") }
    guard let sweep = stored.sweep else { throw bad("names no set of pairs and shard that this program knows") }
    guard stored.exact.unitsPerTurn == AngleSweepTally.unitsPerTurn, let tier = CheckedTier(rawValue: stored.tier),
      stored.limitDegrees == tier.limitDegrees, let sumOfSquares = UInt128(stored.exact.sumOfSquaredErrors)
    else { throw bad("was made with other units or another limit") }

    var tally = AngleSweepTally()
    tally.pairs = stored.pairs
    tally.undefined = stored.undefined
    tally.sumOfSquares = sumOfSquares
    tally.worst = stored.worst.map { .init(y: $0.y, x: $0.x, angle: $0.angle, error: stored.exact.maxError) }
    self.init(
      tier: tier, sweep: sweep, tally: tally, zeroIsUndefined: stored.zeroIsUndefined, seconds: stored.seconds,
      threads: stored.cores)
    guard isComplete, stored.complete else {
      throw bad("has \(tally.pairs) of the \(sweep.pairs) pairs of its shard: that run was interrupted")
    }
  }
}

/// The fields of a report that matter for adding up.
private struct StoredReport: Decodable {
  struct Domain: Decodable {
    var kind: String
    var radius: Int32?
    var count: UInt64?
    var seed: UInt64?
  }
  struct Worst: Decodable {
    var y: Int32
    var x: Int32
    var angle: UInt32?
  }
  struct Exact: Decodable {
    var unitsPerTurn: Int64
    var maxError: UInt64
    var sumOfSquaredErrors: String
  }

  var what: String
  var tier: String
  var pairs: UInt64
  var limitDegrees: Double
  var worst: Worst?
  var undefined: UInt64
  var zeroIsUndefined: Bool
  var complete: Bool
  var domain: Domain
  var shard: String
  var exact: Exact
  var seconds: Double
  var cores: Int

  var sweep: AngleSweep? {
    let numbers = shard.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, (1...AngleSweep.maxShards).contains(numbers[1]), (1...numbers[1]).contains(numbers[0])
    else { return nil }
    switch (domain.kind, domain.radius, domain.count, domain.seed) {
    case ("exhaustive", let radius?, _, _) where (1...AngleSweep.fullRadius).contains(radius):
      return AngleSweep(domain: .exhaustive(radius: radius), shard: numbers[0], shards: numbers[1])
    case ("samples", _, let count?, let seed?):
      return AngleSweep(domain: .samples(count: count, seed: seed), shard: numbers[0], shards: numbers[1])
    default: return nil
    }
  }
}
