// The link on two ports: on USB while a program has that port open, else on UART0.

import Instrument
import RP2040

/// The USB port and UART0 as one line.
public struct Link: SerialPort, ~Copyable {
  private var usb: USBSerial
  private var uart: Uart

  public init(serialNumber: UInt64, transmitPin: UInt32, receivePin: UInt32) {
    usb = USBSerial(serialNumber: serialNumber)
    uart = Uart(transmitPin: transmitPin, receivePin: receivePin)
  }

  /// Serves the USB port. Call it in each pass of the main loop, before the turn.
  @inline(__always)
  public mutating func poll() { usb.poll() }

  /// On UART0 only.
  @inline(__always)
  public var hasRate: Bool { !usb.isOpen }
  /// From either port.
  @inline(__always)
  public mutating func receive() -> UInt8? { usb.receive() ?? uart.receive() }
  /// To the port in use.
  @inline(__always)
  public mutating func canSend() -> Bool { usb.isOpen ? usb.canSend() : uart.canSend() }
  /// To the port in use.
  @inline(__always)
  public mutating func send(_ byte: UInt8) { if usb.isOpen { usb.send(byte) } else { uart.send(byte) } }
  /// Sends the packet of the USB port.
  @inline(__always)
  public mutating func flush() { usb.flush() }
}
