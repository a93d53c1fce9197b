// The common options of the checks with many inputs: shards, threads, a progress bar.
import Foundation
import TerminalInterface
import ToolCommandLine
import Verdict

extension CommandOption {
  package static let shard = CommandOption(
    "shard", "I/N", "only part I of N parts; `binnacle check merge` adds them up")
  static let threads = CommandOption("threads", "N", "threads to use (default: one a core)")
}

extension ParsedArguments {
  /// Part I of N; 1/1 by default.
  package func shard() throws -> (index: Int, count: Int) { try part(.shard, atMost: AngleSweep.maxShards) ?? (1, 1) }

  func threads() throws -> Int {
    try integer(.threads, in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// The random inputs of this part.
  func sweepSamples(_ count: UInt64, seed: UInt64) throws -> SweepSamples {
    let part = try shard()
    return SweepSamples(count: count, seed: seed, shard: part.index, shards: part.count)
  }
}

/// The result of one part of a check, which can be added to the others.
protocol ShardReport {
  var shard: Int { get }
  var shards: Int { get }
  var isPassed: Bool { get }
  /// Reads a report from its line of JSON.
  init(line: String, file: String) throws
  /// Whether both are parts of one check.
  func belongs(with other: Self) -> Bool
  /// Adds another part.
  mutating func add(_ other: Self)
  /// Called after all parts have been added.
  mutating func becomeWhole()
  func show(_ mode: OutputMode, console: Console)
}
