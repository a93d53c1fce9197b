// binnacle check atan2: the integer angle against atan2 in Double, on every pair of Int16.
import Foundation
import Terminal
import Verdict

struct CheckAtan2Command: Subcommand {
  static let tier = CommandOption(
    "tier", "NAME", "which of the tiers of the core: precise (default), multiplierless or tiny")
  static let exhaustive = CommandOption.flag("exhaustive", "every pair of Int16 but (0, 0): 4,294,967,295")
  static let samples = CommandOption("samples", "N", "N random pairs instead (default 10,000,000)")
  static let shard = CommandOption("shard", "I/N", "only part I of N parts; `binnacle check merge` adds them up")
  static let threads = CommandOption("threads", "N", "threads to use (default: one a core)")

  let name = "atan2"
  let summary = "compare the integer angle with atan2 in Double"
  let options = [tier, exhaustive, samples, .seed, shard, threads, .json]
  let examples = [
    CommandExample("check atan2", "a quick look: ten million random pairs"),
    CommandExample("check atan2 --exhaustive", "the proof: every pair of 16-bit integers"),
    CommandExample("check atan2 --tier tiny --exhaustive", "the same for the smallest tier, against its own limit"),
    CommandExample(
      "check atan2 --exhaustive --shard 3/8 --json > part3.json", "the third of eight parts, on any machine"),
    CommandExample("check merge part*.json", "the eight parts added up, bit for bit the same result as one run"),
  ]
  let notes = [
    "The angle function is called for every pair. Only the reference is shared between the eight pairs that differ "
      + "by signs and order.",
    "Errors are counted in exact integers, so that neither threads nor shards change a bit of the result. "
      + "The limits are 4e-7° (precise), 1e-3° (multiplierless) and 3e-4° (tiny). Exit status: 0 pass, 1 fail or "
      + "interrupted.",
  ]

  /// Takes the place of the tier's function; tests put a wrong one here.
  var function: AngleSweep.Function?

  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let (sweep, threads) = (try sweep(arguments), try threads(arguments))
    let tier = try Self.tier(arguments)
    let function = function ?? tier.function
    let pairs = sweep.pairs
    let bar = ProgressBar("atan2", total: pairs, unit: "pairs", console: arguments.console)
    let start = ContinuousClock.now
    let tally = sweep.run(threads: threads, function: function) { done in
      bar.update(done)
      return !Interrupt.isRequested
    }
    bar.finish()
    let report = Atan2Report(
      tier: tier, sweep: sweep, tally: tally, zeroIsUndefined: function(0, 0) == nil,
      seconds: (ContinuousClock.now - start) / .seconds(1), threads: threads)
    report.show(arguments.outputMode, console: arguments.console)
    return report.isPassed ? .pass : .verdictFailed
  }

  static func tier(_ arguments: ParsedArguments) throws -> CheckedTier {
    guard let name = arguments.text(tier) else { return .precise }
    guard let tier = CheckedTier(rawValue: name) else {
      throw UsageError("There is no tier “\(name)”: precise, multiplierless or tiny.")
    }
    return tier
  }

  private func sweep(_ arguments: ParsedArguments) throws -> AngleSweep {
    let domain: AngleSweep.Domain
    if arguments.flag(Self.exhaustive) {
      if arguments.flag(Self.samples) || arguments.flag(.seed) {
        throw UsageError("--exhaustive takes every pair: leave --samples and --seed out.")
      }
      domain = .exhaustive(radius: AngleSweep.fullRadius)
    } else {
      let count = try arguments.integer(Self.samples, in: 1...1_000_000_000_000) ?? 10_000_000
      domain = .samples(count: UInt64(count), seed: try arguments.seed())
    }
    let part = try arguments.part(Self.shard, atMost: AngleSweep.maxShards) ?? (1, 1)
    return AngleSweep(domain: domain, shard: part.index, shards: part.count)
  }

  private func threads(_ arguments: ParsedArguments) throws -> Int {
    try arguments.integer(Self.threads, in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
  }
}
