// The RP2040's watchdog: after two seconds it resets the chip. It has no interrupt, so a hang leaves no place.
import CVolatile

/// Every turn of the main loop must feed it.
public struct Watchdog: ~Copyable {
  /// It has no interrupt.
  public static var exceptionNumber: UInt32 { 0 }

  /// SCRATCH0 while our image runs. The boot ROM also restarts by the watchdog, after it has programmed an image.
  static var running: UInt32 { 0x7069_636f }

  /// - Precondition: `Clock` makes the ticks.
  public init() {
    volatile_store(Registers.Power.watchdogSelect, Registers.Power.allButOscillators)
    volatile_store(Registers.Watchdog.scratch0, Self.running)
    feed()
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

  /// Starts the watchdog's time again. It counts two for each tick (erratum RP2040-E1).
  public func feed() { volatile_store(Registers.Watchdog.load, 2 &* 2_000_000) }
}
