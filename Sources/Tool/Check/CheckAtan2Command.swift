// binnacle check atan2: compares the integer angle with atan2 in Double, for every pair of Int16 and many of Int32.
import Foundation
import TerminalInterface
import ToolCommandLine
import Verdict

package struct CheckAtan2Command: Subcommand {
  static let tier = CommandOption(
    "tier", "NAME", "tier of the core: precise (default), multiplierless or tiny",
    among: CheckedTier.allCases.map(\.rawValue))
  static let exhaustive = CommandOption.flag("exhaustive", "every pair of Int16 except (0, 0): 4,294,967,295")
  package static let samples = CommandOption("samples", "N", "N random pairs instead (default 10,000,000)")
  static let wide = CommandOption(
    "wide", "N", "random pairs of Int32 beside them (default: N of --samples, or 100,000,000)")

  package let name = "atan2"
  package let summary = "compare the integer angle with atan2 in Double"
  package let options = [tier, exhaustive, samples, wide, .seed, .shard, .threads, .json]
  package let examples = [
    CommandExample("check atan2", "a quick look: ten million random pairs of 16 bits, as many of 32"),
    CommandExample("check atan2 --exhaustive", "the proof: every pair of 16-bit integers"),
    CommandExample("check atan2 --tier tiny --exhaustive", "the same for the smallest tier, against its own limit"),
    CommandExample("check atan2 --exhaustive --wide 1,000,000,000", "and a thousand million pairs of 32 bits"),
    CommandExample(
      "check atan2 --exhaustive --shard 3/8 --json > part3.json", "the third of eight parts, on any machine"),
    CommandExample("check merge part*.json", "the eight parts added up, bit for bit the same result as one run"),
  ]
  package let notes = [
    "The angle function is called for every pair. Only the reference is shared between the eight pairs of Int16 that "
      + "differ by signs and order.",
    "The pairs of Int32 are of every scale, with axes, diagonals, powers of two ± 2 and the least Int32 among them. "
      + "The precise tier must be exact on every axis and diagonal that is tried.",
    "Errors are counted in exact integers, so that neither threads nor shards change a bit of the result. "
      + "The limits are 4e-7° (precise), 1e-3° (multiplierless) and 3e-4° (tiny). Exit status: 0 pass, 1 fail or "
      + "interrupted.",
  ]

  /// Replaces the tier's function; tests set a wrong one here.
  package var function: AngleSweep.Function?

  package init(function: AngleSweep.Function? = nil) {
    self.function = function
  }

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let (sweep, threads) = (try sweep(arguments), try arguments.threads())
    let wide = try wide(arguments, beside: sweep)
    let tier = try Self.tier(arguments)
    let function = function ?? tier.function
    let bar = ProgressBar("atan2", total: sweep.pairs + wide.pairs, unit: "pairs", console: arguments.console)
    let start = ContinuousClock.now
    let tally = sweep.run(threads: threads, function: function) { done in
      bar.update(done)
      return !Interrupt.isRequested
    }
    let wideTally = wide.run(threads: threads, function: function) { done in
      bar.update(tally.samples + done)
      return !Interrupt.isRequested
    }
    bar.finish()
    let report = Atan2Report(
      tier: tier, sweep: sweep, tally: tally, wide: wide, wideTally: wideTally,
      zeroIsUndefined: function(0, 0) == nil, seconds: (ContinuousClock.now - start) / .seconds(1), threads: threads)
    report.show(arguments.outputMode, console: arguments.console)
    return report.isPassed ? .pass : .verdictFailed
  }

  static func tier(_ arguments: ParsedArguments) throws -> CheckedTier {
    try arguments.choice(tier).flatMap(CheckedTier.init(rawValue:)) ?? .precise
  }

  private func sweep(_ arguments: ParsedArguments) throws -> AngleSweep {
    let domain: AngleSweep.Domain
    if arguments.flag(Self.exhaustive) {
      if arguments.flag(Self.samples) || arguments.flag(.seed) {
        throw UsageError("--exhaustive takes every pair: leave --samples and --seed out.")
      }
      domain = .exhaustive(radius: AngleSweep.fullRadius)
    } else {
      let count = try arguments.integer(Self.samples, in: 1...SweepSamples.most) ?? 10_000_000
      domain = .samples(count: count, seed: try arguments.seed())
    }
    let part = try arguments.shard()
    return AngleSweep(domain: domain, shard: part.index, shards: part.count)
  }

  private func wide(_ arguments: ParsedArguments, beside sweep: AngleSweep) throws -> WideAngleSweep {
    let given = try arguments.integer(Self.wide, in: 0...SweepSamples.most)
    switch sweep.domain {
    case .exhaustive:
      return WideAngleSweep(samples: try arguments.sweepSamples(given ?? 100_000_000, seed: 1))
    case .samples(let count, let seed):
      return WideAngleSweep(samples: try arguments.sweepSamples(given ?? count, seed: seed))
    }
  }
}
