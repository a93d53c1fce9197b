// The MAG3110 magnetometer of the micro:bit v1.3: registers, rates, configuration and decoding.
//
// Datasheet: NXP MAG3110, register descriptions, under the register's name. Linux (mag3110) and CODAL (micro:bit) agree on
// address, identity, data and sensitivity.
import Quantities

/// NXP MAG3110.
public enum MAG3110Magnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address 0001110b (datasheet, serial interface).
  static var address: UInt8 { 0x0e }

  /// Register addresses (datasheet, register address map).
  enum Register {
    static var status: UInt8 { 0x00 }
    /// OUT_X_MSB, first of six data registers.
    static var data: UInt8 { 0x01 }
    static var whoAmI: UInt8 { 0x07 }
    static var systemMode: UInt8 { 0x08 }
    static var dieTemperature: UInt8 { 0x0f }
    /// CTRL_REG1, the first of two.
    static var control1: UInt8 { 0x10 }
    static var control2: UInt8 { 0x11 }
  }

  /// WHO_AM_I.
  static var identity: UInt32 { 0xc4 }
  /// AC = 0 in CTRL_REG1: standby. The other registers can be written in standby only.
  static var standby: UInt8 { 0x00 }
  /// AC = 1 in CTRL_REG1: measures at its rate.
  static var active: UInt8 { 0x01 }
  /// AUTO_MRST_EN in CTRL_REG2: the bridge is reset before each measurement.
  static var automaticReset: UInt8 { 0x80 }
  /// RAW in CTRL_REG2: the offset registers, which may hold another program's numbers, have no effect.
  static var raw: UInt8 { 0x20 }
  /// ZYXDR in DR_STATUS.
  static var dataReady: UInt8 { 0x08 }
  /// Full-scale range ±1000 µT (datasheet, magnetic characteristics), in counts.
  static var fullScale: Int32 { 10_000 }

  /// The only scale: 0.1 µT.
  public static var finestScale: UInt8 { 34 }
  public static var widestScale: UInt8 { 34 }

  /// Millihertz of the rate codes (datasheet, over-sampling ratio and data rate description). At each rate the chip
  /// averages as much as it can: OS = 11 up to 10 Hz, where DR makes the rate, and DR = 000 above.
  static let milliHertz: InlineArray<8, UInt32> = [625, 1250, 2500, 5000, 10_000, 20_000, 40_000, 80_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half a period, which the chip averages over, at most what the settings of the fusion allow.
  public static func delay(rate: UInt8) -> UInt16 {
    rate < 5 ? 30_000 : UInt16(truncatingIfNeeded: 500_000_000 / milliHertz[Int(rate)])
  }

  /// DR = 000 and OS = 00, 80 Hz.
  public static var fastestRate: UInt8 { 7 }

  /// DR2:DR0 and OS1:OS0 in CTRL_REG1.
  private static func rateBits(_ rate: UInt8) -> UInt8 {
    rate <= 4 ? (4 &- rate) &<< 5 | 3 &<< 3 : (7 &- rate) &<< 3
  }

  /// The chip goes to standby once its measurement has ended, up to 1.6 s later, and says so in SYSMOD. The first
  /// measurement is discarded.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .mag3110, address: address)
    plan.identity = RegisterBurst(1, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.write(standby, to: Register.control1)
    plan.append(ConfigurationStep(0, to: Register.systemMode, mask: 0x03, pause: 100, action: .waitFor))
    plan.write(automaticReset | raw, to: Register.control2, mask: raw)
    plan.write(rateBits(rate) | active, to: Register.control1, mask: 0xff)
    plan.readBack = RegisterBurst(2, from: Register.control1)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.temperature = RegisterBurst(1, from: Register.dieTemperature)
    plan.discards = 1
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// X, Y, Z, each high byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    HighFirst.vector(bytes)
  }

  /// Whether an axis is beyond the range for which the chip is specified; its registers go on to twice that.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool {
    let read = counts(bytes)
    return read.x.magnitude > fullScale || read.y.magnitude > fullScale || read.z.magnitude > fullScale
  }

  /// DIE_TEMP: whole degrees. The offset is not calibrated by the maker: only differences mean something.
  public static func temperatureEighths(_ bytes: RegisterBytes) -> Int16 {
    Int16(Int8(bitPattern: bytes[0])) &* 8
  }
}
