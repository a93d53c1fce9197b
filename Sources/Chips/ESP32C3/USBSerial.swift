// The serial port of the USB Serial/JTAG controller, which is in the chip: no driver for USB is needed.
import CVolatile

/// A serial port that never waits. `receive` returns a byte that has arrived; call `send` only when `canSend` returns
/// true, and `flush` after the last byte for now. While no program reads, `canSend` is false after 64 bytes.
public struct USBSerial: ~Copyable {
  /// Whether bytes were written that the controller was not told to send.
  var isWaiting = false

  public init() {}

  /// The next byte that came; `nil` when none is waiting. The host waits while 64 bytes are here: none is lost.
  public mutating func receive() -> UInt8? {
    guard volatile_load(Registers.USBSerial.state) & Registers.USBSerial.hasReceived != 0 else { return nil }
    return UInt8(truncatingIfNeeded: volatile_load(Registers.USBSerial.data))
  }

  /// Whether there is room for a byte.
  public mutating func canSend() -> Bool {
    volatile_load(Registers.USBSerial.state) & Registers.USBSerial.canWrite != 0
  }

  /// Gives a byte to the controller, which sends 64 of them by itself; call it only when `canSend` says so.
  public mutating func send(_ byte: UInt8) {
    volatile_store(Registers.USBSerial.data, UInt32(truncatingIfNeeded: byte))
    isWaiting = true
  }

  /// Sends what is left. After exactly 64 bytes this is an empty packet, without which the host would wait for more
  /// (USB 2.0, section 5.8.3).
  public mutating func flush() {
    guard isWaiting else { return }
    volatile_store(Registers.USBSerial.state, Registers.USBSerial.writeDone)
    isWaiting = false
  }
}
