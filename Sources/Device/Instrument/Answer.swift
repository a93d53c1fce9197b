// The answer to a request, and how it is sent. A request with token 0 gets no reply: the reply is composed but not
// sent.

import LinkProtocol
import Quantities

/// The answer to a request. Handlers return it; one place sends it.
public enum Answer {
  /// The request was carried out.
  case acknowledged
  /// The reply is in the transmitter's frame.
  case message
  /// Nothing is sent now: the answer follows later, or there is none.
  case later
  /// The request was not carried out, and nothing changed.
  case refused(RefusalReason, detail: Int32, limit: Int32)

  /// Refused because an earlier request is still in progress.
  static var busy: Answer { .refused(.busy, detail: 0, limit: 0) }

  /// Refused because of a value of one byte.
  static func refused(_ reason: RefusalReason, value: UInt8, limit: Int32 = 0) -> Answer {
    .refused(reason, detail: Int32(truncatingIfNeeded: Int(value)), limit: limit)
  }

  /// Refused because of a value that is out of range.
  static func beyond(_ value: UInt32, _ limit: UInt32) -> Answer {
    .refused(.outOfRange, detail: Int32(bitPattern: value), limit: Int32(bitPattern: limit))
  }

  /// Refused because the board cannot do it.
  static func lacking(_ capability: Capabilities) -> Answer {
    .refused(.notSupported, detail: Int32(truncatingIfNeeded: Int(capability.rawValue)), limit: 0)
  }
}

extension Transmitter {
  /// Sends the answer to a request.
  @inline(never)
  mutating func send(_ answer: Answer, to request: FrameHeader) {
    switch answer {
    case .later: return
    case .message: break
    case .acknowledged:
      begin(.acknowledged, token: request.token)
      Acknowledgement(kind: request.kind).append(to: &frame)
    case .refused(let reason, let detail, let limit):
      begin(.refused, token: request.token)
      Refusal(kind: request.kind, reason: reason, detail: detail, limit: limit).append(to: &frame)
    }
    if frame.token != 0 { commit() }
  }
}
