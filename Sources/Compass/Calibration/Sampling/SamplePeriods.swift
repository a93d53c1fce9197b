// Counts the seconds in which samples came. Errors that take seconds to change are all alike within a few seconds.

/// The seconds (of 2^20 microseconds) in which a sample came.
struct SamplePeriods {
  /// The last second with a sample, modulo 256.
  private var last: UInt8 = 0
  private var count: UInt8 = 0

  init() {}

  /// Records a sample at `time`, microseconds modulo 2^32.
  @inline(__always)
  mutating func add(_ time: UInt32) {
    let now = UInt8(truncatingIfNeeded: time &>> 20)
    if now == last, count != 0 { return }
    last = now
    // Above 16 the count has no effect.
    if count < 99 { count = count &+ 1 }
  }

  /// The factor for the variance of errors that take seconds to change, Q4: (16/n)² when n seconds had a sample, and 1
  /// from 16 seconds on. A single second means that the samples came without a time.
  var weight: Int32 {
    let n = Int32(count)
    return n < 2 || n > 16 ? 16 : 4_096 / (n &* n)
  }
}
