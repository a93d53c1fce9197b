// The RP2040's watchdog: after two seconds an interrupt of TIMER records where the loop stood still and resets the core;
// after four the watchdog resets the chip, without a record.
import CVolatile
import ChipRuntime

/// Every turn of the main loop must feed it.
public struct Watchdog: ~Copyable {
  /// From the last feeding to the interrupt, microseconds. To the reset it is twice as long.
  static var patience: UInt32 { 2_000_000 }

  /// The watchdog has no interrupt of its own; TIMER_IRQ_1 is there for it.
  public static var exceptionNumber: UInt32 { 16 &+ Registers.Timer.interrupt1 }

  /// SCRATCH0 while our image runs. The boot ROM also restarts by the watchdog, after it has programmed an image.
  static var running: UInt32 { 0x7069_636f }

  /// - Precondition: `Clock` makes the ticks.
  public init() {
    volatile_store(Registers.Power.watchdogSelect, Registers.Power.allButOscillators)
    volatile_store(Registers.Watchdog.scratch0, Self.running)
    feed()
    volatile_store(Registers.Timer.interrupts, Registers.Timer.alarm1Bit)
    volatile_store(Registers.Timer.interruptEnable &+ Registers.set, Registers.Timer.alarm1Bit)
    CortexMInterrupts.enable(Registers.Timer.interrupt1)
    volatile_store(Registers.Watchdog.control, Registers.Watchdog.enabled | Registers.Watchdog.pauses)
  }

  /// Whether the watchdog ended the last boot. Call it before `Uart` is made.
  public static func didReset() -> Bool {
    // REASON also keeps its bit when only the core was reset. UART0 is then still running; the watchdog stops it.
    let wasWholeChip = volatile_load(Registers.Resets.reset) & Registers.Resets.uart0 != 0
    let wasRunning = volatile_load(Registers.Watchdog.scratch0) == Self.running
    volatile_store(Registers.Watchdog.scratch0, 0)
    return volatile_load(Registers.Watchdog.reason) & Registers.Watchdog.byTimer != 0 && wasWholeChip && wasRunning
  }

  /// Starts both times again. The watchdog counts two for each tick (erratum RP2040-E1).
  public func feed() {
    volatile_store(Registers.Watchdog.load, 4 &* Self.patience)
    volatile_store(Registers.Timer.alarm1, volatile_load(Registers.Timer.rawLow) &+ Self.patience)
  }
}
