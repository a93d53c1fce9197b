// Sets the system clock from the crystal and the PLL, and gives microseconds since boot from SysTick.
import CVolatile
import ChipRuntime
import Quantities

/// Runs the chip at 50 MHz. Create it before anything that uses a divider of that clock.
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

  /// Microseconds since boot. Call it at least once in each overflow of the timer.
  public mutating func now() -> Instant {
    let current = volatile_load(Registers.SysTick.current)
    let total = microseconds.add(ticks: (last &- current) & Registers.SysTick.mask)
    last = current
    return Instant(microseconds: total)
  }

  /// Section 5.3 ("Initialization and configuration"): bypass, crystal and PLL on, wait for the lock, leave bypass.
  static func startPLL() {
    let common = Registers.System.divideBy4 | Registers.System.crystal8MHz
    // The main oscillator (OSCSRC 0) runs in addition to the internal one, while the PLL is still bypassed and off.
    volatile_store(Registers.System.runClock, common | Registers.System.bypass | Registers.System.pllPowerDown)
    volatile_store(Registers.System.runClock, common | Registers.System.bypass)
    // 0.5 ms (table 24-6) are 4,000 cycles of the crystal. If the PLL does not lock, the chip continues to run from the
    // crystal. The serial line is then silent, but the board does not hang here.
    var turns: UInt32 = 20_000
    while volatile_load(Registers.System.rawInterruptStatus) & Registers.System.pllLocked == 0 {
      turns &-= 1
      if turns == 0 { return }
    }
    volatile_store(Registers.System.runClock, common)
  }
}

/// A time limit for waiting, measured in device time without a `Clock`. It counts the cycles of SysTick since it was
/// created.
struct Patience {
  let start = volatile_load(Registers.SysTick.current)
  let cycles: UInt32

  /// - Parameter microseconds: at most 335,000.
  init(microseconds: UInt32) { cycles = microseconds &* (Registers.systemClock / 1_000_000) }

  var isOver: Bool {
    (start &- volatile_load(Registers.SysTick.current)) & Registers.SysTick.mask >= cycles
  }
}
