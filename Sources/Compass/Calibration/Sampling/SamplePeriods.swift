// For how long samples came: errors that take seconds to change are all alike within a few.

/// The seconds, of 2^20 microseconds, in which a sample came.
struct SamplePeriods {
  /// The last of them, modulo 256.
  private var last: UInt8 = 0
  private var count: UInt8 = 0

  init() {}

  /// A sample came at `time`, microseconds modulo 2^32.
  @inline(__always)
  mutating func note(_ time: UInt32) {
    let now = UInt8(truncatingIfNeeded: time &>> 20)
    if now == last, count != 0 { return }
    last = now
    // Beyond 16 nothing changes.
    if count < 99 { count = count &+ 1 }
  }

  /// How often the variance of errors counts that change within seconds, Q4: (16/n)² times where n seconds had a sample, once
  /// from 16 on. One alone is no time: these samples came without.
  var weight: Int32 {
    let n = Int32(count)
    return n < 2 || n > 16 ? 16 : 4_096 / (n &* n)
  }
}
