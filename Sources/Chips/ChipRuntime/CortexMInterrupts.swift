// The interrupt controller that every Cortex-M has.
import CVolatile

/// The interrupt controller of a Cortex-M. Other cores have none of it.
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

  /// Forgets that `interrupt` (0…31) was requested. If its peripheral still requests it, it is pending again.
  public static func clearPending(_ interrupt: UInt32) {
    volatile_store(Registers.clearPending, 1 &<< interrupt)
  }
}

/// The registers of the core that Swift code needs. Those that startup needs are in CStartup.
private enum Registers {
  /// NVIC_ISER0: ARMv6-M ARM, B3.4.3; ARMv7-M ARM, B3.4.4.
  static var enable: UInt32 { 0xe000_e100 }

  /// NVIC_ICER0: ARMv6-M ARM, B3.4.4; ARMv7-M ARM, B3.4.5.
  static var disable: UInt32 { 0xe000_e180 }

  /// NVIC_ICPR0: ARMv6-M ARM, B3.4.6; ARMv7-M ARM, B3.4.7.
  static var clearPending: UInt32 { 0xe000_e280 }
}
