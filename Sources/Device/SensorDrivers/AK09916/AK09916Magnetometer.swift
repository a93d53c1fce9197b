// The AK09916, the magnetometer in the ICM-20948: registers, rates, configuration and decoding.
//
// Data sheet: AKM AK09916, register map, under the register's name. ArduPilot, PX4 and Adafruit agree on address, identity,
// data and modes. Registers of the ICM-20948: InvenSense DS-000189, under the register's name.
import Quantities

/// AKM AK09916 behind an ICM-20948, whose bypass it needs. It measures without the ICM's own driver, too.
public enum AK09916Magnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address 0001100b, the only one.
  static var address: UInt8 { 0x0c }

  /// Register addresses (data sheet, register map).
  enum Register {
    /// WIA1, followed by WIA2.
    static var whoAmI: UInt8 { 0x00 }
    static var status1: UInt8 { 0x10 }
    /// HXL, the first of six data registers. A byte without meaning and ST2 follow; reading ST2 allows the next
    /// measurement.
    static var data: UInt8 { 0x11 }
    static var control2: UInt8 { 0x31 }
    static var control3: UInt8 { 0x32 }
  }

  /// Company 0x48 and device 0x09.
  static var identity: UInt32 { 0x0948 }
  /// SRST in CNTL3.
  static var softReset: UInt8 { 0x01 }
  /// DRDY in ST1.
  static var dataReady: UInt8 { 0x01 }
  /// HOFL in ST2, the eighth byte of the data: the sum of the axes was beyond 4912 µT.
  static var overflow: UInt8 { 0x08 }

  /// The only scale: 0.15 µT.
  public static var finestScale: UInt8 { 30 }
  public static var widestScale: UInt8 { 30 }

  /// Millihertz of continuous modes 1 to 4, MODE = 2, 4, 6, 8 in CNTL2.
  static let milliHertz: InlineArray<4, UInt32> = [10_000, 20_000, 50_000, 100_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half of a measurement, which typically takes 7.2 ms (data sheet, magnetic sensor characteristics).
  public static func delay(rate: UInt8) -> UInt16 { 3600 }

  /// 100 Hz.
  public static var fastestRate: UInt8 { 3 }

  /// Y and Z are turned round, seen from the accelerometer and gyroscope of the ICM-20948 (DS-000189, orientation of
  /// axes).
  public static var frame: ChipFrame { .invertedYZ }

  /// Before it reads the identity, the driver wakes the ICM-20948 and opens its bypass. It discards the first measurement.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .ak09916, address: address)
    plan.bridge = ICM20948.address
    plan.append(ConfigurationStep(ICM20948.bank0, to: ICM20948.Register.bank, action: .writeToBridge))
    plan.append(ConfigurationStep(ICM20948.awake, to: ICM20948.Register.powerManagement, action: .writeToBridge))
    plan.clear(ICM20948.Register.userControl...ICM20948.Register.userControl, .writeToBridge)
    plan.append(ConfigurationStep(ICM20948.bypass, to: ICM20948.Register.pinConfiguration, action: .writeToBridge))
    plan.stepsBeforeIdentity = 4
    plan.identity = RegisterBurst(2, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control3, pause: 1, action: .reset))
    plan.write((rate &+ 1) &<< 1, to: Register.control2, mask: 0x1f)
    plan.readBack = RegisterBurst(1, from: Register.control2)
    plan.statusRegister = Register.status1
    plan.readyMask = dataReady
    plan.data = RegisterBurst(8, from: Register.data)
    plan.discards = 1
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }

  /// HOFL.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool { bytes[7] & overflow != 0 }
}
