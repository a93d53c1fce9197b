// The result of a sweep of headings: one verdict with a part for each path. It is written, and read again to add
// shards.
import BoardKit
import DeviceUnits
import Foundation
import TerminalInterface
import ToolCommandLine
import Verdict

struct HeadingReport: Equatable, Sendable {
  var samples: SweepSamples
  var counts: AngleTally<UInt64>
  var service: AngleTally<UInt64>
  var seconds: Double
  var threads: Int

  private var parts: [(path: HeadingPath, tally: AngleTally<UInt64>)] { [(.counts, counts), (.service, service)] }

  /// Whether all samples were tested on both paths.
  var isComplete: Bool { counts.samples == samples.inShard && service.samples == samples.inShard }

  private func isFine(_ path: HeadingPath, _ tally: AngleTally<UInt64>) -> Bool {
    tally.samples > 0 && tally.undefined == 0 && tally.maxErrorDegrees <= path.limitDegrees
  }

  var isPassed: Bool { isComplete && parts.allSatisfy(isFine) }

  // MARK: - Written

  var json: JSONObject {
    var object: JSONObject = [
      "what": "heading", "pass": .bool(isPassed), "samples": .integer(samples.inShard),
      "count": .integer(samples.count), "seed": .integer(samples.seed),
    ]
    for (path, tally) in parts { object[path.rawValue] = .object(json(path, tally)) }
    object["complete"] = .bool(isComplete)
    object["shard"] = .string("\(samples.shard)/\(samples.shards)")
    object["unitsPerTurn"] = .integer(AngleUnits.perTurn)
    object["samplesPerSecond"] = .fixed(samplesPerSecond, decimals: 0)
    object["seconds"] = .fixed(seconds, decimals: 3)
    object["cores"] = .integer(threads)
    return object
  }

  private func json(_ path: HeadingPath, _ tally: AngleTally<UInt64>) -> JSONObject {
    var object: JSONObject = ["what": .string(path.subject), "pass": .bool(isFine(path, tally))]
    object.append(tally.json(limitDegrees: path.limitDegrees) { worst(path, $0) })
    object["outputHash"] = .string(hexadecimal(tally.outputHash))
    return object
  }

  private func worst(_ path: HeadingPath, _ sample: AngleTally<UInt64>.Answer) -> JSONObject {
    var object = JSONObject()
    for (name, value) in inputs(path, sample) {
      object[name] = Int64(exactly: value).map { .integer($0) } ?? .fixed(value, decimals: 9)
    }
    object["angle"] = .optional(sample.angle) { .integer($0) }
    object["headingDegrees"] = .optional(sample.angle) { .fixed($0.binaryDegrees, decimals: 9) }
    return object
  }

  private func inputs(_ path: HeadingPath, _ sample: AngleTally<UInt64>.Answer) -> [(name: String, value: Double)] {
    HeadingSweep(path: path, samples: samples).inputs(of: sample.input)
  }

  private var samplesPerSecond: Double {
    seconds > 0 ? Double(counts.samples + service.samples) / seconds : 0
  }

  /// The report for people.
  func lines(for sink: Console.Sink) -> [String] {
    var lines: [String] = []
    for (path, tally) in parts {
      let fine = isFine(path, tally)
      let verdict = (fine ? Colour.good : .bad).paint(fine ? "pass" : "FAIL", for: sink)
      lines.append(
        "\(path.subject): \(verdict)  max \(Digits.significant(tally.maxErrorDegrees, 3))°, "
          + "rms \(Digits.significant(tally.rmsErrorDegrees, 3))°, limit \(path.limitDegrees)° "
          + "over \(Digits.grouped(tally.samples)) samples")
      if let sample = tally.worst {
        lines += worstLines(path, sample).map { "       " + $0 }
      }
      if tally.undefined > 0 { lines.append("       \(Digits.grouped(tally.undefined)) samples had no heading") }
      lines.append("       output hash \(hexadecimal(tally.outputHash))")
    }
    let stopped = isComplete ? "" : "stopped before the end: no verdict; "
    lines.append(
      "       \(stopped)\(Digits.duration(seconds: seconds)), \(ProgressBar.scaled(samplesPerSecond)) samples/s, "
        + "threads: \(threads)" + (samples.shards > 1 ? ", shard \(samples.shard)/\(samples.shards)" : ""))
    return lines
  }

  /// The inputs of the worst sample, one row for each vector.
  private func worstLines(_ path: HeadingPath, _ sample: AngleTally<UInt64>.Answer) -> [String] {
    var table = Table([Column("")] + ["X", "Y", "Z"].map { Column($0, .right) })
    var cells: [String] = []
    let inputs = inputs(path, sample)
    for (name, value) in inputs where ["X", "Y", "Z"].contains(name.last) {
      if cells.isEmpty { cells = ["  " + name.dropLast()] }
      cells.append(Digits.significant(value, 12))
      if name.last == "Z" {
        table.add(cells)
        cells = []
      }
    }
    let found = sample.angle.map { Digits.fixed($0.binaryDegrees, 9) + "°" } ?? "no heading"
    let expected = inputs.first { $0.name == "expectedDegrees" }.map { Digits.fixed($0.value, 9) + "°" }
    return ["worst at index \(sample.input): \(found), expected \(expected ?? "none")"] + table.lines
  }

  func show(_ mode: OutputMode, console: Console) {
    switch mode {
    case .jsonLines: console.line(json)
    case .human: for line in lines(for: console.results) { console.line(line) }
    }
  }
}

extension HeadingPath {
  /// The compared quantity.
  var subject: String {
    switch self {
    case .counts: "heading from six counts"
    case .service: "heading from nanotesla, micro-g and a record"
    }
  }
}

// MARK: - Read

extension HeadingReport: ShardReport {
  var shard: Int { samples.shard }
  var shards: Int { samples.shards }

  /// - Throws: `CommandError` with status 6, saying what is wrong with `file`.
  init(line: String, file: String) throws {
    func bad(_ what: String) -> CommandError {
      CommandError(.badFile, "\(file) \(what).\nGive the output of `binnacle check heading --shard I/N --json`.")
    }
    guard let stored = try? ForeignJSON.decode(StoredHeadings.self, from: line.utf8), stored.what == "heading"
    else { throw bad("is not the result of a check of headings in one process") }
    guard let part = StoredShard(stored.shard) else { throw bad("names no shard that this program knows") }
    guard stored.count <= SweepSamples.most, [stored.counts, stored.service].allSatisfy(\.isCountable) else {
      throw bad("counts more than a check takes")
    }
    guard stored.unitsPerTurn == AngleUnits.perTurn,
      let counts = stored.counts.tally(limitDegrees: HeadingPath.counts.limitDegrees, \.index),
      let service = stored.service.tally(limitDegrees: HeadingPath.service.limitDegrees, \.index)
    else { throw bad("was made with other units or another limit") }
    self.init(
      samples: SweepSamples(count: stored.count, seed: stored.seed, shard: part.index, shards: part.count),
      counts: counts, service: service, seconds: stored.seconds, threads: stored.cores)
    guard isComplete, stored.complete else {
      throw bad("has \(counts.samples) of the \(samples.inShard) samples of its shard: that run was interrupted")
    }
  }

  func belongs(with other: HeadingReport) -> Bool {
    (samples.count, samples.seed, shards) == (other.samples.count, other.samples.seed, other.shards)
  }

  mutating func add(_ other: HeadingReport) {
    counts.add(other.counts)
    service.add(other.service)
    seconds += other.seconds
    threads = max(threads, other.threads)
  }

  mutating func becomeWhole() { samples = SweepSamples(count: samples.count, seed: samples.seed) }
}

/// The fields of a report that are needed for adding.
private struct StoredHeadings: Decodable {
  var what: String
  var count: UInt64
  var seed: UInt64
  var counts: StoredTally
  var service: StoredTally
  var complete: Bool
  var shard: String
  var unitsPerTurn: Int64
  var seconds: Double
  var cores: Int
}
