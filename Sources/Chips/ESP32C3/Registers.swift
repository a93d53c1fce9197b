// The addresses of the ESP32-C3's peripherals, and their bits.
//
// Bases, offsets and bits: Espressif's headers (ESP-IDF v5.4, components/soc/esp32c3/register/soc/reg_base.h and the
// block's *_reg.h). Each block names its chapter of the ESP32-C3 Technical Reference Manual v1.1 ("TRM"), which
// describes the same registers. No other Swift file contains an address.

enum Registers {
  /// TRM chapter "System Registers": SYSTEM_SYSCLK_CONF_REG.
  enum System {
    static var clock: UInt32 { 0x600c_0058 }
    /// SYSTEM_SOC_CLK_SEL: 0 is the crystal.
    static var clockSource: UInt32 { 3 << 10 }
    /// SYSTEM_PRE_DIV_CNT: the crystal's clock is divided by this value plus one.
    static var clockDivider: UInt32 { 0x3ff }
  }

  /// TRM chapter "System Timer (SYSTIMER)". Unit 0 runs from reset.
  enum Timer {
    static var operation: UInt32 { 0x6002_3004 }
    static var update: UInt32 { 1 << 30 }
    static var isValid: UInt32 { 1 << 29 }
    static var valueLow: UInt32 { 0x6002_3044 }
    /// The crystal's 40 MHz divided by 2.5.
    static var ticksPerMicrosecond: UInt32 { 16 }
  }

  /// TRM chapter "USB Serial/JTAG Controller".
  enum USBSerial {
    static var data: UInt32 { 0x6004_3000 }
    static var state: UInt32 { 0x6004_3004 }
    /// Writing it sends the bytes in the buffer, or an empty packet if there are none.
    static var writeDone: UInt32 { 1 << 0 }
    static var canWrite: UInt32 { 1 << 1 }
    static var hasReceived: UInt32 { 1 << 2 }
  }

  /// TRM chapter "IO MUX and GPIO Matrix".
  enum GPIO {
    static var outputSet: UInt32 { 0x6000_4008 }
    static var outputClear: UInt32 { 0x6000_400c }
    static var outputEnableSet: UInt32 { 0x6000_4024 }
    static var input: UInt32 { 0x6000_403c }
    static func pin(_ number: UInt32) -> UInt32 { 0x6000_4074 &+ number &* 4 }
    /// GPIO_PINn_PAD_DRIVER: open drain, which means that ones are not driven.
    static var openDrain: UInt32 { 1 << 2 }
    static func outputSelect(_ number: UInt32) -> UInt32 { 0x6000_4554 &+ number &* 4 }
    /// GPIO_OUT_REG controls the pin, and not a peripheral.
    static var byRegister: UInt32 { 128 }
    static func multiplexer(_ number: UInt32) -> UInt32 { 0x6000_9004 &+ number &* 4 }
    /// MCU_SEL 1 (GPIO), FUN_DRV 2 (the reset value), FUN_IE, FUN_WPU.
    static var inputPulledUp: UInt32 { 1 << 12 | 2 << 10 | 1 << 9 | 1 << 8 }
  }

  /// TRM chapter "Timer Group (TIMG)", the main watchdog of group 0 (chapter "Watchdog Timers").
  enum MainWatchdog {
    static var configuration: UInt32 { 0x6001_f048 }
    static var isEnabled: UInt32 { 1 << 31 }
    static var firstInterrupts: UInt32 { 1 << 29 }
    static var secondResetsSystem: UInt32 { 3 << 27 }
    /// TIMG_WDT_CONF_UPDATE_EN: makes the written configuration take effect.
    static var applyConfiguration: UInt32 { 1 << 22 }
    static var countsCrystal: UInt32 { 1 << 21 }
    /// The longest reset signals of core and system, 3.2 µs.
    static var longResets: UInt32 { 7 << 18 | 7 << 15 }
    static var prescaler: UInt32 { 0x6001_f04c }
    /// 40 MHz / 40,000.
    static var oneKilohertz: UInt32 { 40_000 << 16 }
    static var firstTimeout: UInt32 { 0x6001_f050 }
    static var secondTimeout: UInt32 { 0x6001_f054 }
    static var feed: UInt32 { 0x6001_f060 }
    static var protection: UInt32 { 0x6001_f064 }
    static var interruptEnable: UInt32 { 0x6001_f070 }
    static var interruptClear: UInt32 { 0x6001_f07c }
    static var interruptBit: UInt32 { 1 << 1 }
    /// The key that allows writing to its registers and to those of the RTC watchdog.
    static var key: UInt32 { 0x50d8_3aa1 }
  }

  /// TRM chapters "Low-power Management" (registers) and "Watchdog Timers": the RTC watchdog and the super watchdog.
  enum LowPower {
    static var resetState: UInt32 { 0x6000_8038 }
    static var resetCause: UInt32 { 0x3f }
    /// The main watchdog of group 0 reset the digital core, or only the core (ESP-IDF,
    /// components/soc/esp32c3/include/soc/reset_reasons.h).
    static var byMainWatchdog: UInt32 { 0x07 }
    static var coreByMainWatchdog: UInt32 { 0x0b }
    static var watchdog: UInt32 { 0x6000_8090 }
    static var watchdogProtection: UInt32 { 0x6000_80a8 }
    static var superWatchdog: UInt32 { 0x6000_80ac }
    static var superFeedsItself: UInt32 { 1 << 31 }
    static var superProtection: UInt32 { 0x6000_80b0 }
    static var superKey: UInt32 { 0x8f1d_312a }
  }

  /// TRM chapter "Interrupt Matrix (INTMTX)".
  enum Interrupts {
    /// The register that maps source 33 to an interrupt of the core, with 4 bytes for each source (ESP-IDF,
    /// components/soc/esp32c3/include/soc/interrupts.h).
    static var mainWatchdog: UInt32 { 0x600c_2084 }
    static var enable: UInt32 { 0x600c_2104 }
    static func priority(_ number: UInt32) -> UInt32 { 0x600c_2114 &+ number &* 4 }
    static var highestPriority: UInt32 { 15 }
    static var threshold: UInt32 { 0x600c_2194 }
    /// mcause of interrupt n is this value plus n (privileged architecture, 3.1.15).
    static var cause: UInt32 { 1 << 31 }
  }

  /// TRM chapter "eFuse Controller": the address of the network interface, which is unique. Six bytes, the last one
  /// lowest.
  enum Identity {
    static var low: UInt32 { 0x6000_8844 }
    static var high: UInt32 { 0x6000_8848 }
  }
}
