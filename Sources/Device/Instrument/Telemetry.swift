// When the device speaks without being asked, and what it knows of its sensor.

import FixedPoint
import LinkProtocol
import Quantities
import RawMemory
import SensorDrivers

/// The schedule of the streams.
struct Telemetry {
  var streams: Streams = .none
  /// Microseconds between readings.
  private(set) var interval: UInt32 = 100_000
  /// The sample of the last reading, to mark repetitions.
  var lastSample: UInt32 = 0
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

  /// Whether headings are computed on schedule.
  var computesReadings: Bool { streams.contains(.readings) || streams.contains(.guidance) }

  /// How long a sample may be old: the sensor's slowest rate is 0.75 Hz, and it measures no faster than it is asked.
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

  /// The grid keeps its phase, so that the rate holds on average; after a stall of more than one interval it begins
  /// anew instead of catching up in a burst.
  private static func next(after due: Instant, every interval: UInt32, now: Instant) -> Instant {
    let next = due.advanced(by: interval)
    return next > now ? next : now.advanced(by: interval)
  }
}

/// The magnetometer as the instrument sees it.
struct SensorWatch: ~Copyable {
  var isFitted = false
  private var isLost = false
  /// Whether there is a `sample`: not before the first, and not after the sensor was lost.
  private(set) var hasSample = false
  var identity = SensorIdentity.absent
  /// The number of the last sample since boot.
  private(set) var number: UInt32 = 0
  /// When the last sample that was new came.
  private(set) var lastFresh = Instant(microseconds: 0)
  /// The last sample.
  var sample = FieldSample(
    time: Instant(microseconds: 0), counts: .zero, scale: .nanotesla, field: MagneticField(nanotesla: .zero))
  private let inPlace = InPlace()

  var state: SensorState {
    if !isFitted { return .none }
    if isLost { return .unavailable }
    return hasSample ? .ready : .starting
  }

  /// Of the last sample, where the chip gives one.
  var temperatureEighths: Int16? { hasSample ? sample.temperatureEighths : nil }

  mutating func add(_ sample: FieldSample, at now: Instant) {
    // The last one again is known; whether it is stale is a matter of what was told of it.
    if !sample.isStale || !hasSample {
      number &+= 1
      lastFresh = now
      self.sample = sample
    }
    hasSample = true
    isLost = false
  }

  /// The last sample was told in a reading: told again it is stale, whether the chip or the schedule is to blame.
  mutating func markRepeated() { sample.isStale = true }

  /// Samples so far are void: a heading from before a fault is not a heading now.
  mutating func lose() {
    hasSample = false
    isLost = true
  }
}
