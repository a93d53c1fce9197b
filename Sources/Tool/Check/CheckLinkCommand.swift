// binnacle check link: tests whether every frame arrives, in every size, in bursts and one at a time.
import Foundation
import HostSession
import LinkProtocol
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
      + "appended bytes must still be computed.",
    "The calibration record, the mounting and the axis that points are read from the device, and every heading must be "
      + "what the equations in Double compute with them. The check changes none of them.",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let frames = try arguments.integer(Self.frames, in: 1...100_000_000) ?? 10_000
    let connection = try Connection(arguments.positionals[0], capture: arguments.text(.capture))
    connection.printRemarks(on: arguments.console)
    let (check, statistics) = try connection.use {
      let check = LinkCheck(connection.session, frames: frames, sample: try LinkSample(of: connection))
      try check.run(progress: arguments.console)
      return (check, try connection.session.statistics())
    }
    check.show(arguments, title: connection.title, device: statistics)
    return check.passes(statistics) ? .pass : .verdictFailed
  }
}

/// One run of the check.
final class LinkCheck {
  private let session: DeviceSession
  private let frames: Int
  private let sample: LinkSample
  /// The frames that were sent and not answered yet, by token.
  private var underWay: [UInt8: Sent] = [:]
  private struct Sent {
    let probe: LinkProbe
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

  init(_ session: DeviceSession, frames: Int, sample: LinkSample = LinkSample()) {
    self.session = session
    self.frames = frames
    self.sample = sample
  }

  func run(progress console: Console) throws {
    atStart = try session.statistics()
    let bar = ProgressBar("link", total: UInt64(frames), unit: "frames", console: console)
    let alone = frames / 2
    for index in 0..<alone {
      if Interrupt.isRequested { break }
      let token = try send(LinkProbe(index, sample))
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
      while next < frames, load + LinkProbe(next, sample).replySize <= Self.budget {
        load += LinkProbe(next, sample).replySize
        _ = try send(LinkProbe(next, sample))
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
  private func send(_ probe: LinkProbe) throws -> UInt8 {
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
