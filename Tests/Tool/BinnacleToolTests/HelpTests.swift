// Help: complete, true, and as it was read and approved.
import Foundation
import TerminalInterface
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

/// Every subcommand with its full name.
let commands: [(path: String, command: any Subcommand)] = CommandLineTool.binnacle.tree.flatMap { node in
  switch node {
  case .command(let command): [(command.name, command)]
  case .group(let group): group.members.map { ("\(group.name) \($0.name)", $0) }
  }
}

private let groups = CommandLineTool.binnacle.tree.compactMap { node -> String? in
  if case .group(let group) = node { group.name } else { nil }
}

private func help(_ words: String) -> String {
  let spy = SpyConsole()
  #expect(CommandLineTool.binnacle.run(words.split(separator: " ").map(String.init), console: spy.console) == 0)
  #expect(spy.remarks.isEmpty)
  return spy.results
}

/// The text in Golden/. To renew after a change that was meant: BINNACLE_OVERWRITE=1 swift test --filter golden
private func expectGolden(_ text: String, _ name: String) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/\(name).txt")
  if ProcessInfo.processInfo.environment["BINNACLE_OVERWRITE"] == "1" {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  let kept = try String(contentsOf: file, encoding: .utf8)
  #expect(text == kept, "Golden/\(name).txt differs; BINNACLE_OVERWRITE=1 renews it")
}

@Test func goldenHelp_ofTheProgram() throws {
  try expectGolden(help("--help"), "binnacle")
  for topic in CommandLineTool.binnacle.topics { try expectGolden(help("help \(topic.name)"), topic.name) }
}

@Test(arguments: groups)
func goldenHelp_ofAGroup(name: String) throws {
  try expectGolden(help("help \(name)"), name)
}

@Test(arguments: commands.map(\.path))
func goldenHelp_ofACommand(path: String) throws {
  try expectGolden(help("help \(path)"), path.replacing(" ", with: "-"))
}

@Test(
  arguments: ["--help"] + CommandLineTool.binnacle.topics.map { "help \($0.name)" } + groups.map { "help \($0)" }
    + commands.map { "help \($0.path)" })
func help_fitsHundredColumns(words: String) {
  for line in help(words).split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
}

@Test func help_teachesByExample() {
  for (path, command) in commands {
    #expect(!command.examples.isEmpty, "\(path)")
    #expect(!command.summary.isEmpty && command.summary.last != ".", "\(path)")
    #expect(command.options.allSatisfy { !$0.help.isEmpty }, "\(path)")
    let names = command.options.map(\.name) + ["help"]
    #expect(Set(names).count == names.count, "\(path) has an option twice")
  }
}

@Test func example_isUnderstoodByTheCommandItNames() throws {
  for (path, command) in commands {
    for example in command.examples {
      // What follows a pipe or a redirection is for the shell.
      let all: [String] = example.arguments.replacing("\"", with: "").split(separator: " ").map(String.init)
      let words = all.prefix { $0 != "|" && $0 != ">" }
      let target = try #require(
        commands.first { words.starts(with: $0.path.split(separator: " ").map(String.init)) },
        "\(path): \(example.arguments)")
      let rest = Array(words.dropFirst(target.path.split(separator: " ").count))
      do {
        _ = try CommandLineParser.parse(
          rest, for: target.command, path: target.path, console: SpyConsole().console)
      } catch {
        Issue.record("\(path): “\(example.arguments)”: \(error)")
      }
    }
  }
}

@Test(arguments: [
  ("help stream foo", "“foo” is nothing under `stream`.\nSee `binnacle help stream`."),
  ("help check atan2 foo", "“foo” is nothing under `check atan2`.\nSee `binnacle help check atan2`."),
  ("help links foo", "“foo” is nothing under `links`.\nSee `binnacle help links`."),
  (
    "check heading emulator:microbit",
    "“emulator:microbit” is one argument too many.\nDid you mean `--on emulator:microbit`?"
  ),
])
func superfluousWord_isRefused(line: String, complaint: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(line.split(separator: " ").map(String.init), console: spy.console)
  #expect(status == 2)
  #expect(spy.results.isEmpty)
  #expect(spy.remarks == "binnacle: \(complaint)\n")
}
