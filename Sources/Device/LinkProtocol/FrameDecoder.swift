// From bytes to frames, a byte at a time, surviving anything.

import ByteCoding

/// What a byte brought.
public enum FrameEvent: Equatable, Sendable {
  /// More bytes are needed.
  case none
  /// A whole frame with a correct checksum stands in the decoder's `frame` until the next byte.
  case frame
  /// Bytes up to a delimiter that were no frame: wrong checksum, cut off, or too short.
  case corrupt
  /// More bytes than any frame has; skipped to the delimiter.
  case overlong
}

/// Finds frames in a stream of bytes. Bounded memory, never blocks, resumes at the next delimiter after any error.
///
/// Bytes before the first delimiter of a connection may be the tail of a frame whose start was never seen; they are
/// judged like any others (a stray first byte costs at most one frame). Empty frames (two delimiters in a row) are
/// silence, not errors: senders may use them to flush a line.
public struct FrameDecoder: ~Copyable {
  // Bytes first, and the frame last: a Cortex-M0 reaches what is near in one instruction.
  private var cobs = COBSDecoder()
  private var isSkipping = false
  private var sawByte = false
  /// Frames completed.
  public private(set) var frames: UInt32 = 0
  /// Frames given up because of checksum, cut or length below a header.
  public private(set) var corrupt: UInt32 = 0
  /// Frames given up because they were longer than any frame can be.
  public private(set) var overlong: UInt32 = 0

  private var received = 0

  /// The frame last completed; valid after `.frame` until the next byte is fed.
  public private(set) var frame = FrameBuffer()

  public init() {}

  /// Takes one byte from the line.
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
