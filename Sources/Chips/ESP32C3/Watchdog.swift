// The chip's three watchdogs. This code uses the main one of timer group 0: after two seconds its interrupt records
// where the loop stopped, and restarts the chip. If that fails, it resets the chip after four seconds without a record.
// The other two are disabled or feed themselves.
import CESP32C3
import CVolatile

/// The main loop must feed it in every pass.
public struct Watchdog: ~Copyable {
  /// Which of the core's 31 equal interrupts the watchdog uses.
  static var interrupt: UInt32 { 1 }
  /// Milliseconds from the last feeding to the interrupt, and from there to the reset.
  static var patience: UInt32 { 2_000 }

  /// The number that stands for its interrupt in a fault record.
  public static var exceptionNumber: UInt32 { Registers.Interrupts.cause | interrupt }

  public init() {
    Self.endProtectionOfBoot()
    unlock()
    volatile_store(Registers.MainWatchdog.prescaler, Registers.MainWatchdog.oneKilohertz)
    volatile_store(Registers.MainWatchdog.firstTimeout, Self.patience)
    volatile_store(Registers.MainWatchdog.secondTimeout, Self.patience)
    volatile_store(
      Registers.MainWatchdog.configuration,
      Registers.MainWatchdog.isEnabled | Registers.MainWatchdog.firstInterrupts
        | Registers.MainWatchdog.secondResetsSystem | Registers.MainWatchdog.countsCrystal
        | Registers.MainWatchdog.longResets | Registers.MainWatchdog.applyConfiguration)
    feed()
    volatile_store(Registers.MainWatchdog.interruptClear, Registers.MainWatchdog.interruptBit)
    volatile_store(Registers.MainWatchdog.interruptEnable, Registers.MainWatchdog.interruptBit)
    // This image does not use the interrupts that the boot ROM has enabled.
    volatile_store(Registers.Interrupts.enable, 0)
    volatile_store(Registers.Interrupts.mainWatchdog, Self.interrupt)
    volatile_store(Registers.Interrupts.priority(Self.interrupt), Registers.Interrupts.highestPriority)
    volatile_store(Registers.Interrupts.threshold, 1)
    volatile_store(Registers.Interrupts.enable, 1 &<< Self.interrupt)
    esp32c3_enable_interrupts()
  }

  /// Whether the watchdog caused the last reset.
  public static func didReset() -> Bool {
    let cause = volatile_load(Registers.LowPower.resetState) & Registers.LowPower.resetCause
    return cause == Registers.LowPower.byMainWatchdog || cause == Registers.LowPower.coreByMainWatchdog
  }

  /// Restarts the watchdog's time.
  public func feed() {
    unlock()
    volatile_store(Registers.MainWatchdog.feed, 1)
    volatile_store(Registers.MainWatchdog.protection, 0)
  }

  private func unlock() { volatile_store(Registers.MainWatchdog.protection, Registers.MainWatchdog.key) }

  /// The RTC watchdog protects only the boot: after 200,000 cycles of about 136 kHz it would reset the chip. The super
  /// watchdog, which protects the chip from a lock-up, must be fed once a second, and can feed itself.
  private static func endProtectionOfBoot() {
    volatile_store(Registers.LowPower.watchdogProtection, Registers.MainWatchdog.key)
    volatile_store(Registers.LowPower.watchdog, 0)
    volatile_store(Registers.LowPower.watchdogProtection, 0)
    volatile_store(Registers.LowPower.superProtection, Registers.LowPower.superKey)
    volatile_store(
      Registers.LowPower.superWatchdog,
      volatile_load(Registers.LowPower.superWatchdog) | Registers.LowPower.superFeedsItself)
    volatile_store(Registers.LowPower.superProtection, 0)
  }
}
