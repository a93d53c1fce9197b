// The QMC5883P magnetometer: registers, rates, configuration and decoding. Newer modules called GY-271 carry it.
//
// Datasheet: QST QMC5883P, register map, under the register's name. ArduPilot, PX4, Betaflight and Adafruit agree on
// address, identity, data and control registers. They do not agree on the sensitivity: docs/notebook/sensors.md.
import Quantities

/// QST QMC5883P.
public enum QMC5883PMagnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address 0101100b (datasheet, I2C address).
  static var address: UInt8 { 0x2c }

  /// Register addresses (datasheet, register map; the last one in section 7.2 only).
  enum Register {
    static var chipID: UInt8 { 0x00 }
    /// Data output X LSB, first of six data registers.
    static var data: UInt8 { 0x01 }
    static var status: UInt8 { 0x09 }
    /// Control register 1, the first of two.
    static var control1: UInt8 { 0x0a }
    static var control2: UInt8 { 0x0b }
    static var axisSigns: UInt8 { 0x29 }
  }

  /// Chip ID.
  static var identity: UInt32 { 0x80 }
  /// SOFT_RST in control register 2.
  static var softReset: UInt8 { 0x80 }
  /// The signs of the axes (section 7.2, application examples).
  static var dataSheetSigns: UInt8 { 0x06 }
  /// MODE = 01 in control register 1: normal mode, which keeps to the rate. OSR1 = 00 is 8, the quietest.
  static var normalMode: UInt8 { 0x01 }
  /// OSR2 = 11 in control register 1: down-sampling by 8.
  static var downSampling: UInt8 { 0xc0 }
  /// DRDY in the status register; reading it clears it.
  static var dataReady: UInt8 { 0x01 }
  /// OVFL in the status register: an axis is beyond ±30,000 counts.
  static var overflow: UInt8 { 0x02 }

  /// ±2, ±8, ±12, ±30 gauss: RNG in control register 2 counts down from 11 to 00.
  public static var finestScale: UInt8 { 18 }
  public static var widestScale: UInt8 { 21 }

  /// Millihertz for ODR = 0…3 in control register 1.
  static let milliHertz: InlineArray<4, UInt32> = [10_000, 50_000, 100_000, 200_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half of the shortest period: the data sheet states no time of a measurement, which cannot be longer.
  public static func delay(rate: UInt8) -> UInt16 { 2500 }

  /// ODR = 11, 200 Hz.
  public static var fastestRate: UInt8 { 3 }

  /// Reset first, and the mode last: the chip begins to measure when all is set. SET/RESET MODE = 00 in control register
  /// 2 lets the chip set and reset its bridge by itself. The first measurement is discarded.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .qmc5883p, address: address)
    plan.identity = RegisterBurst(1, from: Register.chipID)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control2, pause: 1, action: .reset))
    plan.write(dataSheetSigns, to: Register.axisSigns, mask: 0xff)
    plan.write((widestScale &- scale) &<< 2, to: Register.control2, mask: 0x4f)
    plan.write(normalMode | rate &<< 2 | downSampling, to: Register.control1, mask: 0xff)
    plan.readBack = RegisterBurst(2, from: Register.control1)
    plan.otherReadBack = RegisterBurst(1, from: Register.axisSigns)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.discards = 1
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }

  /// OVFL.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool { status & overflow != 0 }
}
