// binnacle man: the manual pages, made from the descriptions of the commands.
import Foundation
import TerminalInterface

/// The pages of section 1, in the macros of man(7).
struct ManualPages {
  let tool: CommandLineTool
  /// The date of the pages.
  let day: String

  /// Names without `.1`, and texts.
  var all: [(name: String, text: String)] {
    [("binnacle", overview)] + commands.map { (page($0.path), text(of: $0)) }
  }

  private var commands: [CompletedCommand] { CompletedCommand.all(tool.tree) }

  private func page(_ path: [String]) -> String { (["binnacle"] + path).joined(separator: "-") }

  private func head(_ name: String, _ summary: String) -> [String] {
    [
      ".TH \(Self.literal(name.uppercased())) 1 \(day) \"binnacle \(tool.version)\" \"User Commands\"", ".SH NAME",
      "\(Self.literal(name)) \\- \(Self.literal(summary))",
    ]
  }

  private var overview: String {
    var lines = head("binnacle", "magnetic compass for microcontrollers, and the tools to stream, check and prove it")
    lines += [".SH SYNOPSIS", ".B binnacle", ".I COMMAND", "[\\fIARGUMENTS\\fR]", ".SH COMMANDS"]
    for command in commands {
      lines += [".TP", ".BR \(Self.literal(page(command.path))) (1)", Self.literal(command.summary)]
    }
    lines += statuses
    for topic in tool.topics {
      lines += [".SH \(Self.literal(topic.name.uppercased()))", ".nf"]
      lines += topic.text().split(separator: "\n", omittingEmptySubsequences: false).map { Self.literal(String($0)) }
      lines.append(".fi")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(of described: CompletedCommand) -> String {
    let (name, command) = (page(described.path), described.command)
    let words = "binnacle \(described.path.joined(separator: " "))"
    var lines = head(name, command.summary)
    lines += [".SH SYNOPSIS", ".B \(Self.literal(words))"]
    lines += command.arguments.map { ".I \(Self.literal($0.usage))" } + ["[\\fIOPTIONS\\fR]"]
    if !command.notes.isEmpty {
      lines.append(".SH DESCRIPTION")
      for (index, note) in command.notes.enumerated() { lines += (index > 0 ? [".PP"] : []) + [Self.literal(note)] }
    }
    if !command.arguments.isEmpty {
      lines.append(".SH ARGUMENTS")
      for argument in command.arguments {
        lines += [".TP", ".I \(Self.literal(argument.placeholder))", Self.literal(argument.help)]
      }
    }
    lines.append(".SH OPTIONS")
    for option in command.options + [.help] {
      let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
      let value = option.placeholder.map { " \\fI\(Self.literal($0))\\fR" } ?? ""
      lines += [".TP", "\(letter)\\fB\\-\\-\(Self.literal(option.name))\\fR\(value)", Self.literal(option.help)]
    }
    lines.append(".SH EXAMPLES")
    for example in command.examples {
      lines += [".TP", ".B \(Self.literal("binnacle \(example.arguments)"))", Self.literal(example.explanation)]
    }
    lines += statuses + [".SH SEE ALSO", ".BR binnacle (1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var statuses: [String] {
    [".SH EXIT STATUS"]
      + ExitStatus.allCases.flatMap { [".TP", ".B \($0.rawValue)", Self.literal($0.meaning)] }
  }

  /// Text that no macro reads: hyphens can be copied, and a line never begins a request.
  static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}

/// `binnacle man`.
package struct ManualCommand: Subcommand {
  package let name = "man"
  package let summary = "write the manual pages, one for each command"
  package let arguments = [CommandArgument("FOLDER", .one, "the folder to write them into; it is made if it is absent")]
  package let examples = [
    CommandExample("man ~/.local/share/man/man1", "then `man binnacle-stream` finds them"),
    CommandExample("man build/man", "for a package"),
  ]
  package let notes = [
    "An installed program has these files already. SOURCE_DATE_EPOCH sets the date of the pages."
  ]
  private let tool: @Sendable () -> CommandLineTool

  /// - Parameter tool: the program to describe.
  package init(_ tool: @escaping @Sendable () -> CommandLineTool) { self.tool = tool }

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let folder = URL(fileURLWithPath: arguments.positionals[0])
    let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Double($0) }
    let date = Date(timeIntervalSince1970: epoch ?? Date().timeIntervalSince1970)
    let day = date.formatted(.iso8601.year().month().day())
    let pages = ManualPages(tool: tool(), day: day).all
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in pages { try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).1")) }
    } catch {
      throw CommandError(.badFile, "The manual pages cannot be written: \(error.localizedDescription)")
    }
    arguments.console.remark("binnacle: \(pages.count) pages in \(arguments.positionals[0])")
    return .pass
  }
}
