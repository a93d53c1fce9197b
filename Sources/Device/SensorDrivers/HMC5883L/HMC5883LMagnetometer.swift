// The HMC5883L magnetometer: averaging and scales.
//
// Datasheet: Honeywell HMC5883L, 900405 rev. E, register operation, under the register's name. Linux (hmc5843),
// ArduPilot and Betaflight agree on address, identity and data; docs/notebook/sensors.md says where they do not.
import Quantities

/// Honeywell HMC5883L. `H43Registers` has the registers and rates; the chip has no temperature and no 220 Hz.
public enum HMC5883LMagnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// MA1:MA0 = 11 in configuration register A: the mean of eight measurements. MS1:MS0 = 00 is no bias.
  static var averagingOfEight: UInt8 { 0x60 }

  /// GN2:GN0 = 000, ±0.88 gauss, to 111, ±8.1 gauss, in configuration register B: the code above the finest.
  public static var finestScale: UInt8 { 8 }
  public static var widestScale: UInt8 { 15 }

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { H43Registers.milliHertz[Int(rate)] }

  /// Half of a measurement, which takes 6 ms from the command to the data (data sheet, specifications, measurement
  /// period).
  public static func delay(rate: UInt8) -> UInt16 { 3000 }

  /// DO2:DO0 = 110, 75 Hz: 111 is reserved.
  public static var fastestRate: UInt8 { 6 }

  /// A chip that is sold under this name and has other registers does not keep configuration register A: the read-back
  /// says so.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    H43Registers.plan(.hmc5883l, rate: rate, control: averagingOfEight, mask: 0x7f, gain: scale &- finestScale)
  }

  /// X, Z, Y, each high byte first in two's complement; −4096 on an axis beyond the range.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 { H43Registers.counts(bytes) }
}
