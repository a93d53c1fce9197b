// Subcommands and their tree.

/// One subcommand: its description and its action.
package protocol Subcommand: Sendable {
  /// The last word of its name, such as `atan2` of `check atan2`.
  var name: String { get }
  /// The summary in one line, without a full stop.
  var summary: String { get }
  var arguments: [CommandArgument] { get }
  /// Its own options; every subcommand also has `--help`.
  var options: [CommandOption] { get }
  /// Command lines that users can copy; the help shows them as examples.
  var examples: [CommandExample] { get }
  /// Additional paragraphs of the help, one for each element.
  var notes: [String] { get }
  /// Options of related subcommands that this one does not support. The reason follows the option's name.
  var refusals: [(option: CommandOption, reason: String)] { get }

  func run(_ arguments: ParsedArguments) throws -> ExitStatus
}

extension Subcommand {
  package var arguments: [CommandArgument] { [] }
  package var options: [CommandOption] { [] }
  package var notes: [String] { [] }
  package var refusals: [(option: CommandOption, reason: String)] { [] }
}

/// Subcommands with a common first word, such as `check`.
package struct CommandGroup: Sendable {
  package let name: String
  package let summary: String
  package let members: [any Subcommand]

  package init(name: String, summary: String, members: [any Subcommand]) {
    (self.name, self.summary, self.members) = (name, summary, members)
  }
}

/// A node of the tree.
package enum CommandNode: Sendable {
  case command(any Subcommand)
  case group(CommandGroup)

  package var name: String {
    switch self {
    case .command(let command): command.name
    case .group(let group): group.name
    }
  }

  package var summary: String {
    switch self {
    case .command(let command): command.summary
    case .group(let group): group.summary
    }
  }
}

/// The exit status of the program.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case pass = 0
  case verdictFailed = 1
  case usage = 2
  case linkLost = 3
  case protocolMismatch = 4
  case cannotOpen = 5
  case badFile = 6
  case missingProgram = 7

  /// What the status says, for the help.
  package var meaning: String {
    switch self {
    case .pass: "pass"
    case .verdictFailed: "the verdict is fail"
    case .usage: "wrong usage, or the board lacks a needed part"
    case .linkLost: "the link was lost"
    case .protocolMismatch: "the device speaks another protocol version"
    case .cannotOpen: "a link or file cannot be opened: absent, no permission, busy"
    case .badFile: "a file or record is bad, or an output cannot be written"
    case .missingProgram: "a needed program or board image is missing"
    }
  }
}
