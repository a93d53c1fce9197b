// How long a device said nothing of what it was asked for.
import SerialLink

/// Time spent listening in vain, not time that passed: while this program was stopped, or the machine asleep, nothing
/// could be heard, and what lies behind an emulated link stood still as well.
public struct Silence: Sendable {
  private var nanoseconds: UInt64 = 0
  private var lookedAt = MonotonicClock.nanoseconds()

  /// Nobody listens for so long in one go.
  private static let longestTurn: UInt64 = 250_000_000

  public init() {}

  /// What was awaited came.
  public mutating func end() { self = Silence() }

  /// Call after each turn of listening, of at most a quarter of a second.
  /// - Returns: seconds of silence so far.
  public mutating func listened() -> Double {
    let now = MonotonicClock.nanoseconds()
    nanoseconds += min(now - lookedAt, Self.longestTurn)
    lookedAt = now
    return Double(nanoseconds) / 1e9
  }
}

extension DeviceSession {
  /// How long a stream of this rate, in hertz, may be silent: as long as a request, and three of its intervals.
  public func silenceSeconds(rate: Double) -> Double { replyTimeout * Double(attempts) + 3 / rate }
}
