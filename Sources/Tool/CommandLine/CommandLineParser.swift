// Parses arguments with the C library's getopt_long.

import BoardKit
@preconcurrency import CGetopt
import Foundation
import TerminalInterface

/// Parses the words after the name of a subcommand.
enum CommandLineParser {
  /// getopt_long stores its state in global variables, so only one parse may run at a time.
  private static let lock = NSLock()
  /// Options are identified by number, because most have no letter. The numbers start far above all characters.
  private static let firstCode: Int32 = 1000

  /// - Parameters:
  ///   - words: the arguments after the subcommand's name.
  ///   - path: the subcommand's full name, for messages.
  /// - Throws: `UsageError`.
  static func parse(
    _ words: [String], for command: any Subcommand, path: String, console: Console
  ) throws -> ParsedArguments {
    let options = command.options + [.help]
    var given: [String: [String]] = [:]
    let positionals = try lock.withLock {
      try read(words, options: options, refusals: command.refusals, path: path) { option, value in
        given[option.name, default: []].append(value)
      }
    }
    let parsed = ParsedArguments(
      command: command, path: path, positionals: positionals, given: given, console: console)
    if !parsed.flag(.help) { try checkCount(of: positionals, for: command, path: path) }
    return parsed
  }

  private static func read(
    _ words: [String], options: [CommandOption], refusals: [(option: CommandOption, reason: String)], path: String,
    found: (CommandOption, String) -> Void
  ) throws -> [String] {
    var arguments: [UnsafeMutablePointer<CChar>?] = (["binnacle"] + words.map(guarded)).map { strdup($0) } + [nil]
    let all = arguments
    let names = options.map { strdup($0.name) }
    defer { for pointer in all + names { free(pointer) } }
    var table = options.indices.map { index in
      option(
        name: names[index], has_arg: options[index].placeholder == nil ? no_argument : required_argument,
        flag: nil, val: firstCode + Int32(index))
    }
    table.append(option())
    // With the leading colon, getopt_long distinguishes a missing value from an unknown option.
    let letters = options.reduce(into: ":") { text, option in
      if let letter = option.letter { text += "\(letter)" + (option.placeholder == nil ? "" : ":") }
    }

    optind = 0  // starts again, in glibc and in BSD
    opterr = 0
    let count = Int32(words.count + 1)
    while true {
      let code = getopt_long(count, &arguments, letters, table, nil)
      if code == -1 { break }
      guard let option = known(code, options) else {
        throw complaint(
          code, word: arguments[Int(optind) - 1], options: options, refusals: refusals, path: path)
      }
      let value = optarg.map { unguarded(String(cString: $0)) } ?? ""
      // The value may come from a shell variable that is not set. A message about a file without a name would not be
      // clear.
      if option.placeholder != nil, value.isEmpty { throw needsValue("--\(option.name)", option) }
      found(option, value)
    }
    return arguments[Int(optind)..<Int(count)].map { unguarded(String(cString: $0!)) }
  }

  /// -33.86,151.2 is a place and not an option, because no option begins with a digit. The guard hides the sign from
  /// getopt.
  private static func guarded(_ word: String) -> String {
    let isNegativeNumber = word.first == "-" && word.dropFirst().first.map { $0.isNumber || $0 == "." } ?? false
    return isNegativeNumber ? numberGuard + word : word
  }

  private static func unguarded(_ word: String) -> String {
    word.hasPrefix(numberGuard) ? String(word.dropFirst(numberGuard.count)) : word
  }

  /// A character that no user types.
  private static let numberGuard = "\u{1}"

  private static func known(_ code: Int32, _ options: [CommandOption]) -> CommandOption? {
    if code >= firstCode { return options[Int(code - firstCode)] }
    return options.first { $0.letter?.asciiValue.map(Int32.init) == code }
  }

  /// The error for the results `?` and `:` of getopt.
  private static func complaint(
    _ code: Int32, word: UnsafeMutablePointer<CChar>?, options: [CommandOption],
    refusals: [(option: CommandOption, reason: String)], path: String
  ) -> UsageError {
    let word = word.map { String(cString: $0) } ?? ""
    if let option = known(optopt, options) {
      return code == Int32(UInt8(ascii: ":"))
        ? needsValue(word, option)
        : UsageError("--\(option.name) takes no value: \(option.help).")
    }
    if optopt > 0, optopt < 128 {
      let letter = "\(Character(UnicodeScalar(UInt8(optopt))))"
      let next = CommandHints.option(for: letter, among: options).map { "Did you mean \($0.usage)?" } ?? seeHelp(path)
      return UsageError("There is no option -\(letter).\n\(next)")
    }
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    if let refusal = refusals.first(where: { $0.option.name == name }) {
      return UsageError("--\(name) \(refusal.reason)")
    }
    let matching = options.filter { $0.name.hasPrefix(name) }
    if matching.count > 1 {
      return UsageError("--\(name) could be \(matching.map { "--\($0.name)" }.joined(separator: " or ")).")
    }
    let guess =
      CommandHints.option(for: name, among: options)?.name ?? nearestName(to: name, among: options.map(\.name))
    let next = guess.map { "Did you mean --\($0)?" } ?? seeHelp(path)
    return UsageError("There is no option --\(name).\n\(next)")
  }

  private static func needsValue(_ word: String, _ option: CommandOption) -> UsageError {
    UsageError("\(word) needs a value: \(option.usage) (\(option.help)).")
  }

  private static func checkCount(of positionals: [String], for command: any Subcommand, path: String) throws {
    let required = command.arguments.filter { $0.count == .one || $0.count == .oneOrMore }
    if positionals.count < required.count {
      let missing = required[positionals.count]
      throw UsageError("\(missing.placeholder) is missing: \(missing.help).\n\(seeHelp(path))")
    }
    // Links have their own error messages.
    if let place = positionals.firstIndex(of: ""),
      let argument = command.arguments.dropFirst(place).first ?? command.arguments.last, argument.placeholder != "LINK"
    {
      throw UsageError("\(argument.placeholder) is an empty word: \(argument.help).\n\(seeHelp(path))")
    }
    let takesMore = command.arguments.contains { $0.count == .oneOrMore || $0.count == .any }
    if !takesMore, positionals.count > command.arguments.count {
      let word = positionals[command.arguments.count]
      // If the device is an option, users easily give it as an argument.
      let isDevice = command.arguments.isEmpty && command.options.contains(.on)
      let next = isDevice ? "Did you mean `--on \(word)`?" : seeHelp(path)
      throw UsageError("“\(word)” is one argument too many.\n\(next)")
    }
  }

  private static func seeHelp(_ path: String) -> String { "See `binnacle \(path) --help`." }
}
