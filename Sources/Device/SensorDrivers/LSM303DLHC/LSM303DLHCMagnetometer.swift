// The LSM303DLHC magnetometer: scales, temperature and quirks. Its registers are those of the chips with the identity "H43".
//
// Datasheet: ST LSM303DLHC, DocID018771 Rev 2 (November 2013): register addresses in section 6, table 17, contents in
// section 7.2, and the rates in table 72 are those of `H43Registers`.
import Quantities

/// A driver of the LSM303DLHC's magnetometer.
public typealias LSM303DLHC = SensorDriver<LSM303DLHCMagnetometer>

/// ST LSM303DLHC, its magnetometer.
///
/// ST's datasheet does not say when a new gain applies; Honeywell's, of the same registers, does.
public enum LSM303DLHCMagnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// TEMP_OUT_H_M, followed by TEMP_OUT_L_M (table 17).
  static var temperature: UInt8 { 0x31 }
  /// TEMP_EN in CRA_REG_M (section 7.2, CRA_REG_M).
  static var temperatureEnable: UInt8 { 0x80 }

  /// GN2:GN0 = 001 is the most sensitive range, ±1.3 gauss; 000 is not allowed (table 75). Scale codes are gain codes.
  public static var finestScale: UInt8 { 1 }
  /// GN2:GN0 = 111, ±8.1 gauss.
  public static var widestScale: UInt8 { 7 }

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { H43Registers.milliHertz[Int(rate)] }

  /// DO2:DO0 = 111, 220 Hz (table 72).
  public static var fastestRate: UInt8 { 7 }

  /// As `H43Registers.plan`, with the thermometer.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = H43Registers.plan(.lsm303dlhc, rate: rate, control: temperatureEnable, mask: 0x9c, gain: scale)
    plan.temperature = RegisterBurst(2, from: temperature)
    return plan
  }

  /// Half of the shortest period: the data sheet states no time of a measurement, which cannot be longer.
  public static func delay(rate: UInt8) -> UInt16 { 2273 }

  /// OUT_X_H_M … OUT_Y_L_M: X, Z, Y, each high byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 { H43Registers.counts(bytes) }

  /// Temperature in 1/8 °C: twelve bits, left-aligned, 8 counts a degree (table 4; section 7.2, TEMP_OUT_H_M).
  ///
  /// The offset is not calibrated by the maker: only differences mean something. Range −2048…2047.
  public static func temperatureEighths(_ bytes: RegisterBytes) -> Int16 {
    Int16(truncatingIfNeeded: HighFirst.count(bytes, at: 0)) &>> 4
  }
}
