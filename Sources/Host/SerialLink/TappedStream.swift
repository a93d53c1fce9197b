// Listens to a link: every chunk with its time, for captures.

/// The direction of a chunk, seen from the host.
package enum ChunkDirection: String, Sendable, Codable {
  case received
  case sent
}

/// A stream that passes every chunk to a listener as well.
///
/// The time of a received chunk is the time at which the read returned. The time of a sent chunk is just before the
/// write, so that an answer is never older than its question.
package final class TappedStream: ByteStream {
  /// Receives the direction, the `MonotonicClock` nanoseconds, and the bytes, which are valid only during the call. It
  /// is called on the thread that reads or writes.
  package typealias Listener = @Sendable (ChunkDirection, UInt64, UnsafeRawBufferPointer) -> Void

  private let base: any ByteStream
  private let listener: Listener

  package init(_ base: any ByteStream, listener: @escaping Listener) {
    self.base = base
    self.listener = listener
  }

  package var name: String { base.name }
  /// Seconds that an answer may take, as given by the stream below.
  package var answerSeconds: Double { base.answerSeconds }
  /// What the other side has not taken yet, as the stream below knows it.
  package var untaken: Int { base.untaken }

  /// Reads the bytes that have come, at most as many as fit into the buffer; 0 when the deadline passes without a byte.
  package func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    let count = try base.read(into: buffer, deadline: deadline)
    if count > 0 {
      listener(.received, MonotonicClock.nanoseconds(), UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return count
  }

  /// Writes all bytes, or fails when the deadline passes.
  package func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    listener(.sent, MonotonicClock.nanoseconds(), bytes)
    try base.write(bytes, deadline: deadline)
  }

  /// Closes the stream; later reads and writes fail.
  package func close() {
    base.close()
  }
}
