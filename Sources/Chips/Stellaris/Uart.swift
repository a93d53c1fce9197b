// UART0 of the LM3S6965 on PA0 and PA1, polled, 115200 baud, eight bits, no parity; 16-byte FIFOs both ways.
import CVolatile

/// A serial port that never waits. `receive` returns a byte that has arrived; call `send` only when `canSend` returns
/// true.
public struct Uart: ~Copyable {
  /// - Precondition: the chip runs at `Clock`'s speed.
  public init() {
    Gate.open(Registers.System.gate1, Registers.System.gateUART0)
    Gate.open(Registers.System.gate2, Registers.System.gatePortA)
    let pins: UInt32 = 1 << 0 | 1 << 1
    volatile_store(Registers.GPIO.portA &+ Registers.GPIO.alternateFunction, pins)
    volatile_store(Registers.GPIO.portA &+ Registers.GPIO.digitalEnable, pins)
    // 12.3.2: divider in 64ths, rounded: 50 MHz / (16 · 115200) = 27 + 8/64.
    let sixtyFourths = (Registers.systemClock / 1_800 &* 2 / 32 &+ 1) / 2
    volatile_store(Registers.UART.control, 0)
    volatile_store(Registers.UART.integerDivider, sixtyFourths &>> 6)
    volatile_store(Registers.UART.fractionDivider, sixtyFourths & 63)
    volatile_store(Registers.UART.lineControl, Registers.UART.eightBitsWithFifo)
    volatile_store(Registers.UART.control, Registers.UART.enabled)
  }

  /// The next byte received; `nil` if there is none.
  public mutating func receive() -> UInt8? {
    guard volatile_load(Registers.UART.flags) & Registers.UART.receiveEmpty == 0 else { return nil }
    return UInt8(truncatingIfNeeded: volatile_load(Registers.UART.data))
  }

  /// Whether there is room for a byte.
  public mutating func canSend() -> Bool {
    volatile_load(Registers.UART.flags) & Registers.UART.transmitFull == 0
  }

  /// Sends a byte. Call it only when `canSend` returns true.
  public mutating func send(_ byte: UInt8) {
    volatile_store(Registers.UART.data, UInt32(truncatingIfNeeded: byte))
  }
}

/// Opens the clock gates of the peripherals. A peripheral must not be accessed in the three cycles after its gate opens
/// (5.4).
enum Gate {
  static func open(_ register: UInt32, _ bits: UInt32) {
    volatile_store(register, volatile_load(register) | bits)
    // A dummy read of a slow register takes more than three cycles.
    _ = volatile_load(register)
    _ = volatile_load(register)
  }
}
