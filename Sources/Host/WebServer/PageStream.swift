// A bounded queue of complete frames for one page, between the link's thread and the server's thread.
import CMicroHTTPD
import Foundation

/// The frames for one page. A page that reads too slowly loses the oldest frames; the link never waits for it.
final class PageStream: @unchecked Sendable {
  private let lock = NSLock()
  private var frames: [[UInt8]] = []
  private var head = 0
  private var waiting = 0
  /// The rest of a frame that was partly sent. It is never dropped, because half a frame is useless.
  private var begun: ArraySlice<UInt8> = []
  private var connection: OpaquePointer?
  private var isSuspended = false
  private var hasEnded = false
  private var lastSent: UInt64 = 0
  private let limit: Int
  /// Frames that this page did not get.
  private(set) var dropped = 0

  /// - Parameter limit: the number of bytes that may wait.
  init(limit: Int) { self.limit = limit }

  /// The connection on which the page is served.
  func serve(on connection: OpaquePointer) { lock.withLock { self.connection = connection } }

  /// Adds frames, each with its delimiter. Returns how many older frames were dropped for them.
  func append(_ new: [[UInt8]]) -> Int {
    lock.withLock {
      // Frames after the end belong to the next stream.
      if hasEnded { return 0 }
      let before = dropped
      for frame in new {
        frames.append(frame)
        waiting += frame.count
        while waiting > limit, head < frames.count - 1 { dropFirst() }
      }
      resume()
      return dropped - before
    }
  }

  private func dropFirst() {
    // Dropped delimiters that only keep the line alive do not count.
    if frames[head].count > 1 { dropped += 1 }
    advance()
  }

  private func advance() {
    waiting -= frames[head].count
    frames[head] = []
    head += 1
    guard head == frames.count || head >= 512 else { return }
    frames.removeFirst(head)
    head = 0
  }

  /// Sends an empty frame if nothing was sent for a second.
  func keepAlive(now: UInt64) {
    let isIdle = lock.withLock { head == frames.count && begun.isEmpty && now >= lastSent &+ 1_000_000_000 }
    if isIdle { _ = append([[0]]) }
  }

  /// Ends the page's stream: no more frames come.
  /// - Parameter isAtOnce: whether waiting frames are left out. This is no loss, because they describe another moment.
  func end(isAtOnce: Bool = false) {
    lock.withLock {
      hasEnded = true
      if isAtOnce { (frames, head, waiting) = ([], 0, 0) }
      resume()
    }
  }

  /// Forgets the connection after it has ended.
  func forgetConnection() { lock.withLock { connection = nil } }

  private func resume() {
    guard isSuspended, let connection else { return }
    isSuspended = false
    MHD_resume_connection(connection)
  }

  /// Fills the server's buffer; called on its thread. Without frames the connection sleeps until `append`.
  func read(into buffer: UnsafeMutablePointer<CChar>, _ capacity: Int, now: UInt64) -> Int {
    lock.withLock {
      var count = 0
      while count < capacity {
        if begun.isEmpty {
          guard head < frames.count else { break }
          begun = frames[head][...]
          advance()
        }
        let part = begun.prefix(capacity - count)
        part.withUnsafeBytes { bytes in
          UnsafeMutableRawBufferPointer(start: buffer + count, count: part.count).copyMemory(from: bytes)
        }
        count += part.count
        begun = begun.dropFirst(part.count)
      }
      if count > 0 {
        lastSent = now
        return count
      }
      if hasEnded { return http_end() }
      if let connection {
        isSuspended = true
        MHD_suspend_connection(connection)
      }
      return 0
    }
  }
}
