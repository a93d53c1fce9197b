// Device time.

import FixedPoint

/// Microseconds since the device booted. It is never a wall clock; the device half does not read one.
public struct Instant: Equatable, Comparable, Hashable, Sendable {
  /// Microseconds since boot.
  public var microseconds: UInt64

  @inlinable @inline(__always)
  public init(microseconds: UInt64) { self.microseconds = microseconds }

  @inlinable @inline(__always)
  public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }

  /// The instant `microseconds` later.
  @inlinable @inline(__always)
  public func advanced(by microseconds: UInt32) -> Instant {
    Instant(microseconds: self.microseconds &+ UInt64(widening: microseconds))
  }

  /// Microseconds from `earlier` to `self`, limited to 0…2^32 − 1 (71 minutes). A clock that ran backwards gives 0.
  @inline(never)
  public func elapsed(since earlier: Instant) -> UInt32 {
    if microseconds <= earlier.microseconds { return 0 }
    let difference = microseconds &- earlier.microseconds
    return difference > 0xffff_ffff ? UInt32.max : UInt32(truncatingIfNeeded: difference)
  }
}
