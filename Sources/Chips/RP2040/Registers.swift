// The addresses of the RP2040's peripherals, and their bits.
//
// RP2040 Datasheet (Raspberry Pi Ltd, build of 2024): the section is given with each block. No other file contains an
// address. WATCHDOG and the limits of the PLL were compared with the data sheet's text, the bits of the PLL with
// pico-sdk's generated header, most others with rp2040py's register models. No second source confirms these: pads,
// functions of pins, SSI, clk_usb and parts of USB; they work in rp2040py.

enum Registers {
  /// Atomic access (section 2.1.2): a write to the address plus this offset sets or clears the bits that are one.
  static var set: UInt32 { 0x2000 }
  static var clear: UInt32 { 0x3000 }

  /// XOSC, section 2.16.7: the crystal of 12 MHz.
  enum Crystal {
    static var control: UInt32 { 0x4002_4000 }
    static var status: UInt32 { 0x4002_4004 }
    static var startup: UInt32 { 0x4002_400c }
    static var enabled12MHz: UInt32 { 0xfab << 12 | 0xaa0 }
    /// 1 ms in units of 256 cycles (section 2.16.3).
    static var startupDelay: UInt32 { 47 }
    static var stable: UInt32 { 1 << 31 }
  }

  /// PLL_SYS and PLL_USB, section 2.18.4.
  enum PLL {
    static var system: UInt32 { 0x4002_8000 }
    static var usb: UInt32 { 0x4002_c000 }
    static var control: UInt32 { 0x0 }
    static var locked: UInt32 { 1 << 31 }
    static var power: UInt32 { 0x4 }
    static var powerDown: UInt32 { 1 << 0 }
    static var postDividerPowerDown: UInt32 { 1 << 3 }
    static var oscillatorPowerDown: UInt32 { 1 << 5 }
    static var feedback: UInt32 { 0x8 }
    static var postDividers: UInt32 { 0xc }
  }

  /// CLOCKS, section 2.15.7.
  enum Clocks {
    static var referenceControl: UInt32 { 0x4000_8030 }
    static var referenceSelected: UInt32 { 0x4000_8038 }
    static var fromCrystal: UInt32 { 2 }
    static var systemControl: UInt32 { 0x4000_803c }
    static var systemSelected: UInt32 { 0x4000_8044 }
    /// The auxiliary source of `systemControl` has the value 0: PLL_SYS.
    static var fromAuxiliary: UInt32 { 1 }
    static var peripheralControl: UInt32 { 0x4000_8048 }
    /// Its auxiliary source has the value 0: PLL_USB.
    static var usbControl: UInt32 { 0x4000_8054 }
    static var enabled: UInt32 { 1 << 11 }
  }

  /// RESETS, section 2.14.3.
  enum Resets {
    static var reset: UInt32 { 0x4000_c000 }
    static var done: UInt32 { 0x4000_c008 }
    static var i2c0: UInt32 { 1 << 3 }
    static var ioBank0: UInt32 { 1 << 5 }
    static var padsBank0: UInt32 { 1 << 8 }
    static var systemPLL: UInt32 { 1 << 12 }
    static var usbPLL: UInt32 { 1 << 13 }
    static var timer: UInt32 { 1 << 21 }
    static var uart0: UInt32 { 1 << 22 }
    static var usbController: UInt32 { 1 << 24 }
  }

  /// PSM, section 2.13.5: what the watchdog resets.
  enum Power {
    static var watchdogSelect: UInt32 { 0x4001_0008 }
    /// Everything except the two oscillators.
    static var allButOscillators: UInt32 { 0x1_fffc }
  }

  /// IO_BANK0, section 2.19.6.1; functions in section 2.19.2, table 2.
  enum Pin {
    static func control(_ pin: UInt32) -> UInt32 { 0x4001_4004 &+ pin &* 8 }
    static var uart: UInt32 { 2 }
    static var i2c: UInt32 { 3 }
    static var software: UInt32 { 5 }
  }

  /// PADS_BANK0, section 2.19.6.3.
  enum Pad {
    static func pad(_ pin: UInt32) -> UInt32 { 0x4001_c004 &+ pin &* 4 }
    /// Input enabled, 4 mA, Schmitt trigger, pull-up.
    static var inputPulledUp: UInt32 { 1 << 6 | 1 << 4 | 1 << 3 | 1 << 1 }
  }

  /// SIO, section 2.3.1.7: pins under software's control.
  enum Software {
    static var input: UInt32 { 0xd000_0004 }
    static var outputClear: UInt32 { 0xd000_0018 }
    static var directionSet: UInt32 { 0xd000_0024 }
    static var directionClear: UInt32 { 0xd000_0028 }
  }

  /// UART0, section 4.2.8: an ARM PL011.
  enum UART {
    static var data: UInt32 { 0x4003_4000 }
    static var flags: UInt32 { 0x4003_4018 }
    static var receiveEmpty: UInt32 { 1 << 4 }
    static var transmitFull: UInt32 { 1 << 5 }
    static var integerDivider: UInt32 { 0x4003_4024 }
    static var fractionDivider: UInt32 { 0x4003_4028 }
    static var lineControl: UInt32 { 0x4003_402c }
    static var eightBitsWithFifo: UInt32 { 0b111 << 4 }
    static var control: UInt32 { 0x4003_4030 }
    static var enabled: UInt32 { 1 << 9 | 1 << 8 | 1 << 0 }
    static var interruptMask: UInt32 { 0x4003_4038 }
    static var receiveInterrupts: UInt32 { 1 << 6 | 1 << 4 }
    /// Section 2.3.2, table 80.
    static var interrupt: UInt32 { 20 }
  }

  /// I2C0, section 4.3.17: a DesignWare DW_apb_i2c.
  enum I2C {
    static var control: UInt32 { 0x4004_4000 }
    /// Master, standard mode, restart allowed, no slave, TX_EMPTY when the last byte has been sent.
    static var masterAt100kHz: UInt32 { 1 << 8 | 1 << 6 | 1 << 5 | 1 << 1 | 1 << 0 }
    static var target: UInt32 { 0x4004_4004 }
    static var data: UInt32 { 0x4004_4010 }
    static var read: UInt32 { 1 << 8 }
    static var stop: UInt32 { 1 << 9 }
    static var restart: UInt32 { 1 << 10 }
    static var slowHighCount: UInt32 { 0x4004_4014 }
    static var slowLowCount: UInt32 { 0x4004_4018 }
    static var rawInterrupts: UInt32 { 0x4004_4034 }
    static var aborted: UInt32 { 1 << 6 }
    static var stopped: UInt32 { 1 << 9 }
    static var clearAbort: UInt32 { 0x4004_4054 }
    static var clearStop: UInt32 { 0x4004_4060 }
    static var enable: UInt32 { 0x4004_406c }
    static var received: UInt32 { 0x4004_4078 }
    static var holdTime: UInt32 { 0x4004_407c }
    static var abortSource: UInt32 { 0x4004_4080 }
    static var addressNotAcknowledged: UInt32 { 1 << 0 }
    static var dataNotAcknowledged: UInt32 { 1 << 3 }
    static var arbitrationLost: UInt32 { 1 << 12 }
  }

  /// TIMER, section 4.6.5.
  enum Timer {
    static var alarm0: UInt32 { 0x4005_4010 }
    static var rawLow: UInt32 { 0x4005_4028 }
    static var interrupts: UInt32 { 0x4005_4034 }
    static var interruptEnable: UInt32 { 0x4005_4038 }
    static var alarm0Bit: UInt32 { 1 << 0 }
    static var alarm1: UInt32 { 0x4005_4014 }
    static var alarm1Bit: UInt32 { 1 << 1 }
    /// Section 2.3.2, table 80: TIMER_IRQ_0 and TIMER_IRQ_1.
    static var interrupt0: UInt32 { 0 }
    static var interrupt1: UInt32 { 1 }
  }

  /// WATCHDOG, section 4.7.6.
  enum Watchdog {
    static var control: UInt32 { 0x4005_8000 }
    static var enabled: UInt32 { 1 << 30 }
    static var pauses: UInt32 { 0b111 << 24 }
    static var load: UInt32 { 0x4005_8004 }
    static var reason: UInt32 { 0x4005_8008 }
    static var byTimer: UInt32 { 1 << 0 }
    /// SCRATCH0 keeps its value over every reset, except a power-on reset and a reset by the RUN pin.
    static var scratch0: UInt32 { 0x4005_800c }
    static var tick: UInt32 { 0x4005_802c }
    /// One tick in 12 cycles of the crystal, which is 1 µs.
    static var tickAt12MHz: UInt32 { 1 << 9 | 12 }
  }

  /// The USB controller as a device: section 4.1.4, and for its memory section 4.1.2.5.
  enum USB {
    /// Section 2.3.2, table 80: USBCTRL_IRQ.
    static var interrupt: UInt32 { 5 }

    static var setup: UInt32 { 0x5010_0000 }
    /// Control of endpoint n (1…15) to the host. The one from the host is in the next word.
    static func endpointControl(_ endpoint: UInt32, fromHost: Bool) -> UInt32 {
      setup &+ endpoint &* 8 &+ (fromHost ? 4 : 0)
    }
    static var endpointEnabled: UInt32 { 1 << 31 | 1 << 29 }
    static var bulk: UInt32 { 2 << 26 }
    static var interruptType: UInt32 { 3 << 26 }
    static func bufferControl(_ endpoint: UInt32, fromHost: Bool) -> UInt32 {
      setup &+ 0x80 &+ endpoint &* 8 &+ (fromHost ? 4 : 0)
    }
    static var isFull: UInt32 { 1 << 15 }
    static var data1: UInt32 { 1 << 13 }
    static var stall: UInt32 { 1 << 11 }
    static var available: UInt32 { 1 << 10 }
    static var lengthMask: UInt32 { 0x3ff }
    /// The control registers end here, and the buffer of endpoint 0 begins.
    static var controlBuffer: UInt32 { 0x100 }
    /// The buffers of the other endpoints can be placed freely, in steps of 64 bytes.
    static var notificationBuffer: UInt32 { 0x180 }
    static var receiveBuffer: UInt32 { 0x1c0 }
    static var sendBuffer: UInt32 { 0x200 }

    static var address: UInt32 { 0x5011_0000 }
    static var mainControl: UInt32 { 0x5011_0040 }
    static var controllerEnabled: UInt32 { 1 << 0 }
    static var sieControl: UInt32 { 0x5011_004c }
    /// BUFF_STATUS is set for each buffer of endpoint 0.
    static var controlBufferStatus: UInt32 { 1 << 29 }
    static var pullUp: UInt32 { 1 << 16 }
    static var sieStatus: UInt32 { 0x5011_0050 }
    static var busReset: UInt32 { 1 << 19 }
    static var setupReceived: UInt32 { 1 << 17 }
    static var suspended: UInt32 { 1 << 4 }
    static var bufferStatus: UInt32 { 0x5011_0058 }
    static func bufferBit(_ endpoint: UInt32, fromHost: Bool) -> UInt32 {
      1 &<< (endpoint &* 2 &+ (fromHost ? 1 : 0))
    }
    static var stallArm: UInt32 { 0x5011_0068 }
    static var muxing: UInt32 { 0x5011_0074 }
    /// TO_PHY and SOFTCON.
    static var toPhysicalLayer: UInt32 { 1 << 3 | 1 << 0 }
    static var power: UInt32 { 0x5011_0078 }
    /// VBUS_DETECT and VBUS_DETECT_OVERRIDE_EN: on a Pico, the pin that detects VBUS is not wired to the controller.
    static var alwaysPowered: UInt32 { 1 << 3 | 1 << 2 }
    static var interruptEnable: UInt32 { 0x5011_0090 }
    /// SETUP_REQ, BUS_RESET and BUFF_STATUS.
    static var wakes: UInt32 { 1 << 16 | 1 << 12 | 1 << 4 }
  }

  /// Where the flash is in the memory map (section 2.2.1, "XIP_BASE").
  static var flash: UInt32 { 0x1000_0000 }
}
