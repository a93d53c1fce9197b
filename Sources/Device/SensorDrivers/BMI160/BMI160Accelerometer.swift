// The accelerometer of the BMI160.
import Quantities

/// Bosch BMI160, its accelerometer.
public enum BMI160Accelerometer: SensorChipDriver {
  public typealias Sample = ForceSample

  /// acc_set_pmu_mode, normal, in CMD, and the longest time that it takes: 3.8 ms.
  static var wake: UInt8 { 0x11 }
  static var wakeMilliseconds: UInt8 { 4 }
  /// acc_pmu_status in PMU_STATUS: 01 is normal.
  static var awake: UInt8 { 0x10 }
  static var awakeMask: UInt8 { 0x30 }
  /// drdy_acc in STATUS.
  static var dataReady: UInt8 { 0x80 }

  /// ±2, ±4, ±8, ±16 g: 16,384, 8192, 4096 and 2048 counts in g.
  public static var finestScale: UInt8 { 13 }
  public static var widestScale: UInt8 { 16 }

  /// acc_range of the scales.
  private static let ranges: InlineArray<4, UInt8> = [0x03, 0x05, 0x08, 0x0c]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { BMI160.milliHertz[Int(rate)] }

  /// acc_odr = 11, 800 Hz.
  public static var fastestRate: UInt8 { 5 }

  /// 0.39 periods: a pole at the bandwidth, which is 40.5 Hz at 100 Hz (datasheet, acc_bwp).
  public static func delay(rate: UInt8) -> UInt16 {
    UInt16(truncatingIfNeeded: 390_000_000 / BMI160.milliHertz[Int(rate)])
  }

  /// Wakes the accelerometer, and sets rate, filter and range. The gyroscope, which is polled at the same times, wakes first.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    BMI160.plan(
      .bmi160, rate: rate,
      BMI160.Half(
        isCourteous: true, wake: wake, pause: wakeMilliseconds, awake: awake, awakeMask: awakeMask,
        control: BMI160.Register.forceControl, range: ranges[Int(scale &- finestScale)], ready: dataReady,
        data: BMI160.Register.force))
  }

  /// X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }
}
