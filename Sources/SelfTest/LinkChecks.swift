// Checks of Bytes and Wire.

import Bytes
import Wire

extension SelfTest {
  static func checksum() -> SelfTestOutcome {
    // "123456789" gives 0xCBF43926: the check value of CRC-32/ISO-HDLC.
    var crc = CRC32()
    for byte in UInt8(0x31)...0x39 { crc.update(byte) }
    return SelfTestOutcome(mismatches: crc.value == 0xcbf4_3926 ? 0 : 1)
  }

  static func frameRoundTrip() -> SelfTestOutcome {
    var wire = InlineArray<267, UInt8>(repeating: 0)
    let count = encodedFrame(into: &wire)
    var decoder = FrameDecoder()
    var wrong = Mismatches()
    for i in 0..<count {
      let event = decoder.feed(wire[i])
      wrong.expect(event == (i == count &- 1 ? .frame : .none))
    }
    wrong.expect(holdsTestFrame(decoder))
    return SelfTestOutcome(mismatches: wrong.count)
  }

  static func frameAfterDamage() -> SelfTestOutcome {
    var wire = InlineArray<267, UInt8>(repeating: 0)
    let count = encodedFrame(into: &wire)
    var decoder = FrameDecoder()
    var wrong = Mismatches()
    // One flipped bit costs this frame and no other.
    for i in 0..<count { _ = decoder.feed(i == 9 ? wire[i] ^ 0x80 : wire[i]) }
    wrong.expect(decoder.frames == 0 && decoder.corrupt == 1)
    for i in 0..<count { _ = decoder.feed(wire[i]) }
    wrong.expect(decoder.frames == 1 && decoder.corrupt == 1)
    wrong.expect(holdsTestFrame(decoder))
    return SelfTestOutcome(mismatches: wrong.count)
  }

  /// A ping with 40 payload bytes, zeros among them.
  private static func encodedFrame(into wire: inout InlineArray<267, UInt8>) -> Int {
    var frame = FrameBuffer()
    frame.begin(FrameHeader(kind: MessageKind.ping.rawValue, token: 7, sequence: 0x0100))
    for i in UInt8(0)..<40 { frame.append(i & 3) }
    var span = wire.mutableSpan
    return frame.encode(into: &span)
  }

  private static func holdsTestFrame(_ decoder: borrowing FrameDecoder) -> Bool {
    let payload = decoder.frame.payload
    guard decoder.frame.header == FrameHeader(kind: MessageKind.ping.rawValue, token: 7, sequence: 0x0100),
      payload.count == 40
    else { return false }
    for i in payload.indices where payload[i] != UInt8(truncatingIfNeeded: i & 3) { return false }
    return true
  }
}
