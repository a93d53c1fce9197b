// Checks whether a stream still delivers readings, and if not, why.
import HostSession
import SerialLink

/// Measures how long no usable reading has come.
package struct ReadingWatch {
  /// When the last usable reading came.
  private(set) var lastReadingAt = MonotonicClock.nanoseconds()
  /// When the last message of any kind came from the device.
  private var lastAnswerAt = MonotonicClock.nanoseconds()
  /// The error of the readings since the last usable one.
  private(set) var unusable: String?
  private var silence = Silence()

  /// Records that a message came.
  mutating func hear(at time: UInt64) { lastAnswerAt = time }

  /// Records that a usable reading came, or something equivalent.
  package mutating func end(at time: UInt64) {
    lastReadingAt = time
    silence.end()
  }

  /// Records that a usable reading came.
  mutating func addReading(at time: UInt64) {
    end(at: time)
    unusable = nil
  }

  /// Records that an unusable reading came.
  package mutating func refuse(_ reason: String) { unusable = reason }

  /// Call this after each period of listening. Returns the seconds of silence so far.
  package mutating func listened() -> Double { silence.listened() }

  /// Why no reading came for so long.
  package func error(_ name: String, seconds: Double) -> SessionError {
    if let unusable { return .unusableReadings(name: name, seconds: seconds, reason: unusable) }
    return lastAnswerAt > lastReadingAt
      ? .noReadings(name: name, seconds: seconds) : .silent(name: name, request: .ping, seconds: seconds)
  }
}
