// The interrupt controller that every Cortex-M has.
import CVolatile

/// The interrupt controller of a Cortex-M.
public enum Interrupts {
  /// Lets `interrupt` (0…31) through. Ours is a polling firmware: only a watchdog's last word comes this way, and it
  /// ends in the fault record.
  public static func enable(_ interrupt: UInt32) {
    volatile_store(Registers.enableInterrupts, 1 &<< interrupt)
  }
}
