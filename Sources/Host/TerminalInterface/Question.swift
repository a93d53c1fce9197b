// Asks the user at the terminal.
import Foundation

/// Reads standard input, with a limit on the waiting time.
package enum Question {
  /// Whether a user can answer.
  package static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 }

  /// A typed line without its end. `nil` if none came within `seconds`, or if the input has ended.
  package static func line(within seconds: Double) -> String? {
    if case .line(let text) = input(within: seconds) { return text }
    return nil
  }

  /// What standard input delivered.
  package enum Input: Equatable, Sendable {
    case nothing
    /// A line, without its end.
    case line(String)
    /// The input has ended.
    case end
  }

  /// Waits up to `seconds` for input. It reads no byte beyond the line, because `poll` would not report that byte
  /// again.
  package static func input(within seconds: Double) -> Input {
    guard hasInput(within: seconds) else { return .nothing }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !Interrupt.isRequested {
      switch read(STDIN_FILENO, &byte, 1) {
      case 1 where byte == UInt8(ascii: "\n"): return .line(String(decoding: bytes, as: UTF8.self))
      // A line that never ends is not an answer, and must not fill the memory.
      case 1: if bytes.count < longest { bytes.append(byte) }
      // A signal came: the caller checks whether it was Ctrl-C.
      case -1 where errno == EINTR: if bytes.isEmpty { return .nothing }
      default: return bytes.isEmpty ? .end : .line(String(decoding: bytes, as: UTF8.self))
      }
    }
    return .nothing
  }

  /// The number of bytes of a line that are kept.
  private static let longest = 4096

  private static func hasInput(within seconds: Double) -> Bool {
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(max(0, seconds) * 1000)) > 0
  }

  /// Asks until the answer is y, n or Enter. Enter and the end of the input mean no, which is the safe answer. Text
  /// that was typed before the question appeared is ignored.
  /// - Parameter takesEnter: whether Enter alone is an answer. Set `false` where a late Enter would lose work.
  package static func isYes(_ text: String, console: Console, takesEnter: Bool = true) -> Bool {
    tcflush(STDIN_FILENO, TCIFLUSH)
    console.remarks.write(text + (takesEnter ? " [y/N] " : " [y/n] "))
    while canBeAsked, !Interrupt.isRequested {
      let answer = input(within: 0.2)
      if answer == .end { break }
      guard case .line(let words) = answer else { continue }
      if let isYes = meaning(of: words, takesEnter: takesEnter) { return isYes }
      console.remarks.write("Type y for yes or n for no: ")
    }
    // The user did not end the line of the question.
    console.remarks.write("\n")
    return false
  }

  /// Whether an answer means yes; `nil` if it is neither yes nor no.
  static func meaning(of answer: String, takesEnter: Bool = true) -> Bool? {
    switch answer.trimmingCharacters(in: .whitespaces).lowercased() {
    case "y", "yes": true
    case "n", "no": false
    case "" where takesEnter: false
    default: nil
    }
  }
}
