// The RP2040's watchdog: after two seconds, an interrupt of TIMER records where the loop stopped and resets the core.
// If that fails, the watchdog resets the chip after four seconds, without a record.
import CVolatile
import ChipRuntime

/// The main loop must feed it in every pass.
public struct Watchdog: ~Copyable {
  /// Microseconds from the last feeding to the interrupt. The time to the reset is twice as long.
  static var patience: UInt32 { 2_000_000 }

  /// The watchdog has no interrupt of its own, so TIMER_IRQ_1 is used.
  public static var exceptionNumber: UInt32 { 16 &+ Registers.Timer.interrupt1 }

  /// The value of SCRATCH0 while our image runs. It tells our watchdog from the boot ROM, which also restarts by the
  /// watchdog after it has programmed an image.
  static var running: UInt32 { 0x7069_636f }

  /// - Precondition: `Clock` has started the ticks.
  public init() {
    volatile_store(Registers.Power.watchdogSelect, Registers.Power.allButOscillators)
    volatile_store(Registers.Watchdog.scratch0, Self.running)
    feed()
    volatile_store(Registers.Timer.interrupts, Registers.Timer.alarm1Bit)
    volatile_store(Registers.Timer.interruptEnable &+ Registers.set, Registers.Timer.alarm1Bit)
    CortexMInterrupts.enable(Registers.Timer.interrupt1)
    volatile_store(Registers.Watchdog.control, Registers.Watchdog.enabled | Registers.Watchdog.pauses)
  }

  /// Whether the watchdog ended the last boot. Call it before `Uart` is created.
  public static func didReset() -> Bool {
    // REASON keeps its bit also when only the core was reset, but then UART0 is still running. The watchdog stops
    // UART0.
    let wasWholeChip = volatile_load(Registers.Resets.reset) & Registers.Resets.uart0 != 0
    let wasRunning = volatile_load(Registers.Watchdog.scratch0) == Self.running
    volatile_store(Registers.Watchdog.scratch0, 0)
    return volatile_load(Registers.Watchdog.reason) & Registers.Watchdog.byTimer != 0 && wasWholeChip && wasRunning
  }

  /// Restarts both times. The watchdog counts two for each tick (erratum RP2040-E1).
  public func feed() {
    volatile_store(Registers.Watchdog.load, 4 &* Self.patience)
    volatile_store(Registers.Timer.alarm1, volatile_load(Registers.Timer.rawLow) &+ Self.patience)
  }
}
