// Compares the device's clock with the host's.

import LinkProtocol
import Quantities
import SerialLink

/// The host time of device time 0, from one round trip: the device read its clock at some time between question and
/// answer.
package struct ClockEstimate: Equatable, Sendable {
  /// `MonotonicClock` nanoseconds at device time 0: the middle of the possible range.
  package var offsetNanoseconds: Int64
  /// The true offset is within ± this value, as long as both clocks run at the same rate.
  package var uncertaintyNanoseconds: Int64
  /// Device time of the estimate.
  package var device: Instant

  /// - Parameters:
  ///   - sent: host nanoseconds just before the question was sent.
  ///   - received: host nanoseconds just after the answer came.
  ///   - device: the device time in the answer.
  package init(sent: UInt64, received: UInt64, device: Instant) {
    let roundTrip = Int64(received - sent)
    offsetNanoseconds = Int64(sent) + roundTrip / 2 - device.nanoseconds
    // The resolution of the device clock is one microsecond.
    uncertaintyNanoseconds = roundTrip / 2 + 1000
    self.device = device
  }

  package init(offsetNanoseconds: Int64, uncertaintyNanoseconds: Int64, device: Instant) {
    self.offsetNanoseconds = offsetNanoseconds
    self.uncertaintyNanoseconds = uncertaintyNanoseconds
    self.device = device
  }

  /// The offsets that are possible according to this estimate.
  var range: ClosedRange<Int64> {
    (offsetNanoseconds - uncertaintyNanoseconds)...(offsetNanoseconds + uncertaintyNanoseconds)
  }
}

/// Follows the device's clock through a session.
///
/// The two clocks may run at different rates. An emulated device stands still whenever its machine is stopped, and then
/// runs fast to make up for a part of that time; a real device has its own crystal. Between two estimates, the offset
/// is assumed to lie between them, or beyond either by at most their difference.
package struct ClockTrack: Sendable {
  package private(set) var estimates: [ClockEstimate] = []
  /// Uncertainties, in seconds, of times between forgotten estimates: the newest ones here, and below the largest of
  /// all.
  private var former: [Double] = []
  private var formerWorst = 0.0
  /// At least this many of them are kept: almost three hours at ten estimates per second.
  private static let formerLimit = 100_000

  package init() {}

  /// Adds an estimate. Estimates must come in the order of device time.
  package mutating func add(_ estimate: ClockEstimate) { estimates.append(estimate) }

  /// Forgets the estimates before a time about which no one will ask. An endless stream then keeps only the last
  /// seconds of estimates. `uncertainty` still includes the forgotten ones.
  package mutating func forget(before instant: Instant) {
    let count = firstIndex(from: instant) - 1
    guard count > 0 else { return }
    for seconds in Self.uncertainties(estimates.prefix(count + 1)) {
      former.append(seconds)
      formerWorst = max(formerWorst, seconds)
    }
    estimates.removeFirst(count)
    if former.count >= 2 * Self.formerLimit { former.removeFirst(former.count - Self.formerLimit) }
  }

  /// The device time before which no new information and no reading will come; `nil` before the second estimate.
  ///
  /// A reading of a slow sensor may be older than clock estimates that came before it. Estimates alone are therefore
  /// not sufficient.
  /// - Parameter lastReading: the time of the last reading; readings come in the order of time. A filter may delay the
  ///   next reading for hours, but no reading is older than `oldestReading` when it comes.
  package func settled(lastReading: Instant?) -> Instant? {
    guard let look = estimates.dropLast().last?.device, let lastReading else { return nil }
    let oldest = Instant(microseconds: look.microseconds - min(look.microseconds, Self.oldestReading))
    return min(look, max(lastReading, oldest))
  }

  /// The largest age of a reading when it comes, microseconds: far more than any sensor and line need.
  static let oldestReading: UInt64 = 5_000_000

  /// The host nanoseconds (`MonotonicClock`) at which the device's clock may have shown `instant`; `nil` without an
  /// estimate. For a time before the first estimate there is only a latest moment, because the device may have stood
  /// still meanwhile.
  package func host(at instant: Instant) -> ClosedRange<Int64>? {
    guard let first = estimates.first, let last = estimates.last else { return nil }
    if instant < first.device {
      let latest = instant.nanoseconds + first.range.upperBound
      return min(0, latest)...latest
    }
    let next = firstIndex(from: instant)
    let after = next < estimates.count ? estimates[next] : last
    let before = after.device == instant ? after : next > 0 ? estimates[next - 1] : first
    let device = instant.nanoseconds
    let offsets = Self.offsets(between: before, and: after)
    return (device + offsets.lowerBound)...(device + offsets.upperBound)
  }

  private static func offsets(between a: ClockEstimate, and b: ClockEstimate) -> ClosedRange<Int64> {
    let drift = min(abs(a.offsetNanoseconds - b.offsetNanoseconds), longestHurry)
    let low = min(a.range.lowerBound, b.range.lowerBound) - drift
    let high = max(a.range.upperBound, b.range.upperBound) + drift
    return low...high
  }

  /// The largest time that a device makes up for by running fast, nanoseconds.
  private static let longestHurry: Int64 = 10_000_000_000

  /// The first estimate at `instant` or later. It is a binary search, because every reading searches hours of
  /// estimates.
  private func firstIndex(from instant: Instant) -> Int {
    var (low, high) = (0, estimates.count)
    while low < high {
      let middle = (low + high) / 2
      if estimates[middle].device < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Uncertainty in seconds of a time between two estimates: half of the possible range. The median, and the largest.
  package var uncertainty: (typical: Double, worst: Double) {
    let all = (former + Self.uncertainties(estimates[...])).sorted()
    let alone = Double(estimates.first?.uncertaintyNanoseconds ?? 0) / 1e9
    return (typical: all.isEmpty ? alone : all[all.count / 2], worst: max(formerWorst, all.last ?? alone))
  }

  /// The uncertainty between each two neighbours.
  private static func uncertainties(_ estimates: ArraySlice<ClockEstimate>) -> [Double] {
    zip(estimates, estimates.dropFirst()).map { a, b in
      let offsets = Self.offsets(between: a, and: b)
      return Double((offsets.upperBound - offsets.lowerBound) / 2) / 1e9
    }
  }
}

extension HostFrame {
  /// The device's time in a pong; `nil` in a payload that is too short for it.
  package var pongTime: Instant? {
    guard payload.count >= 8 else { return nil }
    return Instant(microseconds: payload[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}

extension DeviceSession {
  /// The best estimate of `rounds` round trips.
  package func synchronise(rounds: Int = 8) throws(SessionError) -> ClockEstimate {
    var best: ClockEstimate?
    for _ in 0..<max(1, rounds) {
      let sent = MonotonicClock.nanoseconds()
      let frame = try request(.ping)
      guard frame.kind == .pong, let device = frame.pongTime else {
        throw .malformed(name: stream.name, request: .ping)
      }
      let estimate = ClockEstimate(sent: sent, received: frame.receivedAt, device: device)
      if best.map({ estimate.uncertaintyNanoseconds < $0.uncertaintyNanoseconds }) ?? true { best = estimate }
    }
    guard let best else { throw .malformed(name: stream.name, request: .ping) }
    return best
  }
}
