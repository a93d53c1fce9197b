// The two ends of a link inside one process, for tests and for boards that run in this process.

import SerialLink

/// One end of a link in memory. Its capacity is limited: a write waits while the other end has `capacity` unread bytes.
package final class MemoryStream: ByteStream, @unchecked Sendable {
  package let name: String
  private let link: Link
  private let side: Int

  /// The shared state of both ends. Index 0 and 1 are the two ends.
  private final class Link {
    let monitor = Monitor()
    let capacity: Int
    /// Bytes on the way to each end.
    var incoming = [ByteQueue(), ByteQueue()]
    /// Bytes that an end received while it was writing; they are older than those in `incoming`.
    var taken = [ByteQueue(), ByteQueue()]
    var isClosed = [false, false]

    init(capacity: Int) {
      self.capacity = capacity
    }
  }

  /// Two connected ends.
  ///
  /// - Parameter capacity: the most bytes on the way in each direction, at least 1.
  package static func pair(
    capacity: Int = 65_536, names: (String, String) = ("memory:left", "memory:right")
  ) -> (MemoryStream, MemoryStream) {
    let link = Link(capacity: max(1, capacity))
    return (MemoryStream(link, side: 0, name: names.0), MemoryStream(link, side: 1, name: names.1))
  }

  private init(_ link: Link, side: Int, name: String) {
    self.link = link
    self.side = side
    self.name = name
  }

  deinit {
    close()
  }

  /// Reads the bytes that have come, at most as many as fit into the buffer; 0 when the deadline passes without a byte.
  package func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    if buffer.isEmpty { return 0 }
    return try link.monitor.locked { () throws(LinkError) -> Int in
      while true {
        if link.isClosed[side] { throw .lost(name: name, reason: "it was closed here") }
        var count = link.taken[side].move(into: buffer)
        if count == 0 { count = link.incoming[side].move(into: buffer) }
        if count > 0 {
          link.monitor.broadcast()
          return count
        }
        if link.isClosed[1 - side] { throw .lost(name: name, reason: "the other side closed it") }
        if !link.monitor.wait(until: deadline) { return 0 }
      }
    }
  }

  /// Writes all bytes, or fails when the deadline passes.
  package func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    try link.monitor.locked { () throws(LinkError) in
      var rest = bytes
      while !rest.isEmpty {
        if link.isClosed[side] { throw .lost(name: name, reason: "it was closed here") }
        if link.isClosed[1 - side] { throw .lost(name: name, reason: "the other side closed it") }
        let room = min(rest.count, link.capacity - link.incoming[1 - side].count)
        if room > 0 {
          link.incoming[1 - side].append(UnsafeRawBufferPointer(rebasing: rest[..<room]))
          rest = UnsafeRawBufferPointer(rebasing: rest[room...])
          link.monitor.broadcast()
        } else if !receivePending(), !link.monitor.wait(until: deadline) {
          throw .timeout(name: name, awaited: "\(rest.count) of \(bytes.count) bytes to be accepted")
        }
      }
    }
  }

  /// Closes the stream; later reads and writes fail.
  package func close() {
    link.monitor.locked {
      link.isClosed[side] = true
      link.monitor.broadcast()
    }
  }

  /// Frees capacity for the other side, which may be waiting to write to this one; false when nothing had come.
  private func receivePending() -> Bool {
    guard !link.incoming[side].isEmpty, link.taken[side].count < DescriptorStream.pendingLimit else { return false }
    link.incoming[side].move(to: &link.taken[side])
    link.monitor.broadcast()
    return true
  }
}
