// Microseconds since boot from TIMER0 at 1 MHz.
import CVolatile
import FixedPoint
import Quantities

/// Monotonic as long as `now` is called at least once in 71 minutes (2^32 µs).
public struct Clock: ~Copyable {
  var last: UInt32 = 0
  var total: UInt64 = 0

  public init() {
    // The crystal, because the oscillator it replaces is 2 % off at the UART's and the timer's cost. Nobody waits for
    // it: timer and UART run on the internal one until it has started (chapter 13.1.1).
    volatile_store(Registers.Clock.startHighFrequency, 1)
    volatile_store(Registers.Timer.mode, 0)
    volatile_store(Registers.Timer.bitMode, Registers.Timer.bits32)
    volatile_store(Registers.Timer.prescaler, Registers.Timer.oneMegahertz)
    // An event that nobody on the chip reads. QEMU looks at a receiver again when one of its own timers runs out, and
    // without this one it would not see that the UART was enabled after the other side had connected.
    volatile_store(Registers.Timer.compare1, 1000)
    volatile_store(Registers.Timer.clear, 1)
    volatile_store(Registers.Timer.start, 1)
  }

  /// Microseconds since boot. Must be called at least once in each overflow of the timer.
  public mutating func now() -> Instant {
    volatile_store(Registers.Timer.capture0, 1)
    let count = volatile_load(Registers.Timer.captured0)
    total = total &+ UInt64(widening: count &- last)
    last = count
    return Instant(microseconds: total)
  }
}
