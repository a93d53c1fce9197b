// binnacle check merge: the parts of a check that ran apart, added up.
import Foundation
import Terminal
import Verdict

struct CheckMergeCommand: Subcommand {
  let name = "merge"
  let summary = "add up the shards of a check"
  let arguments = [CommandArgument("FILE", .oneOrMore, "the JSON result of one shard")]
  let options = [CommandOption.json]
  let examples = [
    CommandExample("check merge part1.json part2.json", "the whole of a check that ran in two parts"),
    CommandExample("check merge part*.json --json", "any number of parts; every one must be there, once"),
  ]
  let notes = [
    "The sums are exact: apart from the times, the result is the same, bit for bit, as that of one run. "
      + "Seconds are added up over the shards."
  ]

  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let parts = try arguments.positionals.map { (file: $0, report: try Self.read($0)) }
    let whole = try Self.merge(parts)
    whole.show(arguments.outputMode, console: arguments.console)
    return whole.isPassed ? .pass : .verdictFailed
  }

  /// The report in a file: its last line that is not empty.
  private static func read(_ file: String) throws -> Atan2Report {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: file))
    } catch {
      throw CommandError(.cannotOpen, "\(file) cannot be read: \(error.localizedDescription)")
    }
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let last = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw CommandError(.badFile, "\(file) is empty: that shard has no result.")
    }
    return try Atan2Report(line: String(last), file: file)
  }

  /// Adds the parts up after making sure that they are all parts of one sweep, each there once.
  static func merge(_ parts: [(file: String, report: Atan2Report)]) throws -> Atan2Report {
    let first = parts[0]
    let shards = first.report.sweep.shards
    var files: [Int: String] = [:]
    for part in parts {
      let sweep = part.report.sweep
      guard part.report.tier == first.report.tier, sweep.domain == first.report.sweep.domain, sweep.shards == shards
      else {
        throw CommandError(
          .badFile,
          "\(part.file) and \(first.file) are not parts of the same check: tier, pairs, seed or number of shards "
            + "differ.")
      }
      if let other = files.updateValue(part.file, forKey: sweep.shard) {
        throw CommandError(.badFile, "\(other) and \(part.file) are both shard \(sweep.shard)/\(shards): give one.")
      }
    }
    let missing = (1...shards).filter { files[$0] == nil }
    if !missing.isEmpty {
      let names = missing.prefix(8).map { "\($0)/\(shards)" }.joined(separator: ", ")
      let shown = names + (missing.count > 8 ? ", …" : "")
      throw CommandError(
        .badFile,
        """
        \(missing.count) of \(shards) shards are missing: \(shown)
        Run each with `binnacle check atan2` and the same options plus --shard I/\(shards) --json, then merge again.
        """)
    }

    var whole = first.report
    whole.sweep = AngleSweep(domain: first.report.sweep.domain)
    for (_, report) in parts.dropFirst() {
      whole.tally.add(report.tally)
      whole.zeroIsUndefined = whole.zeroIsUndefined && report.zeroIsUndefined
      whole.seconds += report.seconds
      whole.threads = max(whole.threads, report.threads)
    }
    return whole
  }
}
