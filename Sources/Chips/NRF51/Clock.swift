// Microseconds since boot from TIMER0 at 1 MHz.
import CVolatile
import FixedPoint
import Quantities

/// The time is monotonic as long as `now` is called at least once in 71 minutes (2^32 µs).
public struct Clock: ~Copyable {
  var last: UInt32 = 0
  var total: UInt64 = 0

  public init() {
    // Start the crystal: the internal oscillator has an error of 2 %, and the UART and the timer would have it too.
    // Nothing waits for the crystal: timer and UART run on the internal oscillator until it has started (chapter
    // 13.1.1).
    volatile_store(Registers.Clock.startHighFrequency, 1)
    volatile_store(Registers.Timer.mode, 0)
    volatile_store(Registers.Timer.bitMode, Registers.Timer.bits32)
    volatile_store(Registers.Timer.prescaler, Registers.Timer.oneMegahertz)
    // No part of the chip uses this event. It is for QEMU, which checks a receiver again when one of its own timers
    // expires. Without it, QEMU would not notice that the UART was enabled after the other side had connected.
    volatile_store(Registers.Timer.compare1, 1000)
    volatile_store(Registers.Timer.clear, 1)
    volatile_store(Registers.Timer.start, 1)
  }

  /// Microseconds since boot. Call it at least once in each overflow of the timer.
  public mutating func now() -> Instant {
    volatile_store(Registers.Timer.capture0, 1)
    let count = volatile_load(Registers.Timer.captured0)
    total = total &+ UInt64(widening: count &- last)
    last = count
    return Instant(microseconds: total)
  }
}
