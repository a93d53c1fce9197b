// Whether a stream still brings readings, and why not.
import HostSession
import SerialLink

/// Measures how long no usable reading has come.
struct ReadingWatch {
  /// When the last usable reading came.
  private(set) var lastReadingAt = MonotonicClock.nanoseconds()
  /// When the last message of any kind came from the device.
  private var lastAnswerAt = MonotonicClock.nanoseconds()
  /// What is wrong with the readings since the last good one.
  private(set) var unusable: String?
  private var silence = Silence()

  /// Any message came.
  mutating func hear(at time: UInt64) { lastAnswerAt = time }

  /// A usable reading came, or something that stands for one.
  mutating func end(at time: UInt64) {
    lastReadingAt = time
    silence.end()
  }

  /// A usable reading came.
  mutating func addReading(at time: UInt64) {
    end(at: time)
    unusable = nil
  }

  /// A reading came that cannot be used.
  mutating func refuse(_ reason: String) { unusable = reason }

  /// Call after each turn of listening. - Returns: seconds of silence so far.
  mutating func listened() -> Double { silence.listened() }

  /// Why no reading came for so long.
  func error(_ name: String, seconds: Double) -> SessionError {
    if let unusable { return .unusableReadings(name: name, seconds: seconds, reason: unusable) }
    return lastAnswerAt > lastReadingAt
      ? .noReadings(name: name, seconds: seconds) : .silent(name: name, request: .ping, seconds: seconds)
  }
}
