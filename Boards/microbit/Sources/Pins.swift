// Which nRF51 pin does what on the micro:bit v1 (schematic "micro:bit V1.5", sheet "Target MCU").

enum Pins {
  /// These pins go to the interface chip, which is the USB serial port.
  static var serialTransmit: UInt32 { 24 }
  static var serialReceive: UInt32 { 25 }
  /// The bus with the motion sensors, which the edge connector shows as pins 19 and 20.
  static var sensorClock: UInt32 { 0 }
  static var sensorData: UInt32 { 30 }
}
