// Microseconds since boot from the FPGAIO counter at the system clock.
import CVolatile
import ChipRuntime
import FixedPoint
import Quantities

/// Monotonic as long as `now` is called at least once in 2^32 cycles: 171 seconds at 25 MHz, 214 at 20 MHz.
public struct Clock<Image: FPGAImage>: ~Copyable {
  var last: UInt32
  var microseconds = MicrosecondCounter(ticksPerMicrosecond: Image.systemClock / 1_000_000)

  public init() {
    volatile_store(Registers<Image>.FPGAIO.prescaler, 0)
    last = volatile_load(Registers<Image>.FPGAIO.counter)
  }

  /// Microseconds since boot. Call it at least once in each overflow of the timer.
  public mutating func now() -> Instant {
    let count = volatile_load(Registers<Image>.FPGAIO.counter)
    let total = microseconds.add(ticks: count &- last)
    last = count
    return Instant(microseconds: total)
  }
}
