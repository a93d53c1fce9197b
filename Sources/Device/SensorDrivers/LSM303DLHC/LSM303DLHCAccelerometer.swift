// The LSM303DLHC accelerometer: scales and quirks. Its registers are those of ST's accelerometers of twelve bits.
//
// Datasheet: ST LSM303DLHC, DocID018771 Rev 2 (November 2013): register addresses in section 6, table 17, contents in
// section 7.1, and the rates in table 20 are those of `STForceRegisters`.
import Quantities

/// ST LSM303DLHC, its accelerometer.
///
/// It has no identity register: it is known by its address and by a configuration that reads back.
public enum LSM303DLHCAccelerometer: SensorChipDriver {
  public typealias Sample = ForceSample

  /// Scale codes are FS1:FS0 + 1: ±2, ±4, ±8, ±16 g.
  public static var finestScale: UInt8 { 1 }
  public static var widestScale: UInt8 { 4 }

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { STForceRegisters.milliHertz[Int(rate)] }

  /// ODR3:ODR0 = 0111, 400 Hz.
  public static var fastestRate: UInt8 { STForceRegisters.fastestRate }

  /// The measurement under way at a configuration may be of the old range, and is discarded.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = STForceRegisters.plan(.lsm303dlhcAccelerometer, rate: rate, range: scale &- finestScale)
    plan.discards = 1
    return plan
  }

  /// OUT_X_L_A … OUT_Z_H_A: X, Y, Z, each low byte first, twelve bits left-justified.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    STForceRegisters.counts(bytes)
  }
}
