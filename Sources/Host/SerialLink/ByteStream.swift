// The only interface through which the host exchanges bytes with a device.

/// A connection that carries bytes both ways: a serial port, a socket, a terminal, an emulator, memory.
///
/// One thread may read while another writes; two readers or two writers at once are not supported.
/// `close` may come from any thread, and ends a waiting `read` or `write` with `LinkError.lost`.
package protocol ByteStream: AnyObject, Sendable {
  /// The name of the other side in messages: "/dev/ttyUSB0", "tcp:localhost:4000", "emulator:microbit".
  var name: String { get }

  /// Seconds within which the device on the other side answers, if it answers at all.
  var answerSeconds: Double { get }

  /// How much of the written data the other side has not accepted yet, in any unit; 0 if this is unknown.
  ///
  /// While this decreases, the other side is slow and not silent.
  var untaken: Int { get }

  /// Waits until at least one byte has come or the deadline has passed.
  ///
  /// - Returns: the number of bytes placed at the start of `buffer`; 0 when the deadline passed first. With a deadline
  ///   in the past it still returns the bytes that are already there.
  /// - Throws: `LinkError.lost` when the other side is gone and everything it sent has been read.
  func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int

  /// Writes all bytes, or throws.
  ///
  /// It never waits for the reader of this side: while the other side does not accept bytes, the bytes that it sends
  /// are received and kept for `read`.
  /// - Throws: `LinkError.timeout` when the other side did not accept everything before the deadline, `LinkError.lost`
  ///   when it is gone. In both cases a part may have been sent.
  func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError)

  /// Ends the connection and releases its resources. Closing twice is harmless.
  func close()
}

extension ByteStream {
  /// Hardware has its own processor and needs only milliseconds; the rest of this second is for the connection.
  package var answerSeconds: Double { 1 }

  /// A deadline after a time that is right for a board, and longer where the other side is slower.
  /// - Parameter seconds: for a real board.
  package func deadline(seconds: Double) -> Deadline { .after(seconds: seconds * answerSeconds) }

  /// Unknown.
  package var untaken: Int { 0 }

  /// Reads at most `count` bytes into an array; empty when the deadline passed first.
  package func read(atMost count: Int, deadline: Deadline) throws(LinkError) -> [UInt8] {
    let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { storage.deallocate() }
    let received = try read(into: storage, deadline: deadline)
    return [UInt8](UnsafeRawBufferPointer(rebasing: storage[..<received]))
  }

  /// Reads exactly `count` bytes.
  ///
  /// - Throws: `LinkError.timeout` when fewer bytes came before the deadline; the caller does not get those.
  package func read(exactly count: Int, deadline: Deadline) throws(LinkError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let part = try read(atMost: count - bytes.count, deadline: deadline)
      if part.isEmpty {
        throw .timeout(name: name, awaited: "\(count) bytes (\(bytes.count) came)")
      }
      bytes += part
    }
    return bytes
  }

  /// Writes an array of bytes.
  package func write(_ bytes: [UInt8], deadline: Deadline) throws(LinkError) {
    // `withUnsafeBytes` passes typed errors only in its newer form. A `Result` keeps the type with every toolchain.
    let outcome: Result<Void, LinkError> = bytes.withUnsafeBytes { raw in
      do throws(LinkError) {
        try write(raw, deadline: deadline)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }
}
