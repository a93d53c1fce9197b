// Registers of the core that Swift code needs, each with the paragraph of the manual that describes it.

/// The registers of the core that Swift code needs. Those that startup needs are in CStartup.
enum Registers {
  /// NVIC_ISER0: ARMv6-M ARM, B3.4.3; ARMv7-M ARM, B3.4.4.
  static var enable: UInt32 { 0xe000_e100 }

  /// NVIC_ICER0: ARMv6-M ARM, B3.4.4; ARMv7-M ARM, B3.4.5.
  static var disable: UInt32 { 0xe000_e180 }

  /// NVIC_ICPR0: ARMv6-M ARM, B3.4.6; ARMv7-M ARM, B3.4.7.
  static var clearPending: UInt32 { 0xe000_e280 }
}
