// The one way the host moves bytes to and from a device.

/// A connection that carries bytes both ways: a serial port, a socket, a terminal, an emulator, memory.
///
/// One thread may read while another writes; two readers or two writers at once are not supported.
/// `close` may come from any thread, and ends a waiting `read` or `write` with `LinkError.lost`.
public protocol ByteStream: AnyObject, Sendable {
  /// How messages name the other side: "/dev/ttyUSB0", "tcp:localhost:4000", "emulator:microbit".
  var name: String { get }

  /// Seconds within which the device on the other side answers, if it answers at all.
  var answerSeconds: Double { get }

  /// Waits until at least one byte has come or the deadline has passed.
  ///
  /// - Returns: the number of bytes placed at the start of `buffer`; 0 when the deadline passed first.
  ///   A deadline in the past still takes what is already there.
  /// - Throws: `LinkError.lost` when the other side is gone, after everything it sent has been read.
  func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int

  /// Writes all bytes, or throws.
  ///
  /// Never waits for the reader of this side: while the other side is not taking bytes, what it sends is taken
  /// in and kept for `read`.
  /// - Throws: `LinkError.timeout` when not everything was taken before the deadline, `LinkError.lost` when the
  ///   other side is gone. In both cases a part may have been sent.
  func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError)

  /// Ends the connection and gives back what it held. Closing twice is harmless.
  func close()
}

extension ByteStream {
  /// Hardware has a processor of its own and needs milliseconds; the rest is for what lies between.
  public var answerSeconds: Double { 1 }

  /// Reads at most `count` bytes into an array; empty when the deadline passed first.
  public func read(atMost count: Int, deadline: Deadline) throws(LinkError) -> [UInt8] {
    let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { storage.deallocate() }
    let received = try read(into: storage, deadline: deadline)
    return [UInt8](UnsafeRawBufferPointer(rebasing: storage[..<received]))
  }

  /// Reads exactly `count` bytes.
  ///
  /// - Throws: `LinkError.timeout` when fewer had come by the deadline; those are lost to the caller.
  public func read(exactly count: Int, deadline: Deadline) throws(LinkError) -> [UInt8] {
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
  public func write(_ bytes: [UInt8], deadline: Deadline) throws(LinkError) {
    // `withUnsafeBytes` carries typed errors only in its newer form; the result keeps the type on every toolchain.
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
