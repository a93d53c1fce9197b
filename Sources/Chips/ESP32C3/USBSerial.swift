// The serial port of the USB Serial/JTAG controller, which is part of the chip: no USB driver is needed.
import CVolatile

/// A serial port that never waits. `receive` returns a byte that has arrived. Call `send` only when `canSend` returns
/// true, and `flush` after the last byte of a group. While no program reads, `canSend` is false after 64 bytes.
public struct USBSerial: ~Copyable {
  /// Whether bytes were written that the controller was not yet told to send.
  var isWaiting = false

  public init() {}

  /// The next byte received; `nil` if there is none. The host waits while 64 bytes are waiting here, so none is lost.
  public mutating func receive() -> UInt8? {
    guard volatile_load(Registers.USBSerial.state) & Registers.USBSerial.hasReceived != 0 else { return nil }
    return UInt8(truncatingIfNeeded: volatile_load(Registers.USBSerial.data))
  }

  /// Whether there is room for a byte.
  public mutating func canSend() -> Bool {
    volatile_load(Registers.USBSerial.state) & Registers.USBSerial.canWrite != 0
  }

  /// Passes a byte to the controller, which sends every 64 bytes by itself. Call it only when `canSend` returns true.
  public mutating func send(_ byte: UInt8) {
    volatile_store(Registers.USBSerial.data, UInt32(truncatingIfNeeded: byte))
    isWaiting = true
  }

  /// Sends the remaining bytes. After exactly 64 bytes this is an empty packet, because the host would otherwise wait
  /// for more (USB 2.0, section 5.8.3).
  public mutating func flush() {
    guard isWaiting else { return }
    volatile_store(Registers.USBSerial.state, Registers.USBSerial.writeDone)
    isWaiting = false
  }
}
