// The schedule of the streams.

import FixedPoint
import LinkProtocol
import Quantities

/// When each stream is due.
struct Telemetry {
  var streams: Streams = .none
  /// Microseconds between readings.
  private(set) var interval: UInt32 = 100_000
  private var nextReading = Instant(microseconds: 0)
  private var nextStatistics = Instant(microseconds: 0)

  /// Microseconds between statistics messages.
  static var statisticsInterval: UInt32 { 1_000_000 }

  mutating func setInterval(_ microseconds: UInt32, at now: Instant) {
    interval = microseconds
    nextReading = now.advanced(by: microseconds)
  }

  mutating func start(_ more: Streams, at now: Instant) {
    if !isPaced { nextReading = now.advanced(by: interval) }
    if !streams.contains(.statistics) { nextStatistics = now }
    streams.formUnion(more)
  }

  /// Whether a stream with the interval of readings is on.
  private var isPaced: Bool { computesReadings || streams.contains(.meter) }

  /// Whether readings must be computed on schedule.
  var computesReadings: Bool { streams.contains(.readings) || streams.contains(.guidance) }

  /// The largest allowed age of a sample. The sensor's slowest rate is 0.75 Hz, and it may measure only as often as
  /// requested.
  func patience(_ timeout: UInt32) -> UInt32 {
    let period: UInt32 = interval < 1_333_334 ? interval : 1_333_334
    return timeout > period &* 2 ? timeout : period &* 2
  }

  mutating func isReadingDue(at now: Instant) -> Bool {
    guard isPaced, now >= nextReading else { return false }
    nextReading = Self.next(after: nextReading, every: interval, now: now)
    return true
  }

  mutating func areStatisticsDue(at now: Instant) -> Bool {
    guard streams.contains(.statistics), now >= nextStatistics else { return false }
    nextStatistics = Self.next(after: nextStatistics, every: Self.statisticsInterval, now: now)
    return true
  }

  /// The next due time. It keeps the phase, so that the average rate is right. After a delay of more than one interval,
  /// the schedule starts again instead of sending a burst.
  private static func next(after due: Instant, every interval: UInt32, now: Instant) -> Instant {
    let next = due.advanced(by: interval)
    return next > now ? next : now.advanced(by: interval)
  }
}
