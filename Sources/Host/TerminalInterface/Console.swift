// Where a command's results and remarks go, and what can be shown there.
import Foundation
import Synchronization

/// The two outputs of a command: results on one, remarks, progress and errors on the other.
public final class Console: Sendable {
  /// One of the two outputs.
  public struct Sink: Sendable {
    /// True for a terminal with a person before it.
    public let isTerminal: Bool
    /// True where colour is welcome.
    public let hasColour: Bool
    /// True for a terminal that moves its cursor when it is asked to; a dumb one prints the asking.
    public let movesCursor: Bool
    /// The terminal as it is now; it may be resized.
    let size: @Sendable () -> TerminalSize
    let write: @Sendable (String) -> Void
    /// Writes bytes that are no text.
    public let writeBytes: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - movesCursor: as for every terminal but a dumb one, if nothing is said.
    public init(
      isTerminal: Bool, hasColour: Bool, movesCursor: Bool? = nil,
      size: @escaping @Sendable () -> TerminalSize = { .unknown },
      writeBytes: (@Sendable ([UInt8]) -> Void)? = nil, write: @escaping @Sendable (String) -> Void
    ) {
      self.isTerminal = isTerminal
      self.hasColour = hasColour
      self.movesCursor = movesCursor ?? isTerminal
      self.size = size
      self.write = write
      self.writeBytes = writeBytes ?? { write(String(decoding: $0, as: UTF8.self)) }
    }

    /// Writes `text` where the last line stands that was not ended: as much of it as fits on one. Colour does not fit.
    func replaceLine(with text: String) {
      let shown = size().fitting(text)
      if movesCursor { return write("\r\(shown)\u{1b}[K") }
      // Every terminal goes back to the left, and blanks take away what stood there.
      let blanks = String(repeating: " ", count: min(size().columns, 80) - 1)
      write("\r\(blanks)\r\(shown)")
    }
  }

  /// Where results go, and where remarks go.
  public let results: Sink
  /// Where remarks and errors go: standard error.
  public let remarks: Sink

  public init(results: Sink, remarks: Sink) {
    self.results = results
    self.remarks = remarks
  }

  /// A line of results.
  public func line(_ text: String = "") { results.write(text + "\n") }

  /// A JSON object as one line of results.
  public func line(_ object: JSONObject) { results.write(object.line + "\n") }

  /// A line of results that the next one replaces, on a terminal.
  public func live(_ text: String) { results.replaceLine(with: text) }

  /// Takes the line that `live` wrote last off the terminal.
  public func liftLive() { results.replaceLine(with: "") }

  /// Keeps the line that `live` wrote last.
  public func endLive() { results.write("\n") }

  /// A line for the person: what happened, what is awaited, what to do next.
  public func remark(_ text: String) { remarks.write(text + "\n") }
}

extension Console {
  /// Standard output and standard error of this process.
  public static let standard = Console(results: sink(of: STDOUT_FILENO), remarks: sink(of: STDERR_FILENO))

  /// The `errno` with which writing to standard output failed; 0: all was written.
  private static let failure = Atomic<Int32>(0)

  /// Why standard output did not take the results, in the system's words; nil when it did, or when the reader of a
  /// pipe had enough (`binnacle … | head`).
  public static var outputFailure: String? {
    let code = failure.load(ordering: .relaxed)
    return code == 0 || code == EPIPE ? nil : String(cString: strerror(code))
  }

  /// Whether standard output still takes results: not so when the reader of a pipe had enough.
  public static var isOutputOpen: Bool { failure.load(ordering: .relaxed) == 0 }

  private static func sink(of descriptor: Int32) -> Sink {
    let isTerminal = isatty(descriptor) == 1
    let environment = ProcessInfo.processInfo.environment
    return Sink(
      isTerminal: isTerminal, hasColour: Colour.isWelcome(isTerminal: isTerminal, environment: environment),
      movesCursor: isTerminal && environment["TERM"] != "dumb", size: { TerminalSize(of: descriptor) },
      writeBytes: { writeAll($0, to: descriptor) }, write: { writeAll(Array($0.utf8), to: descriptor) })
  }

  /// Unbuffered, so that a line is out when the command goes on. Results that nobody takes end the command, not the
  /// process; remarks that nobody takes (`2>&-`) end nothing.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
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
public enum OutputMode: Equatable, Sendable {
  /// Aligned columns for a person.
  case human
  /// One JSON object a line, field names and units stable.
  case jsonLines

  /// Lines of JSON where asked for, or where the results go into a file or another program.
  public init(json: Bool, console: Console) {
    self = json || !console.results.isTerminal ? .jsonLines : .human
  }
}
