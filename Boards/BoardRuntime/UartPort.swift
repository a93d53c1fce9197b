// What the UARTs of all chips have in common.
import Instrument

/// A UART of a chip. It sends at the rate of the identity, and each byte at once.
public protocol UartPort: SerialPort, ~Copyable {}

extension UartPort where Self: ~Copyable {
  /// Yes.
  @inline(__always)
  public var hasRate: Bool { true }
  /// Does nothing: no byte waits for others.
  @inline(__always)
  public mutating func flush() {}
}
