// Registers over SPI: the same face as I2C has.

/// A chip family's SPI master: eight bits at a time, most significant first, clock high when idle (mode 3), which every
/// sensor with SPI among the drivers takes (each data sheet, section "SPI").
public protocol SPIPort: ~Copyable {
  /// Pulls a select line low (`true`) or releases it. Lines have numbers from 0.
  mutating func select(_ line: UInt8, _ isSelected: Bool)

  /// Sends one byte and returns the one that came at the same time. Throws `timeout` if the master does not finish.
  mutating func exchange(_ byte: UInt8) throws(BusFault) -> UInt8
}

/// Registers of sensors on SPI: the first bit of the address says read (ST, InvenSense, Bosch and Analog Devices alike).
///
/// SPI has no acknowledgement. An absent chip reads as 0xFF or 0x00, which no identity is.
public struct SPIRegisters<Port: SPIPort & ~Copyable>: RegisterBus, ~Copyable {
  public var port: Port

  public init(_ port: consuming Port) { self.port = port }

  /// True: the registers are behind SPI.
  public var isSPI: Bool { true }
  /// The bit of the register address that says read.
  static var readFlag: UInt8 { 0x80 }

  /// Writes one register.
  public mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    port.select(device, true)
    do throws(BusFault) {
      _ = try port.exchange(register)
      _ = try port.exchange(value)
    } catch {
      port.select(device, false)
      throw error
    }
    port.select(device, false)
  }

  /// Reads 1…16 registers in one transaction.
  public mutating func read(
    from register: UInt8, of device: UInt8, count: Int
  ) throws(BusFault) -> RegisterBytes {
    var bytes = RegisterBytes(repeating: 0)
    port.select(device, true)
    do throws(BusFault) {
      _ = try port.exchange(register | Self.readFlag)
      for index in 0..<count { bytes[index] = try port.exchange(0) }
    } catch {
      port.select(device, false)
      throw error
    }
    port.select(device, false)
    return bytes
  }

  /// Nothing can hold the lines of SPI.
  public mutating func recover() -> Bool { true }
}
