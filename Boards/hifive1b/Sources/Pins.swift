// Which FE310 pin does what on the HiFive1 Rev B (HiFive1 Rev B schematics, sheet "FE310-G002").

enum Pins {
  /// These pins go to the debug chip, which is the USB serial port.
  static var serialTransmit: UInt32 { 17 }
  static var serialReceive: UInt32 { 16 }
}
