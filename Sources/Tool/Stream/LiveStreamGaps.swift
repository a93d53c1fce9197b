// A live stream whose cable is pulled or whose board restarts.

import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface

extension LiveStream {
  /// Seconds between two looks for the lost device, and the time its hello may take.
  private static let lookInterval = 0.05
  private static let helloPatience = 1.0

  /// Pumps until the stream is complete; with `--reconnect` also over cables that are pulled and plugged.
  func pumpThroughGaps(_ line: inout StreamReport.Line) throws(SessionError) {
    while true {
      do throws(SessionError) {
        return try pump(&line)
      } catch {
        guard options.reconnects, connection.link.way != nil, error.mayPass else { throw error }
        try reconnect(after: error)
        if Interrupt.isRequested {
          line.wasInterrupted = true
          return
        }
      }
    }
  }

  // MARK: - The cable

  /// Waits for the device to come back, wherever it is plugged in, and lets it stream again.
  private func reconnect(after error: SessionError) throws(SessionError) {
    let lostAt = MonotonicClock.nanoseconds()
    let reason = error.description.split(separator: "\n").first ?? ""
    while let frame = session.takePending() { handle(frame) }
    report.remark("\(reason); waiting for it (Ctrl-C ends)")
    connection.capture?.note("gap \(session.stream.name)")
    connection.link.stream.close()
    countWakeUps()
    while !Interrupt.isRequested {
      if let hello = try findAgain() {
        do throws(SessionError) {
          return try goOn(with: hello, after: lostAt)
        } catch {
          guard error.isLinkLost else { throw error }
          // Gone again before it streamed: the same gap goes on.
          connection.link.stream.close()
          countWakeUps()
        }
      }
      usleep(UInt32(Self.lookInterval * 1e6))
    }
  }

  private func countWakeUps() {
    figures.formerWakeUps += (connection.link.stream as? DescriptorStream)?.wakeUps ?? 0
  }

  /// Opens every port that may be it, and says hello; `nil` when it is not back yet.
  private func findAgain() throws(SessionError) -> Hello? {
    for candidate in connection.link.way?.candidates() ?? [] {
      // Without a number of its own a board cannot be told from its like on another port.
      guard candidate.isSamePlace || connection.hello.boardIdentifier != 0 else { continue }
      guard let stream = try? candidate.open() else { continue }
      connection.replaceStream(stream)
      do throws(SessionError) {
        let hello = try session.open(patience: Self.helloPatience)
        if connection.hello.isSameBoard(as: hello) { return hello }
        if candidate.isSamePlace { tellOther(hello, at: candidate.name) }
      } catch {
        if case .protocolMismatch = error { throw error }
      }
      stream.close()
    }
    return nil
  }

  private func tellOther(_ hello: Hello, at name: String) {
    guard !hasToldOther else { return }
    hasToldOther = true
    report.remark("\(name) is another board now (\(hello.boardText)); still waiting for the one before")
  }

  private func goOn(with hello: Hello, after lostAt: UInt64) throws(SessionError) {
    session.endInterruption()
    connection.capture?.note("answered")
    let isSameBoot = hello.bootCounter == connection.boot && lastDevice.map { hello.time >= $0 } ?? true
    let missed = session.counters.lostInGaps - lostInFormerGaps
    if !isSameBoot { try beginNewBoot(hello, forgiving: missed) }
    try session.setRate(hertz: options.rate)
    pings.removeAll()
    clock.add(try session.synchronise(rounds: 2))
    try session.start(Self.streams)
    openGap(isSameBoot ? .cable : .restart, hello: hello, since: lostAt, missed: isSameBoot ? missed : nil)
    lostInFormerGaps = session.counters.lostInGaps
    report.remark(
      "\(session.stream.name) is back\(isSameBoot ? "" : "; the board restarted (boot \(hello.bootCounter))")")
  }

  // MARK: - The board

  /// The device's clock stepped back while the link stood: it restarted, and `frame` is the first of its new boot.
  func deviceRestarted(first frame: HostFrame) throws(SessionError) {
    let noticed = MonotonicClock.nanoseconds()
    connection.capture?.note(
      "forgive missing \(frame.missingBefore ?? 0) order \(frame.missingBefore == nil ? 1 : 0)")
    session.reader.forgive(frame)
    let hello = try session.openWhenReady()
    for line in hello.fault.map({ FaultReport.lines($0, imageHash: hello.imageHash) }) ?? [] { report.remark(line) }
    guard options.reconnects else { throw .restarted(name: session.stream.name, boot: hello.bootCounter) }
    report.remark("the board on \(session.stream.name) restarted (boot \(hello.bootCounter)); streaming again")
    try beginNewBoot(hello, forgiving: 0)
    try session.setRate(hertz: options.rate)
    clock.add(try session.synchronise(rounds: 2))
    try session.start(Self.streams)
    openGap(.restart, hello: hello, since: noticed, missed: nil)
  }

  /// A new boot: its time and sequence have nothing to do with the former, and it has forgotten its settings.
  private func beginNewBoot(_ hello: Hello, forgiving missed: Int) throws(SessionError) {
    if missed > 0 {
      connection.capture?.note("forgive missing \(missed) order 0")
      session.reader.forgive(missing: missed, isOutOfOrder: false)
    }
    session.discardPending()
    connection.boot = hello.bootCounter
    forgetTimes()
    pings.removeAll()
    figures.before = nil
    try restoreModel()
  }

  private func openGap(_ cause: StreamGap.Cause, hello: Hello, since: UInt64, missed: Int?) {
    let now = MonotonicClock.nanoseconds()
    var gap = StreamGap(
      cause: cause, hostSeconds: Double(now - since) / 1e9, port: session.stream.name, boot: hello.bootCounter)
    gap.last = cause == .cable ? lastTime : nil
    gap.framesMissed = missed
    connection.capture?.note(gap.note)
    openGap = gap
    lastReadingAt = now
  }
}

extension SessionError {
  /// Whether the line itself went away: nothing that is asked now would be answered.
  var isLinkLost: Bool {
    switch self {
    case .link(.lost), .link(.timeout), .silent, .noAnswer: true
    default: false
    }
  }

  /// Whether connecting anew may help.
  fileprivate var mayPass: Bool {
    if case .noReadings = self { return true }
    return isLinkLost
  }
}

extension Hello {
  /// By its own number where it has one; else the adapter's number has told already, and the kind must agree.
  func isSameBoard(as other: Hello) -> Bool {
    boardIdentifier != 0 || other.boardIdentifier != 0
      ? boardIdentifier == other.boardIdentifier : boardText == other.boardText
  }
}
