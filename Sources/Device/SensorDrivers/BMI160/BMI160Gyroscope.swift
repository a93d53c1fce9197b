// The gyroscope of the BMI160.
import Quantities

/// Bosch BMI160, its gyroscope.
public enum BMI160Gyroscope: SensorChipDriver {
  public typealias Sample = RateSample

  /// gyr_set_pmu_mode, normal, in CMD, and the longest time that it takes: 80 ms.
  static var wake: UInt8 { 0x15 }
  static var wakeMilliseconds: UInt8 { 80 }
  /// gyr_pmu_status in PMU_STATUS: 01 is normal.
  static var awake: UInt8 { 0x04 }
  static var awakeMask: UInt8 { 0x0c }
  /// drdy_gyr in STATUS.
  static var dataReady: UInt8 { 0x40 }
  /// gyr_range = 0: ±2000 degrees a second.
  static var widestRange: UInt8 { 0x00 }

  /// ±2000 degrees a second, 16.4 counts in a degree a second, and no other: a turn that a clipped rate has lost comes
  /// back in no later sample, and a count is no more than the noise.
  public static var finestScale: UInt8 { 14 }
  public static var widestScale: UInt8 { 14 }

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { BMI160.milliHertz[Int(rate)] }

  /// gyr_odr = 11, 800 Hz.
  public static var fastestRate: UInt8 { 5 }

  /// Half a period: a pole at the bandwidth, which is 32 Hz at 100 Hz (datasheet, gyr_bwp).
  public static func delay(rate: UInt8) -> UInt16 {
    UInt16(truncatingIfNeeded: 500_000_000 / BMI160.milliHertz[Int(rate)])
  }

  /// Zero-rate offset, typical (datasheet, gyroscope output signal): ±3 °/s.
  public static var zeroRateOffset: UInt16 { 300 }

  /// Wakes the gyroscope, and sets rate, filter and range.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    BMI160.plan(
      .bmi160Gyroscope, rate: rate,
      BMI160.Half(
        isCourteous: false, wake: wake, pause: wakeMilliseconds, awake: awake, awakeMask: awakeMask,
        control: BMI160.Register.rateControl, range: widestRange, ready: dataReady, data: BMI160.Register.rate))
  }

  /// X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }
}
