// Which LM3S6965 pin does what (Data Sheet, table 22-4 "Signals by function"). The pins of the serial port are fixed:
// PA0 and PA1.

enum Pins {
  /// Pins of port B: I2C0SCL and I2C0SDA.
  static var sensorClock: UInt32 { 2 }
  static var sensorData: UInt32 { 3 }
}

/// The other devices on that bus.
enum Parts {
  /// An AT24C32 with its three address pins low.
  static var memory: UInt8 { 0x50 }
  /// Bytes of each of its two pages with records.
  static var recordPage: UInt16 { 512 }
}
