// The FE310's UART 0, polled, 115200 baud, eight bits, no parity; eight-byte FIFOs both ways.
import CVolatile

/// A serial port that never waits. `receive` returns a byte that has arrived; call `send` only when `canSend` returns
/// true.
public struct Uart: ~Copyable {
  /// - Parameters: GPIO pin numbers, 0…31.
  public init(transmitPin: UInt32, receivePin: UInt32) {
    // The rate is the clock over (divider + 1). The divider is rounded: 16 MHz / 139 is 0.08 % slow.
    let divisor = (Registers.Clock.crystalFrequency &+ 57_600) / 115_200
    volatile_store(Registers.UART.divider, divisor &- 1)
    volatile_store(Registers.UART.transmitControl, Registers.UART.enabled)
    volatile_store(Registers.UART.receiveControl, Registers.UART.enabled)
    let pins: UInt32 = 1 &<< transmitPin | 1 &<< receivePin
    volatile_store(Registers.Pins.selectFunction, volatile_load(Registers.Pins.selectFunction) & ~pins)
    volatile_store(Registers.Pins.enableFunction, volatile_load(Registers.Pins.enableFunction) | pins)
  }

  /// The next byte received; `nil` if there is none.
  public mutating func receive() -> UInt8? {
    // One load returns whether there is a byte and removes it from the FIFO.
    let word = volatile_load(Registers.UART.receive)
    return word & Registers.UART.receiveIsEmpty == 0 ? UInt8(truncatingIfNeeded: word) : nil
  }

  /// Whether there is room for a byte.
  public mutating func canSend() -> Bool {
    volatile_load(Registers.UART.transmit) & Registers.UART.transmitIsFull == 0
  }

  /// Sends a byte. Call it only when `canSend` returns true.
  public mutating func send(_ byte: UInt8) {
    volatile_store(Registers.UART.transmit, UInt32(truncatingIfNeeded: byte))
  }
}
