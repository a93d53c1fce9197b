// Which LM3S6965 pin does what (Data Sheet, table 22-4 "Signals by function"). The serial port's are fixed: PA0, PA1.

enum Pins {
  /// Of port B: I2C0SCL and I2C0SDA.
  static var magnetometerClock: UInt32 { 2 }
  static var magnetometerData: UInt32 { 3 }
}

/// What else is wired to that bus.
enum Parts {
  /// An AT24C32 with its three address pins low.
  static var memory: UInt8 { 0x50 }
}
