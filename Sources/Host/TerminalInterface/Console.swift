// The outputs for a command's results and remarks, and the capabilities of each.
import Foundation
import Synchronization

/// The two outputs of a command: one for results, the other for remarks, progress and errors.
package final class Console: Sendable {
  /// One of the two outputs.
  package struct Sink: Sendable {
    /// Whether a person reads this output on a terminal.
    package let isTerminal: Bool
    /// Whether colour may be used.
    package let hasColour: Bool
    /// Whether the terminal can move its cursor on request; a dumb terminal prints the request.
    package let movesCursor: Bool
    /// Whether the terminal adds a carriage return to a line feed. A terminal in raw mode does not, nor does a file or
    /// pipe.
    let addsReturns: Bool
    /// The size of the terminal now; a user may resize it.
    let size: @Sendable () -> TerminalSize
    /// The only function that writes text to this output. It does not filter the text, so only `write` and `command`
    /// call it.
    private let writeAsIs: @Sendable (String) -> Void
    /// Writes bytes that are not text.
    package let writeBytes: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - movesCursor: `nil` means that a terminal can, unless it is a dumb terminal.
    ///   - addsReturns: `nil` means that a terminal does.
    package init(
      isTerminal: Bool, hasColour: Bool, movesCursor: Bool? = nil, addsReturns: Bool? = nil,
      size: @escaping @Sendable () -> TerminalSize = { .unknown },
      writeBytes: (@Sendable ([UInt8]) -> Void)? = nil, write: @escaping @Sendable (String) -> Void
    ) {
      self.isTerminal = isTerminal
      self.hasColour = hasColour
      self.movesCursor = movesCursor ?? isTerminal
      self.addsReturns = addsReturns ?? isTerminal
      self.size = size
      writeAsIs = write
      self.writeBytes = writeBytes ?? { write(String(decoding: $0, as: UTF8.self)) }
    }

    /// Writes text from any source, without characters that could command the terminal.
    func write(_ text: String) { writeAsIs(text.forTerminal) }

    /// Writes text between two commands of this program for the terminal.
    func write(_ text: String = "", after before: StaticString, before after: String = "") {
      writeAsIs("\(before)\(text.forTerminal)\(after)")
    }

    /// Moves the cursor up by `up` lines, then writes lines in the place of the previous ones.
    func redraw(_ lines: [String], up: Int, clearsRest: Bool) {
      var text = up > 0 ? "\u{1b}[\(up)A" : ""
      for line in lines { text += "\r\u{1b}[K" + line.forTerminal + "\n" }
      if clearsRest { text += "\u{1b}[J" }
      writeAsIs(text)
    }

    /// Removes the last lines.
    func clear(up: Int) { writeAsIs("\u{1b}[\(up)A\r\u{1b}[J") }

    /// Writes a table unchanged for another program. A terminal gets the filtered text.
    package func writeTable(_ text: String) { isTerminal ? write(text) : writeAsIs(text) }

    /// Overwrites the last line that has not ended with as much of `text` as fits on one line. `text` must have no
    /// colour.
    func replaceLine(with text: String) {
      let shown = size().fitting(text)
      if movesCursor { return write(shown, after: "\r", before: "\u{1b}[K") }
      // Every terminal can return to the left edge; spaces then overwrite the old text.
      let blanks = String(repeating: " ", count: min(size().columns, 80) - 1)
      write(blanks, after: "\r")
      write(shown, after: "\r")
    }
  }

  /// The output for results.
  package let results: Sink
  /// The output for remarks and errors: standard error.
  package let remarks: Sink

  package init(results: Sink, remarks: Sink) {
    self.results = results
    self.remarks = remarks
  }

  /// A line of results.
  package func line(_ text: String = "") { results.write(text + "\n") }

  /// A line of results that ends with carriage return and line feed wherever it arrives.
  package func lineWithReturn(_ text: String) {
    results.write(text, after: "", before: results.addsReturns ? "\n" : "\r\n")
  }

  /// A JSON object as one line of results.
  package func line(_ object: JSONObject) { results.write(object.line + "\n") }

  /// Writes a line of results that the next one overwrites, on a terminal.
  package func live(_ text: String) { results.replaceLine(with: text) }

  /// Removes the line that `live` wrote last from the terminal.
  package func liftLive() { results.replaceLine(with: "") }

  /// Keeps the line that `live` wrote last.
  package func endLive() { results.write("\n") }

  /// Writes a line for the user: what happened, what the program waits for, what to do next.
  package func remark(_ text: String) { remarks.write(text.bounded(to: Self.longestRemark) + "\n") }

  /// The program's own remarks are shorter. A remark that quotes too much is cut here.
  private static let longestRemark = 16_000
}

extension Console {
  /// Standard output and standard error of this process.
  package static let standard = Console(results: sink(of: STDOUT_FILENO), remarks: sink(of: STDERR_FILENO))

  /// The `errno` of a failed write to standard output; 0 means that everything was written.
  private static let failure = Atomic<Int32>(0)

  /// Why results could not be written to standard output, in the system's words. `nil` if they were written, or if the
  /// reader of a pipe closed it (`binnacle … | head`).
  package static var outputFailure: String? {
    let code = failure.load(ordering: .relaxed)
    return code == 0 || code == EPIPE ? nil : String(cString: strerror(code))
  }

  /// Whether standard output still accepts results. It does not after the reader of a pipe has closed it.
  package static var isOutputOpen: Bool { failure.load(ordering: .relaxed) == 0 }

  private static func sink(of descriptor: Int32) -> Sink {
    let isTerminal = isatty(descriptor) == 1
    let environment = ProcessInfo.processInfo.environment
    var settings = termios()
    let isKnown = isTerminal && tcgetattr(descriptor, &settings) == 0
    let both = tcflag_t(OPOST) | tcflag_t(ONLCR)
    return Sink(
      isTerminal: isTerminal, hasColour: Colour.isWelcome(isTerminal: isTerminal, environment: environment),
      movesCursor: isTerminal && environment["TERM"] != "dumb", addsReturns: isKnown && settings.c_oflag & both == both,
      size: { TerminalSize(of: descriptor) },
      writeBytes: { writeAll($0, to: descriptor) }, write: { writeAll(Array($0.utf8), to: descriptor) })
  }

  /// Whether an output accepts bytes, or reports an error, within 50 ms.
  private static func isReady(_ descriptor: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&watched, 1, 50) > 0
  }

  /// Writes without a buffer, so that each line is out before the command continues. If results cannot be written, the
  /// command ends, but not the process. If remarks cannot be written (`2>&-`), nothing ends.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        // A reader that accepts nothing must not delay a program that was asked to end. When a pipe is ready, it
        // accepts a page.
        if Interrupt.isRequested, !isReady(descriptor) {
          if Interrupt.isOver { return }
          continue
        }
        let most = Interrupt.isRequested ? min(rest.count, 4096) : rest.count
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, most)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          usleep(1000)
        } else if errno != EINTR {
          guard descriptor == STDOUT_FILENO else { return }
          failure.store(errno, ordering: .relaxed)
          return Interrupt.request()
        }
      }
    }
  }
}

/// How a command writes its results.
package enum OutputMode: Equatable, Sendable {
  /// Aligned columns for a person.
  case human
  /// One JSON object per line, with stable field names and units.
  case jsonLines

  /// JSON lines if requested, or if the results go to a file or another program.
  package init(json: Bool, console: Console) {
    self = json || !console.results.isTerminal ? .jsonLines : .human
  }
}
