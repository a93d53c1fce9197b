// The gyroscope of the LSM6DSOX.
import Quantities

/// ST LSM6DSOX, its gyroscope.
public enum LSM6DSOXGyroscope: SensorChipDriver {
  public typealias Sample = RateSample

  /// GDA in STATUS_REG.
  static var dataReady: UInt8 { 0x02 }
  /// FS1_G:FS0_G = 11 in CTRL2_G: ±2000 degrees a second.
  static var widestRange: UInt8 { 0x0c }
  /// Turn-on time (datasheet, mechanical characteristics; ST AN5272): 70 ms.
  static var turnOnMicroseconds: UInt32 { 70_000 }

  /// ±2000 degrees a second, 70 millidegrees a second a count, and no other: a turn that a clipped rate has lost comes
  /// back in no later sample, and a count is no more than the noise.
  public static var finestScale: UInt8 { 5 }
  public static var widestScale: UInt8 { 5 }

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { LSM6DSOX.milliHertz[Int(rate)] }

  /// ODR_G = 0111, 833 Hz.
  public static var fastestRate: UInt8 { 6 }

  /// Half a period. The datasheet states a bandwidth and no delay: at 104 Hz it is 33 Hz (ST AN5272, gyroscope bandwidth), and
  /// a pole there delays by 4.8 ms.
  public static func delay(rate: UInt8) -> UInt16 {
    UInt16(truncatingIfNeeded: LSM6DSOX.periods[Int(rate)] / 2)
  }

  /// Zero-rate level, typical (datasheet, mechanical characteristics): ±1 °/s.
  public static var zeroRateOffset: UInt16 { 100 }

  /// The measurements of the turn-on time are discarded.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = LSM6DSOX.plan(
      .lsm6dsoxGyroscope, rate: rate, control: LSM6DSOX.Register.control2, range: widestRange, ready: dataReady,
      data: LSM6DSOX.Register.rate)
    plan.discards = UInt8(truncatingIfNeeded: turnOnMicroseconds / plan.period &+ 1)
    return plan
  }

  /// X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }
}
