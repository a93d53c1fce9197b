// Colours text, but only where the output supports it.

/// The meaning of a piece of text, which determines its colour.
public enum Colour: String, Sendable {
  case good = "32"
  case warning = "33"
  case bad = "31"
  case quiet = "2"
  case strong = "1"

  /// `text` in this colour for `sink`; unchanged if the output has no colour.
  public func paint(_ text: String, for sink: Console.Sink) -> String {
    sink.hasColour ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
  }

  /// Terminals that can show colour get it, unless NO_COLOR is set and not empty (https://no-color.org).
  public static func isWelcome(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }
}
