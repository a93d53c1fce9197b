// The LSM303DLHC magnetometer: registers, rates, configuration and decoding, each with its place in the datasheet.
//
// Datasheet: ST LSM303DLHC, DocID018771 Rev 2 (November 2013). Register addresses: section 6, table 17; contents:
// section 7.2 under the register's name.
import Quantities

/// A driver of the LSM303DLHC's magnetometer.
public typealias LSM303DLHC = SensorDriver<LSM303DLHCMagnetometer>

/// ST LSM303DLHC, its magnetometer.
public enum LSM303DLHCMagnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address: 0011110b (section 5.1.3, magnetic field digital interface).
  public static var address: UInt8 { 0x1e }

  /// Register addresses (table 17).
  public enum Register {
    /// CRA_REG_M: temperature enable and data rate.
    public static var configurationA: UInt8 { 0x00 }
    /// CRB_REG_M: gain.
    public static var configurationB: UInt8 { 0x01 }
    /// MR_REG_M: operating mode.
    public static var mode: UInt8 { 0x02 }
    /// OUT_X_H_M, first of the six data registers: X, Z, Y, high byte first.
    public static var data: UInt8 { 0x03 }
    /// SR_REG_M: status.
    public static var status: UInt8 { 0x09 }
    /// IRA_REG_M, first of three identity registers.
    public static var identity: UInt8 { 0x0a }
    /// TEMP_OUT_H_M, followed by TEMP_OUT_L_M.
    public static var temperature: UInt8 { 0x31 }
  }

  /// IRA_REG_M, IRB_REG_M, IRC_REG_M (section 7.2, IR_REG_M): 48, 34, 33.
  static var identityBytes: UInt32 { 0x33_3448 }

  /// TEMP_EN in CRA_REG_M (section 7.2, CRA_REG_M).
  static var temperatureEnable: UInt8 { 0x80 }

  /// Continuous conversion, MD1:MD0 = 00 in MR_REG_M (section 7.2, MR_REG_M).
  static var continuousMode: UInt8 { 0x00 }

  /// DRDY in SR_REG_M (section 7.2, SR_REG_M).
  static var dataReady: UInt8 { 0x01 }

  /// GN2:GN0 = 001 is the most sensitive range, ±1.3 gauss; 000 is not allowed (table 75). Scale codes are gain codes.
  public static var finestScale: UInt8 { 1 }
  /// GN2:GN0 = 111, ±8.1 gauss.
  public static var widestScale: UInt8 { 7 }

  // MARK: - Output data rate (table 72)

  /// Millihertz for DO2:DO0 = 0…7.
  static let milliHertz: InlineArray<8, UInt32> = [750, 1500, 3000, 7500, 15_000, 30_000, 75_000, 220_000]
  /// Microseconds from one measurement to the next for DO2:DO0 = 0…7: 10^9 / millihertz, rounded up.
  static let periodMicroseconds: InlineArray<8, UInt32> = [
    1_333_334, 666_667, 333_334, 133_334, 66_667, 33_334, 13_334, 4546,
  ]

  /// DO2:DO0 = 111, 220 Hz.
  public static var fastestRate: UInt8 { 7 }

  // MARK: - For the machine

  /// Status and data are two transactions, because they cannot be one: after OUT_Y_L_M (0x08) the register pointer
  /// goes back to OUT_X_H_M (0x03) and never reaches SR_REG_M (0x09). While the six bytes are read the chip locks them
  /// (LOCK in SR_REG_M). A read cut off by a fault leaves them locked until the next whole read, which is what a retry
  /// is.
  ///
  /// Two measurements are thrown away after a configuration: the one under way used the old gain, and this family of
  /// sensors applies a new gain from the second measurement on (Honeywell HMC5883L rev. E, configuration register B,
  /// the same register set; ST's datasheet is silent).
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .lsm303dlhc, address: address)
    plan.identity = RegisterBurst(3, from: Register.identity)
    plan.identityBytes = identityBytes
    plan.write(temperatureEnable | rate &<< 2, to: Register.configurationA, mask: 0x9c)
    plan.write(scale &<< 5, to: Register.configurationB, mask: 0xe0)
    plan.write(continuousMode, to: Register.mode, mask: 0x03)
    plan.readBack = RegisterBurst(3, from: Register.configurationA)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.temperature = RegisterBurst(2, from: Register.temperature)
    plan.discards = 2
    plan.period = periodMicroseconds[Int(rate)]
    return plan
  }

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half of the shortest period: the data sheet states no time of a measurement, which cannot be longer.
  public static func delay(rate: UInt8) -> UInt16 { 2273 }

  // MARK: - Decoding

  /// OUT_X_H_M … OUT_Y_L_M: X, Z, Y, each high byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    Vector3(
      x: HighFirst.count(bytes, at: 0), y: HighFirst.count(bytes, at: 4), z: HighFirst.count(bytes, at: 2))
  }

  /// Temperature in 1/8 °C: twelve bits, left-aligned, 8 counts a degree (table 4; section 7.2, TEMP_OUT_H_M).
  ///
  /// The offset is not calibrated by the maker: only differences mean something. Range −2048…2047.
  public static func temperatureEighths(_ bytes: RegisterBytes) -> Int16 {
    Int16(truncatingIfNeeded: HighFirst.count(bytes, at: 0)) &>> 4
  }
}
