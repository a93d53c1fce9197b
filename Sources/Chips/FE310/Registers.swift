// The addresses of the FE310-G002's peripherals, and their bits.
//
// SiFive FE310-G002 Manual v19p05 (2019): the chapter is given with each block; base addresses: chapter 4, "Memory
// Map". No other file contains an address.

enum Registers {
  /// The core-local interruptor, chapter 9. mtime counts the always-on domain's 32.768 kHz clock.
  enum Timer {
    static var compareLow: UInt32 { 0x0200_4000 }
    static var compareHigh: UInt32 { 0x0200_4004 }
    static var timeLow: UInt32 { 0x0200_bff8 }
    static var timeHigh: UInt32 { 0x0200_bffc }
    static var ticksPerSecond: UInt32 { 32_768 }
    /// mcause of the machine timer's interrupt (privileged architecture, table "Machine cause register").
    static var exceptionNumber: UInt32 { 0x8000_0007 }
  }

  /// The always-on domain's watchdog, chapter "Watchdog Timer". The key must be written before each write.
  enum Watchdog {
    static var configuration: UInt32 { 0x1000_0000 }
    /// wdogscale: the compared 16 bits of the count begin at this bit.
    static var halfSpeed: UInt32 { 1 }
    static var resets: UInt32 { 1 << 8 }
    static var runsAlways: UInt32 { 1 << 12 }
    static var feed: UInt32 { 0x1000_0018 }
    static var food: UInt32 { 0x0d09_f00d }
    static var key: UInt32 { 0x1000_001c }
    static var unlock: UInt32 { 0x0051_f15e }
    static var compare: UInt32 { 0x1000_0020 }
  }

  /// The always-on domain's power management, chapter "Power-Management Unit".
  enum Power {
    /// backup15: a word of memory that nothing else in this project uses.
    static var spareWord: UInt32 { 0x1000_00bc }
    /// pmucause: bits 8 and 9 give the cause of the last reset; 2 is the watchdog.
    static var cause: UInt32 { 0x1000_0144 }
    static var resetMask: UInt32 { 3 << 8 }
    static var resetByWatchdog: UInt32 { 2 << 8 }
  }

  /// PRCI, chapter 6, "Clock Generation".
  enum Clock {
    static var crystal: UInt32 { 0x1000_8004 }
    static var crystalOn: UInt32 { 1 << 30 }
    static var crystalIsReady: UInt32 { 1 << 31 }
    static var phaseLockedLoop: UInt32 { 0x1000_8008 }
    /// pllsel, pllrefsel and pllbypass: the core runs directly from the crystal.
    static var useCrystal: UInt32 { 1 << 16 | 1 << 17 | 1 << 18 }
    /// HiFive1 Rev B: 16 MHz.
    static var crystalFrequency: UInt32 { 16_000_000 }
  }

  /// GPIO, chapter 17: pins that peripherals drive.
  enum Pins {
    static var enableFunction: UInt32 { 0x1001_2038 }
    static var selectFunction: UInt32 { 0x1001_203c }
  }

  /// UART 0, chapter 18.
  enum UART {
    static var transmit: UInt32 { 0x1001_3000 }
    static var transmitIsFull: UInt32 { 1 << 31 }
    static var receive: UInt32 { 0x1001_3004 }
    static var receiveIsEmpty: UInt32 { 1 << 31 }
    static var transmitControl: UInt32 { 0x1001_3008 }
    static var receiveControl: UInt32 { 0x1001_300c }
    static var enabled: UInt32 { 1 }
    static var divider: UInt32 { 0x1001_3018 }
  }
}
