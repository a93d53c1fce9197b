// Finds the subcommand for a command line, runs it, and returns the exit status.

import BoardKit
import Foundation
import TerminalInterface

/// The program: its commands, and what finds and runs them.
package struct CommandLineTool {
  /// The commands in the order of the help.
  package let tree: [CommandNode]
  /// What `binnacle help` explains beside commands.
  let topics: [HelpTopic]
  let version: String

  package init(tree: [CommandNode], topics: [HelpTopic] = [], version: String = Self.version) {
    (self.tree, self.topics, self.version) = (tree, [.links] + topics, version)
  }

  /// Runs the command line of this process, and ends it.
  package func runProcess() -> Never {
    StandardDescriptors.keepPlaces()
    Interrupt.listen()
    var status = run(Array(CommandLine.arguments.dropFirst()), console: .standard)
    // If the results could not be written, the program has failed, whatever the results were.
    if let reason = Console.outputFailure {
      Console.standard.remark("binnacle: the output cannot be written: \(reason)")
      status = ExitStatus.badFile.rawValue
    }
    exit(status)
  }

  /// Runs one command line.
  ///
  /// - Parameter words: the arguments without the program's name.
  /// - Returns: the exit status; every error has been reported on `console.remarks`.
  package func run(_ words: [String], console: Console) -> Int32 {
    do {
      return try dispatch(words, console: console).rawValue
    } catch let error as any UserFacingError {
      // A user who pressed Ctrl-C need not read about its consequences: a pipe that did not open, a program that ended,
      // too, or a device that did not answer in the remaining time.
      let ends = [ExitStatus.cannotOpen, .missingProgram].map(\.rawValue)
      if Interrupt.isRequested, Interrupt.isOver || ends.contains(error.exitStatus) {
        console.remark("binnacle: interrupted")
        return ExitStatus.verdictFailed.rawValue
      }
      console.remark("binnacle: \(error.description.bounded(to: 2_000))")
      return error.exitStatus
    } catch {
      // This is an error of the operating system and not of this program; it has the system's text.
      console.remark("binnacle: \(error.localizedDescription)")
      return ExitStatus.badFile.rawValue
    }
  }

  private func dispatch(_ words: [String], console: Console) throws -> ExitStatus {
    guard let first = words.first else {
      console.remark(HelpText.overview(tree, topics))
      return .usage
    }
    switch first {
    case "--help", "-h":
      console.line(HelpText.overview(tree, topics))
      return .pass
    case "--version", "-V", "version":
      console.line("binnacle \(version)")
      return .pass
    case "help":
      console.line(try help(about: Array(words.dropFirst())))
      return .pass
    case _ where first.hasPrefix("-"):
      throw UsageError("The command comes first, then its options: binnacle COMMAND \(first).\nSee `binnacle --help`.")
    default:
      return try runCommand(words, console: console)
    }
  }

  private func runCommand(_ words: [String], console: Console) throws -> ExitStatus {
    switch try node(words[0]) {
    case .command(let command):
      return try run(command, path: command.name, Array(words.dropFirst()), console: console)
    case .group(let group):
      guard words.count > 1 else {
        console.remark(HelpText.group(group))
        return .usage
      }
      if words[1] == "--help" || words[1] == "-h" {
        console.line(HelpText.group(group))
        return .pass
      }
      let command = try member(words[1], of: group)
      return try run(command, path: "\(group.name) \(command.name)", Array(words.dropFirst(2)), console: console)
    }
  }

  private func run(
    _ command: any Subcommand, path: String, _ words: [String], console: Console
  ) throws -> ExitStatus {
    let arguments = try CommandLineParser.parse(words, for: command, path: path, console: console)
    if arguments.flag(.help) {
      console.line(HelpText.command(command, path: path))
      return .pass
    }
    return try command.run(arguments)
  }

  private func help(about words: [String]) throws -> String {
    guard let first = words.first else { return HelpText.overview(tree, topics) }
    func refuse(after count: Int) throws {
      guard words.count > count else { return }
      let known = words[..<count].joined(separator: " ")
      throw UsageError("“\(words[count])” is nothing under `\(known)`.\nSee `binnacle help \(known)`.")
    }
    if let topic = topics.first(where: { $0.name == first }) {
      try refuse(after: 1)
      return topic.text()
    }
    switch try node(first) {
    case .command(let command):
      try refuse(after: 1)
      return HelpText.command(command, path: command.name)
    case .group(let group):
      guard words.count > 1 else { return HelpText.group(group) }
      let command = try member(words[1], of: group)
      try refuse(after: 2)
      return HelpText.command(command, path: "\(group.name) \(command.name)")
    }
  }

  private func node(_ name: String) throws -> CommandNode {
    if let node = tree.first(where: { $0.name == name }) { return node }
    let guess =
      CommandHints.advice(command: name)
      ?? nearestName(to: name, among: tree.map(\.name)).map { "Did you mean `binnacle \($0)`?" }
    throw UsageError("There is no command “\(name)”.\n\(guess ?? "See `binnacle --help` for those there are.")")
  }

  private func member(_ name: String, of group: CommandGroup) throws -> any Subcommand {
    if let command = group.members.first(where: { $0.name == name }) { return command }
    if name.hasPrefix("-") {
      throw UsageError("`\(group.name)` needs a command before \(name).\nSee `binnacle \(group.name) --help`.")
    }
    let guess = nearestName(to: name, among: group.members.map(\.name))
      .map { "Did you mean `binnacle \(group.name) \($0)`?" }
    throw UsageError(
      "There is no command “\(group.name) \(name)”.\n\(guess ?? "See `binnacle \(group.name) --help`.")")
  }
}
