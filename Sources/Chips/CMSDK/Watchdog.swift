// The CMSDK's watchdog. After two seconds its interrupt writes a fault record. After two more it resets without one.
import CVolatile

/// Every turn of the main loop must feed it.
public struct Watchdog: ~Copyable {
  /// The number that stands for its interrupt in a fault record.
  public static var exceptionNumber: UInt32 { Registers.Watchdog.exceptionNumber }

  public init() {
    volatile_store(Registers.Watchdog.lock, Registers.Watchdog.unlockKey)
    volatile_store(Registers.Watchdog.load, 2 &* Registers.systemClock)
    volatile_store(Registers.Watchdog.control, Registers.Watchdog.interruptAndReset)
  }

  /// Whether the watchdog's second timeout caused the last reset. The call clears this information.
  public static func didReset() -> Bool {
    let cause = volatile_load(Registers.System.resetInformation)
    volatile_store(Registers.System.resetInformation, Registers.System.resetByWatchdog)
    return cause & Registers.System.resetByWatchdog != 0
  }

  /// Any write here reloads the counter (CMSDK TRM, 4.5.3).
  public func feed() { volatile_store(Registers.Watchdog.clearInterrupt, 1) }
}
