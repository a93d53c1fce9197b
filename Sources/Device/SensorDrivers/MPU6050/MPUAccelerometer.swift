// The accelerometers of the MPU-6050, 6500 and 9250.
import Quantities

/// The accelerometer of a chip with the register map of the MPU-6050.
public enum MPUAccelerometer<Variant: MPUVariant>: SensorChipDriver {
  public typealias Sample = ForceSample

  /// ±2, ±4, ±8, ±16 g: AFS_SEL in ACCEL_CONFIG is the code above the finest.
  public static var finestScale: UInt8 { 13 }
  public static var widestScale: UInt8 { 16 }

  /// The rate at which the driver takes a sample, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { MPURegisters.milliHertz[Int(rate)] }

  /// 200 Hz, each measurement.
  public static var fastestRate: UInt8 { 3 }

  /// The same at each rate, because the chip always measures at 200 Hz.
  public static func delay(rate: UInt8) -> UInt16 { Variant.forceDelay &+ MPURegisters.meanAge }

  /// The first 30 ms are discarded: the accelerometer's start-up time.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = MPURegisters.plan(
      Variant.self, Variant.accelerometer, rate: rate, control: MPURegisters.accelerometerConfiguration,
      range: scale &- finestScale, data: MPURegisters.force)
    plan.discards = UInt8(truncatingIfNeeded: 30_000 / plan.period &+ 1)
    return plan
  }

  /// X, Y, Z, each high byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    HighFirst.vector(bytes)
  }
}

public typealias MPU6050Accelerometer = MPUAccelerometer<MPU6050>
public typealias MPU6500Accelerometer = MPUAccelerometer<MPU6500>
public typealias MPU9250Accelerometer = MPUAccelerometer<MPU9250>
