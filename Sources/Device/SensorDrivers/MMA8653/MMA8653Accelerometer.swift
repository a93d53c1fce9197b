// The MMA8653FC accelerometer of the micro:bit v1.3: registers, rates, configuration and decoding.
//
// Datasheet: NXP MMA8653FC, register descriptions, under the register's name. CODAL (micro:bit) and TinyGo agree on
// address, identity, data and sensitivity.
import Quantities

/// NXP MMA8653FC.
public enum MMA8653Accelerometer: SensorChipDriver {
  public typealias Sample = ForceSample

  /// 7-bit bus address 0011101b (datasheet, serial interface).
  static var address: UInt8 { 0x1d }

  /// Register addresses (datasheet, register address map).
  enum Register {
    static var status: UInt8 { 0x00 }
    /// OUT_X_MSB, first of six data registers.
    static var data: UInt8 { 0x01 }
    static var whoAmI: UInt8 { 0x0d }
    static var range: UInt8 { 0x0e }
    /// CTRL_REG1, the first of two.
    static var control1: UInt8 { 0x2a }
    static var control2: UInt8 { 0x2b }
  }

  /// WHO_AM_I.
  static var identity: UInt32 { 0x5a }
  /// RST in CTRL_REG2.
  static var softReset: UInt8 { 0x40 }
  /// MODS1:MODS0 = 10 in CTRL_REG2: high resolution.
  static var highResolution: UInt8 { 0x02 }
  /// ACTIVE in CTRL_REG1; F_READ = 0 gives ten bits.
  static var active: UInt8 { 0x01 }
  /// ZYXDR in STATUS.
  static var dataReady: UInt8 { 0x08 }

  /// ±2, ±4, ±8 g: FS1:FS0 in XYZ_DATA_CFG is the code above the finest.
  public static var finestScale: UInt8 { 17 }
  public static var widestScale: UInt8 { 19 }

  /// Microseconds between measurements for DR2:DR0 = 7…0 in CTRL_REG1 (datasheet, system output data rate selection).
  static let periods: InlineArray<8, UInt32> = [640_000, 160_000, 80_000, 20_000, 10_000, 5000, 2500, 1250]

  /// The data rate of a rate code, thousandths of a hertz; 1.5625 Hz as 1562.
  public static func milliHertz(rate: UInt8) -> UInt32 { 1_000_000_000 / periods[Int(rate)] }

  /// DR2:DR0 = 000, 800 Hz.
  public static var fastestRate: UInt8 { 7 }

  /// Reset first, as range and mode can be written in standby only, and ACTIVE last. The first measurement is thrown
  /// away.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .mma8653, address: address)
    plan.identity = RegisterBurst(1, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control2, pause: 2, action: .reset))
    plan.write(scale &- finestScale, to: Register.range, mask: 0x03)
    plan.write(highResolution, to: Register.control2, mask: 0x03)
    plan.write((7 &- rate) &<< 3 | active, to: Register.control1, mask: 0xff)
    plan.readBack = RegisterBurst(1, from: Register.range)
    plan.otherReadBack = RegisterBurst(2, from: Register.control1)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.discards = 1
    plan.period = periods[Int(rate)]
    return plan
  }

  /// X, Y, Z, each high byte first, ten bits left-justified in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    let read = HighFirst.vector(bytes)
    return Vector3(x: read.x &>> 6, y: read.y &>> 6, z: read.z &>> 6)
  }
}
