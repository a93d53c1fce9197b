// What the two halves of the MPU-6050, 6500 and 9250 have in common: registers, rates and the common configuration.
//
// Register maps: InvenSense RM-MPU-6000A-00, RM-MPU-6500A-00 and RM-MPU-9250A-00, under the register's name. Linux
// (inv_mpu6050) and i2cdevlib agree on address, identities, data and sensitivities of both halves.
import Quantities

/// One of the chips with the register map of the MPU-6050.
public protocol MPUVariant: Sendable {
  static var accelerometer: SensorChip { get }
  static var gyroscope: SensorChip { get }
  /// WHO_AM_I.
  static var identity: UInt8 { get }
  /// Another WHO_AM_I of the same map; 0 for none.
  static var otherIdentity: UInt8 { get }
  /// Whether the accelerometer has a low-pass filter of its own, in ACCEL_CONFIG 2.
  static var hasOwnFilter: Bool { get }
  /// The delay of the low-pass filter that the drivers choose, microseconds: of the rate, and of the force.
  static var rateDelay: UInt16 { get }
  /// Of the gyroscope, 1/100 °/s; see `SensorChipDriver`.
  static var zeroRateOffset: UInt16 { get }
  static var forceDelay: UInt16 { get }
}

/// InvenSense MPU-6050.
public enum MPU6050: MPUVariant {
  /// The accelerometer's row in the table of chips.
  public static var accelerometer: SensorChip { .mpu6050 }
  /// The gyroscope's row in the table of chips.
  public static var gyroscope: SensorChip { .mpu6050Gyroscope }
  /// WHO_AM_I.
  public static var identity: UInt8 { 0x68 }
  /// None.
  public static var otherIdentity: UInt8 { 0 }
  /// One filter serves both halves.
  public static var hasOwnFilter: Bool { false }
  /// RM-MPU-6000A revision 4.2, register 26, DLPF_CFG = 3: 42 Hz, 4.8 ms.
  public static var rateDelay: UInt16 { 4800 }
  /// ZRO tolerance ±20 °/s (product specification 3.4, section 6.1).
  public static var zeroRateOffset: UInt16 { 300 }
  /// The same table: 44 Hz, 4.9 ms.
  public static var forceDelay: UInt16 { 4900 }
}

/// InvenSense MPU-6500.
public enum MPU6500: MPUVariant {
  /// The accelerometer's row in the table of chips.
  public static var accelerometer: SensorChip { .mpu6500 }
  /// The gyroscope's row in the table of chips.
  public static var gyroscope: SensorChip { .mpu6500Gyroscope }
  /// WHO_AM_I.
  public static var identity: UInt8 { 0x70 }
  /// None.
  public static var otherIdentity: UInt8 { 0 }
  /// ACCEL_CONFIG 2.
  public static var hasOwnFilter: Bool { true }
  /// RM-MPU-6500A revision 2.1, register 26, DLPF_CFG = 3: 41 Hz, 5.9 ms.
  public static var rateDelay: UInt16 { 5900 }
  /// Initial ZRO tolerance ±5 °/s (product specification, gyroscope specifications).
  public static var zeroRateOffset: UInt16 { 250 }
  /// RM-MPU-6500A revision 2.1, register 29, A_DLPFCFG = 3: 41 Hz, 11.8 ms. The later map of the MPU-9250 has 4.88 ms for
  /// the same setting.
  public static var forceDelay: UInt16 { 11_800 }
}

/// InvenSense MPU-9250 and 9255. A module sold as one with the identity 0x70 is an MPU-6500 without a magnetometer.
public enum MPU9250: MPUVariant {
  /// The accelerometer's row in the table of chips.
  public static var accelerometer: SensorChip { .mpu9250 }
  /// The gyroscope's row in the table of chips.
  public static var gyroscope: SensorChip { .mpu9250Gyroscope }
  /// WHO_AM_I of the 9250.
  public static var identity: UInt8 { 0x71 }
  /// WHO_AM_I of the 9255.
  public static var otherIdentity: UInt8 { 0x73 }
  /// ACCEL_CONFIG 2.
  public static var hasOwnFilter: Bool { true }
  /// RM-MPU-9250A revision 1.6, register 26, DLPF_CFG = 3: 41 Hz, 5.9 ms.
  public static var rateDelay: UInt16 { 5900 }
  /// Initial ZRO tolerance ±5 °/s (product specification, gyroscope specifications).
  public static var zeroRateOffset: UInt16 { 250 }
  /// The same, register 29, A_DLPFCFG = 3: 44.8 Hz, 4.88 ms.
  public static var forceDelay: UInt16 { 4880 }
}

/// The registers. Each half is a driver of its own, at the same address. Neither resets the chip, because that would undo
/// the other's configuration; what both write is the same.
enum MPURegisters {
  /// 7-bit bus address with AD0 low: 1101000b; with AD0 high it is 0x69.
  static var address: UInt8 { 0x68 }

  /// SMPLRT_DIV, followed by CONFIG, GYRO_CONFIG, ACCEL_CONFIG and ACCEL_CONFIG 2.
  static var sampleRateDivider: UInt8 { 0x19 }
  static var configuration: UInt8 { 0x1a }
  static var gyroscopeConfiguration: UInt8 { 0x1b }
  static var accelerometerConfiguration: UInt8 { 0x1c }
  static var accelerometerFilter: UInt8 { 0x1d }
  /// ACCEL_XOUT_H, first of six data registers.
  static var force: UInt8 { 0x3b }
  /// GYRO_XOUT_H, first of six data registers.
  static var rate: UInt8 { 0x43 }
  static var powerManagement: UInt8 { 0x6b }
  /// PWR_MGMT_2: standby of each axis.
  static var standby: UInt8 { 0x6c }
  static var whoAmI: UInt8 { 0x75 }

  /// CLKSEL = 1 in PWR_MGMT_1: awake, with the clock of the gyroscope.
  static var awake: UInt8 { 0x01 }
  /// DLPF_CFG = 3: 44 Hz (41 Hz of the 6500 and 9250); and A_DLPFCFG the same.
  static var lowPass: UInt8 { 0x03 }
  /// 1 kHz divided by five.
  static var divider: UInt8 { 0x04 }
  /// How old a measurement is on average when a driver takes it: half of the chip's period, because no driver waits for the
  /// flag of a new one.
  static var meanAge: UInt16 { 2500 }

  /// The chip always measures 200 times a second, so that both halves may have rates of their own. Reading INT_STATUS
  /// clears it for both, so no driver reads it: data counts as new after each period.
  static let milliHertz: InlineArray<4, UInt32> = [25_000, 50_000, 100_000, 200_000]

  static func plan<Variant: MPUVariant>(
    _ variant: Variant.Type, _ chip: SensorChip, rate: UInt8, control: UInt8, range: UInt8, data: UInt8
  ) -> ChipPlan {
    var plan = ChipPlan(chip: chip, address: address)
    plan.identity = RegisterBurst(1, from: whoAmI)
    plan.identityBytes = UInt32(Variant.identity)
    plan.otherIdentities = UInt16(Variant.otherIdentity)
    plan.write(awake, to: powerManagement, mask: 0xff)
    plan.clear(standby...standby)
    plan.write(divider, to: sampleRateDivider, mask: 0xff)
    plan.write(lowPass, to: configuration, mask: 0x07)
    if Variant.hasOwnFilter { plan.write(lowPass, to: accelerometerFilter, mask: 0x0f) }
    plan.write(range &<< 3, to: control, mask: 0x18)
    plan.readBack = RegisterBurst(5, from: sampleRateDivider)
    plan.otherReadBack = RegisterBurst(1, from: powerManagement)
    plan.data = RegisterBurst(6, from: data)
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }
}
