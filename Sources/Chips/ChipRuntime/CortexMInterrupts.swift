// The interrupt controller that every Cortex-M has.
import CVolatile

/// The interrupt controller of a Cortex-M. Other cores do not have it.
public enum CortexMInterrupts {
  /// Enables `interrupt` (0…31). Our firmware polls: only a watchdog's interrupt is enabled, and it ends in the fault
  /// record.
  public static func enable(_ interrupt: UInt32) {
    volatile_store(Registers.enable, 1 &<< interrupt)
  }

  /// Disables `interrupt` (0…31).
  public static func disable(_ interrupt: UInt32) {
    volatile_store(Registers.disable, 1 &<< interrupt)
  }

  /// Clears the pending state of `interrupt` (0…31). If its peripheral still requests it, it is pending again.
  public static func clearPending(_ interrupt: UInt32) {
    volatile_store(Registers.clearPending, 1 &<< interrupt)
  }
}
