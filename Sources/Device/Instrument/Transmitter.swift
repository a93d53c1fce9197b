// The queue of frames that wait for the line.

import LinkProtocol
import Quantities

/// A ring of frames. The main loop never waits for the line: if the ring is full, the oldest stream frame is dropped.
/// Replies are kept: the host waits for them, and does not request more than the line carries.
///
/// The budget of device time limits the frames to the rate of the line (`LineBudget`). If a line is too slow for the
/// streams, frames are dropped and counted here, and not in later buffers.
///
/// Each waiting frame is stored in its encoded form after two bytes: its length, and whether it is a reply. A frame
/// whose first byte was sent is never dropped. Frames get their sequence number when they are queued, so the host sees
/// a dropped frame as a gap.
public struct Transmitter: ~Copyable {
  /// Bytes of the ring; a power of two.
  static var capacity: Int { 1024 }

  /// Frames passed to the line.
  private(set) var sent: UInt32 = 0
  /// Frames dropped because the ring was full.
  private(set) var dropped: UInt32 = 0
  /// Whether a bit is flipped in every frame whose sequence number is divisible by 16 (`Provocation.wire`).
  var damagesFrames = false

  private var isLineAtRest = true
  private var sequence: UInt16 = 0
  /// The latest time at which the last byte may have been passed to the line.
  private var lastBusy = Instant(microseconds: 0)
  private var head = 0
  private var used = 0
  /// Bytes of the frame at `head` that have not been sent yet; 0 between two frames.
  private var leaving = 0
  private var budget: LineBudget
  /// The frame that is being composed.
  var frame = FrameBuffer()
  private var ring = InlineArray<1024, UInt8>(repeating: 0)

  /// - Parameter baud: the rate of the line; 0 for a line without a rate of its own.
  init(baud: UInt32) { budget = LineBudget(baud: baud) }

  /// Whether the places in the ring are within it; the memory may have been overwritten.
  var isSound: Bool {
    head >= 0 && head < Self.capacity && used >= 0 && used <= Self.capacity && leaving >= 0 && leaving <= used
  }

  mutating func setLineHasRate(_ hasRate: Bool) { budget.isInForce = hasRate }

  /// The longest time for which a UART may still send the bytes it was given: 17 bytes (a FIFO of 16, and the one in
  /// transmission) take 1.5 ms at 115,200 baud.
  private static var drainMicroseconds: UInt32 { 2000 }

  /// Advances device time, which increases the line's budget.
  mutating func advance(to now: Instant) {
    budget.advance(to: now)
    if !isEmpty { lastBusy = now }
    isLineAtRest = now.elapsed(since: lastBusy) >= Self.drainMicroseconds
  }

  /// Whether everything was sent, and the last byte has left the UART too.
  var isAtRest: Bool { isEmpty && isLineAtRest }

  /// Whether a frame with this payload certainly fits into the queue without dropping another. It assumes the coding
  /// overhead of the longest payload, so a shorter frame may fit even if the result is `false`.
  func hasRoom(forPayload count: Int) -> Bool {
    used &+ count &+ FrameLimits.maximumEncoded &- FrameLimits.maximumPayload &+ 2 <= Self.capacity
  }

  /// Whether all bytes have left.
  var isEmpty: Bool { used == 0 }

  /// Begins a frame. Its payload is appended to `frame`, and `commit` queues it.
  /// - Parameter token: of the request that the frame answers; 0 for a stream.
  @inline(__always)
  mutating func begin(_ kind: MessageKind, token: UInt8 = 0) { frame.begin(kind: kind.rawValue, token: token) }

  /// Queues the message of a stream.
  @inline(__always)
  mutating func send<M: Message>(_ message: borrowing M, as kind: MessageKind) {
    begin(kind)
    message.append(to: &frame)
    commit()
  }

  /// Queues the message of a stream without a copy.
  @inline(__always)
  mutating func send<M: PlainMessage>(image message: inout M, as kind: MessageKind) {
    begin(kind)
    frame.append(image: &message)
    commit()
  }

  /// Queues the frame in `frame`.
  @inline(never)
  mutating func commit() {
    // Even a frame that is dropped gets a number, so that the host sees the gap.
    frame.number(sequence)
    var encoded = InlineArray<267, UInt8>(repeating: 0)
    var bytes = encoded.mutableSpan
    let length = frame.encode(into: &bytes)
    if damagesFrames && sequence & 15 == 0 {
      // One bit of the second byte is flipped, chosen so that the byte does not become a delimiter: exactly one frame
      // is lost.
      bytes[1] ^= bytes[1] == 0x40 ? 0x20 : 0x40
    }
    sequence &+= 1
    let isReply = frame.token != 0
    while used &+ length &+ 2 > Self.capacity {
      var place = leaving
      while place < used, self.isReply(at: place) { place &+= size(at: place) }
      if place == used {
        // Only replies are waiting. They have priority over a stream's frame. A new reply replaces the oldest one.
        guard isReply else {
          dropped &+= 1
          return
        }
        place = leaving
      }
      drop(at: place)
    }
    put(UInt8(truncatingIfNeeded: length))
    put(UInt8(truncatingIfNeeded: length &>> 8) | (isReply ? Self.replyMark : 0))
    for i in 0..<length { put(bytes[i]) }
  }

  /// The next byte for the line; `nil` when there is nothing to send.
  mutating func nextByte() -> UInt8? {
    if leaving == 0 {
      guard used > 0, budget.admits || isReply(at: 0) else { return nil }
      leaving = size(at: 0) &- 2
      budget.spend(leaving)
      remove(2)
      sent &+= 1
    }
    let byte = ring[head]
    leaving &-= 1
    remove(1)
    return byte
  }

  /// Removes the frame that is `place` bytes after `head` from the ring. The bytes in front of it move up.
  private mutating func drop(at place: Int) {
    let size = size(at: place)
    var i = place
    while i > 0 {
      i &-= 1
      ring[Self.index(head &+ i &+ size)] = byte(at: i)
    }
    remove(size)
    dropped &+= 1
  }

  /// A bit in the second byte before a frame: the frame is a reply.
  private static var replyMark: UInt8 { 0x80 }

  /// The bytes that the frame at this place uses in the ring, including its length.
  private func size(at place: Int) -> Int {
    Int(truncatingIfNeeded: byte(at: place)) &+ Int(truncatingIfNeeded: byte(at: place &+ 1) & 1) &* 256 &+ 2
  }

  private func isReply(at place: Int) -> Bool { byte(at: place &+ 1) >= Self.replyMark }

  /// The byte at this distance from `head`.
  @inline(never)
  private func byte(at place: Int) -> UInt8 { ring.span[Self.index(head &+ place)] }

  private static func index(_ place: Int) -> Int { place & (capacity &- 1) }

  private mutating func remove(_ count: Int) {
    head = Self.index(head &+ count)
    used &-= count
  }

  @inline(never)
  private mutating func put(_ byte: UInt8) {
    ring[Self.index(head &+ used)] = byte
    used &+= 1
  }
}
