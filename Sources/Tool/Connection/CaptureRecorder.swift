// A capture that is written while a command runs, and the message when its disk is full.
import Foundation
import HostSession
import Recordings
import SerialLink
import TerminalInterface
import ToolCommandLine

/// Stores the bytes of a link. A full disk does not end the command: it is reported at once, and again by the exit
/// status.
package final class CaptureRecorder: @unchecked Sendable {
  package let path: String
  private let writer: CaptureWriter
  private let start = MonotonicClock.nanoseconds()
  private let lock = NSLock()
  private var failure: CaptureError?
  private var listener: ((String) -> Void)?
  private var isReported = false

  package init(path: String, linkName: String) throws {
    self.path = path
    let now = Int64(Date().timeIntervalSince1970 * 1e6)
    // A file is never overwritten. A pipe or a device has no content to lose.
    var status = stat()
    let isFile = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    writer = try CaptureWriter(
      path: path, header: CaptureHeader(linkName: linkName, startMicroseconds: now), replacing: !isFile)
  }

  /// The listener is called at once when nothing more can be written, before the data that came meanwhile is shown.
  package func onFailure(_ listener: @escaping (String) -> Void) {
    lock.withLock { self.listener = listener }
    passOn()
  }

  /// A stream whose bytes are written to the capture as they pass.
  package func tap(_ stream: any ByteStream) -> any ByteStream {
    TappedStream(stream) { direction, time, bytes in self.keep(direction, time, bytes) }
  }

  /// Writes bytes of one direction; `time` is in microseconds from the start of the capture.
  package func keep(_ direction: ChunkDirection, _ time: UInt64, _ bytes: UnsafeRawBufferPointer) {
    write { writer throws(CaptureError) in
      try writer.append(direction == .received ? .received : .sent, bytes, at: microseconds(time))
    }
    passOn()
  }

  /// Appends how a stream ended, for its replay.
  /// - Parameter failure: how the link was lost.
  package func appendEnd(readings: Int, isReal: Bool, failure: String?, trouble: HeadingTrouble? = nil) {
    append(note: "stream readings \(readings) real \(isReal ? 1 : 0)")
    if let failure { append(note: "lost \(failure)") }
    if let trouble { append(note: "trouble \(trouble)") }
  }

  package func append(note text: String) {
    write { writer throws(CaptureError) in
      try writer.append(note: text, at: microseconds(MonotonicClock.nanoseconds()))
    }
    passOn()
  }

  /// Closes the file. - Throws: the error; in a short form if it was reported before.
  package func close() throws {
    let end = microseconds(MonotonicClock.nanoseconds())
    write { writer throws(CaptureError) in try writer.close(at: end) }
    let (failure, isReported) = lock.withLock { (self.failure, self.isReported) }
    guard let failure else { return }
    guard isReported, !writer.isRemoved else { throw failure }
    throw CommandError(
      .badFile,
      "\(path) ends where writing failed; what was shown before is in it.\n"
        + "See it with: binnacle replay \(path.shellWord)")
  }

  private func write(_ body: (CaptureWriter) throws(CaptureError) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    guard failure == nil else { return }
    do throws(CaptureError) {
      try body(writer)
    } catch {
      failure = error
    }
  }

  private func passOn() {
    let news: (CaptureError, (String) -> Void)? = lock.withLock {
      guard let failure, let listener, !isReported else { return nil }
      isReported = true
      return (failure, listener)
    }
    guard let (failure, listener) = news else { return }
    let lines = failure.description.split(separator: "\n", maxSplits: 1)
    listener("\(lines[0])\nNothing more is kept; Ctrl-C ends this. \(lines.last ?? "")")
  }

  private func microseconds(_ time: UInt64) -> UInt64 { time > start ? (time - start) / 1000 : 0 }
}
