// Where the registers of the Cortex-M core itself lie, as far as Swift needs them; startup's own are in CStartup.

enum Registers {
  /// NVIC_ISER0: ARMv6-M ARM, B3.4.3; ARMv7-M ARM, B3.4.4.
  static var enableInterrupts: UInt32 { 0xe000_e100 }
}
