// The accelerometer of the ICM-20948.
import Quantities

/// The accelerometer of InvenSense ICM-20948.
public enum ICM20948Accelerometer: SensorChipDriver {
  public typealias Sample = ForceSample

  /// ±2, ±4, ±8, ±16 g: ACCEL_FS_SEL in ACCEL_CONFIG is the code above the finest.
  public static var finestScale: UInt8 { 13 }
  public static var widestScale: UInt8 { 16 }

  /// The rate at which the driver takes a sample, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { ICM20948.milliHertz[Int(rate)] }

  /// 200 Hz; the chip measures at 225 Hz.
  public static var fastestRate: UInt8 { 3 }

  /// The first 30 ms are discarded: the accelerometer's start-up time.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    typealias Register = ICM20948.ConfigurationRegister
    var plan = ICM20948.plan(.icm20948, rate: rate, data: ICM20948.Register.force)
    plan.writeInBank(0, to: Register.forceDivider, mask: 0x0f)
    plan.writeInBank(ICM20948.divider, to: Register.forceDivider &+ 1, mask: 0xff)
    plan.writeInBank(ICM20948.lowPass | (scale &- finestScale) &<< 1, to: Register.forceConfiguration, mask: 0x3f)
    // ACCEL_CONFIG_2: the test of the chip by itself.
    plan.clear(0x15...0x15, .writeInBank)
    plan.readBack = RegisterBurst(5, from: Register.forceDivider)
    plan.discards = UInt8(truncatingIfNeeded: 30_000 / plan.period &+ 1)
    return plan
  }

  /// X, Y, Z, each high byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    HighFirst.vector(bytes)
  }
}
