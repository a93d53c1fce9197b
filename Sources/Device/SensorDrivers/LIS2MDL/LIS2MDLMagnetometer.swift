// The LIS2MDL magnetometer: registers, rates, configuration and decoding. The IIS2MDC and the magnetometer of the
// LSM303AGR have the same registers and the same identity.
//
// Datasheet: ST LIS2MDL, DS12144, register description, under the register's name. Linux (st_magn), Betaflight,
// ArduPilot and CODAL agree on address, identity and data; docs/notebook/sensors.md says where they do not.
import Quantities

/// ST LIS2MDL, IIS2MDC, and the magnetometer of LSM303AGR.
public enum LIS2MDLMagnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address: 0011110b (datasheet, I2C operation).
  static var address: UInt8 { 0x1e }

  /// Register addresses (datasheet, register mapping).
  enum Register {
    static var whoAmI: UInt8 { 0x4f }
    /// CFG_REG_A, followed by CFG_REG_B and CFG_REG_C.
    static var configurationA: UInt8 { 0x60 }
    static var configurationB: UInt8 { 0x61 }
    static var configurationC: UInt8 { 0x62 }
    static var status: UInt8 { 0x67 }
    /// OUTX_L_REG, first of six data registers.
    static var data: UInt8 { 0x68 }
    /// TEMP_OUT_L_REG, followed by TEMP_OUT_H_REG.
    static var temperature: UInt8 { 0x6e }
  }

  /// WHO_AM_I.
  static var identity: UInt32 { 0x40 }
  /// SOFT_RST in CFG_REG_A: all user registers, the hard-iron registers among them, go back to their defaults.
  static var softReset: UInt8 { 0x20 }
  /// COMP_TEMP_EN in CFG_REG_A, which must be 1; MD1:MD0 = 00 is continuous, LP = 0 is high resolution.
  static var temperatureCompensation: UInt8 { 0x80 }
  /// OFF_CANC in CFG_REG_B: the chip sets and resets its bridge and takes out its offset.
  static var offsetCancellation: UInt8 { 0x02 }
  /// BDU in CFG_REG_C: high and low byte belong to one measurement. BLE = 0 is low byte first.
  static var blockUpdate: UInt8 { 0x10 }
  /// Zyxda in STATUS_REG.
  static var dataReady: UInt8 { 0x08 }

  /// The chip has one range.
  public static var finestScale: UInt8 { 26 }
  public static var widestScale: UInt8 { 26 }

  /// The axes that the package shows are left-handed. Turned is X: with it, the axes are those of the accelerometer
  /// in the LSM303AGR.
  public static var frame: ChipFrame { .invertedX }

  /// Millihertz for ODR1:ODR0 = 0…3 in CFG_REG_A.
  static let milliHertz: InlineArray<4, UInt32> = [10_000, 20_000, 50_000, 100_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half of the shortest period: the data sheet states no time of a measurement, which cannot be longer.
  public static func delay(rate: UInt8) -> UInt16 { 5000 }

  /// ODR1:ODR0 = 11, 100 Hz.
  public static var fastestRate: UInt8 { 3 }

  /// Reset first: another program may have left numbers in the hard-iron registers. The offset is taken out of two
  /// measurements, so the first two after a configuration are discarded.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .lis2mdl, address: address)
    plan.identity = RegisterBurst(1, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.configurationA, pause: 1, action: .reset))
    plan.write(temperatureCompensation | rate &<< 2, to: Register.configurationA, mask: 0x9f)
    plan.write(offsetCancellation, to: Register.configurationB, mask: 0x1f)
    plan.write(blockUpdate, to: Register.configurationC, mask: 0x3a)
    plan.readBack = RegisterBurst(3, from: Register.configurationA)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.temperature = RegisterBurst(2, from: Register.temperature)
    plan.discards = 2
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// OUTX_L_REG … OUTZ_H_REG: X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }

  /// TEMP_OUT: 8 counts a degree, 0 at 25 °C (datasheet, temperature sensor characteristics).
  public static func temperatureEighths(_ bytes: RegisterBytes) -> Int16 {
    LowFirst.temperatureEighths(bytes)
  }
}
