// What the device has to say, waiting for the line.

import Wire

/// A ring of frames. The main loop never waits for the line: when the ring is full, the oldest frame goes.
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

  private var ring = InlineArray<1024, UInt8>(repeating: 0)
  private var head = 0
  private var used = 0
  private var frame = FrameBuffer()
  private var slot = InlineArray<267, UInt8>(repeating: 0)
  private var slotLength = 0
  private var slotPosition = 0
  private var sequence: UInt16 = 0

  init() {}

  /// Whether a frame with this payload can be queued without dropping another.
  func hasRoom(forPayload count: Int) -> Bool {
    used &+ FrameLimits.headerLength &+ count &+ 2 <= Self.capacity
  }

  /// Whether everything has left.
  var isEmpty: Bool { used == 0 && slotPosition == slotLength }

  /// Queues a message.
  mutating func send<M: Message>(_ message: M, as kind: MessageKind, token: UInt8) {
    begin(kind, token: token)
    message.append(to: &frame)
    commit()
  }

  /// Queues a message without fields of its own type: `fill` appends its payload.
  mutating func send(as kind: MessageKind, token: UInt8, fill: (inout FrameBuffer) -> Void) {
    begin(kind, token: token)
    fill(&frame)
    commit()
  }

  /// Starts a frame whose payload is appended piece by piece with `append`, and queued by `commit`.
  mutating func begin(_ kind: MessageKind, token: UInt8) {
    frame.begin(FrameHeader(kind: kind.rawValue, token: token, sequence: sequence))
    sequence &+= 1
  }

  mutating func append(_ value: UInt64) { frame.append(value) }
  mutating func append(_ bytes: Span<UInt8>) { frame.append(bytes) }

  mutating func commit() {
    let length = frame.contents.count
    while used &+ length &+ 2 > Self.capacity { dropOldest() }
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
      guard used > 0 else { return nil }
      fillSlot()
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

  private mutating func dropOldest() {
    let length = Int(truncatingIfNeeded: take()) | (Int(truncatingIfNeeded: take()) &<< 8)
    head = (head &+ length) & (Self.capacity &- 1)
    used &-= length
    dropped &+= 1
  }

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
