// The device's clock against the host's.

import Quantities

/// Device time 0 in host time, from one round trip: the device read its clock somewhere between question and answer.
public struct ClockEstimate: Equatable, Sendable {
  /// `MonotonicClock` nanoseconds at device time 0, in the middle of what is possible.
  public var offsetNanoseconds: Int64
  /// The true offset lies within ± this, as long as both clocks run alike.
  public var uncertaintyNanoseconds: Int64
  /// Device time at which it was taken.
  public var device: Instant

  /// - Parameters:
  ///   - sent: host nanoseconds before the question left.
  ///   - received: host nanoseconds after the answer came.
  ///   - device: device time in the answer.
  public init(sent: UInt64, received: UInt64, device: Instant) {
    let roundTrip = Int64(received - sent)
    offsetNanoseconds = Int64(sent) + roundTrip / 2 - device.nanoseconds
    // The device clock has a grain of one microsecond.
    uncertaintyNanoseconds = roundTrip / 2 + 1000
    self.device = device
  }

  public init(offsetNanoseconds: Int64, uncertaintyNanoseconds: Int64, device: Instant) {
    self.offsetNanoseconds = offsetNanoseconds
    self.uncertaintyNanoseconds = uncertaintyNanoseconds
    self.device = device
  }

  /// The offsets that this estimate leaves possible.
  var range: ClosedRange<Int64> {
    (offsetNanoseconds - uncertaintyNanoseconds)...(offsetNanoseconds + uncertaintyNanoseconds)
  }
}

/// The device's clock followed through a session.
///
/// The two clocks need not run alike: an emulated device stands still whenever its machine is stopped, and makes up for
/// a part of it in a hurry; a real one has a crystal of its own. Between two estimates the offset is taken to lie between
/// them, or beyond either by as much as they differ.
public struct ClockTrack: Sendable {
  public private(set) var estimates: [ClockEstimate] = []
  /// Seconds by which times between estimates that are forgotten were uncertain: the newest, and the largest of all.
  private var former: [Double] = []
  private var formerWorst = 0.0
  /// Of these at least so many are kept, almost three hours of ten estimates a second.
  private static let formerLimit = 100_000

  public init() {}

  /// Takes an estimate; they must come in the order of device time.
  public mutating func add(_ estimate: ClockEstimate) { estimates.append(estimate) }

  /// Nobody will ask about a time before this one: an endless stream keeps seconds of estimates. How uncertain they were
  /// goes on counting in `uncertainty`.
  public mutating func forget(before instant: Instant) {
    let count = firstIndex(from: instant) - 1
    guard count > 0 else { return }
    for seconds in Self.uncertainties(estimates.prefix(count + 1)) {
      former.append(seconds)
      formerWorst = max(formerWorst, seconds)
    }
    estimates.removeFirst(count)
    if former.count >= 2 * Self.formerLimit { former.removeFirst(former.count - Self.formerLimit) }
  }

  /// Before this device time nothing more will be learned, and no reading will come; `nil` before the second estimate.
  ///
  /// A slow sensor's reading may be older than looks at the clock that came before it, so that those alone tell
  /// nothing.
  /// - Parameter lastReading: the time of the last reading; readings come in the order of time. A filter may keep them
  ///   back for hours, but none comes that is older than `oldestReading`.
  public func settled(lastReading: Instant?) -> Instant? {
    guard let look = estimates.dropLast().last?.device, let lastReading else { return nil }
    let oldest = Instant(microseconds: look.microseconds - min(look.microseconds, Self.oldestReading))
    return min(look, max(lastReading, oldest))
  }

  /// Microseconds that a reading may be old when it comes: far more than any sensor and line take.
  static let oldestReading: UInt64 = 5_000_000

  /// The host nanoseconds (`MonotonicClock`) at which the device's clock may have shown `instant`; `nil` without an
  /// estimate.
  public func host(at instant: Instant) -> ClosedRange<Int64>? {
    guard let first = estimates.first, let last = estimates.last else { return nil }
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

  /// Nanoseconds that a device makes up for at most.
  private static let longestHurry: Int64 = 10_000_000_000

  /// The first estimate at `instant` or later, by halving: hours of estimates are searched for every reading.
  private func firstIndex(from instant: Instant) -> Int {
    var (low, high) = (0, estimates.count)
    while low < high {
      let middle = (low + high) / 2
      if estimates[middle].device < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Seconds by which a time between two estimates is uncertain, half of what is possible: the median, and the largest.
  public var uncertainty: (typical: Double, worst: Double) {
    let all = (former + Self.uncertainties(estimates[...])).sorted()
    let alone = Double(estimates.first?.uncertaintyNanoseconds ?? 0) / 1e9
    return (typical: all.isEmpty ? alone : all[all.count / 2], worst: max(formerWorst, all.last ?? alone))
  }

  /// Between each two neighbours.
  private static func uncertainties(_ estimates: ArraySlice<ClockEstimate>) -> [Double] {
    zip(estimates, estimates.dropFirst()).map { a, b in
      let offsets = Self.offsets(between: a, and: b)
      return Double((offsets.upperBound - offsets.lowerBound) / 2) / 1e9
    }
  }
}
