// Measures for how long a device has not sent what it was asked for.
import SerialLink

/// Counts only the time in which the program listened. While this program was stopped or the computer was asleep,
/// nothing could be heard, and the machine behind an emulated link also stood still.
package struct Silence: Sendable {
  private var nanoseconds: UInt64 = 0
  private var checkedAt = MonotonicClock.nanoseconds()

  /// One period of listening is never longer than this.
  private static let longestTurn: UInt64 = 250_000_000

  package init() {}

  /// The awaited message came: the silence starts again at zero.
  package mutating func end() { self = Silence() }

  /// Call this after each period of listening, which lasts at most a quarter of a second.
  /// - Returns: seconds of silence so far.
  package mutating func listened() -> Double {
    let now = MonotonicClock.nanoseconds()
    nanoseconds += min(now - checkedAt, Self.longestTurn)
    checkedAt = now
    return Double(nanoseconds) / 1e9
  }
}

extension DeviceSession {
  /// How long a stream with this rate, in hertz, may be silent: as long as a request may take, plus three of its
  /// intervals.
  package func silenceSeconds(rate: Double) -> Double { replyTimeout * Double(attempts) + 3 / rate }
}
