// binnacle check link: tests whether every frame arrives, in every size, in bursts and one at a time.
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection

package struct CheckLinkCommand: Subcommand {
  package let name = "link"
  package let summary = "send frames of every size to a device and count what comes back"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package static let frames = CommandOption("frames", "N", "frames to send (default 10000)")
  package let options: [CommandOption] = [Self.frames, .capture, .json]
  package let examples = [
    CommandExample("check link emulator:microbit", "10,000 frames to an emulated board"),
    CommandExample("check link /dev/ttyUSB0 --frames 500 --json", "a quick look at a cable"),
  ]
  package let notes = [
    "The command sends pings and injected samples with every payload size from 0 to 256 bytes, half of "
      + "them one at a time, half with several under way. A ping must come back byte for byte. A ping that is "
      + "too long, and a sample that is too short, must be refused with the right reason. A sample with "
      + "appended bytes must still be computed."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let frames = try arguments.integer(Self.frames, in: 1...100_000_000) ?? 10_000
    let connection = try Connection(arguments.positionals[0], capture: arguments.text(.capture))
    connection.printRemarks(on: arguments.console)
    let check = LinkCheck(connection.session, frames: frames)
    let statistics = try connection.use {
      try check.run(progress: arguments.console)
      return try connection.session.statistics()
    }
    check.show(arguments, title: connection.title, device: statistics)
    return check.passes(statistics) ? .pass : .verdictFailed
  }
}

/// One run of the check.
final class LinkCheck {
  private let session: DeviceSession
  private let frames: Int
  /// The frames that were sent and not answered yet, by token.
  private var underWay: [UInt8: Sent] = [:]
  private struct Sent {
    let probe: Probe
    let at = MonotonicClock.nanoseconds()
    var isLate = false
  }
  private var answered = 0
  private var wrong = 0
  private var unanswered = 0
  private var firstWrong: String?
  private var roundTrips: [UInt64] = []
  private var atStart = Statistics()

  /// The largest number of bytes of replies at a time: together they must fit into the device's transmit ring (1024
  /// bytes).
  private static let budget = 900

  init(_ session: DeviceSession, frames: Int) {
    self.session = session
    self.frames = frames
  }

  func run(progress console: Console) throws {
    atStart = try session.statistics()
    let bar = ProgressBar("link", total: UInt64(frames), unit: "frames", console: console)
    let alone = frames / 2
    for index in 0..<alone {
      if Interrupt.isRequested { break }
      let token = try send(Probe(index))
      let deadline = Deadline.after(seconds: 1)
      while underWay[token] != nil, let frame = try session.receive(deadline: deadline) {
        if let sent = match(frame), !sent.isLate { roundTrips.append(frame.receivedAt - sent.at) }
      }
      goOn()
      bar.update(UInt64(index + 1))
    }
    var load = 0
    var next = alone
    while (next < frames || load > 0) && !Interrupt.isRequested {
      while next < frames, load + Probe(next).replySize <= Self.budget {
        load += Probe(next).replySize
        _ = try send(Probe(next))
        next += 1
      }
      bar.update(UInt64(next))
      if let frame = try session.receive(deadline: .after(seconds: 1)) {
        if let sent = match(frame), !sent.isLate { load -= sent.probe.replySize }
      } else {
        goOn()
        load = 0
      }
    }
    // A busy computer may deliver received bytes late. Only a frame that never comes is lost.
    let deadline = Deadline.after(seconds: 5)
    while answered > 0, !underWay.isEmpty, !Interrupt.isRequested, let frame = try session.receive(deadline: deadline) {
      _ = match(frame)
    }
    unanswered += underWay.values.count(where: \.isLate)
    bar.finish()
  }

  /// Sends a frame. If its token belongs to an earlier frame without an answer, that frame is lost.
  private func send(_ probe: Probe) throws -> UInt8 {
    let token = try session.send(probe.kind) { frame in for byte in probe.payload { frame.append(byte) } }
    if underWay.updateValue(Sent(probe: probe), forKey: token) != nil { unanswered += 1 }
    return token
  }

  /// Stops waiting for the frames that were sent; their answers may still come.
  private func goOn() { for token in underWay.keys { underWay[token]?.isLate = true } }

  /// - Returns: the request that a frame answers, if it is an answer.
  private func match(_ frame: HostFrame) -> Sent? {
    guard let sent = underWay.removeValue(forKey: frame.header.token) else { return nil }
    answered += 1
    if let complaint = sent.probe.complaint(about: frame) {
      wrong += 1
      if firstWrong == nil { firstWrong = complaint }
    }
    return sent
  }

  // MARK: - Report

  /// The count of a device during the check. If it restarted meanwhile, the count of its new boot.
  private func counted(_ count: KeyPath<Statistics, UInt32>, _ device: Statistics) -> Int {
    let (before, after) = (Int(atStart[keyPath: count]), Int(device[keyPath: count]))
    return after >= before ? after - before : after
  }

  func passes(_ device: Statistics) -> Bool {
    answered == frames && wrong == 0 && unanswered == 0 && session.counters.lost == 0
      && session.counters.corrupt == 0 && counted(\.framesCorrupt, device) == 0
      && counted(\.framesOverlong, device) == 0 && counted(\.framesDropped, device) == 0
  }

  func show(_ arguments: ParsedArguments, title: String, device: Statistics) {
    let corrupt = session.counters.corrupt + counted(\.framesCorrupt, device)
    let sorted = roundTrips.sorted()
    let median = sorted.isEmpty ? 0 : Double(sorted[sorted.count / 2]) / 1000
    let late = sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, sorted.count * 99 / 100)]) / 1000
    let pass = passes(device)
    let isInterrupted = Interrupt.isRequested && answered < frames
    switch arguments.outputMode {
    case .jsonLines:
      var object: JSONObject = [
        "what": "link", "pass": .bool(pass), "frames": .integer(answered), "samples": .integer(frames),
        "lost": .integer(unanswered + session.counters.lost), "corrupt": .integer(corrupt), "wrong": .integer(wrong),
        "droppedByDevice": .integer(counted(\.framesDropped, device)),
        "roundTripMicroseconds": ["median": .fixed(median, decimals: 1), "p99": .fixed(late, decimals: 1)],
        "deviceFramesReceived": .integer(counted(\.framesReceived, device)),
        "stackHighWaterBytes": .integer(device.stackHighWater),
      ]
      if let firstWrong { object["firstWrong"] = .string(firstWrong) }
      if isInterrupted { object["interrupted"] = true }
      arguments.console.line(object)
    case .human:
      let console = arguments.console
      console.line(title)
      console.line(
        "frames : \(Digits.grouped(answered)) of \(Digits.grouped(frames)) answered, \(unanswered) lost, "
          + "\(corrupt) corrupt, \(wrong) wrong")
      console.line("round  : median \(Digits.fixed(median, 0)) µs, 99 % below \(Digits.fixed(late, 0)) µs")
      if let firstWrong { console.line("wrong  : \(firstWrong)") }
      if isInterrupted {
        console.line("stopped before the end: no verdict")
        return
      }
      console.line("verdict: \((pass ? Colour.good : .bad).paint(pass ? "pass" : "FAIL", for: console.results))")
    }
  }
}

/// One frame to send and its expected reply.
private struct Probe {
  let kind: MessageKind
  let payload: [UInt8]

  /// The payload sizes run from 0 to the largest and start again; pings and samples alternate.
  init(_ index: Int) {
    let size = (index / 2) % (FrameLimits.maximumPayload + 1)
    let isPing = index % 2 == 0
    kind = isPing ? .ping : .injectSample
    // This generator produces every byte value, zeros and runs without zeros among them.
    var state = UInt32(truncatingIfNeeded: index) &* 2_654_435_761 &+ 12_345
    payload = (0..<size).map { position in
      if !isPing { return Self.sample(index)[safe: position] ?? 0xa5 }
      state = state &* 1_664_525 &+ 1_013_904_223
      return index % 3 == 0 ? UInt8(truncatingIfNeeded: position | 1) : UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  /// A level sample of 20,000 nT to the north-west.
  private static func sample(_ index: Int) -> [UInt8] {
    var frame = FrameBuffer()
    frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
    InjectedSample(
      time: Instant(microseconds: UInt64(index)), scale: .nanotesla, counts: Vector3(x: 14_142, y: 14_142, z: 40_000),
      specificForce: nil
    ).append(to: &frame)
    return (0..<frame.payloadLength).map { frame.payload[$0] }
  }

  /// The size of the reply in the device's ring, where it is encoded: two bytes before it, header, payload and
  /// checksum, at most two code bytes, and the delimiter.
  var replySize: Int {
    (kind == .ping ? 8 + payload.count : Reading.length) + 2 + FrameLimits.maximumEncoded - FrameLimits.maximumPayload
  }

  /// What is wrong with a reply, or `nil`.
  func complaint(about frame: HostFrame) -> String? {
    let what = "\(kind) with \(payload.count) bytes"
    if kind == .ping {
      if payload.count > 248 { return refusal(frame, .outOfRange, Int32(payload.count), 248, what) }
      let echo = frame.payload.dropFirst(8)
      return frame.kind == .pong && Array(echo) == payload ? nil : "\(what) came back different"
    }
    let shortest = kind.minimumLength
    if payload.count < shortest { return refusal(frame, .tooShort, Int32(payload.count), Int32(shortest), what) }
    guard frame.kind == .computed, let reading: Reading = frame.message() else { return "\(what) was not computed" }
    // North-west; 256 units are 2e-5°, the promised accuracy of the heading.
    let error = BinaryAngle(rawValue: 0xe000_0000).shortestDifference(to: reading.heading).magnitude
    return error <= 256 ? nil : "\(what) gave heading \(reading.heading.rawValue)"
  }

  private func refusal(
    _ frame: HostFrame, _ reason: RefusalReason, _ detail: Int32, _ limit: Int32, _ what: String
  ) -> String? {
    guard frame.kind == .refused, let refusal: Refusal = frame.message() else { return "\(what) was not refused" }
    return refusal == Refusal(kind: kind.rawValue, reason: reason, detail: detail, limit: limit)
      ? nil : "\(what) was refused for reason \(refusal.reason) (detail \(refusal.detail), limit \(refusal.limit))"
  }
}

extension [UInt8] {
  fileprivate subscript(safe index: Int) -> UInt8? { indices.contains(index) ? self[index] : nil }
}
