// The system clock from the crystal and the PLL, and microseconds since boot from SysTick.
import CVolatile
import ChipRuntime
import Quantities

/// Runs the chip at 50 MHz; make it before anything that divides that clock.
///
/// The time is monotonic as long as `now` is called at least once in 335 ms (2^24 cycles).
public struct Clock: ~Copyable {
  var last: UInt32
  var microseconds = MicrosecondCounter(ticksPerMicrosecond: Registers.systemClock / 1_000_000)

  public init() {
    Self.startPLL()
    volatile_store(Registers.SysTick.reload, Registers.SysTick.mask)
    volatile_store(Registers.SysTick.current, 0)
    volatile_store(Registers.SysTick.control, Registers.SysTick.enabledFromCoreClock)
    last = volatile_load(Registers.SysTick.current)
  }

  /// Microseconds since boot. Must be called at least once in each overflow of the timer.
  public mutating func now() -> Instant {
    let current = volatile_load(Registers.SysTick.current)
    let total = microseconds.add(ticks: (last &- current) & Registers.SysTick.mask)
    last = current
    return Instant(microseconds: total)
  }

  /// Section 5.3 ("Initialization and configuration"): bypass, crystal and PLL on, wait for the lock, leave bypass.
  static func startPLL() {
    let common = Registers.System.divideBy4 | Registers.System.crystal8MHz
    // The main oscillator (OSCSRC 0) runs beside the internal one while the PLL is still bypassed and off.
    volatile_store(Registers.System.runClock, common | Registers.System.bypass | Registers.System.pllPowerDown)
    volatile_store(Registers.System.runClock, common | Registers.System.bypass)
    // 0.5 ms (table 24-6) are 4,000 cycles of the crystal. A PLL that does not lock leaves the chip on it: the
    // serial line is then silent instead of the board hanging here.
    var turns: UInt32 = 20_000
    while volatile_load(Registers.System.rawInterruptStatus) & Registers.System.pllLocked == 0 {
      turns &-= 1
      if turns == 0 { return }
    }
    volatile_store(Registers.System.runClock, common)
  }
}

/// A bound on waiting, in device time and without a `Clock`: SysTick's cycles since it was made.
struct Patience {
  let start = volatile_load(Registers.SysTick.current)
  let cycles: UInt32

  /// - Parameter microseconds: at most 335,000.
  init(microseconds: UInt32) { cycles = microseconds &* (Registers.systemClock / 1_000_000) }

  var isOver: Bool {
    (start &- volatile_load(Registers.SysTick.current)) & Registers.SysTick.mask >= cycles
  }
}
