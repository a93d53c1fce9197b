// The options and arguments of a subcommand, described once for parsing, help and checks.

/// An option: `--name` or `--name VALUE`, perhaps also with a one-letter form.
package struct CommandOption: Sendable, Equatable {
  package let name: String
  /// The one-letter form, such as `o` for `-o`.
  package let letter: Character?
  /// The name of the value in the help, such as HZ; nil for an option without a value.
  package let placeholder: String?
  /// What the option does, for the help.
  package let help: String
  /// The values that it takes; empty if others are possible.
  package let words: [String]

  /// An option with a value.
  /// - Parameter words: the values that it takes, for `choice`, `choices` and completions.
  package init(
    _ name: String, letter: Character? = nil, _ placeholder: String, _ help: String, among words: [String] = []
  ) {
    (self.name, self.letter, self.placeholder, self.help, self.words) = (name, letter, placeholder, help, words)
  }

  private init(flag name: String, letter: Character?, help: String) {
    (self.name, self.letter, self.placeholder, self.help, words) = (name, letter, nil, help, [])
  }

  /// An option without a value.
  package static func flag(_ name: String, letter: Character? = nil, _ help: String) -> CommandOption {
    CommandOption(flag: name, letter: letter, help: help)
  }

  /// The form in the help: `-o, --output FILE`.
  package var usage: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}

/// An argument that is identified by its position.
package struct CommandArgument: Sendable {
  /// How many values an argument takes.
  package enum Count: Sendable { case one, optional, oneOrMore, any }

  /// What stands for it in the synopsis, such as LINK.
  package let placeholder: String
  /// How many values it takes.
  package let count: Count
  /// What it is, for the help.
  package let help: String

  /// The values that it takes; empty if others are possible.
  package let words: [String]

  package init(_ placeholder: String, _ help: String) { self.init(placeholder, .one, help) }

  package init(_ placeholder: String, _ count: Count, _ help: String, among words: [String] = []) {
    (self.placeholder, self.count, self.help, self.words) = (placeholder, count, help, words)
  }

  /// The form in the synopsis.
  package var usage: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .oneOrMore: "\(placeholder)…"
    case .any: "[\(placeholder)…]"
    }
  }
}

/// An example of a command line, with its explanation.
package struct CommandExample: Sendable {
  /// The text after `binnacle `.
  package let arguments: String
  package let explanation: String

  package init(_ arguments: String, _ explanation: String) {
    (self.arguments, self.explanation) = (arguments, explanation)
  }
}

// Options of several subcommands. They have the same meaning everywhere.
extension CommandOption {
  package static let help = flag("help", letter: "h", "show this help")
  package static let json = flag("json", "JSON lines, also on a terminal")
  package static let seed = CommandOption("seed", "N", "seed of the random inputs, 0 … 2^64 − 1 (default 1)")
  package static let on = CommandOption("on", "LINK", "the device to ask; `binnacle help links` lists the forms")
  package static let capture = CommandOption("capture", "FILE", "keep the exact bytes of the link in FILE")
}
