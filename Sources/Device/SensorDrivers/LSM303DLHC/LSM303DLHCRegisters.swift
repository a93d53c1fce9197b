// Registers, gains and rates of the LSM303DLHC magnetometer, each with its place in the datasheet.
//
// Datasheet: ST LSM303DLHC, DocID018771 Rev 2 (November 2013). Register addresses: section 6, table 17; contents:
// section 7.2 under the register's name.
import Quantities

extension LSM303DLHC {
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

  /// IRA_REG_M, IRB_REG_M, IRC_REG_M (section 7.2, IR_REG_M).
  static let identityBytes: InlineArray<3, UInt8> = [0x48, 0x34, 0x33]

  /// TEMP_EN in CRA_REG_M (section 7.2, CRA_REG_M).
  static var temperatureEnable: UInt8 { 0x80 }

  /// Continuous conversion, MD1:MD0 = 00 in MR_REG_M (section 7.2, MR_REG_M).
  static var continuousMode: UInt8 { 0x00 }

  /// DRDY in SR_REG_M (section 7.2, SR_REG_M).
  static var dataReady: UInt8 { 0x01 }

  /// The bits of CRA_REG_M, CRB_REG_M and MR_REG_M that have a meaning and must read back as written.
  static let configurationMask: InlineArray<3, UInt8> = [0x9c, 0xe0, 0x03]

  // MARK: - Gain (table 75, repeated as M_GN in table 3)

  /// The most sensitive range, ±1.3 gauss: GN2:GN0 = 001. Code 0 is not allowed.
  public static var finestScale: FieldScale { FieldScale(rawValue: 1) }
  /// The widest range, ±8.1 gauss: GN2:GN0 = 111.
  public static var coarsestScale: FieldScale { FieldScale(rawValue: 7) }

  /// Counts per gauss of X and Y for gain codes 1…7; index 0 is unused.
  static let countsPerGaussXY: InlineArray<8, UInt16> = [0, 1100, 855, 670, 450, 400, 330, 230]
  /// Counts per gauss of Z for gain codes 1…7; index 0 is unused.
  static let countsPerGaussZ: InlineArray<8, UInt16> = [0, 980, 760, 600, 400, 355, 295, 205]

  // MARK: - Output data rate (table 72)

  /// Millihertz for DO2:DO0 = 0…7.
  static let milliHertz: InlineArray<8, UInt32> = [750, 1500, 3000, 7500, 15_000, 30_000, 75_000, 220_000]
  /// Microseconds from one measurement to the next for DO2:DO0 = 0…7: 10^9 / millihertz, rounded up.
  static let periodMicroseconds: InlineArray<8, UInt32> = [
    1_333_334, 666_667, 333_334, 133_334, 66_667, 33_334, 13_334, 4546,
  ]

  /// The code of the slowest rate that is at least `milliHertz`, or of the fastest there is.
  static func rateCode(atLeast requested: UInt32) -> UInt8 {
    var code = 0
    while code < 7 && milliHertz[code] < requested { code &+= 1 }
    return UInt8(truncatingIfNeeded: code)
  }

  /// CRA_REG_M for a rate code, with the temperature sensor on.
  static func configurationA(rate code: UInt8) -> UInt8 { temperatureEnable | code &<< 2 }

  /// CRB_REG_M for a gain code.
  static func configurationB(gain code: UInt8) -> UInt8 { code &<< 5 }
}
