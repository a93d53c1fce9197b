// The LM3S6965's watchdog: two seconds to its interrupt, which leaves a fault record, two more to a reset without one.
import CVolatile
import CortexM

/// Each of the main loop's turns must feed it.
public struct Watchdog: ~Copyable {
  /// The number under which its interrupt shows in a fault record.
  public static var exceptionNumber: UInt32 { 16 &+ Registers.Watchdog.interrupt }

  public init() {
    Gate.open(Registers.System.gate0, Registers.System.gateWatchdog)
    volatile_store(Registers.Watchdog.lock, Registers.Watchdog.unlockKey)
    volatile_store(Registers.Watchdog.load, 2 &* Registers.systemClock)
    volatile_store(Registers.Watchdog.control, Registers.Watchdog.interruptAndReset)
    Interrupts.enable(Registers.Watchdog.interrupt)
  }

  /// Whether the watchdog's second timeout caused the last reset; asking forgets it.
  public static func didReset() -> Bool {
    let cause = volatile_load(Registers.System.resetCause)
    volatile_store(Registers.System.resetCause, 0)
    return cause & Registers.System.resetByWatchdog != 0
  }

  /// Any write here reloads the counter (11.2).
  public func feed() { volatile_store(Registers.Watchdog.clearInterrupt, 1) }
}
