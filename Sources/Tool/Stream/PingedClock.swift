// The device's clock during a stream, measured with pings.
import HostSession
import Quantities
import SerialLink

/// Sends pings, and relates the device's clock to the host's by the answers.
package struct PingedClock {
  package private(set) var track = ClockTrack()
  /// The last known time of the device's clock. It steps back only at a restart.
  package private(set) var last: Instant?
  /// The pings without an answer: when each was sent, by token.
  private var pings: [UInt8: UInt64] = [:]
  private var nextPing: UInt64 = 0

  /// Host nanoseconds between two pings.
  private static let interval: UInt64 = 100_000_000

  /// The result of a pong.
  package enum Answer {
    /// It answers none of this program's pings.
    case none
    /// The clock stepped back: the device restarted.
    case restart
    /// The device's time, and the nanoseconds that the answer took.
    case time(Instant, took: Int64)
  }

  /// - Returns: whether a ping was due and was sent.
  mutating func pingWhenDue(_ session: DeviceSession) throws(SessionError) -> Bool {
    let now = MonotonicClock.nanoseconds()
    guard now >= nextPing else { return false }
    nextPing = now + Self.interval
    pings[try session.send(.ping)] = now
    return true
  }

  /// Evaluates the answer to a ping.
  package mutating func receive(pong frame: HostFrame) -> Answer {
    guard let sent = pings.removeValue(forKey: frame.header.token), let device = frame.pongTime else { return .none }
    if let last, device < last { return .restart }
    last = device
    track.add(ClockEstimate(sent: sent, received: frame.receivedAt, device: device))
    return .time(device, took: Int64(frame.receivedAt - sent))
  }

  /// Whether a clock that now shows `time` is the clock of the last estimate, which has continued to run.
  func isContinued(by time: Instant) -> Bool {
    guard let estimate = track.estimates.last, let last, time >= last else { return false }
    let expected = Int64(MonotonicClock.nanoseconds()) - estimate.offsetNanoseconds
    let elapsed = expected - estimate.device.nanoseconds
    // The tolerance allows 1 % for a crystal, and some seconds for an answer on a slow line.
    return abs(expected - time.nanoseconds) < 2_000_000_000 + elapsed / 100
  }

  /// Adds an estimate of several round trips.
  mutating func synchronise(_ session: DeviceSession, rounds: Int = 8) throws(SessionError) {
    track.add(try session.synchronise(rounds: rounds))
  }

  /// Forgets estimates about which no one will ask.
  package mutating func forget(before instant: Instant) { track.forget(before: instant) }

  /// Forgets the pings so far, because they will not be answered.
  mutating func forgetPings() { pings.removeAll() }

  /// The clock starts again.
  package mutating func restart() {
    track = ClockTrack()
    last = nil
    pings.removeAll()
  }
}
