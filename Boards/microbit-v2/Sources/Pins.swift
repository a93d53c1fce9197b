// Which nRF52833 pin does what on the micro:bit v2 (tech.microbit.org, "Edge Connector & micro:bit pinout"; the schematic
// V2.00, sheet "Target MCU").

enum Pins {
  /// These pins go to the interface chip, which is the USB serial port: P0.06 and P1.08.
  static var serialTransmit: UInt32 { 6 }
  static var serialReceive: UInt32 { 32 + 8 }
  /// The internal bus: P0.08 and P0.16.
  static var sensorClock: UInt32 { 8 }
  static var sensorData: UInt32 { 16 }
}
