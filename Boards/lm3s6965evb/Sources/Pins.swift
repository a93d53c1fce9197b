// Which LM3S6965 pin does what (Data Sheet, table 22-4 "Signals by function"). The serial port's are fixed: PA0, PA1.

enum Pins {
  /// Of port B: I2C0SCL and I2C0SDA.
  static var magnetometerClock: UInt32 { 2 }
  static var magnetometerData: UInt32 { 3 }
}
