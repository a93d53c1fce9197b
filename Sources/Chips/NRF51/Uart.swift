// The nRF51's UART0, polled, 115200 baud, eight bits, no parity, no flow control.
import CVolatile

/// A serial port that never waits. `receive` returns a byte that has arrived; call `send` only when `canSend` returns
/// true.
public struct Uart: ~Copyable {
  /// Whether a byte was written and its event has not come yet: the byte is being sent.
  var isSending = false

  /// - Parameters: GPIO pin numbers. The transmit pin must be in port 0; the receive pin may be 32 + n for pin n of
  ///   port 1.
  public init(transmitPin: UInt32, receivePin: UInt32) {
    // The line must be high while it is idle, also before the UART drives it (chapter 29.2).
    volatile_store(Registers.GPIO.setOutput, 1 &<< transmitPin)
    volatile_store(Registers.GPIO.setDirectionOutput, 1 &<< transmitPin)
    volatile_store(Registers.UART.selectTransmitPin, transmitPin)
    volatile_store(Registers.UART.selectReceivePin, receivePin)
    volatile_store(Registers.UART.baudRate, Registers.UART.baud115200)
    volatile_store(Registers.UART.enable, Registers.UART.enabled)
    volatile_store(Registers.UART.receiveReady, 0)
    volatile_store(Registers.UART.transmitReady, 0)
    volatile_store(Registers.UART.startTransmit, 1)
    volatile_store(Registers.UART.startReceive, 1)
  }

  /// The next byte received; `nil` if there is none.
  public mutating func receive() -> UInt8? {
    guard volatile_load(Registers.UART.receiveReady) != 0 else { return nil }
    // The event is cleared before the read: reading RXD advances the six-byte FIFO, and the next byte may set it at
    // once.
    volatile_store(Registers.UART.receiveReady, 0)
    return UInt8(truncatingIfNeeded: volatile_load(Registers.UART.received))
  }

  /// Whether there is room for a byte.
  public mutating func canSend() -> Bool {
    if isSending, volatile_load(Registers.UART.transmitReady) != 0 {
      volatile_store(Registers.UART.transmitReady, 0)
      isSending = false
    }
    return !isSending
  }

  /// Sends a byte. Call it only when `canSend` returns true.
  public mutating func send(_ byte: UInt8) {
    volatile_store(Registers.UART.transmit, UInt32(truncatingIfNeeded: byte))
    isSending = true
  }
}
