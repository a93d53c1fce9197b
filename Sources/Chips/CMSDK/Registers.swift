// The addresses of the peripherals of Arm's Cortex-M System Design Kit on the MPS2 FPGA image, and their bits.
//
// Arm Application Note AN386 (ARM DAI 0386), table 3-1 "Memory map"; registers: Cortex-M System Design Kit TRM (ARM DDI
// 0479), chapter 4; FPGAIO: Arm V2M-MPS2 TRM (ARM 100112), table "FPGA system control". No other file contains an
// address.

enum Registers {
  /// UART 0: CMSDK TRM, 4.3.
  enum UART {
    static var data: UInt32 { 0x4000_4000 }
    static var state: UInt32 { 0x4000_4004 }
    static var transmitFull: UInt32 { 1 }
    static var receiveFull: UInt32 { 2 }
    static var control: UInt32 { 0x4000_4008 }
    static var enableBoth: UInt32 { 3 }
    static var divider: UInt32 { 0x4000_4010 }
  }

  /// Watchdog: CMSDK TRM, 4.5. It counts down at the system clock. The first zero interrupts, the second resets.
  enum Watchdog {
    static var load: UInt32 { 0x4000_8000 }
    static var control: UInt32 { 0x4000_8008 }
    static var interruptAndReset: UInt32 { 3 }
    static var clearInterrupt: UInt32 { 0x4000_800c }
    static var lock: UInt32 { 0x4000_8c00 }
    static var unlockKey: UInt32 { 0x1acc_e551 }
    /// The watchdog's interrupt is the core's NMI: exception 2 (AN386, table 3-2 "Interrupts").
    static var exceptionNumber: UInt32 { 2 }
  }

  /// System controller: CMSDK TRM, 4.7, RSTINFO. Bits are cleared by writing ones.
  enum System {
    static var resetInformation: UInt32 { 0x4001_f010 }
    static var resetByWatchdog: UInt32 { 1 << 1 }
  }

  /// FPGAIO: an up-counter at the system clock.
  enum FPGAIO {
    static var prescaler: UInt32 { 0x4002_801c }
    static var counter: UInt32 { 0x4002_8018 }
  }

  /// The serial bus of shield 1: an SBCon (AN386, table 3-1 "Memory map": "SBCon I2C (Shield1)"; registers as Arm's
  /// PrimeCell two-wire interface: V2M-MPS2 TRM). A read of `set` shows the lines.
  enum SerialBus {
    static var set: UInt32 { 0x4002_a000 }
    static var clear: UInt32 { 0x4002_a004 }
    static var clock: UInt32 { 1 }
    static var data: UInt32 { 1 << 1 }
  }

  /// The system clock of this FPGA image (AN386, 2.1).
  static var systemClock: UInt32 { 25_000_000 }
}
