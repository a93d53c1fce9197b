// The gyroscopes of the MPU-6050, 6500 and 9250.
import Quantities

/// The gyroscope of a chip with the register map of the MPU-6050.
public enum MPUGyroscope<Variant: MPUVariant>: SensorChipDriver {
  public typealias Sample = RateSample

  /// FS_SEL = 11 in GYRO_CONFIG.
  static var widestRange: UInt8 { 3 }

  /// ±2000 degrees a second, 16.4 counts for each. No other range: if a rate is clipped, its turn is lost, and is in no
  /// later sample; and one count is not more than the noise.
  public static var finestScale: UInt8 { 9 }
  public static var widestScale: UInt8 { 9 }

  /// The rate at which the driver takes a sample, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { MPURegisters.milliHertz[Int(rate)] }

  /// 200 Hz, each measurement.
  public static var fastestRate: UInt8 { 3 }

  /// The same at each rate, because the chip always measures at 200 Hz.
  public static func delay(rate: UInt8) -> UInt16 { Variant.rateDelay &+ MPURegisters.meanAge }

  /// That of the chip.
  public static var zeroRateOffset: UInt16 { Variant.zeroRateOffset }

  /// The first 50 ms are discarded: the gyroscope's start-up time is 30 to 35 ms.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = MPURegisters.plan(
      Variant.self, Variant.gyroscope, rate: rate, control: MPURegisters.gyroscopeConfiguration, range: widestRange,
      data: MPURegisters.rate)
    // XG_OFFS_USRH … ZG_OFFS_USRL: another program may have set an offset for each axis.
    plan.clear(0x13...0x18)
    plan.discards = UInt8(truncatingIfNeeded: 50_000 / plan.period &+ 1)
    return plan
  }

  /// X, Y, Z, each high byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    HighFirst.vector(bytes)
  }
}

public typealias MPU6050Gyroscope = MPUGyroscope<MPU6050>
public typealias MPU6500Gyroscope = MPUGyroscope<MPU6500>
public typealias MPU9250Gyroscope = MPUGyroscope<MPU9250>
