// Asking the person before the terminal.
import Foundation

/// Standard input, without waiting for it longer than one wants to.
public enum Question {
  /// Whether somebody can answer.
  public static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 }

  /// A line that was typed, without its end; nil when none came within `seconds`, or when none will.
  public static func line(within seconds: Double) -> String? {
    if case .line(let text) = input(within: seconds) { return text }
    return nil
  }

  /// What standard input has.
  public enum Input: Equatable, Sendable {
    case nothing
    /// Without its end.
    case line(String)
    /// There is no more.
    case end
  }

  /// What came within `seconds`. No byte beyond the line is taken: `poll` would not tell of it any more.
  public static func input(within seconds: Double) -> Input {
    guard hasInput(within: seconds) else { return .nothing }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !Interrupt.isRequested {
      switch read(STDIN_FILENO, &byte, 1) {
      case 1 where byte == UInt8(ascii: "\n"): return .line(String(decoding: bytes, as: UTF8.self))
      // What never ends a line is no answer; it must not fill the memory either.
      case 1: if bytes.count < longest { bytes.append(byte) }
      // A signal: whoever waits looks whether it was Ctrl-C.
      case -1 where errno == EINTR: if bytes.isEmpty { return .nothing }
      default: return bytes.isEmpty ? .end : .line(String(decoding: bytes, as: UTF8.self))
      }
    }
    return .nothing
  }

  /// Bytes of a line that are kept.
  private static let longest = 4096

  private static func hasInput(within seconds: Double) -> Bool {
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(max(0, seconds) * 1000)) > 0
  }

  /// Asks until y, n or Enter; Enter, and an end of input, mean no harm is done: no. What was typed before the question
  /// was there answers something else.
  /// - Parameter takesEnter: whether Enter alone answers; not where one too late would throw work away.
  public static func isYes(_ text: String, console: Console, takesEnter: Bool = true) -> Bool {
    tcflush(STDIN_FILENO, TCIFLUSH)
    console.remarks.write(text + (takesEnter ? " [y/N] " : " [y/n] "))
    while canBeAsked, !Interrupt.isRequested {
      let answer = input(within: 0.2)
      if answer == .end { break }
      guard case .line(let words) = answer else { continue }
      if let isYes = meaning(of: words, takesEnter: takesEnter) { return isYes }
      console.remarks.write("Type y for yes or n for no: ")
    }
    // Nobody ended the question's line.
    console.remarks.write("\n")
    return false
  }

  /// Whether an answer says yes; nil for what is neither yes nor no.
  static func meaning(of answer: String, takesEnter: Bool = true) -> Bool? {
    switch answer.trimmingCharacters(in: .whitespaces).lowercased() {
    case "y", "yes": true
    case "n", "no": false
    case "" where takesEnter: false
    default: nil
    }
  }
}
