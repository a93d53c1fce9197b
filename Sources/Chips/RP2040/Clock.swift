// The system clock from the crystal and PLL_SYS, microseconds since boot from TIMER, and sleep.
import CRP2040
import CVolatile
import ChipRuntime
import FixedPoint
import Quantities

/// Runs the chip at 125 MHz. Create it before anything that uses a divider of that clock.
///
/// The time is monotonic as long as `now` is called at least once in 71 minutes (2^32 µs).
public struct Clock: ~Copyable {
  /// The frequency of the system and of the peripherals, in hertz.
  static var frequency: UInt32 { 125_000_000 }

  var last: UInt32
  var total: UInt64 = 0

  public init() {
    Self.startCrystal()
    Self.startPLL()
    // TIMER and the watchdog count ticks that the watchdog generates; without them both stop (section 4.7.2).
    volatile_store(Registers.Watchdog.tick, Registers.Watchdog.tickAt12MHz)
    Reset.release(Registers.Resets.timer)
    volatile_store(Registers.Timer.interruptEnable, Registers.Timer.alarm0Bit)
    last = volatile_load(Registers.Timer.rawLow)
  }

  /// Microseconds since boot.
  public mutating func now() -> Instant {
    let count = volatile_load(Registers.Timer.rawLow)
    total = total &+ UInt64(widening: count &- last)
    last = count
    return Instant(microseconds: total)
  }

  /// Sleeps for at most a millisecond. A byte on the serial line or on USB ends the sleep. The core handles no
  /// interrupt.
  public func sleep() {
    rp2040_mask_interrupts()
    volatile_store(Registers.Timer.interrupts, Registers.Timer.alarm0Bit)
    volatile_store(Registers.Timer.alarm0, volatile_load(Registers.Timer.rawLow) &+ 1000)
    wake(by: Registers.Timer.interrupt0)
    wake(by: Registers.UART.interrupt)
    wake(by: Registers.USB.interrupt)
    rp2040_wait_for_interrupt()
    CortexMInterrupts.disable(Registers.Timer.interrupt0)
    CortexMInterrupts.disable(Registers.UART.interrupt)
    CortexMInterrupts.disable(Registers.USB.interrupt)
    rp2040_unmask_interrupts()
  }

  private func wake(by interrupt: UInt32) {
    CortexMInterrupts.clearPending(interrupt)
    CortexMInterrupts.enable(interrupt)
  }

  /// Section 2.16.5.1. Every wait has a limit: without its crystal the board sends nothing, but it does not hang here.
  static func startCrystal() {
    // After a reset of the core alone, the PLL may be in use. It must not be in use while it is configured again.
    volatile_store(Registers.Clocks.systemControl &+ Registers.clear, Registers.Clocks.fromAuxiliary)
    waitUntil(Registers.Clocks.systemSelected, has: 1)
    volatile_store(Registers.Crystal.startup, Registers.Crystal.startupDelay)
    volatile_store(Registers.Crystal.control, Registers.Crystal.enabled12MHz)
    waitUntil(Registers.Crystal.status, has: Registers.Crystal.stable)
    volatile_store(Registers.Clocks.referenceControl, Registers.Clocks.fromCrystal)
    waitUntil(Registers.Clocks.referenceSelected, has: 1 &<< Registers.Clocks.fromCrystal)
  }

  /// Section 2.18.2: 12 MHz · 125 / 6 / 2.
  static func startPLL() {
    start(Registers.PLL.system, Registers.Resets.systemPLL, feedback: 125, dividers: 6 << 16 | 2 << 12)
    volatile_store(Registers.Clocks.systemControl, Registers.Clocks.fromAuxiliary)
    waitUntil(Registers.Clocks.systemSelected, has: 1 &<< Registers.Clocks.fromAuxiliary)
    volatile_store(Registers.Clocks.peripheralControl, Registers.Clocks.enabled)
  }

  /// Starts a PLL from the crystal.
  static func start(_ base: UInt32, _ reset: UInt32, feedback: UInt32, dividers: UInt32) {
    typealias PLL = Registers.PLL
    Reset.release(reset)
    volatile_store(base &+ PLL.control, 1)
    volatile_store(base &+ PLL.feedback, feedback)
    volatile_store(base &+ PLL.power &+ Registers.clear, PLL.powerDown | PLL.oscillatorPowerDown)
    waitUntil(base &+ PLL.control, has: PLL.locked)
    volatile_store(base &+ PLL.postDividers, dividers)
    volatile_store(base &+ PLL.power &+ Registers.clear, PLL.postDividerPowerDown)
  }
}

/// Waits until a register has all of `bits`, for at most about 100,000 loops.
func waitUntil(_ register: UInt32, has bits: UInt32) {
  var turns: UInt32 = 100_000
  while volatile_load(register) & bits != bits, turns > 0 { turns &-= 1 }
}

/// Resets of the peripherals (section 2.14).
enum Reset {
  /// Resets peripherals and lets them run.
  static func release(_ peripherals: UInt32) {
    volatile_store(Registers.Resets.reset &+ Registers.set, peripherals)
    volatile_store(Registers.Resets.reset &+ Registers.clear, peripherals)
    waitUntil(Registers.Resets.done, has: peripherals)
  }

  /// Takes the pins out of reset without resetting them first, because several peripherals share them.
  static func releasePins() {
    let pins = Registers.Resets.ioBank0 | Registers.Resets.padsBank0
    volatile_store(Registers.Resets.reset &+ Registers.clear, pins)
    waitUntil(Registers.Resets.done, has: pins)
  }
}

/// A time limit for waiting, measured in device time without a `Clock`.
struct Patience {
  let start = volatile_load(Registers.Timer.rawLow)
  let microseconds: UInt32

  var isOver: Bool { volatile_load(Registers.Timer.rawLow) &- start >= microseconds }
}
