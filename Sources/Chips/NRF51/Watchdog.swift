// The nRF51's watchdog. After two seconds its interrupt writes a fault record, and then the chip is reset.
import CVolatile
import ChipRuntime

/// It cannot be stopped once it has started. The main loop must feed it in every pass.
public struct Watchdog: ~Copyable {
  /// The number that stands for its interrupt in a fault record.
  public static var exceptionNumber: UInt32 { 16 &+ Registers.Watchdog.interrupt }

  public init() {
    // Timeout = (reload value + 1) / 32768 s. It continues in sleep and pauses while a debugger halts (chapter 24.1).
    volatile_store(Registers.Watchdog.reloadValue, 2 &* 32768 &- 1)
    volatile_store(Registers.Watchdog.configuration, 1)
    volatile_store(Registers.Watchdog.enableRequests, 1)
    // Two 32 kHz cycles pass between interrupt and reset. That is 976 instructions; the record takes about 150.
    volatile_store(Registers.Watchdog.enableInterrupt, 1)
    CortexMInterrupts.enable(Registers.Watchdog.interrupt)
    volatile_store(Registers.Watchdog.start, 1)
  }

  /// Whether the watchdog caused the last reset. The call clears this information.
  public static func didReset() -> Bool {
    let reason = volatile_load(Registers.Power.resetReason)
    volatile_store(Registers.Power.resetReason, Registers.Power.resetByWatchdog)
    return reason & Registers.Power.resetByWatchdog != 0
  }

  /// Restarts the watchdog's time.
  public func feed() {
    volatile_store(Registers.Watchdog.request0, Registers.Watchdog.requestKey)
  }
}
