// Continues a live stream after the cable was unplugged or the board restarted.

import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface
import ToolConnection

/// The state of a stream's gaps.
package struct StreamGaps {
  /// A gap that ends with the next reading.
  package var open: StreamGap?
  /// The frames lost in the gaps so far.
  var lostBefore = 0
  var hasToldOther = false
}

extension LiveStream {
  /// The seconds between two searches for the lost device, and the time that its hello may take.
  private static let pollInterval = 0.05
  private static let helloPatience = 1.0

  /// Pumps until the stream is complete; with `--reconnect` also across interruptions of the cable.
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

  /// Waits until the device comes back, on any port, and starts its stream again.
  private func reconnect(after error: SessionError) throws(SessionError) {
    let lostAt = MonotonicClock.nanoseconds()
    let reason = error.description.split(separator: "\n").first ?? ""
    while let frame = session.removePending() { handle(frame) }
    report.remark("\(reason.hasSuffix(".") ? reason.dropLast() : reason); waiting for it (Ctrl-C ends)")
    attendant?.streamLost(String(reason))
    connection.capture?.append(note: "gap \(session.stream.name)")
    connection.link.stream.close()
    countWakeUps()
    while !Interrupt.isRequested {
      if let hello = try findAgain() {
        do throws(SessionError) {
          return try goOn(with: hello, after: lostAt)
        } catch {
          guard error.isLinkLost else { throw error }
          // The device was lost again before it streamed, so the same gap continues.
          connection.link.stream.close()
          countWakeUps()
        }
      }
      usleep(UInt32(Self.pollInterval * 1e6))
    }
  }

  private func countWakeUps() {
    figures.formerWakeUps += (connection.link.stream as? DescriptorStream)?.wakeUps ?? 0
  }

  /// Opens every port that may be the lost one, and says hello; `nil` if the device is not back yet.
  private func findAgain() throws(SessionError) -> Hello? {
    for candidate in connection.link.way?.candidates() ?? [] {
      // A board without its own number cannot be distinguished from a similar board on another port.
      guard candidate.isSamePlace || connection.hello.boardIdentifier != 0 else { continue }
      guard let stream = try? candidate.open() else { continue }
      connection.replaceStream(stream)
      do throws(SessionError) {
        let hello = try session.open(patience: Self.helloPatience)
        if connection.hello.isSameBoard(as: hello) {
          if candidate.isOneBoard || hello.boardIdentifier != 0 || isSameBoot(hello) { return hello }
          reportUnknownBoard(at: candidate.name)
        } else if candidate.isSamePlace {
          reportOtherBoard(hello, at: candidate.name)
        }
      } catch {
        if case .protocolMismatch = error { throw error }
      }
      stream.close()
    }
    return nil
  }

  private func reportOtherBoard(_ hello: Hello, at name: String) {
    guard !gaps.hasToldOther else { return }
    gaps.hasToldOther = true
    report.remark("\(name) is another board now (\(hello.boardText)); still waiting for the one before")
  }

  /// Whether the board has run on since the link was lost, as its clock shows.
  private func isSameBoot(_ hello: Hello) -> Bool {
    hello.bootCounter == connection.boot && hello.imageHash == connection.hello.imageHash
      && clock.isContinued(by: hello.time)
  }

  private func reportUnknownBoard(at name: String) {
    guard !gaps.hasToldOther else { return }
    gaps.hasToldOther = true
    report.remark(
      "a board without an identifier answers at \(name), and its clock is not that of the one before: it may be another "
        + "board; still waiting (Ctrl-C ends, and a new start takes the board that is there)")
  }

  private func goOn(with hello: Hello, after lostAt: UInt64) throws(SessionError) {
    session.endInterruption()
    connection.capture?.append(note: "answered")
    let isSameBoot = hello.bootCounter == connection.boot && clock.last.map { hello.time >= $0 } ?? true
    let missed = session.counters.lostInGaps - gaps.lostBefore
    if !isSameBoot { try beginNewBoot(hello, forgiving: missed) }
    try session.setRate(hertz: options.rate)
    clock.forgetPings()
    try clock.synchronise(session, rounds: 2)
    try session.start(streams)
    openGap(isSameBoot ? .cable : .restart, hello: hello, since: lostAt, missed: isSameBoot ? missed : nil)
    gaps.lostBefore = session.counters.lostInGaps
    try attendant?.streamBegan(self)
    report.remark(
      "\(session.stream.name) is back\(isSameBoot ? "" : "; the board restarted (boot \(hello.bootCounter))")")
  }

  // MARK: - The board

  /// The device's clock stepped back although the link is intact: the device restarted, and `frame` is the first of its
  /// new boot.
  func deviceRestarted(first frame: HostFrame) throws(SessionError) {
    let noticed = MonotonicClock.nanoseconds()
    connection.capture?.append(
      note: "forgive missing \(frame.missingBefore ?? 0) order \(frame.missingBefore == nil ? 1 : 0)")
    session.reader.forgive(frame)
    let hello = try session.openWhenReady()
    for line in hello.fault.map({ FaultReport.lines($0, imageHash: hello.imageHash) }) ?? [] { report.remark(line) }
    guard options.reconnects else { throw .restarted(name: session.stream.name, boot: hello.bootCounter) }
    report.remark("the board on \(session.stream.name) restarted (boot \(hello.bootCounter)); streaming again")
    try beginNewBoot(hello, forgiving: 0)
    try session.setRate(hertz: options.rate)
    try clock.synchronise(session, rounds: 2)
    try session.start(streams)
    openGap(.restart, hello: hello, since: noticed, missed: nil)
    try attendant?.streamBegan(self)
  }

  /// Starts a new boot. Its time and sequence numbers are independent of the former boot, and the device has lost its
  /// settings.
  private func beginNewBoot(_ hello: Hello, forgiving missed: Int) throws(SessionError) {
    if missed > 0 {
      connection.capture?.append(note: "forgive missing \(missed) order 0")
      session.reader.forgive(missing: missed, isOutOfOrder: false)
    }
    session.discardPending()
    connection.boot = hello.bootCounter
    forgetTimes()
    figures.before = nil
    try restoreModel()
  }

  private func openGap(_ cause: StreamGap.Cause, hello: Hello, since: UInt64, missed: Int?) {
    let now = MonotonicClock.nanoseconds()
    var gap = StreamGap(
      cause: cause, hostSeconds: Double(now - since) / 1e9, port: session.stream.name, boot: hello.bootCounter)
    gap.last = cause == .cable ? span.last : nil
    gap.framesMissed = missed
    connection.capture?.append(note: gap.note)
    gaps.open = gap
    watch.end(at: now)
  }
}

extension SessionError {
  /// Whether the line itself was lost: a request would now get no answer.
  package var isLinkLost: Bool {
    switch self {
    case .link(.lost), .link(.timeout), .silent, .noAnswer: true
    default: false
    }
  }

  /// Whether a new connection may help.
  fileprivate var mayPass: Bool {
    if case .noReadings = self { return true }
    return isLinkLost
  }
}

extension Hello {
  /// Compares the boards' own numbers if they have any. Otherwise the adapter's number has already matched, and the
  /// kind must agree.
  func isSameBoard(as other: Hello) -> Bool {
    boardIdentifier != 0 || other.boardIdentifier != 0
      ? boardIdentifier == other.boardIdentifier : boardText == other.boardText
  }
}
