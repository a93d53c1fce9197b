// Times on the host's monotonic clock.
import Foundation
import TerminalInterface

/// The host's clock for deadlines, captures and logs. It never steps back, and a change of the date does not affect it.
package enum MonotonicClock {
  /// Nanoseconds since an arbitrary start, the same for all processes until the next boot.
  package static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The time until which a call may wait. Once the program is asked to end, no call waits beyond `Interrupt.waitingEnd`.
package struct Deadline: Sendable, Hashable, Comparable {
  /// `MonotonicClock` nanoseconds; `UInt64.max` means that the deadline never comes.
  package let nanoseconds: UInt64

  package init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// No deadline: the call waits as long as necessary.
  package static let never = Deadline(nanoseconds: .max)

  /// A deadline that has come: the call takes what is available and does not wait.
  package static var now: Deadline { Deadline(nanoseconds: MonotonicClock.nanoseconds()) }

  /// - Parameter seconds: from now. Negative values count as 0, and values of 10⁹ (32 years) or more as never.
  package static func after(seconds: Double) -> Deadline {
    guard seconds < 1e9 else { return .never }
    return Deadline(nanoseconds: MonotonicClock.nanoseconds() + UInt64(max(0, seconds) * 1e9))
  }

  /// Seconds until the deadline: 0 after it, infinite for `never`.
  package var remaining: Double {
    let end = end
    if end == .max { return .infinity }
    let now = MonotonicClock.nanoseconds()
    return end > now ? Double(end - now) / 1e9 : 0
  }

  /// Whether the deadline has passed.
  package var hasPassed: Bool {
    let end = end
    return end != .max && MonotonicClock.nanoseconds() >= end
  }

  private var end: UInt64 { min(nanoseconds, Interrupt.waitingEnd) }

  package static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The timeout for `poll`: milliseconds rounded up, so that a wait never ends early and repeats in a loop; −1 for
  /// never.
  package var pollMilliseconds: Int32 {
    let seconds = remaining
    return seconds.isInfinite ? -1 : Int32(min(seconds * 1e3, 1e9).rounded(.up))
  }
}
