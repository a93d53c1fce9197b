// Colours text, but only where the output supports it.

/// The meaning of a piece of text, which determines its colour.
package enum Colour: UInt32, Sendable {
  case good = 32
  case warning = 33
  case bad = 31
  case quiet = 2
  case strong = 1

  /// Returns `text` in this colour for `sink`, unchanged if the output has no colour. Until `Console` writes them,
  /// colours are marks and not escape sequences, because text from elsewhere may contain escape sequences.
  package func paint(_ text: String, for sink: Console.Sink) -> String {
    sink.hasColour ? "\(mark)\(text)\(Self.end)" : text
  }

  /// The mark: a private character, U+10F700 plus the code of the colour.
  private var mark: Character { Character(Unicode.Scalar(Self.base + rawValue) ?? " ") }
  private static let end: Character = "\u{10f700}"
  private static let base: UInt32 = 0x10_f700

  /// The escape sequence for a mark; `nil` for any other character.
  static func sequence(_ scalar: Unicode.Scalar) -> String? {
    guard scalar.value >= base, scalar.value < base + 100 else { return nil }
    let code = scalar.value - base
    return code == 0 || Colour(rawValue: code) != nil ? "\u{1b}[\(code)m" : nil
  }

  /// Terminals that can show colour get it, unless NO_COLOR is set and not empty (https://no-color.org).
  package static func isWelcome(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }
}
