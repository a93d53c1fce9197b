// The CMSDK's UART, polled, 115200 baud, eight bits, no parity.
import CVolatile

/// A serial port that never waits. `receive` returns a byte that has arrived; call `send` only when `canSend` returns
/// true.
public struct Uart<Image: FPGAImage>: ~Copyable {
  typealias UART = Registers<Image>.UART

  public init() {
    volatile_store(UART.divider, Image.systemClock / 115_200)
    volatile_store(UART.control, UART.enableBoth)
  }

  /// The next byte received; `nil` if there is none.
  public mutating func receive() -> UInt8? {
    guard volatile_load(UART.state) & UART.receiveFull != 0 else { return nil }
    return UInt8(truncatingIfNeeded: volatile_load(UART.data))
  }

  /// Whether there is room for a byte.
  public mutating func canSend() -> Bool { volatile_load(UART.state) & UART.transmitFull == 0 }

  /// Sends a byte. Call it only when `canSend` returns true.
  public mutating func send(_ byte: UInt8) { volatile_store(UART.data, UInt32(truncatingIfNeeded: byte)) }
}
