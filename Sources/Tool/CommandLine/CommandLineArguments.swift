// The user's arguments, converted to the types and ranges that commands need.

import BoardKit
import Foundation
import TerminalInterface

/// The arguments of one run of a subcommand.
package struct ParsedArguments: Sendable {
  package let command: any Subcommand
  /// The subcommand's full name.
  package let path: String
  package let positionals: [String]
  /// Values by option name, in the given order; an option without a value has empty texts.
  package let given: [String: [String]]
  package var console: Console

  package init(
    command: any Subcommand, path: String, positionals: [String], given: [String: [String]], console: Console
  ) {
    (self.command, self.path, self.positionals, self.given, self.console) = (command, path, positionals, given, console)
  }

  /// JSON lines or aligned columns.
  package var outputMode: OutputMode { OutputMode(json: flag(.json), console: console) }

  /// Whether the option was given.
  package func flag(_ option: CommandOption) -> Bool { given[option.name] != nil }

  /// The option's value; the last one if there are several, nil if the option is absent.
  package func text(_ option: CommandOption) -> String? { given[option.name]?.last }

  /// An integer within `range`. Commas or underscores may group the digits: 20,000.
  package func integer<Value: FixedWidthInteger>(_ option: CommandOption, in range: ClosedRange<Value>) throws -> Value?
  {
    guard let text = text(option) else { return nil }
    guard let value = Value(text.filter { $0 != "_" && $0 != "," }), range.contains(value) else {
      let (low, high) = (Digits.grouped(range.lowerBound), Digits.grouped(range.upperBound))
      throw refusal(option, text, "a whole number from \(low) to \(high)")
    }
    return value
  }

  /// A finite number within `range`.
  package func number(_ option: CommandOption, in range: ClosedRange<Double>) throws -> Double? {
    guard let text = text(option) else { return nil }
    guard let value = Double(text), range.contains(value) else {
      throw refusal(option, text, "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
    }
    return value
  }

  /// A duration in seconds, greater than 0: `10`, `10s`, `500ms`, `2m` or `1h`.
  package func seconds(_ option: CommandOption, upTo limit: Double = 31_536_000) throws -> Double? {
    guard let text = text(option) else { return nil }
    let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]
    let unit = units.first { text.hasSuffix($0.suffix) }
    let digits = unit.map { text.dropLast($0.suffix.count) } ?? text[...]
    guard let value = Double(digits), value.isFinite, case let seconds = value * (unit?.seconds ?? 1), seconds > 0,
      seconds <= limit
    else { throw refusal(option, text, "a time such as 10, 500ms, 2m or 1h, at most \(plain(limit)) seconds") }
    return seconds
  }

  /// One of the option's words.
  package func choice(_ option: CommandOption) throws -> String? {
    try text(option).map { text throws in try checked(text, option) }
  }

  private func checked(_ text: String, _ option: CommandOption) throws -> String {
    let words = option.words
    if words.contains(text) { return text }
    let guess = nearestName(to: text, among: words).map { "; did you mean \($0)?" } ?? "."
    throw UsageError("--\(option.name) takes \(words.joined(separator: ", ")), not “\(text)”\(guess)")
  }

  /// Some of the option's words; it may be given several times, and commas separate words. Each word appears once.
  package func choices(_ option: CommandOption) throws -> [String] {
    var chosen: [String] = []
    for text in given[option.name] ?? [] {
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        let word = try checked(part.trimmingCharacters(in: .whitespaces), option)
        if !chosen.contains(word) { chosen.append(word) }
      }
    }
    return chosen
  }

  /// The seed of random inputs; 1 by default.
  package func seed() throws -> UInt64 { try integer(.seed, in: 0...UInt64.max) ?? 1 }

  /// `i/n`: part i of n, 1 ≤ i ≤ n.
  package func part(_ option: CommandOption, atMost limit: Int) throws -> (index: Int, count: Int)? {
    guard let text = text(option) else { return nil }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], (1...limit).contains(count),
      (1...count).contains(index)
    else { throw refusal(option, text, "part i of n, written i/n, such as 2/8 (n up to \(limit))") }
    return (index, count)
  }

  /// The error for a value that is not allowed.
  package func refusal(_ option: CommandOption, _ text: String, _ wanted: String) -> UsageError {
    UsageError("--\(option.name) wants \(wanted), not “\(text)”.")
  }

  private func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
  }
}
