// Microseconds since boot from the FPGAIO counter at 25 MHz.
import CVolatile
import ChipRuntime
import FixedPoint
import Quantities

/// Monotonic as long as `now` is called at least once in 171 seconds (2^32 cycles).
public struct Clock: ~Copyable {
  var last: UInt32
  var microseconds = MicrosecondCounter(ticksPerMicrosecond: Registers.systemClock / 1_000_000)

  public init() {
    volatile_store(Registers.FPGAIO.prescaler, 0)
    last = volatile_load(Registers.FPGAIO.counter)
  }

  /// Microseconds since boot. Call it at least once in each overflow of the timer.
  public mutating func now() -> Instant {
    let count = volatile_load(Registers.FPGAIO.counter)
    let total = microseconds.add(ticks: count &- last)
    last = count
    return Instant(microseconds: total)
  }
}
