// The descriptors of the USB port. USB 2.0, section 9.6; USB CDC 1.2, section 5; PSTN 1.2, section 5.3.

enum USBDescriptor {
  /// Raspberry Pi's vendor identifier, and the product identifier of its SDK for serial ports of the RP2040
  /// (github.com/raspberrypi/usb-pid, Readme.md). Version 1.0, USB 2.0, class by interface association.
  static let device: InlineArray<18, UInt8> = [
    18, 1, 0x00, 0x02, 0xef, 0x02, 0x01, 64, 0x8a, 0x2e, 0x0a, 0x00, 0x00, 0x01, 1, 2, 3, 1,
  ]

  /// One configuration: a CDC ACM function with its notifications on endpoint 1 and its data on endpoint 2.
  static let configuration: InlineArray<75, UInt8> = [
    // Configuration: two interfaces, powered by the bus, 100 mA.
    9, 2, 75, 0, 2, 1, 0, 0x80, 50,
    // Interface association: CDC, ACM.
    8, 11, 0, 2, 2, 2, 0, 0,
    // Interface 0: CDC ACM with one endpoint.
    9, 4, 0, 0, 1, 2, 2, 0, 0,
    // Header (CDC 1.20), call management (none), ACM (line coding, line state), union of both interfaces.
    5, 0x24, 0, 0x20, 0x01,
    5, 0x24, 1, 0, 1,
    4, 0x24, 2, 0x02,
    5, 0x24, 6, 0, 1,
    // Endpoint 1, in, interrupt, 8 bytes, every 16 ms.
    7, 5, 0x81, 3, 8, 0, 16,
    // Interface 1: CDC data with two bulk endpoints of 64 bytes.
    9, 4, 1, 0, 2, 10, 0, 0, 0,
    7, 5, 0x02, 2, 64, 0, 0,
    7, 5, 0x82, 2, 64, 0, 0,
  ]

  /// String 0: English (United States).
  static let languages: InlineArray<4, UInt8> = [4, 3, 0x09, 0x04]
  static var maker: StaticString { "Binnacle" }
  static var product: StaticString { "Binnacle compass" }
}
