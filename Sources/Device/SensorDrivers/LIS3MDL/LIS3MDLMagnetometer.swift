// The LIS3MDL magnetometer: registers, rates, configuration and decoding. The magnetometer of the LSM9DS1 has the same
// registers and the same identity.
//
// Datasheet: ST LIS3MDL, DocID024204, register description, under the register's name. Linux (st_magn), ST's own
// driver, ArduPilot, Betaflight and Adafruit agree on address, identity and data.
import Quantities

/// ST LIS3MDL.
public enum LIS3MDLMagnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address with SA1 low: 0011100b; with SA1 high it is 0x1e (datasheet, I2C operation).
  static var address: UInt8 { 0x1c }

  /// Register addresses (datasheet, register mapping).
  enum Register {
    static var whoAmI: UInt8 { 0x0f }
    /// CTRL_REG1, the first of five.
    static var control1: UInt8 { 0x20 }
    static var control2: UInt8 { 0x21 }
    static var control3: UInt8 { 0x22 }
    static var control4: UInt8 { 0x23 }
    static var control5: UInt8 { 0x24 }
    static var status: UInt8 { 0x27 }
    /// OUT_X_L, first of six data registers.
    static var data: UInt8 { 0x28 }
    /// TEMP_OUT_L, followed by TEMP_OUT_H.
    static var temperature: UInt8 { 0x2e }
  }

  /// WHO_AM_I.
  static var identity: UInt32 { 0x3d }
  /// SOFT_RST in CTRL_REG2.
  static var softReset: UInt8 { 0x04 }
  /// TEMP_EN in CTRL_REG1.
  static var temperatureEnable: UInt8 { 0x80 }
  /// OM1:OM0 = 11 in CTRL_REG1: ultra-high performance of X and Y.
  static var quietXY: UInt8 { 0x60 }
  /// OMZ1:OMZ0 = 11 in CTRL_REG4: the same for Z. BLE = 0 is low byte first.
  static var quietZ: UInt8 { 0x0c }
  /// MD1:MD0 = 00 in CTRL_REG3; 11 is power-down, its default.
  static var continuousMode: UInt8 { 0x00 }
  /// BDU in CTRL_REG5: high and low byte belong to one measurement.
  static var blockUpdate: UInt8 { 0x40 }
  /// ZYXDA in STATUS_REG.
  static var dataReady: UInt8 { 0x08 }
  /// The bit of the register address that reads on to the next register on I2C, and on SPI (datasheet, digital
  /// interfaces).
  static var autoIncrement: UInt8 { 0x80 }
  static var autoIncrementOnSPI: UInt8 { 0x40 }

  /// ±4, ±8, ±12, ±16 gauss: FS1:FS0 in CTRL_REG2 is the code above the finest.
  public static var finestScale: UInt8 { 22 }
  public static var widestScale: UInt8 { 25 }

  /// Millihertz for DO2:DO0 = 0…7 in CTRL_REG1.
  static let milliHertz: InlineArray<8, UInt32> = [625, 1250, 2500, 5000, 10_000, 20_000, 40_000, 80_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half of a measurement: with FAST_ODR the chip does 155 a second in ultra-high performance (data sheet, CTRL_REG1).
  public static func delay(rate: UInt8) -> UInt16 { 3226 }

  /// DO2:DO0 = 111, 80 Hz.
  public static var fastestRate: UInt8 { 7 }

  /// Reset first, and the mode last: the chip begins to measure when all is set. The measurement under way at a
  /// configuration is discarded.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .lis3mdl, address: address)
    plan.identity = RegisterBurst(1, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control2, pause: 1, action: .reset))
    // OFFSET_X_REG_L_M … OFFSET_Z_REG_H_M: what another program takes off each axis. A reset may leave them.
    plan.clear(0x05...0x0a)
    plan.write(temperatureEnable | quietXY | rate &<< 2, to: Register.control1, mask: 0xff)
    plan.write(quietZ, to: Register.control4, mask: 0x0e)
    plan.write(blockUpdate, to: Register.control5, mask: 0xc0)
    plan.write((scale &- finestScale) &<< 5, to: Register.control2, mask: 0x6c)
    plan.write(continuousMode, to: Register.control3, mask: 0x27)
    plan.readBack = RegisterBurst(5, from: Register.control1)
    plan.burstFlag = autoIncrement
    plan.burstFlagOnSPI = autoIncrementOnSPI
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.temperature = RegisterBurst(2, from: Register.temperature)
    plan.discards = 1
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// OUT_X_L … OUT_Z_H: X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }

  /// TEMP_OUT: 8 counts a degree, 0 at 25 °C (datasheet, temperature sensor characteristics).
  public static func temperatureEighths(_ bytes: RegisterBytes) -> Int16 {
    LowFirst.temperatureEighths(bytes)
  }
}
