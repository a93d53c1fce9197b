// The session with one device: sends and receives frames, and keeps what the device reports about itself.

import LinkProtocol
import Quantities
import SerialLink

/// One device at the other end of a byte stream. Used by one thread at a time.
package final class DeviceSession {
  package private(set) var stream: any ByteStream
  /// The device's introduction; `nil` until the device has sent it.
  package internal(set) var hello: Hello?

  /// Counts the errors of the line, also across gaps and restarts.
  package let reader = FrameReader()
  /// The frames that came and that nobody has read yet.
  var inbox = FrameInbox()
  /// Whether the line sends back what is sent to it.
  var isEchoing = false
  /// What the other side had not accepted at the last check, and when it last accepted something.
  private var untaken = 0
  private var acceptedAt: UInt64 = 0
  private var nextToken: UInt8 = 1
  private var sequence: UInt16 = 0
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// Seconds to wait for a reply before asking again.
  package var replyTimeout: Double
  /// After this many timeouts, a request fails. All requests of the protocol may be repeated.
  package var attempts = 3
  /// Seconds to wait for the next result of a self-test: the longest test needs a few seconds on a small core.
  package var selfTestTimeout = 10.0
  /// The time of the slowest answer to a request so far, in seconds, from the first time the request was sent.
  package internal(set) var slowestAnswer = 0.0
  /// Whether dates that are set from now on let the device use its world model up to ten years outside its valid
  /// period.
  package var isExtrapolating = false
  /// Called before the device gets a place, or another date for its place: what a simulated world needs to know.
  package var willPlace: ((Position, CalendarDay?) -> Void)?
  private(set) var toldPosition: Position?
  var toldDate: CalendarDay?

  package init(_ stream: any ByteStream) {
    self.stream = stream
    replyTimeout = stream.answerSeconds
  }

  /// The counters of frames and of line errors.
  package var counters: LineCounters { reader.counters }
  /// The sequence number of the last frame, extended beyond 16 bits; −1 before the first frame.
  package var extendedSequence: Int { reader.extendedSequence }

  func tellPlace(_ position: Position) {
    toldPosition = position
    willPlace?(position, toldDate)
  }

  // MARK: - Lines that come and go

  /// Continues on another stream after the previous one was lost. Call `endInterruption` when its device has answered.
  package func resume(on stream: any ByteStream) {
    self.stream = stream
    reader.beginInterruption()
  }

  /// The device behind the new stream has answered. Frames from before its answer are old and incomplete, so they are
  /// forgotten.
  package func endInterruption() {
    discardPending()
    reader.endInterruption()
  }

  /// Starts the counters at zero, and forgets the frames that no one has read: they belong to the time before.
  package func beginCounting() {
    reader.beginCounting()
    discardPending()
  }

  /// Removes and returns the next frame that has already come.
  package func removePending() -> HostFrame? { inbox.removeNext() }

  /// Forgets the frames that came but were not read.
  package func discardPending() { inbox.discard() }

  // MARK: - Frames

  /// Sends one message and returns its token.
  /// - Parameter token: 0 to use the next free token; pass a token to repeat a request.
  @discardableResult
  package func send(
    _ kind: MessageKind, token given: UInt8 = 0, fill: (inout FrameBuffer) -> Void = { _ in }
  ) throws(SessionError) -> UInt8 {
    let token = given == 0 ? nextFreeToken() : given
    var frame = FrameBuffer()
    frame.begin(FrameHeader(kind: kind.rawValue, token: token, sequence: sequence))
    sequence &+= 1
    fill(&frame)
    var wire = [UInt8](repeating: 0, count: FrameLimits.maximumEncoded)
    var span = wire.mutableSpan
    let count = frame.encode(into: &span)
    try write(Array(wire[..<count]))
    return token
  }

  /// Sends bytes as they are.
  package func write(_ bytes: [UInt8]) throws(SessionError) {
    do {
      try stream.write(bytes, deadline: .after(seconds: 5 * stream.answerSeconds))
      untaken = stream.untaken
    } catch {
      throw .link(error)
    }
  }

  /// The next frame in the order of arrival, or `nil` when the deadline passes first.
  package func receive(deadline: Deadline) throws(SessionError) -> HostFrame? {
    var isOver = false
    while true {
      if let frame = removePending() { return frame }
      // On a line that is never idle there is always another byte to read, so the deadline must end the loop.
      guard !isOver, try fill(deadline: deadline) else { return nil }
      isOver = deadline.hasPassed
    }
  }

  /// Whether a request has been unanswered for longer than an answer may take. This time begins when the other side has
  /// accepted the request: a machine that gets no processor time is not silent.
  /// - Parameter sentAt: when it was sent, nanoseconds.
  package func isOverdue(since sentAt: UInt64) -> Bool {
    let left = stream.untaken
    let now = MonotonicClock.nanoseconds()
    if left < untaken { acceptedAt = now }
    untaken = left
    let start = max(sentAt, acceptedAt)
    return now > start && now - start > UInt64(replyTimeout * 1e9)
  }

  /// Reads once from the stream; `false` when the deadline passed without a byte.
  func fill(deadline: Deadline) throws(SessionError) -> Bool {
    let count: Int
    let outcome: Result<Int, LinkError> = buffer.withUnsafeMutableBytes { raw in
      do throws(LinkError) {
        return .success(try stream.read(into: raw, deadline: deadline))
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let received): count = received
    case .failure(let error): throw .link(error)
    }
    guard count > 0 else { return false }
    let now = MonotonicClock.nanoseconds()
    buffer.withUnsafeBytes { raw in
      reader.feed(UnsafeRawBufferPointer(rebasing: raw[..<count]), at: now) { inbox.append($0) }
    }
    return true
  }

  /// Chooses the next token. A late second reply to the request that had this token 255 requests ago must not answer the new
  /// one.
  private func nextFreeToken() -> UInt8 {
    let token = nextToken
    nextToken = token == 255 ? 1 : token + 1
    inbox.removeAll(token: token)
    return token
  }

  // MARK: - The device

  /// Stores what the device reports about itself, if both sides speak a common protocol version.
  func accept(_ answer: Hello) throws(SessionError) {
    let host = ProtocolVersion.minimum...ProtocolVersion.maximum
    let device = answer.protocolMinimum...max(answer.protocolMinimum, answer.protocolMaximum)
    guard host.overlaps(device) else {
      throw .protocolMismatch(name: stream.name, device: device, host: host, firmware: answer.firmwareText)
    }
    hello = answer
  }
}
