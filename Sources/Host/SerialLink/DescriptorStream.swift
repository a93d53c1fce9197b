// Reads and writes a file descriptor with deadlines: the common part of ports, terminals and sockets.
import Foundation

/// The result of one attempt to move bytes without waiting.
enum Transfer {
  case moved(Int)
  case wouldBlock
  case gone(String)
}

/// A byte stream over a non-blocking file descriptor.
///
/// All waiting happens in `poll`, on the descriptor and on a wake-up socket. Nothing therefore polls in a busy loop, a
/// signal only causes another check of the clock, and `close` ends the wait at once. Subclasses define how bytes are
/// moved.
package class DescriptorStream: ByteStream, @unchecked Sendable {
  package let name: String
  let descriptor: Int32

  /// The most bytes that `write` receives and keeps for a later `read` while the other side sends instead of receiving.
  package static let pendingLimit = 16 << 20

  private let lock = NSLock()
  /// Bytes that `write` has received; they are older than anything that is still in the descriptor.
  private var pending = ByteQueue()
  private var isClosed = false
  /// The number of calls that are inside `read` or `write`. The descriptor is released when it is closed and none is
  /// left.
  private var users = 0
  private var isReaderWaiting = false
  private var wakeUpCount = 0
  private let wakeReceiver: Int32
  private let wakeSender: Int32

  /// Takes ownership of an open, non-blocking descriptor.
  init(descriptor: Int32, name: String) throws(LinkError) {
    (wakeReceiver, wakeSender) = try LinuxSocket.pair(name: name)
    _ = fcntl(wakeReceiver, F_SETFL, O_NONBLOCK)
    _ = fcntl(wakeSender, F_SETFL, O_NONBLOCK)
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    close()
  }

  /// How often a wait for the line has ended so far. It measures what this link costs an otherwise idle processor.
  package var wakeUps: Int { lock.withLock { wakeUpCount } }

  /// The number of written bytes that the line of a terminal or port has not sent yet; 0 if the system does not report
  /// it.
  package var unsentBytes: Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
  }

  // MARK: - For subclasses

  /// Receives the bytes that are there, without waiting.
  func receiveSome(into buffer: UnsafeMutableRawBufferPointer) -> Transfer { fatalError("abstract") }

  /// Sends as many bytes as fit, without waiting.
  func sendSome(_ bytes: UnsafeRawBufferPointer) -> Transfer { fatalError("abstract") }

  /// Why the other side is gone although `poll` has not reported it, or nil. Called when a read finds nothing.
  func disappearance() -> String? { nil }

  /// The idle seconds after which a waiting read calls `disappearance`; nil for never.
  var idleProbeSeconds: Double? { nil }

  /// Releases the descriptor. Called once.
  func release() { _ = Foundation.close(descriptor) }

  // MARK: - ByteStream

  /// Reads the bytes that have come, at most as many as fit into the buffer; 0 when the deadline passes without a byte.
  package func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    if buffer.isEmpty { return 0 }
    try enter()
    defer { leave() }
    var isFirst = true
    var events: Int32 = 0
    while true {
      switch readPendingOrReceive(into: buffer) {
      case .moved(let count): return count
      case .gone(let reason): throw lost(reason)
      case .wouldBlock: break
      }
      if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { throw lost(disappearance() ?? "the line was hung up") }
      // The line is idle, or it was reported as ready without a byte to read. Check whether the other side still
      // exists.
      if !isFirst, let reason = disappearance() { throw lost(reason) }
      if deadline.hasPassed { return 0 }
      isFirst = false
      let probe = idleProbeSeconds.map { Deadline.after(seconds: $0) } ?? .never
      events = try wait(for: POLLIN, until: min(deadline, probe), reading: true)
    }
  }

  /// Writes all bytes, or fails when the deadline passes.
  package func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    try enter()
    defer { leave() }
    var rest = bytes
    while !rest.isEmpty {
      switch sendSome(rest) {
      case .moved(let count):
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        continue
      case .gone(let reason): throw lost(reason)
      case .wouldBlock: break
      }
      if deadline.hasPassed {
        throw .timeout(name: name, awaited: "\(rest.count) of \(bytes.count) bytes to be accepted")
      }
      let events = try wait(for: POLLOUT | (hasRoom ? POLLIN : 0), until: deadline, reading: false)
      if events & POLLIN != 0, case .gone(let reason) = receivePending() { throw lost(reason) }
      if events & (POLLHUP | POLLERR | POLLNVAL) != 0, events & (POLLIN | POLLOUT) == 0 {
        throw lost("the line was hung up")
      }
    }
  }

  /// Closes the stream; later reads and writes fail.
  package func close() {
    let isLast = lock.withLock {
      if isClosed { return false }
      isClosed = true
      _ = Foundation.close(wakeSender)  // The receiving end stays ready from now on.
      return users == 0
    }
    if isLast { releaseAll() }
  }

  // MARK: - Implementation

  private func enter() throws(LinkError) {
    let isOpen = lock.withLock {
      if !isClosed { users += 1 }
      return !isClosed
    }
    if !isOpen { throw lost("it was closed here") }
  }

  private func leave() {
    let isLast = lock.withLock {
      users -= 1
      return isClosed && users == 0
    }
    if isLast { releaseAll() }
  }

  private func releaseAll() {
    release()
    _ = Foundation.close(wakeReceiver)
  }

  private func lost(_ reason: String) -> LinkError { .lost(name: name, reason: reason) }

  private var hasRoom: Bool { lock.withLock { pending.count < Self.pendingLimit } }

  /// The lock covers both sources. Otherwise bytes could overtake each other while a writer receives.
  private func readPendingOrReceive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    lock.withLock {
      let taken = pending.move(into: buffer)
      return taken > 0 ? .moved(taken) : receiveSome(into: buffer)
    }
  }

  /// Receives what the other side sends while this side writes, so that the other side does not block.
  private func receivePending() -> Transfer {
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 1) { chunk in
      lock.withLock {
        let transfer = receiveSome(into: chunk)
        if case .moved(let count) = transfer {
          pending.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
          if isReaderWaiting {
            isReaderWaiting = false
            var byte: UInt8 = 0
            _ = Foundation.write(wakeSender, &byte, 1)
          }
        }
        return transfer
      }
    }
  }

  /// Waits for an event on the descriptor or the wake-up socket, or for the deadline; a signal also ends the wait.
  private func wait(for events: Int32, until deadline: Deadline, reading: Bool) throws(LinkError) -> Int32 {
    if reading {
      let mustWait = lock.withLock {
        isReaderWaiting = pending.isEmpty && !isClosed
        return isReaderWaiting
      }
      if !mustWait && !lock.withLock({ isClosed }) { return POLLIN }
    }
    var watched = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
      pollfd(fd: wakeReceiver, events: Int16(POLLIN), revents: 0),
    ]
    // Bytes in the wake-up socket wake only the reader. A writer that watched it would loop until the reader had run.
    if !reading { watched[1].events = 0 }
    let ready = poll(&watched, 2, deadline.pollMilliseconds)
    lock.withLock {
      wakeUpCount += 1
      if reading { isReaderWaiting = false }
    }
    if lock.withLock({ isClosed }) { throw lost("it was closed here") }
    guard ready > 0 else { return 0 }
    if reading, watched[1].revents & Int16(POLLIN) != 0 {
      var bytes: UInt64 = 0
      _ = Foundation.read(wakeReceiver, &bytes, MemoryLayout.size(ofValue: bytes))
      return Int32(watched[0].revents) | POLLIN
    }
    return Int32(watched[0].revents)
  }
}

/// The result of `read`, `write`, `recv` or `send` on a descriptor where receiving 0 bytes means the end.
func transfer(_ result: Int, receiving: Bool) -> Transfer {
  if result > 0 { return .moved(result) }
  if result == 0 { return receiving ? .gone("the other side closed it") : .wouldBlock }
  return transfer(failedWith: errno)
}

/// The result of a transfer that failed with this `errno`.
func transfer(failedWith code: Int32) -> Transfer {
  switch code {
  case EAGAIN, EWOULDBLOCK, EINTR: .wouldBlock
  case EIO: .gone("the line was hung up")
  case EPIPE, ECONNRESET: .gone("the other side closed it")
  default: .gone(String(cString: strerror(code)))
  }
}
