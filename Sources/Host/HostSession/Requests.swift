// Requests and their replies.

import LinkProtocol
import SerialLink

extension DeviceSession {
  /// Sends a request and waits for the reply with its token. Other frames that come meanwhile are kept for `receive`.
  ///
  /// On a noisy line some of the long replies are damaged. Then the request is repeated at once and not after the
  /// timeout. A device may also be busy because a late reply made this host ask twice. Such a device is asked again
  /// until it has had enough time.
  package func request(
    _ kind: MessageKind, fill fillPayload: (inout FrameBuffer) -> Void = { _ in }
  ) throws(SessionError) -> HostFrame {
    // One timeout counts as ten broken frames, because each of those may have been the reply.
    var patience = attempts * 10
    var token: UInt8 = 0
    let began = MonotonicClock.nanoseconds()
    var busyEnd: Deadline?
    while patience > 0 {
      let broken = counters.corrupt
      token = try send(kind, token: token, fill: fillPayload)
      if let frame = try replyInTime(to: token) {
        if frame.kind == .refused, let refusal: Refusal = frame.message() {
          // The time from the first refusal on: before that, the device may only have been slow.
          let end = busyEnd ?? .after(seconds: replyTimeout * Double(attempts))
          busyEnd = end
          guard refusal.reason == RefusalReason.busy.rawValue, !end.hasPassed else {
            throw .refused(name: stream.name, request: kind, refusal: refusal)
          }
          let pause = Deadline.after(seconds: 0.05)
          while !pause.hasPassed { _ = try fill(deadline: pause) }
          continue
        }
        slowestAnswer = max(slowestAnswer, Double(frame.receivedAt - began) / 1e9)
        return frame
      }
      patience -= counters.corrupt > broken ? 1 : 10
    }
    throw .silent(name: stream.name, request: kind, seconds: replyTimeout * Double(attempts))
  }

  /// Waits for a reply for as long as it may take, and longer while the other side is still accepting the request.
  private func replyInTime(to token: UInt8) throws(SessionError) -> HostFrame? {
    let sentAt = MonotonicClock.nanoseconds()
    let broken = counters.corrupt
    while true {
      if let frame = try reply(to: token, deadline: .after(seconds: min(0.25, replyTimeout)), afterDamage: 0.1) {
        return frame
      }
      if counters.corrupt > broken || isOverdue(since: sentAt) { return nil }
    }
  }

  /// Waits for the next reply with `token`, final or not, among the frames that have come and that still come.
  /// - Parameter patience: seconds to wait after a broken frame; nil: wait until the deadline in any case.
  func reply(
    to token: UInt8, deadline: Deadline, afterDamage patience: Double? = nil
  ) throws(SessionError) -> HostFrame? {
    let broken = reader.counters.corrupt
    var deadline = deadline
    var patience = patience
    var isOver = false
    while true {
      while let frame = inbox.removeNext(token: token) {
        if !(frame.kind?.isRequest ?? false) { return frame }
        // Only this host sends requests, so the line sends back what is sent to it.
        isEchoing = true
      }
      guard !isOver, try fill(deadline: deadline) else { return nil }
      if let seconds = patience, reader.counters.corrupt > broken {
        deadline = min(deadline, .after(seconds: seconds))
        patience = nil
      }
      isOver = deadline.hasPassed
    }
  }

  /// Sends a request whose reply is a message of a fixed layout.
  package func request<Reply: Message>(
    _ kind: MessageKind, fill: (inout FrameBuffer) -> Void = { _ in }, expecting: Reply.Type
  ) throws(SessionError) -> Reply {
    let frame = try request(kind, fill: fill)
    guard let message: Reply = frame.message() else { throw .malformed(name: stream.name, request: kind) }
    return message
  }
}
