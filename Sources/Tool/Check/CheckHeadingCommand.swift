// binnacle check heading: compares the headings of this process, or of a device, with Double, for random attitudes.
import Foundation
import LinkProtocol
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream
import Verdict

package struct CheckHeadingCommand: Subcommand {
  package let name = "heading"
  package let summary = "compare headings of random attitudes with Double, and a device's with this host's"
  package static let samples = CommandOption(
    "samples", "N", "attitudes for each of both paths (default 1,000,000), or for the device (default 20,000)")
  package let options: [CommandOption] = [samples, .seed, .shard, .threads, .on, .sabotage, .capture, .json]
  package let examples = [
    CommandExample("check heading", "a million attitudes from counts, a million from nanotesla, against Double"),
    CommandExample("check heading --samples 50,000,000 --json", "fifty million of each, on every core"),
    CommandExample(
      "check heading --samples 50,000,000 --shard 3/8 --json > part3.json", "a part; `binnacle check merge` adds up"),
    CommandExample("check heading --on emulator:microbit", "20,000 samples on a Cortex-M0: equal bits, and accurate"),
    CommandExample("check heading --on /dev/ttyACM0 --samples 2000 --seed 7", "on the board on your desk"),
    CommandExample("check heading --on simulated --sabotage gain", "shows that the check can fail"),
  ]
  package let notes = [
    "Without --on, both ways to a heading are called in this process, with roll and pitch up to ±60° and any yaw. "
      + "Counts: six numbers of 16 bits, 1 g of 1,000 to 16,000 counts, a field of 300 to 2,000, dip up to ±70°, "
      + "150 counts and more horizontal; limit 1e-5°. Service: nanotesla, micro-g and a calibration record, 20,000 to "
      + "70,000 nT, 6,000 and more horizontal, 0.5 to 2 g, soft iron to 1:2.5, hard iron to 10 fields; limit 2e-5°. "
      + "The reference takes the same integers, the record's as well, as exact. Every fourth sample lies at the edges "
      + "of these ranges. outputHash is the same for the same seed and number as long as every bit is the same.",
    "With --on, samples are injected over the link and computed by the device's own core, under a calibration record "
      + "and a mounting that are set for the check and put back after it. Each reading must equal, bit for bit, what "
      + "the core in this process makes of the same sample, and lie within 1e-4 degrees of the equations in Double.",
  ]

  /// Replaces the functions under test; tests set wrong ones here.
  var functions = HeadingFunctions.core

  package init(functions: HeadingFunctions = HeadingFunctions.core) {
    self.functions = functions
  }

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    try arguments.flag(.on) ? runOnDevice(arguments) : runHere(arguments)
  }

  private func runOnDevice(_ arguments: ParsedArguments) throws -> ExitStatus {
    for option in [CommandOption.shard, .threads] where arguments.flag(option) {
      throw UsageError("--\(option.name) is for samples in this process. Leave out --on or this option.")
    }
    let count = try arguments.integer(Self.samples, in: 1...1_000_000_000) ?? 20_000
    let samples = HeadingSamples(seed: try arguments.seed())
    let sabotage = try StreamOptions.sabotage(arguments)
    let connection = try Connection(arguments.text(.on) ?? "", capture: arguments.text(.capture))
    connection.printRemarks(on: arguments.console)
    let check = try HeadingCheck(connection, samples: samples, count: count, sabotage: sabotage)
    try connection.use { try check.run(progress: arguments.console) }
    check.show(arguments)
    return check.passes ? .pass : .verdictFailed
  }

  private func runHere(_ arguments: ParsedArguments) throws -> ExitStatus {
    for (option, why) in [(CommandOption.sabotage, "acts in a device"), (.capture, "keeps the bytes of a link")]
    where arguments.flag(option) {
      throw UsageError("--\(option.name) \(why), and there is none.\nAdd --on LINK, such as --on simulated.")
    }
    let count = try arguments.integer(Self.samples, in: 1...SweepSamples.most) ?? 1_000_000
    let samples = try arguments.sweepSamples(count, seed: try arguments.seed())
    let threads = try arguments.threads()
    let bar = ProgressBar("heading", total: 2 * samples.inShard, unit: "samples", console: arguments.console)
    let start = ContinuousClock.now
    let counts = HeadingSweep(path: .counts, samples: samples).run(threads: threads, functions: functions) { done in
      bar.update(done)
      return !Interrupt.isRequested
    }
    let service = HeadingSweep(path: .service, samples: samples).run(threads: threads, functions: functions) { done in
      bar.update(counts.samples + done)
      return !Interrupt.isRequested
    }
    bar.finish()
    let report = HeadingReport(
      samples: samples, counts: counts, service: service, seconds: (ContinuousClock.now - start) / .seconds(1),
      threads: threads)
    report.show(arguments.outputMode, console: arguments.console)
    return report.isPassed ? .pass : .verdictFailed
  }
}
