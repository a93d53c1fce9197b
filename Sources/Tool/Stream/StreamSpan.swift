// How long a stream has lasted, in device time.
import Quantities

/// The device times of one stream, over all boots of the device.
package struct StreamSpan {
  package private(set) var isOver = false
  /// The time of the last reading that was shown, in this boot.
  package private(set) var last: Instant?
  private var first: Instant?
  private var secondsBefore = 0.0

  /// Whether a reading is older than the last one, or the same one again.
  func isRepeated(_ time: Instant, isStale: Bool) -> Bool {
    guard let last else { return false }
    return time < last || (time == last && !isStale)
  }

  /// Records the device's time. Returns whether this ends the stream.
  @discardableResult
  package mutating func reach(_ time: Instant, _ options: StreamOptions) -> Bool {
    let first = self.first ?? time
    self.first = first
    let ends = options.isOver(at: time, since: first, after: secondsBefore)
    isOver = isOver || ends
    return ends
  }

  /// Records a reading that is shown.
  package mutating func show(_ time: Instant) { last = time }

  /// Seconds from the last reading, or from the start, to `time`; 0 if `time` is not later.
  func secondsWithout(until time: Instant) -> Double {
    guard let since = last ?? first, time > since else { return 0 }
    return time.seconds(since: since)
  }

  /// Call this when the device's time starts again. The time streamed before still counts for `--duration`.
  package mutating func restart() {
    if let first, let last { secondsBefore += last.seconds(since: first) }
    first = nil
    last = nil
  }
}
