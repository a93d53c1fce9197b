// The link on two ports: on USB while a program has that port open, else on UART0.

import BoardRuntime
import RP2040

struct Link: SerialPort, ~Copyable {
  var usb: USBSerial
  var uart: Uart

  mutating func receive() -> UInt8? { usb.receive() ?? uart.receive() }
  mutating func canSend() -> Bool { usb.isOpen ? usb.canSend() : uart.canSend() }
  mutating func send(_ byte: UInt8) { if usb.isOpen { usb.send(byte) } else { uart.send(byte) } }
}
