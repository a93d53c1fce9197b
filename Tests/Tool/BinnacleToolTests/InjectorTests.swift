// Samples that are sent to a board, and what becomes of them on a bad day.

import DeviceLinks
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TestSupport
import Testing

@testable import ToolConnection

private func sample(_ index: Int) -> InjectedSample {
  InjectedSample(
    time: Instant(microseconds: 0), scale: .nanotesla, counts: Vector3(x: 20_000, y: 0, z: 43_000), specificForce: nil)
}

private func readings(_ session: DeviceSession, count: Int) throws -> [Reading] {
  var readings: [Reading] = []
  try Injector(session: session).run(count: count, sample: sample) { index, reading throws(SessionError) in
    #expect(index == readings.count)
    readings.append(reading)
    return true
  }
  return readings
}

/// A board that restarts has forgotten its calibration: what it computes from then on answers another question.
@Test func injector_ofABoardThatRestarts_endsAndSaysSo() throws {
  let session = DeviceSession(LoopbackDevice(name: "board", sensor: nil))
  try session.open()
  var taken = 0
  do {
    try Injector(session: session).run(count: 400, sample: sample) { index, _ throws(SessionError) in
      taken = index + 1
      guard taken == 200 else { return true }
      try session.reset()
      // It waits for a line at rest.
      repeat { _ = try session.receive(deadline: .after(seconds: 0.15)) } while try session.open().bootCounter == 1
      return true
    }
    Issue.record("nobody noticed")
  } catch {
    #expect(
      "\(error)".hasPrefix("The board on board restarted (boot 2) before it had computed all samples.\nStart again"),
      "\(error)")
    #expect(taken == 200)
  }
}

/// Filters and monitors take a sample that is computed twice for two.
@Test(.waits) func injector_ofABoardThatHesitates_hasEachSampleComputedOnce() throws {
  let session = DeviceSession(UnreliableDevice(isLateAfter: [20]))
  session.replyTimeout = 0.5
  #expect(try readings(session, count: 60).map(\.sampleNumber) == Array(1...60))
}

/// The first, one among others, and the last, after which only a ping tells that it is lost.
@Test(.waits, arguments: [[1], [7], [30], [28, 29, 30], [5, 30, 31]])
func injector_onALineThatLosesRequests_hasEachComputedOnce(lost: Set<Int>) throws {
  let session = DeviceSession(UnreliableDevice(hears: { !lost.contains($0) }))
  session.replyTimeout = 0.2
  session.attempts = 5
  #expect(try readings(session, count: 30).map(\.sampleNumber).sorted() == Array(1...30))
}

@Test(.waits) func injector_ofABoardThatFallsSilent_isGivenUp() throws {
  let session = DeviceSession(UnreliableDevice(hears: { $0 < 15 }))
  session.replyTimeout = 0.2
  let start = MonotonicClock.nanoseconds()
  do {
    _ = try readings(session, count: 30)
    Issue.record("nobody noticed")
  } catch SessionError.silent(_, .injectSample, let seconds) {
    #expect(seconds == session.replyTimeout * 3 && MonotonicClock.nanoseconds() - start >= 600_000_000)
  }
}
