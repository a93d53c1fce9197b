// When the device sends streams, and what it knows of its magnetometer.

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
  /// The number of the sample in the last reading, to mark repetitions.
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

  /// The greatest age of a sample: the sensor's slowest rate is 0.75 Hz, and it may measure only as often as it is
  /// asked to.
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

  /// The times keep their phase, so that the average rate is right. After a delay of more than one interval they start
  /// again, instead of sending a burst.
  private static func next(after due: Instant, every interval: UInt32, now: Instant) -> Instant {
    let next = due.advanced(by: interval)
    return next > now ? next : now.advanced(by: interval)
  }
}

/// The magnetometer as the instrument uses it.
struct SensorWatch: ~Copyable {
  var isFitted = false
  /// The board is still looking whether it has one.
  var isSought = false
  private var isLost = false
  /// Whether there is a `sample`: there is none before the first one and after the loss of the sensor.
  private(set) var hasSample = false
  var identity = SensorIdentity.absent
  /// The number of the last sample since boot.
  private(set) var number: UInt32 = 0
  /// When the last new sample was received.
  private(set) var lastFresh = Instant(microseconds: 0)
  /// The last sample.
  var sample = FieldSample(
    time: Instant(microseconds: 0), counts: .zero, scale: .nanotesla, field: MagneticField(nanotesla: .zero))
  private let inPlace = InPlace()

  var state: SensorState {
    if !isFitted { return isSought ? .starting : .none }
    if isLost { return .unavailable }
    return hasSample ? .ready : .starting
  }

  /// The temperature of the last sample, if the chip measures it.
  var temperatureEighths: Int16? { hasSample ? sample.temperatureEighths : nil }

  mutating func add(_ sample: FieldSample, at now: Instant) {
    // A repetition of the last sample is already known. Whether it is stale depends on what was reported of it.
    if !sample.isStale || !hasSample {
      number &+= 1
      lastFresh = now
      self.sample = sample
    }
    hasSample = true
    isLost = false
  }

  /// Marks the last sample as stale, because a reading has reported it. The chip or the schedule may be the reason.
  mutating func markRepeated() { sample.isStale = true }

  /// Discards the samples so far: a heading from before a fault does not hold now.
  mutating func lose() {
    hasSample = false
    isLost = true
  }
}
