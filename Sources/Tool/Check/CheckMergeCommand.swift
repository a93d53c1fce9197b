// binnacle check merge: adds the parts of a check that ran separately.
import Foundation
import Recordings
import TerminalInterface
import ToolCommandLine

package struct CheckMergeCommand: Subcommand {
  package let name = "merge"
  package let summary = "add up the shards of a check"
  package let arguments = [CommandArgument("FILE", .oneOrMore, "the JSON result of one shard")]
  package let options = [CommandOption.json]
  package let examples = [
    CommandExample("check merge part1.json part2.json", "the whole of a check that ran in two parts"),
    CommandExample("check merge part*.json --json", "any number of parts; every one must be there, once"),
  ]
  package let notes = [
    "The sums are exact: apart from the times, the result is the same, bit for bit, as that of one run. "
      + "Seconds are added up over the shards."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let lines = try arguments.positionals.map { (file: $0, line: try Self.lastLine(of: $0)) }
    // The subject of the first file determines the subject of all.
    return Self.subject(of: lines[0].line) == "heading"
      ? try Self.run(HeadingReport.self, lines, arguments) : try Self.run(Atan2Report.self, lines, arguments)
  }

  private static func run<Report: ShardReport>(
    _: Report.Type, _ lines: [(file: String, line: String)], _ arguments: ParsedArguments
  ) throws -> ExitStatus {
    let whole = try merge(lines.map { ($0.file, try Report(line: $0.line, file: $0.file)) })
    whole.show(arguments.outputMode, console: arguments.console)
    return whole.isPassed ? .pass : .verdictFailed
  }

  /// The last line of a file that is not empty: its report.
  private static func lastLine(of file: String) throws -> String {
    let data = try namedFile(file, upTo: .settings, advice: "Check its name and permissions.")
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let last = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw CommandError(.badFile, "\(file) is empty: that shard has no result.")
    }
    return String(last)
  }

  private static func subject(of line: String) -> String? {
    struct Subject: Decodable { var what: String }
    return (try? ForeignJSON.decode(Subject.self, from: line.utf8))?.what
  }

  /// Adds the parts after it has checked that all belong to the same check and that each is there once.
  static func merge<Report: ShardReport>(_ parts: [(file: String, report: Report)]) throws -> Report {
    let first = parts[0]
    let shards = first.report.shards
    var files: [Int: String] = [:]
    for part in parts {
      guard part.report.belongs(with: first.report) else {
        throw CommandError(
          .badFile,
          "\(part.file) and \(first.file) are not parts of the same check: tier, inputs, seed or number of shards "
            + "differ.")
      }
      if let other = files.updateValue(part.file, forKey: part.report.shard) {
        throw CommandError(
          .badFile, "\(other) and \(part.file) are both shard \(part.report.shard)/\(shards): give one.")
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
        Run each with the same check and options plus --shard I/\(shards) --json, then merge again.
        """)
    }

    var whole = first.report
    for (_, report) in parts.dropFirst() { whole.add(report) }
    whole.becomeWhole()
    return whole
  }
}
