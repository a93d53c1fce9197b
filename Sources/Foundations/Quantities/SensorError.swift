// What went wrong with a sensor: five bytes that name the chip, the register and the limit.

/// Why a bus transaction did not complete. The chip family's peripheral reports it; the driver adds chip and register.
public enum BusFault: UInt8, Error, Sendable {
  /// No device answered to the address.
  case addressNotAcknowledged = 1
  /// The device refused a byte.
  case dataNotAcknowledged = 2
  /// Another master took the bus.
  case arbitrationLost = 3
  /// The transaction did not end within its bound of device time.
  case timeout = 4
  /// SDA or SCL stays low, and nine clocks did not free it.
  case stuckLow = 5

  /// What happened, as a short clause in English.
  public var reason: StaticString {
    switch self {
    case .addressNotAcknowledged: "no device answered to the address"
    case .dataNotAcknowledged: "the device refused a byte"
    case .arbitrationLost: "another master took the bus"
    case .timeout: "the transaction did not end in time"
    case .stuckLow: "a bus line stays low"
    }
  }
}

/// A failure of a sensor, naming the chip, the register and how far it was off.
public struct SensorError: Error, Equatable, Hashable, Sendable {
  /// What kind of failure, by its code in the link protocol. Codes are only ever added.
  public struct Kind: Equatable, Hashable, Sendable {
    public var rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An identity register holds something else; detail: expected byte × 256 + found byte.
    public static var wrongIdentity: Kind { Kind(rawValue: 1) }
    /// A transaction failed; detail: the raw value of a `BusFault`.
    public static var bus: Kind { Kind(rawValue: 2) }
    /// A configuration register lost what was written; detail: expected byte × 256 + found byte.
    public static var configurationNotKept: Kind { Kind(rawValue: 3) }
    /// The same bytes came again and again although the chip called them new; detail: how many times.
    public static var stuckData: Kind { Kind(rawValue: 4) }
    /// Nothing new came; detail: milliseconds waited.
    public static var notReady: Kind { Kind(rawValue: 5) }
  }

  /// The chip that failed.
  public var chip: SensorChip
  /// The register that was accessed.
  public var register: UInt8
  /// What failed.
  public var kind: Kind
  /// A number that says more; its meaning depends on `kind`.
  public var detail: UInt16

  public init(chip: SensorChip, register: UInt8, kind: Kind, detail: UInt16) {
    self.chip = chip
    self.register = register
    self.kind = kind
    self.detail = detail
  }

  /// A transaction with `register` failed.
  public init(chip: SensorChip, register: UInt8, bus fault: BusFault) {
    self.init(chip: chip, register: register, kind: .bus, detail: UInt16(fault.rawValue))
  }

  /// `register` holds `found` where `expected` should be.
  public init(chip: SensorChip, register: UInt8, kind: Kind, expected: UInt8, found: UInt8) {
    self.init(chip: chip, register: register, kind: kind, detail: UInt16(expected) &<< 8 | UInt16(found))
  }

  /// The bus fault behind a `.bus` error.
  public var busFault: BusFault? {
    kind == .bus ? BusFault(rawValue: UInt8(truncatingIfNeeded: detail)) : nil
  }

  /// The byte that should have been read, for `.wrongIdentity` and `.configurationNotKept`.
  public var expected: UInt8 { UInt8(truncatingIfNeeded: detail &>> 8) }

  /// The byte that was read, for `.wrongIdentity` and `.configurationNotKept`.
  public var found: UInt8 { UInt8(truncatingIfNeeded: detail) }

  /// What happened, as a short clause in English.
  public var reason: StaticString {
    switch kind.rawValue {
    case 1: "another identity than expected"
    case 2: busFault?.reason ?? "the bus failed"
    case 3: "the configuration was not kept"
    case 4: "the data does not change"
    case 5: "no new data"
    default: "unknown failure"
    }
  }
}
