// The LM3S6965's watchdog. After two seconds its interrupt writes a fault record. After two more it resets without one.
import CVolatile
import ChipRuntime

/// The main loop must feed it in every pass.
public struct Watchdog: ~Copyable {
  /// The number that stands for its interrupt in a fault record.
  public static var exceptionNumber: UInt32 { 16 &+ Registers.Watchdog.interrupt }

  public init() {
    Gate.open(Registers.System.gate0, Registers.System.gateWatchdog)
    volatile_store(Registers.Watchdog.lock, Registers.Watchdog.unlockKey)
    volatile_store(Registers.Watchdog.load, 2 &* Registers.systemClock)
    volatile_store(Registers.Watchdog.control, Registers.Watchdog.interruptAndReset)
    CortexMInterrupts.enable(Registers.Watchdog.interrupt)
  }

  /// Whether the watchdog's second timeout caused the last reset. The call clears this information.
  public static func didReset() -> Bool {
    let cause = volatile_load(Registers.System.resetCause)
    volatile_store(Registers.System.resetCause, 0)
    return cause & Registers.System.resetByWatchdog != 0
  }

  /// Any write here reloads the counter (11.2).
  public func feed() { volatile_store(Registers.Watchdog.clearInterrupt, 1) }
}
