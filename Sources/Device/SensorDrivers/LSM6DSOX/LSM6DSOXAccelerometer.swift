// The accelerometer of the LSM6DSOX.
import Quantities

/// ST LSM6DSOX, its accelerometer.
public enum LSM6DSOXAccelerometer: SensorChipDriver {
  public typealias Sample = ForceSample

  /// XLDA in STATUS_REG.
  static var dataReady: UInt8 { 0x01 }

  /// ±2, ±4, ±8, ±16 g (datasheet, mechanical characteristics, LA_So).
  public static var finestScale: UInt8 { 9 }
  public static var widestScale: UInt8 { 12 }

  /// FS1_XL:FS0_XL of the scales: ±16 g is 01.
  private static let ranges: InlineArray<4, UInt8> = [0, 2, 3, 1]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { LSM6DSOX.milliHertz[Int(rate)] }

  /// ODR_XL = 0111, 833 Hz.
  public static var fastestRate: UInt8 { 6 }

  /// A third of a period. The datasheet states a bandwidth of half the rate and no delay; a pole there delays by 1/π periods.
  public static func delay(rate: UInt8) -> UInt16 {
    UInt16(truncatingIfNeeded: LSM6DSOX.periods[Int(rate)] / 3)
  }

  /// Two measurements are discarded: the measurement under way has the old range, and the filter needs another.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = LSM6DSOX.plan(
      .lsm6dsox, rate: rate, control: LSM6DSOX.Register.control1, range: ranges[Int(scale &- finestScale)] &<< 2,
      ready: dataReady, data: LSM6DSOX.Register.force)
    plan.discards = 2
    return plan
  }

  /// X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }
}
