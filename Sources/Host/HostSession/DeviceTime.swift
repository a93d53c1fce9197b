// Device time for calculations on the host: no value from a device can make a sum overflow or a difference trap.

import Quantities

extension Instant {
  /// Nanoseconds since the device's boot, limited to 142 years, which no device reaches. Sums with other host times
  /// then still fit into 64 bits.
  package var nanoseconds: Int64 { Int64(min(microseconds, 1 << 52)) * 1000 }

  /// Seconds from `earlier` to this time; negative if the clock went back, as it does at a restart.
  package func seconds(since earlier: Instant) -> Double {
    Double(Int64(bitPattern: microseconds &- earlier.microseconds)) / 1e6
  }
}
