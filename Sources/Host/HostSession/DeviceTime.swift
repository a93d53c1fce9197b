// Device time as the host reckons with it: whatever a device says, no sum overflows and no difference traps.

import Quantities

extension Instant {
  /// Nanoseconds since the device's boot. Beyond 142 years, which no device reaches, it stands still: what a host adds
  /// to it then fits 64 bits all the same.
  public var nanoseconds: Int64 { Int64(min(microseconds, 1 << 52)) * 1000 }

  /// Seconds from `earlier` to this; negative for a clock that fell, as a restart lets it.
  public func seconds(since earlier: Instant) -> Double {
    Double(Int64(bitPattern: microseconds &- earlier.microseconds)) / 1e6
  }
}
