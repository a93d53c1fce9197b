// What the device has to say, waiting for the line.

import LinkProtocol
import Quantities

/// A ring of frames. The main loop never waits for the line: when the ring is full, the oldest stream frame goes.
/// Replies stay: who asked is waiting, and asks for no more than the line carries.
///
/// What leaves is paced by device time to what the line carries (`LineBudget`), so that a line too slow for the
/// streams shows as dropped frames here, where they are counted, whatever buffers come behind.
///
/// Frames wait as they will leave, behind two bytes: their length, and whether they answer somebody. A frame that has
/// begun to leave is never the one that is dropped. Sequence numbers are given when a frame is queued: a dropped one
/// shows as a gap to the host.
struct Transmitter: ~Copyable {
  /// Bytes of the ring; a power of two.
  static var capacity: Int { 1024 }

  /// Frames handed to the line.
  private(set) var sent: UInt32 = 0
  /// Frames dropped because the ring was full.
  private(set) var dropped: UInt32 = 0
  /// Flip a bit in every frame whose sequence number is divisible by 16 (`Provocation.wire`).
  var damagesFrames = false

  private var sequence: UInt16 = 0
  private var head = 0
  private var used = 0
  /// Bytes of the frame at `head` that are still to leave; 0 between two frames.
  private var leaving = 0
  private var budget: LineBudget
  /// The frame that is being put together.
  var frame = FrameBuffer()
  private var ring = InlineArray<1024, UInt8>(repeating: 0)

  /// - Parameter baud: of the line; 0 for one without a rate of its own.
  init(baud: UInt32) { budget = LineBudget(baud: baud) }

  /// Lets device time pass: the line can carry more.
  mutating func advance(to now: Instant) { budget.advance(to: now) }

  /// Whether a frame with this payload can surely be queued without dropping another: it reckons with what the coding of
  /// the longest payload adds, so that after a no there may be room all the same.
  func hasRoom(forPayload count: Int) -> Bool {
    used &+ count &+ FrameLimits.maximumEncoded &- FrameLimits.maximumPayload &+ 2 <= Self.capacity
  }

  /// Whether everything has left.
  var isEmpty: Bool { used == 0 }

  /// Starts a frame whose payload is appended to `frame`, and queued by `commit`.
  /// - Parameter token: of the request that it answers; 0 for a stream.
  @inline(__always)
  mutating func begin(_ kind: MessageKind, token: UInt8 = 0) { frame.begin(kind: kind.rawValue, token: token) }

  /// Queues the message of a stream.
  @inline(__always)
  mutating func send<M: Message>(_ message: borrowing M, as kind: MessageKind) {
    begin(kind)
    message.append(to: &frame)
    commit()
  }

  /// Queues the message of a stream from where it stands.
  @inline(__always)
  mutating func send<M: PlainMessage>(image message: inout M, as kind: MessageKind) {
    begin(kind)
    frame.append(image: &message)
    commit()
  }

  /// Queues what stands in `frame`.
  @inline(never)
  mutating func commit() {
    // Given even to a frame that is dropped: the host sees the gap.
    frame.number(sequence)
    var encoded = InlineArray<267, UInt8>(repeating: 0)
    var bytes = encoded.mutableSpan
    let length = frame.encode(into: &bytes)
    if damagesFrames && sequence & 15 == 0 {
      // One bit of the second byte, chosen so that the byte does not become a delimiter: exactly one frame is lost.
      bytes[1] ^= bytes[1] == 0x40 ? 0x20 : 0x40
    }
    sequence &+= 1
    let isReply = frame.token != 0
    while used &+ length &+ 2 > Self.capacity {
      var place = leaving
      while place < used, self.isReply(at: place) { place &+= size(at: place) }
      if place == used {
        // Only replies are waiting: they go before a stream's frame, and the oldest before a newer one.
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

  /// The next byte for the line, or `nil` when there is nothing to say.
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

  /// Takes the frame that stands so many bytes behind `head` out of the ring. What is before it moves up.
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

  /// Of the length's second byte: the frame answers somebody.
  private static var replyMark: UInt8 { 0x80 }

  /// What the frame at this place takes of the ring, its length included.
  private func size(at place: Int) -> Int {
    Int(truncatingIfNeeded: byte(at: place)) &+ Int(truncatingIfNeeded: byte(at: place &+ 1) & 1) &* 256 &+ 2
  }

  private func isReply(at place: Int) -> Bool { byte(at: place &+ 1) >= Self.replyMark }

  /// The byte that waits behind so many others.
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
