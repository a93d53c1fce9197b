// Runs the core at the crystal's 40 MHz, and gives microseconds since boot from SYSTIMER.
import CVolatile
import ChipRuntime
import FixedPoint
import Quantities

/// The time is monotonic as long as `now` is called at least once in 268 s (2^32 ticks of 16 MHz).
public struct Clock: ~Copyable {
  var counter = MicrosecondCounter(ticksPerMicrosecond: Registers.Timer.ticksPerMicrosecond)
  var last: UInt32

  public init() {
    // The PLL for 80 or 160 MHz needs registers that the manual does not describe, and the core does not need it. If
    // the boot ROM has already selected the PLL, it stays.
    let clock = volatile_load(Registers.System.clock)
    if clock & Registers.System.clockSource == 0 {
      volatile_store(Registers.System.clock, clock & ~Registers.System.clockDivider)
    }
    last = Self.ticks()
  }

  /// Microseconds since boot.
  public mutating func now() -> Instant {
    let count = Self.ticks()
    let passed = count &- last
    last = count
    return Instant(microseconds: counter.add(ticks: passed))
  }

  /// The lower half of the count. The manual prescribes how to read it: request a copy, then wait until the copy is
  /// valid.
  static func ticks() -> UInt32 {
    volatile_store(Registers.Timer.operation, Registers.Timer.update)
    // This takes a few cycles of 16 MHz. A timer that never answers must not stop the loop here, because the watchdog
    // would not report where.
    var patience = 100
    while volatile_load(Registers.Timer.operation) & Registers.Timer.isValid == 0, patience > 0 { patience &-= 1 }
    return volatile_load(Registers.Timer.valueLow)
  }
}
