// The options and arguments of a subcommand, described once for parsing, help and checks.

/// An option: `--name` or `--name VALUE`, perhaps also with a one-letter form.
struct CommandOption: Sendable, Equatable {
  let name: String
  /// The one-letter form, such as `o` for `-o`.
  let letter: Character?
  /// The name of the value in the help, such as HZ; nil for an option without a value.
  let placeholder: String?
  let help: String

  /// An option with a value.
  init(_ name: String, letter: Character? = nil, _ placeholder: String, _ help: String) {
    (self.name, self.letter, self.placeholder, self.help) = (name, letter, placeholder, help)
  }

  private init(flag name: String, letter: Character?, help: String) {
    (self.name, self.letter, self.placeholder, self.help) = (name, letter, nil, help)
  }

  /// An option without a value.
  static func flag(_ name: String, letter: Character? = nil, _ help: String) -> CommandOption {
    CommandOption(flag: name, letter: letter, help: help)
  }

  /// The form in the help: `-o, --output FILE`.
  var usage: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}

/// An argument that is identified by its position.
struct CommandArgument: Sendable {
  enum Count: Sendable { case one, optional, oneOrMore, any }

  let placeholder: String
  let count: Count
  let help: String

  init(_ placeholder: String, _ help: String) { self.init(placeholder, .one, help) }

  init(_ placeholder: String, _ count: Count, _ help: String) {
    (self.placeholder, self.count, self.help) = (placeholder, count, help)
  }

  /// The form in the synopsis.
  var usage: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .oneOrMore: "\(placeholder)…"
    case .any: "[\(placeholder)…]"
    }
  }
}

/// An example of a command line, with its explanation.
struct CommandExample: Sendable {
  /// The text after `binnacle `.
  let arguments: String
  let explanation: String

  init(_ arguments: String, _ explanation: String) {
    (self.arguments, self.explanation) = (arguments, explanation)
  }
}

// Options of several subcommands. They have the same meaning everywhere.
extension CommandOption {
  static let help = flag("help", letter: "h", "show this help")
  static let json = flag("json", "JSON lines, also on a terminal")
  static let seed = CommandOption("seed", "N", "seed of the random inputs, 0 … 2^64 − 1 (default 1)")
  static let on = CommandOption("on", "LINK", "the device to ask; `binnacle help links` lists the forms")
  static let capture = CommandOption("capture", "FILE", "keep the exact bytes of the link in FILE")
}
