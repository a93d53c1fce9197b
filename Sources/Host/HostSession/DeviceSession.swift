// A conversation with one device: hello, requests with replies, streams.

import LinkProtocol
import Quantities
import SerialLink

/// One device at the other end of a byte stream. Used by one thread at a time.
public final class DeviceSession {
  public private(set) var stream: any ByteStream
  /// The device's introduction, once it was asked for.
  public private(set) var hello: Hello?
  /// The protocol version that both speak: 2, or 1, in which there is the calibration and nothing else.
  public private(set) var version = ProtocolVersion.maximum

  /// What the line does to frames, for those who follow it across gaps and restarts.
  public let reader = FrameReader()
  private var pending: [HostFrame] = []
  private var pendingHead = 0
  private var nextToken: UInt8 = 1
  private var isEchoing = false
  private var sequence: UInt16 = 0
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// Seconds to wait for a reply before asking again.
  public var replyTimeout: Double
  /// How many such silences end a request. All requests of the protocol may be repeated.
  public var attempts = 3
  /// Seconds to wait for the next result of a self-test: the longest test takes a few on a small core.
  public var selfTestTimeout = 10.0
  /// Seconds that the slowest answer to a request so far took, from the first time it was asked.
  public private(set) var slowestAnswer = 0.0
  /// Whether dates that are set from now on let the device use its world model up to ten years outside its life.
  public var isExtrapolating = false

  public init(_ stream: any ByteStream) {
    self.stream = stream
    replyTimeout = stream.answerSeconds
  }

  /// What the line did to frames.
  public var counters: LineCounters { reader.counters }
  /// The sequence number of the last frame, counted on beyond 16 bits; −1 before the first.
  public var extendedSequence: Int { reader.extendedSequence }

  // MARK: - Lines that come and go

  /// Goes on over another stream, after the one so far was lost. `endInterruption` says that its device is the one.
  public func resume(on stream: any ByteStream) {
    self.stream = stream
    reader.noteInterruption()
  }

  /// The device behind the new stream has answered. What came before its answer is old, with holes, and forgotten.
  public func endInterruption() {
    discardPending()
    reader.endInterruption()
  }

  /// Counts from here on, and forgets frames that nobody has taken: they belong to what was before.
  public func beginCounting() {
    reader.beginCounting()
    discardPending()
  }

  /// The next frame that has come already.
  public func takePending() -> HostFrame? {
    guard pendingHead < pending.count else { return nil }
    defer {
      pendingHead += 1
      if pendingHead == pending.count { discardPending() }
    }
    return pending[pendingHead]
  }

  /// Forgets the frames that came and were not fetched.
  public func discardPending() {
    pending.removeAll(keepingCapacity: true)
    pendingHead = 0
  }

  // MARK: - Frames

  /// Sends one message and returns its token.
  /// - Parameter token: 0 to take the next free one; pass a token to repeat a request.
  @discardableResult
  public func send(
    _ kind: MessageKind, token given: UInt8 = 0, fill: (inout FrameBuffer) -> Void = { _ in }
  ) throws(SessionError) -> UInt8 {
    guard version >= ProtocolVersion.minimum || kind.isForVersion1 else {
      throw .olderFirmware(name: stream.name, firmware: hello?.firmwareText ?? "")
    }
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
      // On a line that never rests there is always a byte to be had, in time or not.
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

  /// The next token. A late second reply to the request that had it 255 requests ago must not answer this one.
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

  /// Sends a request and waits for the reply with its token. Frames that come in between stay for `receive`.
  ///
  /// A noisy line breaks one long reply in a few: then it is asked for again at once, not after a silence. A device that
  /// is busy, with what a late reply made this host ask for twice, is asked again until it has had time enough.
  public func request(
    _ kind: MessageKind, fill fillPayload: (inout FrameBuffer) -> Void = { _ in }
  ) throws(SessionError) -> HostFrame {
    // A silence weighs as much as ten broken frames, each of which may have been the reply.
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

  /// Takes the next reply with `token`, final or not, out of what has come or comes.
  /// - Parameter patience: seconds to wait on after a broken frame; nil to wait until the deadline all the same.
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
          // Nobody but this host asks: the line sends back what it is sent.
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

  /// Asks who is there and checks that both speak a common protocol version.
  ///
  /// The first delimiter ends whatever half frame a former host may have left on the line.
  /// - Parameter patience: seconds until silence counts as no answer; as a rule time for a board that was just reset.
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

  /// `open`, and then as long as the magnetometer is still being started, until it is ready or has failed.
  public func openWhenReady() throws(SessionError) -> Hello {
    let deadline = Deadline.after(seconds: readySeconds)
    var answer = try open()
    while answer.sensorState == .starting, !deadline.hasPassed {
      // The device needs a few milliseconds, or a quarter of a second when the chip did not answer at first.
      _ = try fill(deadline: min(deadline, .after(seconds: 0.02)))
      answer = try request(.getHello, fill: { HelloRequest().append(to: &$0) }, expecting: Hello.self)
      hello = answer
    }
    return answer
  }

  /// Seconds in which a board that was just reset answers and has started its sensor.
  private var readySeconds: Double { 2.5 * stream.answerSeconds }

  private func accept(_ answer: Hello) throws(SessionError) {
    let host = ProtocolVersion.minimum...ProtocolVersion.maximum
    let device = answer.protocolMinimum...max(answer.protocolMinimum, answer.protocolMaximum)
    if host.overlaps(device) {
      version = min(host.upperBound, device.upperBound)
    } else if device.contains(ProtocolVersion.calibrationMinimum) {
      version = ProtocolVersion.calibrationMinimum
    } else {
      throw .protocolMismatch(name: stream.name, device: device, host: host, firmware: answer.firmwareText)
    }
    hello = answer
  }

  // MARK: - The device's clock

  /// The best of `rounds` round trips.
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

extension MessageKind {
  /// Whether a host sends it to firmware of version 1: what shows, takes away and brings back a calibration. These
  /// messages are the same in both versions.
  fileprivate var isForVersion1: Bool {
    switch self {
    case .getHello, .ping, .reset, .provoke, .getStatistics, .getMounting, .getCalibration, .setCalibration,
      .getStoredRecord, .storeRecord, .eraseRecords:
      true
    default: false
    }
  }
}

/// Words of a device's: ASCII by the specification, and what else comes in must not move a terminal's cursor.
func deviceText(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: bytes.map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
}

extension Hello {
  /// One line for the user when the board's messages are not exactly those of this program (Protocols/link/spec.md,
  /// section 4); both speak a common version, so it is no more than a notice.
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
