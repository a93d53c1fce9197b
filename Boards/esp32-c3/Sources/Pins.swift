// Which ESP32-C3 pin does what. The pins of USB, GPIO18 and GPIO19, are the chip's choice (ESP32-C3 Series Datasheet,
// section "Pin Definitions"). The sensor's are the ones that the Seeed Studio XIAO ESP32C3 names SDA and SCL
// (wiki.seeedstudio.com, "XIAO ESP32C3", "Pinout diagram"). The SuperMini brings them out under their numbers; its
// GPIO8 and GPIO9, often named for I2C, are the lamp and the button BOOT.

enum Pins {
  static var sensorData: UInt32 { 6 }
  static var sensorClock: UInt32 { 7 }
}
