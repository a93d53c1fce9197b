// Frames that came while nobody waited for them.

/// Received frames in the order of arrival, until somebody reads them.
struct FrameInbox {
  private var frames: [HostFrame] = []
  /// The first frame that was not read yet.
  private var head = 0

  mutating func append(_ frame: HostFrame) { frames.append(frame) }

  /// Removes and returns the next frame.
  mutating func removeNext() -> HostFrame? {
    guard head < frames.count else { return nil }
    defer {
      head += 1
      if head == frames.count { discard() }
    }
    return frames[head]
  }

  /// Removes and returns the next frame with this token.
  mutating func removeNext(token: UInt8) -> HostFrame? {
    guard let index = frames[head...].firstIndex(where: { $0.header.token == token }) else { return nil }
    return frames.remove(at: index)
  }

  mutating func removeAll(token: UInt8) {
    guard head < frames.count else { return }
    frames.removeSubrange(..<head)
    head = 0
    frames.removeAll { $0.header.token == token }
  }

  mutating func discard() {
    frames.removeAll(keepingCapacity: true)
    head = 0
  }
}
