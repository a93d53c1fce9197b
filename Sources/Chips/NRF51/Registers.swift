// The addresses of the nRF51's peripherals, and their bits. The nRF52833 has these peripherals at the same addresses.
//
// nRF51 Series Reference Manual v3.0.1 (2016): chapter and table are given with each block. nRF52833
// Product Specification v1.5: 4.2.4 "Instantiation"; its UART is in 6.33. No other file contains an address.

enum Registers {
  /// CLOCK, chapter 13.
  enum Clock {
    static var startHighFrequency: UInt32 { 0x4000_0000 }
  }

  /// POWER, chapter 12: why the chip was reset. A bit stays set until a one is written to it.
  enum Power {
    static var resetReason: UInt32 { 0x4000_0400 }
    static var resetByWatchdog: UInt32 { 1 << 1 }
  }

  /// UART0, chapter 29.
  enum UART {
    static var startReceive: UInt32 { 0x4000_2000 }
    static var startTransmit: UInt32 { 0x4000_2008 }
    static var receiveReady: UInt32 { 0x4000_2108 }
    static var transmitReady: UInt32 { 0x4000_211c }
    static var enable: UInt32 { 0x4000_2500 }
    static var enabled: UInt32 { 4 }
    static var selectTransmitPin: UInt32 { 0x4000_250c }
    static var selectReceivePin: UInt32 { 0x4000_2514 }
    static var received: UInt32 { 0x4000_2518 }
    static var transmit: UInt32 { 0x4000_251c }
    static var baudRate: UInt32 { 0x4000_2524 }
    static var baud115200: UInt32 { 0x01d7_e000 }
  }

  /// GPIO, chapter 14: levels and pin configuration, of port 0.
  enum GPIO {
    static var setOutput: UInt32 { 0x5000_0508 }
    static var clearOutput: UInt32 { 0x5000_050c }
    static var input: UInt32 { 0x5000_0510 }
    /// PIN_CNF of a pin, 0…31.
    static func configuration(_ pin: UInt32) -> UInt32 { 0x5000_0700 &+ pin &* 4 }
    /// Output, with its input connected; pull-up; standard drive for zeros, ones released (S0D1).
    static var openDrainPulledUp: UInt32 { 1 | 3 << 2 | 6 << 8 }
    static var setDirectionOutput: UInt32 { 0x5000_0518 }
  }

  /// TIMER0, chapter 18: the only timer that is 32 bits wide.
  enum Timer {
    static var start: UInt32 { 0x4000_8000 }
    static var clear: UInt32 { 0x4000_800c }
    static var capture0: UInt32 { 0x4000_8040 }
    static var captured0: UInt32 { 0x4000_8540 }
    static var compare1: UInt32 { 0x4000_8544 }
    static var mode: UInt32 { 0x4000_8504 }
    static var bitMode: UInt32 { 0x4000_8508 }
    static var bits32: UInt32 { 3 }
    static var prescaler: UInt32 { 0x4000_8510 }
    /// 16 MHz / 2^4.
    static var oneMegahertz: UInt32 { 4 }
  }

  /// NVMC, chapter 6: the flash's controller.
  enum Flash {
    static var ready: UInt32 { 0x4001_e400 }
    static var isReady: UInt32 { 1 }
    static var configuration: UInt32 { 0x4001_e504 }
    static var readOnly: UInt32 { 0 }
    static var writeEnabled: UInt32 { 1 }
    static var eraseEnabled: UInt32 { 2 }
    /// Write the address of the first word of the page to erase.
    static var erasePage: UInt32 { 0x4001_e508 }
    /// FICR.CODEPAGESIZE, chapter 7: 1024 on the nRF51 with 256 KiB, 4096 on the nRF52833.
    static var pageSize: UInt32 { 0x1000_0010 }
  }

  /// WDT, chapter 24. It runs from the 32.768 kHz clock and cannot be stopped once it has started.
  enum Watchdog {
    static var start: UInt32 { 0x4001_0000 }
    static var enableInterrupt: UInt32 { 0x4001_0304 }
    static var reloadValue: UInt32 { 0x4001_0504 }
    static var enableRequests: UInt32 { 0x4001_0508 }
    static var configuration: UInt32 { 0x4001_050c }
    static var request0: UInt32 { 0x4001_0600 }
    static var requestKey: UInt32 { 0x6e52_4635 }
    /// Interrupt number: the peripheral's identifier, table 22 ("Peripheral ID").
    static var interrupt: UInt32 { 16 }
  }
}
