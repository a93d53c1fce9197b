// UART0 of the RP2040, polled, 115200 baud, eight bits, no parity; 32-byte FIFOs both ways.
import CVolatile

/// A serial port that never waits. `receive` returns a byte that has arrived; call `send` only when `canSend` returns
/// true. Its interrupt only ends the sleep of `Clock`.
public struct Uart: ~Copyable {
  /// - Precondition: the chip runs at `Clock`'s speed.
  /// - Parameters: pins that have UART0's function (section 2.19.2, table 2).
  public init(transmitPin: UInt32, receivePin: UInt32) {
    Reset.releasePins()
    Reset.release(Registers.Resets.uart0)
    // Section 4.2.7.1: divider in 64ths, rounded: 125 MHz / (16 · 115200) = 67 + 52/64.
    let sixtyFourths = (Clock.frequency / 14_400 &+ 1) / 2
    volatile_store(Registers.UART.integerDivider, sixtyFourths &>> 6)
    volatile_store(Registers.UART.fractionDivider, sixtyFourths & 63)
    volatile_store(Registers.UART.lineControl, Registers.UART.eightBitsWithFifo)
    volatile_store(Registers.UART.control, Registers.UART.enabled)
    volatile_store(Registers.UART.interruptMask, Registers.UART.receiveInterrupts)
    // An unconnected input would read noise.
    volatile_store(Registers.Pad.pad(receivePin), Registers.Pad.inputPulledUp)
    volatile_store(Registers.Pin.control(transmitPin), Registers.Pin.uart)
    volatile_store(Registers.Pin.control(receivePin), Registers.Pin.uart)
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
