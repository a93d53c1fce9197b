// Checks of bytes, checksums and LinkProtocol.

import LinkProtocol
import RawMemory

extension SelfTestList {
  static func checksum() -> Int32 {
    // "123456789" gives 0xCBF43926: the check value of CRC-32/ISO-HDLC.
    var crc = CRC32()
    var byte: UInt8 = 0x31
    while byte <= 0x39 {
      crc.update(byte)
      byte &+= 1
    }
    return crc.value == 0xcbf4_3926 ? 0 : 1
  }

  static func frameRoundTrip() -> Int32 { frames(firstDamaged: false) }

  static func frameAfterDamage() -> Int32 { frames(firstDamaged: true) }

  @inline(never)
  private static func frames(firstDamaged: Bool) -> Int32 {
    var decoder = FrameDecoder()
    var wrong: Int32 = 0
    var lost: UInt32 = 0
    if firstDamaged {
      // A flipped bit makes this frame invalid and no other.
      wrong = carry(to: &decoder, damaged: true)
      lost = 1
      if decoder.frames != 0 { wrong &+= 1 }
    }
    wrong &+= carry(to: &decoder, damaged: false)
    if decoder.frames != 1 || decoder.corrupt != lost { wrong &+= 1 }
    return wrong
  }

  /// Encodes a ping with 40 payload bytes, some of them zero, and passes it to a decoder.
  /// - Parameter damaged: whether a bit is flipped on the way.
  /// - Returns: the number of mismatches: in the event at each byte, and in what the decoder holds at the end.
  @inline(never)
  private static func carry(to decoder: inout FrameDecoder, damaged: Bool) -> Int32 {
    let header = FrameHeader(kind: MessageKind.ping.rawValue, token: 7, sequence: 0x0100)
    var frame = FrameBuffer()
    frame.begin(header)
    for i in UInt8(0)..<40 { frame.append(i & 3) }
    var wire = InlineArray<267, UInt8>(repeating: 0)
    var span = wire.mutableSpan
    let count = frame.encode(into: &span)
    if damaged { span[9] ^= 0x80 }
    var wrong = Mismatches()
    for i in 0..<count {
      let wanted: FrameEvent = i < count &- 1 ? .none : damaged ? .corrupt : .frame
      wrong.expect(decoder.feed(span[i]) == wanted)
    }
    if !damaged {
      wrong.expect(decoder.frame.header == header && decoder.frame.payloadLength == 40)
      for i in 0..<40 { wrong.expect(decoder.frame.payloadByte(i) == UInt8(truncatingIfNeeded: i & 3)) }
    }
    return wrong.count
  }
}
