// The decoder from bytes to frames, one byte at a time. It accepts any input.

import RawMemory

/// The result of one byte.
public enum FrameEvent: Equatable, Sendable {
  /// More bytes are needed.
  case none
  /// A complete frame with a correct checksum is in the decoder's `frame` until the next byte.
  case frame
  /// The bytes up to a delimiter were not a frame: the checksum is wrong, or the frame is cut off or too short.
  case corrupt
  /// There were more bytes than any frame has. The decoder skips to the delimiter.
  case overlong
}

/// Finds frames in a stream of bytes. Its memory is bounded, it never blocks, and after any error it continues at the
/// next delimiter.
///
/// Bytes before the first delimiter of a connection may be the end of a frame whose start was never seen. They are
/// treated like any others: a stray first byte costs at most one frame. Empty frames (two delimiters in a row) are not
/// errors: a sender may use them to flush a line.
public struct FrameDecoder: ~Copyable {
  // The small members come first and the frame last: a Cortex-M0 reads nearby members in one instruction.
  private var cobs = COBSDecoder()
  private var isSkipping = false
  private var sawByte = false
  /// Frames that were complete and correct.
  public private(set) var frames: UInt32 = 0
  /// Frames discarded because of a wrong checksum, a cut, or a length below a header's.
  public private(set) var corrupt: UInt32 = 0
  /// Frames discarded because they were longer than any frame can be.
  public private(set) var overlong: UInt32 = 0

  private var received = 0

  /// The last complete frame; valid after `.frame` until the next byte.
  public private(set) var frame = FrameBuffer()

  public init() {}

  /// Decodes one byte from the line.
  @inline(never)
  public mutating func feed(_ byte: UInt8) -> FrameEvent {
    if isSkipping {
      if byte == 0 { restart() }
      return .none
    }
    switch cobs.step(byte) {
    case .nothing:
      sawByte = true
      return .none
    case .byte(let value):
      sawByte = true
      guard received < FrameLimits.maximumFrame else {
        overlong &+= 1
        isSkipping = true
        return .overlong
      }
      frame.put(value, at: received)
      received &+= 1
      return .none
    case .cut:
      restart()
      corrupt &+= 1
      return .corrupt
    case .end:
      let wasSilent = !sawByte
      let length = received
      restart()
      if wasSilent { return .none }
      guard length >= 8, checks(length) else {
        corrupt &+= 1
        return .corrupt
      }
      frame.length = length &- 4
      frames &+= 1
      return .frame
    }
  }

  private mutating func restart() {
    cobs = COBSDecoder()
    received = 0
    isSkipping = false
    sawByte = false
  }

  private func checks(_ length: Int) -> Bool {
    var reader = ByteReader(frame.bytes.span.extracting((length &- 4)..<length))
    return reader.uint32() == CRC32.of(frame.bytes.span.extracting(0..<(length &- 4)))
  }
}
