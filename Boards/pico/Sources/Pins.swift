// Which RP2040 pin does what on the Raspberry Pi Pico (Raspberry Pi Pico Datasheet, section 2.1, "Pico Pinout").

enum Pins {
  /// UART0 on the pads 1 and 2.
  static var serialTransmit: UInt32 { 0 }
  static var serialReceive: UInt32 { 1 }
  /// I2C0 on the pads 6 and 7.
  static var sensorData: UInt32 { 4 }
  static var sensorClock: UInt32 { 5 }
}
