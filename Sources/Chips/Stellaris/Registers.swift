// The addresses of the LM3S6965's peripherals, and their bits.
//
// Stellaris LM3S6965 Microcontroller Data Sheet (Texas Instruments, revision of 2012): the chapter is given with each
// block. No other file contains an address.

enum Registers {
  /// System control, chapter 5.
  enum System {
    static var resetCause: UInt32 { 0x400f_e05c }
    static var resetByWatchdog: UInt32 { 1 << 3 }
    static var rawInterruptStatus: UInt32 { 0x400f_e050 }
    static var pllLocked: UInt32 { 1 << 6 }
    static var runClock: UInt32 { 0x400f_e060 }
    /// RCC fields: SYSDIV 26:23, USESYSDIV 22, PWRDN 13, BYPASS 11, XTAL 9:6, OSCSRC 5:4, IOSCDIS 1, MOSCDIS 0.
    static var divideBy4: UInt32 { 3 << 23 | 1 << 22 }
    static var pllPowerDown: UInt32 { 1 << 13 }
    static var bypass: UInt32 { 1 << 11 }
    /// 8 MHz, table 5-6 ("Crystal attributes").
    static var crystal8MHz: UInt32 { 0xe << 6 }
    /// Clock gates: watchdog in RCGC0, UART0 and I2C0 in RCGC1, GPIO A and B in RCGC2.
    static var gate0: UInt32 { 0x400f_e100 }
    static var gateWatchdog: UInt32 { 1 << 3 }
    static var gate1: UInt32 { 0x400f_e104 }
    static var gateUART0: UInt32 { 1 << 0 }
    static var gateI2C0: UInt32 { 1 << 12 }
    static var gate2: UInt32 { 0x400f_e108 }
    static var gatePortA: UInt32 { 1 << 0 }
    static var gatePortB: UInt32 { 1 << 1 }
  }

  /// UART0, chapter 12.
  enum UART {
    static var data: UInt32 { 0x4000_c000 }
    static var flags: UInt32 { 0x4000_c018 }
    static var receiveEmpty: UInt32 { 1 << 4 }
    static var transmitFull: UInt32 { 1 << 5 }
    static var integerDivider: UInt32 { 0x4000_c024 }
    static var fractionDivider: UInt32 { 0x4000_c028 }
    static var lineControl: UInt32 { 0x4000_c02c }
    static var eightBitsWithFifo: UInt32 { 3 << 5 | 1 << 4 }
    static var control: UInt32 { 0x4000_c030 }
    static var enabled: UInt32 { 1 << 9 | 1 << 8 | 1 << 0 }
  }

  /// I2C0 master, chapter 14.
  enum I2C {
    static var slaveAddress: UInt32 { 0x4002_0000 }
    /// Written: command bits. Read: status bits.
    static var control: UInt32 { 0x4002_0004 }
    static var run: UInt32 { 1 << 0 }
    static var start: UInt32 { 1 << 1 }
    static var stop: UInt32 { 1 << 2 }
    static var acknowledge: UInt32 { 1 << 3 }
    static var busy: UInt32 { 1 << 0 }
    static var error: UInt32 { 1 << 1 }
    static var addressNotAcknowledged: UInt32 { 1 << 2 }
    static var dataNotAcknowledged: UInt32 { 1 << 3 }
    static var arbitrationLost: UInt32 { 1 << 4 }
    static var data: UInt32 { 0x4002_0008 }
    static var timerPeriod: UInt32 { 0x4002_000c }
    static var configuration: UInt32 { 0x4002_0020 }
    static var masterEnable: UInt32 { 1 << 4 }
  }

  /// GPIO, chapter 8: offsets from a port's base. Ports A (UART0) and B (I2C0).
  enum GPIO {
    static var portA: UInt32 { 0x4000_4000 }
    static var portB: UInt32 { 0x4000_5000 }
    /// Bits 9:2 of the address are a mask: only the pins in it are read or written (8.2.1.2).
    static func data(_ port: UInt32, mask: UInt32) -> UInt32 { port &+ (mask &<< 2) }
    static var direction: UInt32 { 0x400 }
    static var alternateFunction: UInt32 { 0x420 }
    static var openDrain: UInt32 { 0x50c }
    static var digitalEnable: UInt32 { 0x51c }
  }

  /// Watchdog, chapter 11. It counts down at the system clock. The first zero interrupts, the second resets.
  enum Watchdog {
    static var load: UInt32 { 0x4000_0000 }
    static var control: UInt32 { 0x4000_0008 }
    static var interruptAndReset: UInt32 { 3 }
    static var clearInterrupt: UInt32 { 0x4000_000c }
    static var lock: UInt32 { 0x4000_0c00 }
    static var unlockKey: UInt32 { 0x1acc_e551 }
    /// Table 2-9 ("Interrupts").
    static var interrupt: UInt32 { 18 }
  }

  /// SysTick of the core, chapter 3: it has 24 bits and counts down.
  enum SysTick {
    static var control: UInt32 { 0xe000_e010 }
    static var enabledFromCoreClock: UInt32 { 1 << 2 | 1 << 0 }
    static var reload: UInt32 { 0xe000_e014 }
    static var current: UInt32 { 0xe000_e018 }
    static var mask: UInt32 { 0xff_ffff }
  }

  /// The clock that `Clock` sets up: the PLL's 200 MHz divided by four.
  static var systemClock: UInt32 { 50_000_000 }
}
