// The addresses of the peripherals of Arm's Cortex-M System Design Kit on the MPS2's FPGA images, and their bits.
//
// Registers: Cortex-M System Design Kit TRM (ARM DDI 0479), chapter 4; FPGAIO: Arm V2M-MPS2 TRM (ARM 100112), table
// "FPGA system control". Base addresses: the application note of each image. No other file contains an address.

/// The base addresses of an FPGA image's peripherals, and its clock.
public protocol FPGAImage {
  /// The first register of UART 0.
  static var uart: UInt32 { get }
  /// The first register of the watchdog.
  static var watchdog: UInt32 { get }
  /// The first register of the FPGA itself, "FPGAIO".
  static var fpgaIO: UInt32 { get }
  /// The first register of the serial bus of shield 1.
  static var serialBus: UInt32 { get }
  /// The register with the cause of the last reset.
  static var resetCause: UInt32 { get }
  /// The watchdog's bit in that register.
  static var resetByWatchdog: UInt32 { get }
  /// The value to write to that register to clear this bit.
  static var clearsWatchdog: UInt32 { get }
  /// The register with the bit `resetByCore`; `nil` if the core may always reset the board.
  static var resetMask: UInt32? { get }
  /// Lets the core reset the board.
  static var resetByCore: UInt32 { get }
  /// The clock of core and peripherals, in hertz.
  static var systemClock: UInt32 { get }
}

/// A Cortex-M4. Arm Application Note AN386 (ARM DAI 0386), table 3-1 "Memory map", and 2.1.
public enum AN386: FPGAImage {
  public static var uart: UInt32 { 0x4000_4000 }
  public static var watchdog: UInt32 { 0x4000_8000 }
  public static var fpgaIO: UInt32 { 0x4002_8000 }
  public static var serialBus: UInt32 { 0x4002_a000 }
  /// CMSDK TRM, 4.7: RSTINFO. Bits are cleared by writing ones.
  public static var resetCause: UInt32 { 0x4001_f010 }
  public static var resetByWatchdog: UInt32 { 1 << 1 }
  public static var clearsWatchdog: UInt32 { resetByWatchdog }
  public static var resetMask: UInt32? { nil }
  public static var resetByCore: UInt32 { 0 }
  public static var systemClock: UInt32 { 25_000_000 }
}

/// A Cortex-M33, which starts in the secure state. Arm Application Note AN505 (ARM DAI 0505), chapter "Memory map", and
/// IoT Kit User Guide (ARM ECM 0601256). Bit 28 marks secure addresses, which are used here.
public enum AN505: FPGAImage {
  public static var uart: UInt32 { 0x5020_0000 }
  /// The secure address.
  public static var watchdog: UInt32 { 0x5008_1000 }
  public static var fpgaIO: UInt32 { 0x5030_2000 }
  public static var serialBus: UInt32 { 0x5020_d000 }
  /// RESET_SYNDROME, SWD. Bits are cleared by writing zeros. The same block is described in SSE-200 TRM, ARM 101104,
  /// "System control register block".
  public static var resetCause: UInt32 { 0x5002_1100 }
  public static var resetByWatchdog: UInt32 { 1 << 2 }
  public static var clearsWatchdog: UInt32 { ~resetByWatchdog }
  /// RESET_MASK, SYSRSTREQ0_EN.
  public static var resetMask: UInt32? { 0x5002_1104 }
  public static var resetByCore: UInt32 { 1 << 4 }
  public static var systemClock: UInt32 { 20_000_000 }
}

enum Registers<Image: FPGAImage> {
  /// UART 0: CMSDK TRM, 4.3.
  enum UART {
    static var data: UInt32 { Image.uart }
    static var state: UInt32 { Image.uart &+ 0x004 }
    static var transmitFull: UInt32 { 1 }
    static var receiveFull: UInt32 { 2 }
    static var control: UInt32 { Image.uart &+ 0x008 }
    static var enableBoth: UInt32 { 3 }
    static var divider: UInt32 { Image.uart &+ 0x010 }
  }

  /// Watchdog: CMSDK TRM, 4.5. It counts down at the system clock. The first zero interrupts, the second resets.
  enum Watchdog {
    static var load: UInt32 { Image.watchdog }
    static var control: UInt32 { Image.watchdog &+ 0x008 }
    static var interruptAndReset: UInt32 { 3 }
    static var clearInterrupt: UInt32 { Image.watchdog &+ 0x00c }
    static var lock: UInt32 { Image.watchdog &+ 0xc00 }
    static var unlockKey: UInt32 { 0x1acc_e551 }
    /// The watchdog's interrupt is the core's NMI: exception 2 (AN386, table 3-2 "Interrupts"; AN505, "Interrupts").
    static var exceptionNumber: UInt32 { 2 }
  }

  /// FPGAIO: an up-counter at the system clock.
  enum FPGAIO {
    static var counter: UInt32 { Image.fpgaIO &+ 0x018 }
    static var prescaler: UInt32 { Image.fpgaIO &+ 0x01c }
  }

  /// The serial bus of shield 1, an SBCon: "SBCon I2C (Shield1)" in both memory maps. Its registers are those of Arm's
  /// PrimeCell two-wire interface (V2M-MPS2 TRM). Reading `set` returns the levels of the lines.
  enum SerialBus {
    static var set: UInt32 { Image.serialBus }
    static var clear: UInt32 { Image.serialBus &+ 0x004 }
    static var clock: UInt32 { 1 }
    static var data: UInt32 { 1 << 1 }
  }
}
