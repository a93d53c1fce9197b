// binnacle completions: what a shell needs to complete commands, options and their values.
import BoardKit
import TerminalInterface

/// A shell that can complete words.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}

/// What may stand at one place of a command line.
enum CompletedValue: Equatable {
  case words([String])
  case files, folders, links, boards
  /// Something that no shell can guess.
  case other

  init(_ option: CommandOption) {
    self = option.words.isEmpty ? Self(placeholder: option.placeholder ?? "") : .words(option.words)
  }

  init(_ argument: CommandArgument) {
    self = argument.words.isEmpty ? Self(placeholder: argument.placeholder) : .words(argument.words)
  }

  private init(placeholder: String) {
    switch placeholder {
    case "FILE", "PATH", "A", "B": self = .files
    case "FOLDER", "DIR": self = .folders
    case "LINK", "PORT": self = .links
    case "BOARD": self = .boards
    default: self = .other
    }
  }
}

/// One command of the tree, with the words that lead to it.
struct CompletedCommand {
  let path: [String]
  let summary: String
  let command: any Subcommand

  var options: [CommandOption] { command.options + [.help] }

  /// All commands of a tree.
  static func all(_ tree: [CommandNode]) -> [CompletedCommand] {
    tree.flatMap { node in
      switch node {
      case .command(let command): [CompletedCommand(path: [command.name], summary: command.summary, command: command)]
      case .group(let group):
        group.members.map {
          CompletedCommand(path: [group.name, $0.name], summary: $0.summary, command: $0)
        }
      }
    }
  }
}

/// The scripts, made from the descriptions of the commands.
struct CompletionScript {
  let tree: [CommandNode]
  let topics: [HelpTopic]
  /// The names of the boards.
  let boards: [String]

  private var commands: [CompletedCommand] { CompletedCommand.all(tree) }
  /// The beginnings of a LINK.
  private static let links = [
    "auto", "simulated", "emulator:", "tcp:", "i2c:", "csv:", "serial:", "capture:", "recording:",
  ]
  private static let comment = "# Completion of binnacle, made by `binnacle completions`."

  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  // MARK: - bash

  private var bash: String {
    let groups = tree.compactMap { node -> String? in
      guard case .group(let group) = node else { return nil }
      return "    \(group.name)) words=\"\(group.members.map(\.name).joined(separator: " "))\" ;;"
    }
    let options = commands.map { command in
      "    \"\(command.path.joined(separator: " "))\") options=\"\(names(command).joined(separator: " "))\" ;;"
    }
    let values = commands.flatMap { command in
      command.options.filter { $0.placeholder != nil }.map { option in
        let spellings = (["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? []))
          .map { "\"\(command.path.joined(separator: " ")) \($0)\"" }
        return "    \(spellings.joined(separator: "|"))) \(Self.bashAction(.init(option))) ;;"
      }
    }
    let arguments = commands.compactMap { command in
      command.command.arguments.first.map { first in
        "    \"\(command.path.joined(separator: " "))\") \(Self.bashAction(.init(first))) ;;"
      }
    }
    return """
      \(Self.comment)
      _binnacle_say() { COMPREPLY+=($(compgen -W "$1" -- "$current")); }
      _binnacle_files() {
        local head="" tail="$current"
        case "$current" in capture:*|recording:*|nmea:*) head="${current%%:*}:"; tail="${current#*:}" ;; esac
        local IFS=$'\\n'
        COMPREPLY+=($(compgen "$1" -P "$head" -- "$tail"))
        compopt -o filenames -o nospace 2>/dev/null
      }
      _binnacle_boards() { _binnacle_say "\(boards.joined(separator: " "))"; }
      _binnacle_links() {
        case "$current" in
          emulator:*) _binnacle_say "\(boards.map { "emulator:\($0)" }.joined(separator: " "))" ;;
          capture:*|recording:*) _binnacle_files -f ;;
          *)
            _binnacle_say "\(Self.links.joined(separator: " ")) $(echo /dev/ttyUSB* /dev/ttyACM* | tr ' ' '\\n' | grep -v '[*]')"
            compopt -o nospace 2>/dev/null ;;
        esac
      }
      _binnacle() {
        # The line itself: bash divides its words at colons and equals signs.
        local line="${COMP_LINE:0:COMP_POINT}" current="" path="" previous="" options="" words="" word
        local -a typed
        read -ra typed <<<"$line"
        case "$line" in *[[:space:]]) ;; *) current="${typed[-1]}"; unset 'typed[-1]' ;; esac
        COMPREPLY=()
        previous="${typed[-1]}"
        for word in "${typed[@]:1}"; do
          case "$word" in -*) break ;; esac
          case "$path" in
            ""|\(groupNames.joined(separator: "|"))|help) path="${path:+$path }$word" ;;
            *) break ;;
          esac
        done
        case "$path" in
          "") words="\(topWords.joined(separator: " "))" ;;
          help) words="\((tree.map(\.name) + topics.map(\.name)).joined(separator: " "))" ;;
      \(groups.joined(separator: "\n"))
        esac
        if [ -n "$words" ]; then _binnacle_say "$words"; return; fi
        case "$path" in
      \(options.joined(separator: "\n"))
        esac
        case "$current" in
          --*=*) previous="${current%%=*}"; current="${current#*=}" ;;
          -*) _binnacle_say "$options"; return ;;
        esac
        local found=1
        case "$path $previous" in
      \(values.joined(separator: "\n"))
          *) found="" ;;
        esac
        if [ -z "$found" ]; then
          case "$path" in
      \(arguments.joined(separator: "\n"))
          esac
        fi
        # Readline keeps what stands before the last colon.
        local kept="${current%"${current##*:}"}"
        [ -z "$kept" ] || COMPREPLY=("${COMPREPLY[@]#"$kept"}")
      }
      complete -F _binnacle binnacle

      """
  }

  private static func bashAction(_ value: CompletedValue) -> String {
    switch value {
    case .words(let words): "_binnacle_say \"\(words.joined(separator: " "))\""
    case .files: "_binnacle_files -f"
    case .folders: "_binnacle_files -d"
    case .links: "_binnacle_links"
    case .boards: "_binnacle_boards"
    case .other: ":"
    }
  }

  private var groupNames: [String] {
    tree.compactMap { node in if case .group(let group) = node { group.name } else { nil } }
  }
  private var topWords: [String] { tree.map(\.name) + ["help", "version", "--help", "--version"] }
  private func names(_ command: CompletedCommand) -> [String] {
    command.options.flatMap { option in (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"] }
  }

  // MARK: - zsh

  private var zsh: String {
    func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
    func described(_ rows: [(String, String)]) -> String {
      rows.map { quoted("\($0.0.replacing(":", with: "\\:")):\($0.1)") }.joined(separator: " ")
    }
    func label(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(
        ":", with: "\\:")
    }
    func action(_ value: CompletedValue) -> String {
      switch value {
      case .words(let words): "(\(words.joined(separator: " ")))"
      case .files: "_files"
      case .folders: "_files -/"
      case .links: "_binnacle_links"
      case .boards: "_binnacle_boards"
      case .other: " "
      }
    }
    func specification(_ option: CommandOption) -> [String] {
      let value = option.placeholder.map { ":\(label($0)):\(action(.init(option)))" } ?? ""
      // An option with a value may be given again.
      let again = option.placeholder == nil ? "" : "*"
      return (["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? []))
        .map { quoted("\(again)\($0)[\(label(option.help))]\(value)") }
    }
    func cases(_ command: CompletedCommand) -> String {
      let arguments = command.command.arguments.map { argument in
        let place = argument.count == .oneOrMore || argument.count == .any ? "*" : ""
        return quoted("\(place):\(label(argument.placeholder)):\(action(.init(argument)))")
      }
      let parts = command.options.flatMap(specification) + arguments
      return "    \(quoted(command.path.joined(separator: " "))))\n      _arguments \\\n        "
        + parts.joined(separator: " \\\n        ") + " ;;"
    }
    let groups = tree.compactMap { node -> String? in
      guard case .group(let group) = node else { return nil }
      return "    \(group.name)) rows=(\(described(group.members.map { ($0.name, $0.summary) }))) ;;"
    }
    let top =
      tree.map { ($0.name, $0.summary) } + [("help", "explain a command or a topic"), ("version", "the version")]
    return """
      #compdef binnacle
      \(Self.comment)
      _binnacle_boards() { compadd -- \(boards.joined(separator: " ")) }
      _binnacle_links() {
        case "$PREFIX" in
          emulator:*) compadd -- \(boards.map { "emulator:\($0)" }.joined(separator: " ")) ;;
          capture:*|recording:*) compset -P '*:'; _files ;;
          *) compadd -S '' -- \(Self.links.joined(separator: " ")) /dev/ttyUSB*(N) /dev/ttyACM*(N) ;;
        esac
      }
      _binnacle() {
        local -a rows
        local name="${words[2]}"
        if (( CURRENT == 2 )); then
          rows=(\(described(top)))
          _describe command rows
          return
        fi
        if [[ $name == help ]]; then
          rows=(\(described(tree.map { ($0.name, $0.summary) } + topics.map { ($0.name, $0.summary) })))
          _describe topic rows
          return
        fi
        case $name in
      \(groups.joined(separator: "\n"))
        esac
        if (( ${#rows} )); then
          if (( CURRENT == 3 )); then _describe command rows; return; fi
          name="$name ${words[3]}"
          shift words; (( CURRENT-- ))
        fi
        shift words; (( CURRENT-- ))
        case $name in
      \(commands.map(cases).joined(separator: "\n"))
        esac
      }
      if [[ $funcstack[1] == _binnacle ]]; then _binnacle "$@"; else compdef _binnacle binnacle; fi

      """
  }

  // MARK: - fish

  /// The links, and whether the words of the line so far are those of a command.
  private var fishFunctions: [String] {
    [
      "function __binnacle_links",
      "  printf '%s\\n' \(Self.links.joined(separator: " "))",
      "  for port in /dev/ttyUSB* /dev/ttyACM*; echo $port; end",
      "  printf 'emulator:%s\\n' \(boards.joined(separator: " "))",
      "  switch (commandline -ct)",
      "    case 'capture:*' 'recording:*'",
      "      set -l head (string split -m 1 : -- (commandline -ct))",
      "      __fish_complete_path $head[2] | string replace -r '^' $head[1]:",
      "  end",
      "end",
      "# Whether the words of the line so far are these, and what follows are options and arguments.",
      "function __binnacle_at",
      "  set -l words (commandline -opc)[2..]",
      "  set -l count (count $argv)",
      "  test (count $words) -ge $count; or return 1",
      "  test $count -eq 0; or test \"$words[1..$count]\" = \"$argv\"",
      "end",
      "function __binnacle_is",
      "  test (count (commandline -opc)) -eq (math (count $argv) + 1); and __binnacle_at $argv",
      "end",
    ]
  }

  private var fish: String {
    func quoted(_ text: String) -> String {
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
    func action(_ value: CompletedValue) -> String? {
      switch value {
      case .words(let words): "-xa \(quoted(words.joined(separator: " ")))"
      case .files: "-rF"
      case .folders: "-xa '(__fish_complete_directories)'"
      case .links: "-xa '(__binnacle_links)'"
      case .boards: "-xa \(quoted(boards.joined(separator: " ")))"
      case .other: "-x"
      }
    }
    var lines = [Self.comment] + fishFunctions + ["complete -c binnacle -f"]
    for (name, summary) in tree.map({ ($0.name, $0.summary) }) + [("help", "explain a command or a topic")] {
      lines.append("complete -c binnacle -n __binnacle_is -a \(name) -d \(quoted(summary))")
    }
    for (name, summary) in tree.map({ ($0.name, $0.summary) }) + topics.map({ ($0.name, $0.summary) }) {
      lines.append("complete -c binnacle -n '__binnacle_is help' -a \(name) -d \(quoted(summary))")
    }
    for case .group(let group) in tree {
      for member in group.members {
        lines.append(
          "complete -c binnacle -n '__binnacle_is \(group.name)' -a \(member.name) -d \(quoted(member.summary))")
      }
    }
    for command in commands {
      let place = "complete -c binnacle -n '__binnacle_at \(command.path.joined(separator: " "))'"
      for option in command.options {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value = option.placeholder == nil ? "" : action(.init(option)).map { " \($0)" } ?? ""
        lines.append("\(place)\(letter) -l \(option.name)\(value) -d \(quoted(option.help))")
      }
      if let first = command.command.arguments.first {
        switch CompletedValue(first) {
        case .files: lines.append("\(place) -F")
        case .other: break
        case let value: lines.append("\(place) \((action(value) ?? "").replacing("-xa", with: "-a"))")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// `binnacle completions`.
package struct CompletionsCommand: Subcommand {
  package let name = "completions"
  package let summary = "print what a shell needs to complete commands, options and their values"
  package let arguments = [
    CommandArgument("SHELL", .one, "bash, zsh or fish", among: Shell.allCases.map(\.rawValue))
  ]
  package let examples = [
    CommandExample(
      "completions bash > ~/.local/share/bash-completion/completions/binnacle", "for bash; in a new shell"),
    CommandExample("completions zsh > ~/.zfunc/_binnacle", "for zsh; ~/.zfunc must be in $fpath before compinit"),
    CommandExample("completions fish > ~/.config/fish/completions/binnacle.fish", "for fish"),
  ]
  package let notes = ["An installed program has these files already."]
  private let tool: @Sendable () -> CommandLineTool

  /// - Parameter tool: the program to complete.
  package init(_ tool: @escaping @Sendable () -> CommandLineTool) { self.tool = tool }

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let word = arguments.positionals[0]
    guard let shell = Shell(rawValue: word) else {
      throw UsageError("There are completions for bash, zsh and fish, not for “\(word)”.")
    }
    let tool = tool()
    let boards = (try? Project.find())?.boardNames() ?? []
    arguments.console.line(
      String(CompletionScript(tree: tool.tree, topics: tool.topics, boards: boards).text(for: shell).dropLast()))
    return .pass
  }
}
