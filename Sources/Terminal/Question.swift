// Asking the person before the terminal.
import Foundation

/// Standard input, without waiting for it longer than one wants to.
public enum Question {
  /// Whether somebody can answer.
  public static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 }

  /// A line that was typed, without its end; nil when none came within `seconds`.
  public static func line(within seconds: Double) -> String? {
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, Int32(max(0, seconds) * 1000)) > 0 else { return nil }
    return readLine(strippingNewline: true)
  }

  /// Asks until y, n or Enter; Enter, and an end of input, mean no harm is done: no.
  public static func isYes(_ text: String, console: Console) -> Bool {
    console.remarks.write(text + " [y/N] ")
    while !Interrupt.isRequested {
      guard canBeAsked else { return false }
      guard let answer = line(within: 0.2) else { continue }
      return ["y", "yes"].contains(answer.lowercased())
    }
    return false
  }
}
