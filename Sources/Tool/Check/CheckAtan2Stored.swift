// Reads the result of an atan2 sweep from the line in which it was written, and adds it to others.
import Foundation
import TerminalInterface
import ToolCommandLine
import Verdict

extension Atan2Report {
  /// Reads a report from the line that `json` wrote.
  ///
  /// - Throws: `CommandError` with status 6, saying what is wrong with `file`.
  init(line: String, file: String) throws {
    func bad(_ what: String) -> CommandError {
      CommandError(.badFile, "\(file) \(what).\nGive the output of `binnacle check atan2 --shard I/N --json`.")
    }
    let stored: StoredReport
    let sixteen: StoredTally
    do {
      stored = try ForeignJSON.decode(StoredReport.self, from: line.utf8)
      guard stored.what == "atan2" else { throw bad("is the result of a check of “\(stored.what)”, not of atan2") }
      sixteen = try ForeignJSON.decode(StoredTally.self, from: line.utf8)
    } catch let error as CommandError {
      throw error
    } catch { throw bad("is not the result of a check of atan2") }
    guard let sweep = stored.sweep else { throw bad("names no set of pairs and shard that this program knows") }
    guard ([sixteen] + stored.wide.tallies).allSatisfy(\.isCountable), stored.wide.count <= SweepSamples.most else {
      throw bad("counts more than a check takes")
    }
    guard stored.unitsPerTurn == AngleUnits.perTurn, let tier = CheckedTier(rawValue: stored.tier),
      let tally = sixteen.tally(limitDegrees: tier.limitDegrees, \.pair),
      let upTo25Bits = stored.wide.upTo25Bits.tally(limitDegrees: tier.limitDegrees, \.pair),
      let beyond = stored.wide.beyond.tally(limitDegrees: tier.limitDegrees, \.pair)
    else { throw bad("was made with other units or another limit") }
    var wideTally = WideAngleTally()
    wideTally.upTo25Bits = upTo25Bits
    wideTally.beyond = beyond
    self.init(
      tier: tier, sweep: sweep, tally: tally,
      wide: WideAngleSweep(
        samples: SweepSamples(
          count: stored.wide.count, seed: stored.wide.seed, shard: sweep.shard, shards: sweep.shards)),
      wideTally: wideTally, zeroIsUndefined: stored.zeroIsUndefined, seconds: stored.seconds, threads: stored.cores)
    guard isComplete, stored.complete else {
      throw bad(
        "has \(tally.samples + wideTally.done) of the \(sweep.pairs + wide.pairs) pairs of its shard: "
          + "that run was interrupted")
    }
  }
}

extension Atan2Report: ShardReport {
  var shard: Int { sweep.shard }
  var shards: Int { sweep.shards }

  func belongs(with other: Atan2Report) -> Bool {
    tier == other.tier && sweep.domain == other.sweep.domain && shards == other.shards
      && wide.samples.count == other.wide.samples.count && wide.samples.seed == other.wide.samples.seed
  }

  mutating func add(_ other: Atan2Report) {
    tally.add(other.tally)
    wideTally.add(other.wideTally)
    zeroIsUndefined = zeroIsUndefined && other.zeroIsUndefined
    seconds += other.seconds
    threads = max(threads, other.threads)
  }

  mutating func becomeWhole() {
    sweep = AngleSweep(domain: sweep.domain)
    wide = WideAngleSweep(samples: SweepSamples(count: wide.samples.count, seed: wide.samples.seed))
  }
}

/// The fields of a report that are needed for adding, except the tally of its pairs of Int16.
private struct StoredReport: Decodable {
  struct Domain: Decodable {
    var kind: String
    var radius: Int32?
    var count: UInt64?
    var seed: UInt64?
  }
  struct Wide: Decodable {
    var count: UInt64
    var seed: UInt64
    var upTo25Bits: StoredTally
    var beyond: StoredTally

    var tallies: [StoredTally] { [upTo25Bits, beyond] }
  }

  var what: String
  var tier: String
  var zeroIsUndefined: Bool
  var complete: Bool
  var domain: Domain
  var wide: Wide
  var shard: String
  var unitsPerTurn: Int64
  var seconds: Double
  var cores: Int

  var sweep: AngleSweep? {
    guard let part = StoredShard(shard) else { return nil }
    switch (domain.kind, domain.radius, domain.count, domain.seed) {
    case ("exhaustive", let radius?, _, _) where (1...AngleSweep.fullRadius).contains(radius):
      return AngleSweep(domain: .exhaustive(radius: radius), shard: part.index, shards: part.count)
    case ("samples", _, let count?, let seed?) where count <= SweepSamples.most:
      return AngleSweep(domain: .samples(count: count, seed: seed), shard: part.index, shards: part.count)
    default: return nil
    }
  }
}
