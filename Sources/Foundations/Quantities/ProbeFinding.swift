// What a probe of a sensor bus found.

/// What one address of the bus answered.
public struct ProbeFinding: Equatable, Sendable {
  /// 7-bit address.
  public var address: UInt8
  /// The chip; `.absent` if no known one answers like this.
  public var chip: SensorChip
  /// The register that was read, how many bytes, and what they were, the first in the lowest byte.
  public var register: UInt8
  public var count: UInt8
  public var bytes: UInt32

  public init(address: UInt8, chip: SensorChip, register: UInt8, count: UInt8, bytes: UInt32) {
    self.address = address
    self.chip = chip
    self.register = register
    self.count = count
    self.bytes = bytes
  }

  /// Nothing: what fills a list.
  public static var none: ProbeFinding {
    ProbeFinding(address: 0, chip: .absent, register: 0, count: 0, bytes: 0)
  }
}

/// The two lines of an I2C bus at rest.
public struct BusLines: FlagSet {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// SCL stays low.
  public static var clockIsLow: BusLines { BusLines(rawValue: 1) }
  /// SDA stays low; or either line, where the board cannot tell.
  public static var dataIsLow: BusLines { BusLines(rawValue: 2) }
  /// The board can read its lines; otherwise only that one of them is low is known.
  public static var areKnown: BusLines { BusLines(rawValue: 4) }
}
