// Replies to the present request. A request with token 0 gets no reply: the reply is composed but not sent.

import LinkProtocol
import Quantities

extension CompassInstrument where Way: ~Copyable, Gyro: ~Copyable {
  /// Begins the reply. Its payload is appended to `transmitter.frame`.
  @inline(__always)
  mutating func beginReply(_ kind: MessageKind) { beginReply(kind.rawValue) }

  @inline(never)
  private mutating func beginReply(_ kind: UInt8) { transmitter.frame.begin(kind: kind, token: decoder.frame.token) }

  /// Sends the reply.
  @inline(never)
  mutating func endReply() { if transmitter.frame.token != 0 { transmitter.commit() } }

  @inline(never)
  mutating func acknowledge() { acknowledge(request) }

  /// Acknowledges an earlier request.
  mutating func acknowledge(_ header: FrameHeader) {
    transmitter.begin(.acknowledged, token: header.token)
    Acknowledgement(kind: header.kind).append(to: &transmitter.frame)
    endReply()
  }

  @inline(never)
  mutating func refuse(_ reason: RefusalReason, detail: Int32, limit: Int32) {
    refuse(request, reason, detail: detail, limit: limit)
  }

  /// Refuses because an earlier request is still in progress.
  mutating func refuseBusy() { refuse(.busy, detail: 0, limit: 0) }

  /// Refuses an earlier request.
  @inline(never)
  mutating func refuse(_ header: FrameHeader, _ reason: RefusalReason, detail: Int32, limit: Int32) {
    transmitter.begin(.refused, token: header.token)
    Refusal(kind: header.kind, reason: reason, detail: detail, limit: limit).append(to: &transmitter.frame)
    endReply()
  }

  /// Refuses because of a value of one byte.
  @inline(never)
  mutating func refuse(_ reason: RefusalReason, value: UInt8, limit: Int32) {
    refuse(reason, detail: Int32(truncatingIfNeeded: Int(value)), limit: limit)
  }

  /// Refuses a value that is out of range.
  mutating func refuse(beyond value: UInt32, _ limit: UInt32) {
    refuse(.outOfRange, detail: Int32(bitPattern: value), limit: Int32(bitPattern: limit))
  }

  /// Whether the request begins with the key that it needs; refuses it if not.
  mutating func hasKey(_ key: UInt32) -> Bool {
    // All keys are at the same place.
    let given = decoder.frame.payloadWord(Layout.Reset.key)
    if given == key { return true }
    refuse(beyond: given, key)
    return false
  }

  /// Whether the board can do this; refuses the request if not.
  @inline(never)
  mutating func has(_ capability: Capabilities) -> Bool {
    if capabilities.contains(capability) { return true }
    refuse(lacking: capability)
    return false
  }

  @inline(never)
  mutating func refuse(lacking capability: Capabilities) {
    refuse(.notSupported, detail: Int32(truncatingIfNeeded: Int(capability.rawValue)), limit: 0)
  }
}
