// The chip's three watchdogs. The main one of timer group 0 is ours: after two seconds its interrupt records where the
// loop stood still, and restarts; after four it resets the chip, without a record. The other two are put to rest.
import CESP32C3
import CVolatile

/// Every turn of the main loop must feed it.
public struct Watchdog: ~Copyable {
  /// Which of the core's 31 interrupts it is. All are alike.
  static var interrupt: UInt32 { 1 }
  /// From the last feeding to the interrupt, and from there to the reset, milliseconds.
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
    // What the boot ROM has enabled is not for this image.
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

  /// Starts the watchdog's time again.
  public func feed() {
    unlock()
    volatile_store(Registers.MainWatchdog.feed, 1)
    volatile_store(Registers.MainWatchdog.protection, 0)
  }

  private func unlock() { volatile_store(Registers.MainWatchdog.protection, Registers.MainWatchdog.key) }

  /// The RTC watchdog protects the boot alone: after 200,000 cycles of some 136 kHz it would reset the chip. The super
  /// watchdog, which guards the chip against itself, wants to be fed within a second and can do so by itself.
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
