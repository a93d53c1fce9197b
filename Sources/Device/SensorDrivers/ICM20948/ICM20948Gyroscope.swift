// The gyroscope of the ICM-20948.
import Quantities

/// The gyroscope of InvenSense ICM-20948.
public enum ICM20948Gyroscope: SensorChipDriver {
  public typealias Sample = RateSample

  /// GYRO_FS_SEL = 11 in GYRO_CONFIG_1.
  static var widestRange: UInt8 { 0x06 }

  /// ±2000 degrees a second, 16.4 counts for each, and no other: a turn that a clipped rate has lost comes back in no
  /// later sample, and a count is no more than the noise.
  public static var finestScale: UInt8 { 9 }
  public static var widestScale: UInt8 { 9 }

  /// The rate at which the driver takes a sample, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { ICM20948.milliHertz[Int(rate)] }

  /// 200 Hz; the chip measures at 225 Hz.
  public static var fastestRate: UInt8 { 3 }

  /// The first 50 ms are discarded: the gyroscope's start-up time is 35 ms.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    typealias Register = ICM20948.ConfigurationRegister
    var plan = ICM20948.plan(.icm20948Gyroscope, rate: rate, data: ICM20948.Register.rate)
    plan.writeInBank(ICM20948.divider, to: Register.rateDivider, mask: 0xff)
    plan.writeInBank(ICM20948.lowPass | widestRange, to: Register.rateConfiguration, mask: 0x3f)
    // GYRO_CONFIG_2, and XG_OFFS_USRH … ZG_OFFS_USRL: a test of the chip, and what another program takes off each axis.
    plan.clear(0x02...0x08, .writeInBank)
    plan.readBack = RegisterBurst(2, from: Register.rateDivider)
    plan.discards = UInt8(truncatingIfNeeded: 50_000 / plan.period &+ 1)
    return plan
  }

  /// X, Y, Z, each high byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    HighFirst.vector(bytes)
  }
}
