// The nRF51's watchdog: two seconds, and its interrupt leaves a fault record before the reset comes.
import CVolatile
import CortexM

/// Once started it cannot be stopped, and each of the main loop's turns must feed it.
public struct Watchdog: ~Copyable {
  /// The number under which its interrupt shows in a fault record.
  public static var exceptionNumber: UInt32 { 16 &+ Registers.Watchdog.interrupt }

  public init() {
    // Timeout = (reload value + 1) / 32768 s; keeps running in sleep and stops while a debugger halts (chapter 24.1).
    volatile_store(Registers.Watchdog.reloadValue, 2 &* 32768 &- 1)
    volatile_store(Registers.Watchdog.configuration, 1)
    volatile_store(Registers.Watchdog.enableRequests, 1)
    // Two 32 kHz cycles pass between interrupt and reset: 976 instructions, and the record takes about 150.
    volatile_store(Registers.Watchdog.enableInterrupt, 1)
    Interrupts.enable(Registers.Watchdog.interrupt)
    volatile_store(Registers.Watchdog.start, 1)
  }

  /// Whether the watchdog caused the last reset; asking forgets it.
  public static func didReset() -> Bool {
    let reason = volatile_load(Registers.Power.resetReason)
    volatile_store(Registers.Power.resetReason, Registers.Power.resetByWatchdog)
    return reason & Registers.Power.resetByWatchdog != 0
  }

  /// Starts the watchdog's time anew.
  public func feed() {
    volatile_store(Registers.Watchdog.request0, Registers.Watchdog.requestKey)
  }
}
