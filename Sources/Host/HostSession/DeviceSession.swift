// A conversation with one device: hello, requests with replies, streams.

import LinkProtocol
import Quantities
import SerialLink

/// One device at the other end of a byte stream. Used by one thread at a time.
public final class DeviceSession {
  public private(set) var stream: any ByteStream
  /// The device's introduction; `nil` until the device has sent it.
  public private(set) var hello: Hello?

  /// Counts the errors of the line, also across gaps and restarts.
  public let reader = FrameReader()
  private var pending: [HostFrame] = []
  private var pendingHead = 0
  private var nextToken: UInt8 = 1
  private var isEchoing = false
  private var sequence: UInt16 = 0
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// Seconds to wait for a reply before asking again.
  public var replyTimeout: Double
  /// How many such timeouts end a request. All requests of the protocol may be repeated.
  public var attempts = 3
  /// Seconds to wait for the next result of a self-test: the longest test needs a few seconds on a small core.
  public var selfTestTimeout = 10.0
  /// Seconds of the slowest answer to a request so far, measured from the first time it was sent.
  public private(set) var slowestAnswer = 0.0
  /// Whether dates that are set from now on let the device use its world model up to ten years outside its valid
  /// period.
  public var isExtrapolating = false

  public init(_ stream: any ByteStream) {
    self.stream = stream
    replyTimeout = stream.answerSeconds
  }

  /// The counters of frames and of line errors.
  public var counters: LineCounters { reader.counters }
  /// The sequence number of the last frame, extended beyond 16 bits; −1 before the first frame.
  public var extendedSequence: Int { reader.extendedSequence }

  // MARK: - Lines that come and go

  /// Continues on another stream after the previous one was lost. Call `endInterruption` when its device has answered.
  public func resume(on stream: any ByteStream) {
    self.stream = stream
    reader.noteInterruption()
  }

  /// The device behind the new stream has answered. Frames from before its answer are old and incomplete, so they are
  /// forgotten.
  public func endInterruption() {
    discardPending()
    reader.endInterruption()
  }

  /// Starts the counters at zero, and forgets the frames that no one has read: they belong to the time before.
  public func beginCounting() {
    reader.beginCounting()
    discardPending()
  }

  /// The next frame that has already come.
  public func takePending() -> HostFrame? {
    guard pendingHead < pending.count else { return nil }
    defer {
      pendingHead += 1
      if pendingHead == pending.count { discardPending() }
    }
    return pending[pendingHead]
  }

  /// Forgets the frames that came but were not read.
  public func discardPending() {
    pending.removeAll(keepingCapacity: true)
    pendingHead = 0
  }

  // MARK: - Frames

  /// Sends one message and returns its token.
  /// - Parameter token: 0 to use the next free token; pass a token to repeat a request.
  @discardableResult
  public func send(
    _ kind: MessageKind, token given: UInt8 = 0, fill: (inout FrameBuffer) -> Void = { _ in }
  ) throws(SessionError) -> UInt8 {
    let token = given == 0 ? takeToken() : given
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
  public func write(_ bytes: [UInt8]) throws(SessionError) {
    do {
      try stream.write(bytes, deadline: .after(seconds: 5 * stream.answerSeconds))
    } catch {
      throw .link(error)
    }
  }

  /// The next frame in the order of arrival, or `nil` when the deadline passes first.
  public func receive(deadline: Deadline) throws(SessionError) -> HostFrame? {
    var isOver = false
    while true {
      if let frame = takePending() { return frame }
      // On a line that is never idle there is always another byte to read, so the deadline must end the loop.
      guard !isOver, try fill(deadline: deadline) else { return nil }
      isOver = deadline.hasPassed
    }
  }

  /// Reads once from the stream; `false` when the deadline passed without a byte.
  private func fill(deadline: Deadline) throws(SessionError) -> Bool {
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
      reader.feed(UnsafeRawBufferPointer(rebasing: raw[..<count]), at: now) { frame in pending.append(frame) }
    }
    return true
  }

  /// The next token. A late second reply to the request that had this token 255 requests ago must not answer the new
  /// one.
  private func takeToken() -> UInt8 {
    let token = nextToken
    nextToken = token == 255 ? 1 : token + 1
    if pendingHead < pending.count {
      pending.removeSubrange(..<pendingHead)
      pendingHead = 0
      pending.removeAll { $0.header.token == token }
    }
    return token
  }

  // MARK: - Requests

  /// Sends a request and waits for the reply with its token. Other frames that come meanwhile are kept for `receive`.
  ///
  /// On a noisy line some of the long replies are damaged. Then the request is repeated at once and not after the
  /// timeout. A device may also be busy because a late reply made this host ask twice. Such a device is asked again
  /// until it has had enough time.
  public func request(
    _ kind: MessageKind, fill fillPayload: (inout FrameBuffer) -> Void = { _ in }
  ) throws(SessionError) -> HostFrame {
    // One timeout counts as ten broken frames, because each of those may have been the reply.
    var patience = attempts * 10
    var token: UInt8 = 0
    let began = MonotonicClock.nanoseconds()
    let busyEnd = Deadline.after(seconds: replyTimeout * Double(attempts))
    while patience > 0 {
      let broken = counters.corrupt
      token = try send(kind, token: token, fill: fillPayload)
      if let frame = try reply(to: token, deadline: .after(seconds: replyTimeout), afterDamage: 0.1) {
        if frame.kind == .refused, let refusal: Refusal = frame.message() {
          guard refusal.reason == RefusalReason.busy.rawValue, !busyEnd.hasPassed else {
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

  /// Waits for the next reply with `token`, final or not, among the frames that have come and that still come.
  /// - Parameter patience: seconds to wait after a broken frame; nil means to wait until the deadline anyway.
  func reply(
    to token: UInt8, deadline: Deadline, afterDamage patience: Double? = nil
  ) throws(SessionError) -> HostFrame? {
    let broken = reader.counters.corrupt
    var deadline = deadline
    var patience = patience
    var looked = pendingHead
    var isOver = false
    while true {
      while looked < pending.count {
        if pending[looked].header.token == token {
          let frame = pending.remove(at: looked)
          if !(frame.kind?.isRequest ?? false) { return frame }
          // Only this host sends requests, so the line sends back what is sent to it.
          isEchoing = true
        } else {
          looked += 1
        }
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
  public func request<Reply: Message>(
    _ kind: MessageKind, fill: (inout FrameBuffer) -> Void = { _ in }, expecting: Reply.Type
  ) throws(SessionError) -> Reply {
    let frame = try request(kind, fill: fill)
    guard let message: Reply = frame.message() else { throw .malformed(name: stream.name, request: kind) }
    return message
  }

  // MARK: - First contact

  /// Asks the device to identify itself and checks that both sides speak a common protocol version.
  ///
  /// The first delimiter ends an incomplete frame that a former host may have left on the line.
  /// - Parameter patience: seconds until silence counts as no answer; by default long enough for a board that was just
  ///   reset.
  @discardableResult
  public func open(patience: Double? = nil) throws(SessionError) -> Hello {
    let deadline = Deadline.after(seconds: patience ?? readySeconds)
    let framesBefore = counters.frames
    var token: UInt8 = 0
    repeat {
      try write([0])
      token = try send(.getHello, token: token) { frame in HelloRequest().append(to: &frame) }
      let turn = min(deadline, .after(seconds: 0.3))
      if let frame = try reply(to: token, deadline: turn) {
        guard let answer: Hello = frame.message() else { throw .malformed(name: stream.name, request: .getHello) }
        try accept(answer)
        return answer
      }
    } while !deadline.hasPassed
    var seen = reader.observation
    (seen.isEcho, seen.frames) = (isEchoing, counters.frames - framesBefore)
    throw .noAnswer(name: stream.name, seen: seen)
  }

  /// Calls `open`, and then waits while a sensor is starting, until each is ready or has failed.
  public func openWhenReady() throws(SessionError) -> Hello {
    let deadline = Deadline.after(seconds: readySeconds)
    var answer = try open()
    while answer.isLookingForSensors, !deadline.hasPassed {
      // The device needs a few milliseconds, or a quarter of a second if the chip did not answer at first.
      _ = try fill(deadline: min(deadline, .after(seconds: 0.02)))
      answer = try request(.getHello, fill: { HelloRequest().append(to: &$0) }, expecting: Hello.self)
      hello = answer
    }
    return answer
  }

  /// Seconds within which a board that was just reset answers and has started its sensor.
  private var readySeconds: Double { 2.5 * stream.answerSeconds }

  private func accept(_ answer: Hello) throws(SessionError) {
    let host = ProtocolVersion.minimum...ProtocolVersion.maximum
    let device = answer.protocolMinimum...max(answer.protocolMinimum, answer.protocolMaximum)
    guard host.overlaps(device) else {
      throw .protocolMismatch(name: stream.name, device: device, host: host, firmware: answer.firmwareText)
    }
    hello = answer
  }

  // MARK: - The device's clock

  /// The best estimate of `rounds` round trips.
  public func synchronise(rounds: Int = 8) throws(SessionError) -> ClockEstimate {
    var best: ClockEstimate?
    for _ in 0..<max(1, rounds) {
      let sent = MonotonicClock.nanoseconds()
      let frame = try request(.ping)
      guard frame.kind == .pong, frame.payload.count >= 8 else {
        throw .malformed(name: stream.name, request: .ping)
      }
      let device = frame.payload[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let estimate = ClockEstimate(
        sent: sent, received: frame.receivedAt, device: Instant(microseconds: device))
      if best.map({ estimate.uncertaintyNanoseconds < $0.uncertaintyNanoseconds }) ?? true { best = estimate }
    }
    guard let best else { throw .malformed(name: stream.name, request: .ping) }
    return best
  }
}

/// Text from a device. It is ASCII by the specification; other bytes are replaced because they could move a terminal's
/// cursor.
func deviceText(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: bytes.map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
}

extension Hello {
  /// A notice of one line if the board's messages differ from those of this program (Protocols/link/spec.md, section
  /// 4). It is not an error, because both speak a common version.
  public var tableRemark: String? {
    messageTableHash == MessageKind.tableHash
      ? nil
      : "the board's message table differs from this program's; messages and fields that one side lacks are ignored"
  }
  /// "0.1.0".
  public var firmwareText: String { "\(firmwareMajor).\(firmwareMinor).\(firmwarePatch)" }
  /// The board's name.
  public var boardText: String { deviceText((0..<16).map { board.bytes[$0] }.prefix { $0 != 0 }) }
  /// The image hash as the build tool prints it: 16 hexadecimal digits.
  public var imageHashText: String {
    let text = String(imageHash, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}

extension Hello {
  /// Whether a sensor that the board has, or may have, is still starting.
  fileprivate var isLookingForSensors: Bool {
    sensorState == .starting || accelerometer.state == .starting || gyroscope.state == .starting
  }
}
