// Asking the person before the terminal.
import Foundation

/// Standard input, without waiting for it longer than one wants to.
public enum Question {
  /// Whether somebody can answer.
  public static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 }

  /// A line that was typed, without its end; nil when none came within `seconds`.
  public static func line(within seconds: Double) -> String? {
    hasInput(within: seconds) ? readLine(strippingNewline: true) : nil
  }

  private static func hasInput(within seconds: Double) -> Bool {
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(max(0, seconds) * 1000)) > 0
  }

  /// Asks until y, n or Enter; Enter, and an end of input, mean no harm is done: no. What was typed before the question
  /// was there answers something else.
  public static func isYes(_ text: String, console: Console) -> Bool {
    tcflush(STDIN_FILENO, TCIFLUSH)
    console.remarks.write(text + " [y/N] ")
    while !Interrupt.isRequested {
      guard canBeAsked else { return false }
      guard hasInput(within: 0.2) else { continue }
      guard let answer = readLine(strippingNewline: true) else { return false }
      return ["y", "yes"].contains(answer.lowercased())
    }
    return false
  }
}
