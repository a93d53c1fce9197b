// What a chip is to the machine that all drivers share: registers, decoding, configuration.
import Quantities

/// One register of a configuration.
public struct RegisterWrite: Sendable {
  public var register: UInt8
  public var value: UInt8
  /// The bits that must read back as written; 0 for a register that cannot be read.
  public var mask: UInt8

  public init(_ value: UInt8, to register: UInt8, mask: UInt8) {
    self.register = register
    self.value = value
    self.mask = mask
  }

  /// No write: what follows the last one.
  public static var none: RegisterWrite { RegisterWrite(0, to: 0, mask: 0) }
}

/// Consecutive registers that are read in one transaction.
public struct RegisterBurst: Sendable {
  public var register: UInt8
  /// How many; 0 where the chip has none.
  public var count: UInt8

  public init(_ count: UInt8, from register: UInt8) {
    self.register = register
    self.count = count
  }

  public static var none: RegisterBurst { RegisterBurst(0, from: 0) }
}

/// What the shared machine needs to know of a chip at one rate and range. It holds values only, so that the machine is
/// in an image once, however many chips there are.
public struct ChipPlan: Sendable {
  public var chip: SensorChip
  /// 7-bit bus address.
  public var address: UInt8
  /// Identity registers, at most four; `.none` for a chip that is known by its configuration alone.
  public var identity = RegisterBurst.none
  /// What they hold, the first in the lowest byte.
  public var identityBytes: UInt32 = 0
  /// The configuration, in the order of writing.
  public var writes = InlineArray<6, RegisterWrite>(repeating: .none)
  public var writeCount: UInt8 = 0
  /// The registers in which the configuration is read back.
  public var readBack = RegisterBurst.none
  /// What selects several registers in one transaction, for chips that want a bit of the address for it.
  public var burstFlag: UInt8 = 0
  public var statusRegister: UInt8 = 0
  /// The status bit of new data.
  public var readyMask: UInt8 = 0
  public var data = RegisterBurst.none
  public var temperature = RegisterBurst.none
  /// Measurements thrown away after a configuration.
  public var discards: UInt8 = 0
  /// Microseconds from one measurement to the next.
  public var period: UInt32 = 0

  public init(chip: SensorChip, address: UInt8) {
    self.chip = chip
    self.address = address
  }

  /// Appends a register to the configuration.
  @inline(__always)
  public mutating func write(_ value: UInt8, to register: UInt8, mask: UInt8) {
    writes[Int(writeCount)] = RegisterWrite(value, to: register, mask: mask)
    writeCount &+= 1
  }
}

/// A sample that a driver makes from counts by the table of its kind.
public protocol DriverSample: Equatable, Sendable {
  /// What a count is worth; `nil` for a scale that the table does not have.
  static func rule(of scale: UInt8) -> ScaleRule?

  init(
    counts: Vector3, value: Vector3, scale: UInt8, isSaturated: Bool, isStale: Bool, at time: Instant,
    from origin: SampleOrigin, temperatureEighths: Int16?)
}

/// A chip: registers, decoding, configuration and quirks. The machine does the rest, see `SensorDriver`.
public protocol SensorChipDriver: Sendable {
  associatedtype Sample: DriverSample

  /// How the chip is configured and read.
  /// - Parameters:
  ///   - rate: a code that `rateCode` gave.
  ///   - scale: a code from `finestScale` to `widestScale`.
  static func plan(rate: UInt8, scale: UInt8) -> ChipPlan

  /// The counts of the data bytes: X, Y, Z of a right-handed frame, sign-extended.
  static func counts(_ bytes: RegisterBytes) -> Vector3

  /// Chip temperature in 1/8 °C from the bytes of `ChipPlan.temperature`.
  static func temperatureEighths(_ bytes: RegisterBytes) -> Int16

  /// The first and the last code of the chip's scales in the table of its kind.
  static var finestScale: UInt8 { get }
  static var widestScale: UInt8 { get }

  /// The code of the slowest rate that is at least `milliHertz`, or of the fastest there is.
  static func rateCode(atLeast milliHertz: UInt32) -> UInt8
  /// The rate of a code, in thousandths of a hertz.
  static func milliHertz(rate: UInt8) -> UInt32
}

extension SensorChipDriver {
  /// A chip without a temperature: its plan names no registers of one.
  public static func temperatureEighths(_ bytes: RegisterBytes) -> Int16 { 0 }
}
