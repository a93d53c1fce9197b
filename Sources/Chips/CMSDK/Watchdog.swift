// The CMSDK's watchdog: two seconds to its interrupt, which leaves a fault record, two more to a reset without one.
import CVolatile

/// Each of the main loop's turns must feed it.
public struct Watchdog: ~Copyable {
  /// The number under which its interrupt shows in a fault record.
  public static var exceptionNumber: UInt32 { Registers.Watchdog.exceptionNumber }

  public init() {
    volatile_store(Registers.Watchdog.lock, Registers.Watchdog.unlockKey)
    volatile_store(Registers.Watchdog.load, 2 &* Registers.systemClock)
    volatile_store(Registers.Watchdog.control, Registers.Watchdog.interruptAndReset)
  }

  /// Whether the watchdog's second timeout caused the last reset; asking forgets it.
  public static func didReset() -> Bool {
    let cause = volatile_load(Registers.System.resetInformation)
    volatile_store(Registers.System.resetInformation, Registers.System.resetByWatchdog)
    return cause & Registers.System.resetByWatchdog != 0
  }

  /// Any write here reloads the counter (CMSDK TRM, 4.5.3).
  public func feed() { volatile_store(Registers.Watchdog.clearInterrupt, 1) }
}
