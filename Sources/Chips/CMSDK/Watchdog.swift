// The CMSDK's watchdog. After two seconds its interrupt writes a fault record. After two more it resets without one.
import CVolatile

/// The main loop must feed it in every pass.
public struct Watchdog<Image: FPGAImage>: ~Copyable {
  /// The number that stands for its interrupt in a fault record.
  public static var exceptionNumber: UInt32 { Registers<Image>.Watchdog.exceptionNumber }

  public init() {
    volatile_store(Registers<Image>.Watchdog.lock, Registers<Image>.Watchdog.unlockKey)
    volatile_store(Registers<Image>.Watchdog.load, 2 &* Image.systemClock)
    volatile_store(Registers<Image>.Watchdog.control, Registers<Image>.Watchdog.interruptAndReset)
  }

  /// Whether the watchdog's second timeout caused the last reset. The call clears this information.
  ///
  /// It also lets the core reset the board, as it does after a fault, if this is not allowed from the start. Call it
  /// first.
  public static func didReset() -> Bool {
    if let mask = Image.resetMask { volatile_store(mask, volatile_load(mask) | Image.resetByCore) }
    let cause = volatile_load(Image.resetCause)
    volatile_store(Image.resetCause, Image.clearsWatchdog)
    return cause & Image.resetByWatchdog != 0
  }

  /// Any write here reloads the counter (CMSDK TRM, 4.5.3).
  public func feed() { volatile_store(Registers<Image>.Watchdog.clearInterrupt, 1) }
}
