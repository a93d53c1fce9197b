// Help: complete, true, in its order and width. The words are free.
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

/// The words of a text, without the line breaks of the page.
private func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" || $0 == "\\" } }

/// Whether the words of a part come in a row.
private func contains(_ page: [Substring], _ part: String) -> Bool {
  let part = words(part)
  return page.indices.contains { page[$0...].starts(with: part) }
}

/// The names of commands, their arguments and options, in order. To renew them after a change that was meant:
/// BINNACLE_OVERWRITE=1 swift test --filter goldenHelp
@Test func goldenHelp_namesOfCommandsAndOptions() throws {
  let lines = commands.map { path, command in
    ([path] + command.arguments.map(\.usage) + command.options.map(\.usage)).joined(separator: " | ")
  }
  let text = (lines + CommandLineTool.binnacle.topics.map { "help \($0.name)" }).joined(separator: "\n") + "\n"
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/options.txt")
  if ProcessInfo.processInfo.environment["BINNACLE_OVERWRITE"] == "1" { try Data(text.utf8).write(to: file) }
  let kept = try String(contentsOf: file, encoding: .utf8)
  for (now, then) in zip(text.split(separator: "\n"), kept.split(separator: "\n")) { #expect(now == then) }
  #expect(text == kept, "Golden/options.txt differs; BINNACLE_OVERWRITE=1 renews it")
}

/// A page has its parts in order, and in each the rows of the description in order, with all their words.
@Test(arguments: commands.map(\.path))
func help_ofACommand_hasItsPartsInOrder(path: String) throws {
  let command = try #require(commands.first { $0.path == path }?.command)
  let page = help("help \(path)")
  let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(page.hasPrefix("binnacle \(path): "))
  let titles = lines.filter { $0.wholeMatch(of: /(Usage|Examples|Arguments|Options):.*/) != nil }
  let usage = "Usage: binnacle \(path) " + (command.arguments.map(\.usage) + ["[OPTIONS]"]).joined(separator: " ")
  let arguments = command.arguments.isEmpty ? [] : ["Arguments:"]
  #expect(titles.map(String.init) == [usage, "Examples:"] + arguments + ["Options:"])

  let shown = lines.drop { $0 != "Options:" }.prefix { !$0.isEmpty }.compactMap {
    $0.prefixMatch(of: /\s\s(?:-\w, )?--([a-z0-9-]+)/)?.output.1
  }
  #expect(shown.map(String.init) == (command.options + [.help]).map(\.name))
  let all = words(page)
  for option in command.options + [.help] { #expect(contains(all, "\(option.usage) \(option.help)"), "\(option.name)") }
  for argument in command.arguments { #expect(contains(all, "\(argument.placeholder) \(argument.help)")) }
  for example in command.examples { #expect(contains(all, "binnacle \(example.arguments) \(example.explanation)")) }
  for note in command.notes { #expect(contains(all, note)) }
}

@Test(arguments: groups)
func help_ofAGroup_hasARowForEachMember(name: String) {
  let page = words(help("help \(name)"))
  for case .group(let group) in CommandLineTool.binnacle.tree where group.name == name {
    for member in group.members { #expect(contains(page, "\(member.name) \(member.summary)"), "\(member.name)") }
  }
}

@Test func help_ofTheProgram_hasARowForEachCommandAndTopic() {
  let page = words(help("--help"))
  for node in CommandLineTool.binnacle.tree { #expect(contains(page, "\(node.name) \(node.summary)"), "\(node.name)") }
  for topic in CommandLineTool.binnacle.topics {
    #expect(contains(page, "\(topic.name) \(topic.summary)"), "\(topic.name)")
    #expect(words(help("help \(topic.name)")).count > 20, "\(topic.name)")
  }
}

/// A command with one of everything.
private struct Sample: Subcommand {
  let name = "sample"
  let summary = "what a page looks like"
  let arguments = [CommandArgument("LINK", "the device")]
  let options = [
    CommandOption(
      "rate", letter: "r", "HZ", "readings in a second, as many as the line can carry, and not one more of them"),
    CommandOption.flag("a-name-that-is-longer-than-most", "has its own line"),
  ]
  let examples = [CommandExample("sample auto -r 10", "ten a second")]
  let notes = ["A note."]
  func run(_ arguments: ParsedArguments) throws -> ToolCommandLine.ExitStatus { .pass }
}

@Test func help_ofASample_isLaidOutInColumns() {
  #expect(
    HelpText.command(Sample(), path: "sample") == """
      binnacle sample: what a page looks like.

      Usage: binnacle sample LINK [OPTIONS]

      Examples:
        binnacle sample auto -r 10
            ten a second

      Arguments:
        LINK  the device

      Options:
        -r, --rate HZ  readings in a second, as many as the line can carry, and not one more of them
        --a-name-that-is-longer-than-most
                       has its own line
        -h, --help     show this help

      A note.
      """)
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
