// What the device has to say, waiting for the line.

import Quantities
import Wire

/// A ring of frames. The main loop never waits for the line: when the ring is full, the oldest stream frame goes.
/// Replies stay: who asked is waiting, and asks for no more than the line carries.
///
/// What leaves is paced by device time to what the line carries (`LineBudget`), so that a line too slow for the
/// streams shows as dropped frames here, where they are counted, whatever buffers come behind.
///
/// Frames wait unencoded, behind a two-byte length. One frame at a time is encoded into the outgoing slot, so that a
/// frame that has begun to leave is never the one that is dropped. Sequence numbers are given when a frame is queued:
/// a dropped one shows as a gap to the host.
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
  private var slotLength = 0
  private var slotPosition = 0
  private var budget: LineBudget
  /// The frame that is being put together.
  var frame = FrameBuffer()
  private var slot = InlineArray<267, UInt8>(repeating: 0)
  private var ring = InlineArray<1024, UInt8>(repeating: 0)

  /// - Parameter baud: of the line; 0 for one without a rate of its own.
  init(baud: UInt32) { budget = LineBudget(baud: baud) }

  /// Lets device time pass: the line can carry more.
  mutating func advance(to now: Instant) { budget.advance(to: now) }

  /// Whether a frame with this payload can be queued without dropping another.
  func hasRoom(forPayload count: Int) -> Bool {
    used &+ FrameLimits.headerLength &+ count &+ 2 <= Self.capacity
  }

  /// Whether everything has left.
  var isEmpty: Bool { used == 0 && slotPosition == slotLength }

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
    sequence &+= 1
    let length = frame.contents.count
    let isStream = frame.token == 0
    while used &+ length &+ 2 > Self.capacity {
      // Only replies are waiting: they go before a stream's frame, and the oldest before a newer one.
      if !dropOldestOfStreams() {
        if isStream {
          dropped &+= 1
          return
        }
        dropFirst()
      }
    }
    put(UInt8(truncatingIfNeeded: length))
    put(UInt8(truncatingIfNeeded: length &>> 8))
    for i in 0..<length {
      let byte = frame.contents[i]
      put(byte)
    }
  }

  /// The next byte for the line, or `nil` when there is nothing to say.
  mutating func nextByte() -> UInt8? {
    if slotPosition == slotLength {
      guard used > 0, budget.admits || isReply(at: head) else { return nil }
      fillSlot()
      budget.spend(slotLength)
    }
    let byte = slot[slotPosition]
    slotPosition &+= 1
    return byte
  }

  private mutating func fillSlot() {
    let length = Int(truncatingIfNeeded: take()) | (Int(truncatingIfNeeded: take()) &<< 8)
    let header = FrameHeader(
      kind: take(), token: take(),
      sequence: UInt16(truncatingIfNeeded: take()) | (UInt16(truncatingIfNeeded: take()) &<< 8))
    frame.begin(header)
    for _ in FrameLimits.headerLength..<length { frame.append(take()) }
    var span = slot.mutableSpan
    slotLength = frame.encode(into: &span)
    slotPosition = 0
    sent &+= 1
    if damagesFrames && header.sequence & 15 == 0 {
      // One bit of the second byte, chosen so that the byte does not become a delimiter: exactly one frame is lost.
      slot[1] ^= slot[1] == 0x40 ? 0x20 : 0x40
    }
  }

  /// Takes the oldest frame of a stream out of the ring. Replies before it move up into its place.
  /// - Returns: `false` when there is none.
  private mutating func dropOldestOfStreams() -> Bool {
    var before = 0
    while before < used {
      let start = (head &+ before) & (Self.capacity &- 1)
      let size = 2 &+ length(at: start)
      guard isReply(at: start) else {
        var i = before
        while i > 0 {
          i &-= 1
          ring[(head &+ i &+ size) & (Self.capacity &- 1)] = ring[(head &+ i) & (Self.capacity &- 1)]
        }
        head = (head &+ size) & (Self.capacity &- 1)
        used &-= size
        dropped &+= 1
        return true
      }
      before &+= size
    }
    return false
  }

  private mutating func dropFirst() {
    let size = 2 &+ length(at: head)
    head = (head &+ size) & (Self.capacity &- 1)
    used &-= size
    dropped &+= 1
  }

  /// Bytes of the frame whose length stands at this place of the ring.
  private mutating func length(at start: Int) -> Int {
    Int(truncatingIfNeeded: ring[start]) | (Int(truncatingIfNeeded: ring[(start &+ 1) & (Self.capacity &- 1)]) &<< 8)
  }

  /// Whether the frame at this place answers somebody: its token, behind length and kind, is not 0.
  private mutating func isReply(at start: Int) -> Bool { ring[(start &+ 3) & (Self.capacity &- 1)] != 0 }

  private mutating func put(_ byte: UInt8) {
    ring[(head &+ used) & (Self.capacity &- 1)] = byte
    used &+= 1
  }

  private mutating func take() -> UInt8 {
    let byte = ring[head]
    head = (head &+ 1) & (Self.capacity &- 1)
    used &-= 1
    return byte
  }
}
