// The AK8963, the magnetometer in the MPU-9250: registers, trim, configuration and decoding.
//
// Data sheet: AKM MS1356-E, section 8 (registers), under the register's name. Linux (ak8975), PX4 and i2cdevlib agree on
// address, identity, data, modes and the sensitivity adjustment. INT_PIN_CFG: InvenSense RM-MPU-9250A-00.
import Quantities

/// AKM AK8963 behind an MPU-9250, whose bypass it needs. It measures without the MPU's own driver, too.
public enum AK8963Magnetometer: SensorChipDriver {
  public typealias Sample = FieldSample
  public typealias Trim = AK8963Trim

  /// 7-bit bus address 0001100b with CAD1 and CAD0 low, as inside the MPU-9250.
  static var address: UInt8 { 0x0c }

  /// Register addresses (data sheet, register map).
  enum Register {
    static var whoAmI: UInt8 { 0x00 }
    static var status1: UInt8 { 0x02 }
    /// HXL, the first of six data registers; ST2 follows them, and reading it allows the next measurement.
    static var data: UInt8 { 0x03 }
    static var control1: UInt8 { 0x0a }
    static var control2: UInt8 { 0x0b }
    /// ASAX, followed by ASAY and ASAZ.
    static var adjustment: UInt8 { 0x10 }
  }

  /// Of the MPU-9250 that the chip is inside: its address with AD0 low, INT_PIN_CFG, and BYPASS_EN in it.
  enum Bridge {
    static var address: UInt8 { 0x68 }
    static var pinConfiguration: UInt8 { 0x37 }
    static var bypass: UInt8 { 0x02 }
    /// USER_CTRL; with I2C_MST_EN the bypass has no effect.
    static var userControl: UInt8 { 0x6a }
  }

  /// WIA.
  static var identity: UInt32 { 0x48 }
  /// SRST in CNTL2.
  static var softReset: UInt8 { 0x01 }
  /// BIT in CNTL1: 16 bits.
  static var sixteenBits: UInt8 { 0x10 }
  /// MODE = 1111 in CNTL1: the factory's values can be read.
  static var fuseAccess: UInt8 { 0x0f }
  /// MODE = 0000 in CNTL1. Between two other modes the chip wants this one, and 100 µs.
  static var powerDown: UInt8 { 0x00 }
  /// MODE = 0010 in CNTL1, continuous measurement 1; mode 2 is 0110.
  static var continuousMode: UInt8 { 0x02 }
  /// DRDY in ST1.
  static var dataReady: UInt8 { 0x01 }
  /// HOFL in ST2, the seventh byte of the data: the field was too strong for the sensor.
  static var overflow: UInt8 { 0x08 }

  /// The only scale: 0.15 µT in 16 bits, with the adjustment in the counts.
  public static var finestScale: UInt8 { 29 }
  public static var widestScale: UInt8 { 29 }

  /// Millihertz of continuous measurement 1 and 2.
  static let milliHertz: InlineArray<2, UInt32> = [8000, 100_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half of a measurement, which typically takes 7.2 ms (data sheet, magnetic sensor characteristics).
  public static func delay(rate: UInt8) -> UInt16 { 3600 }

  /// 100 Hz.
  public static var fastestRate: UInt8 { 1 }

  /// X and Y are exchanged and Z is negated, seen from the accelerometer and gyroscope of the MPU-9250.
  public static var frame: ChipFrame { .exchangedXYInvertedZ }

  /// The bypass comes before the identity: without it the chip is not on the bus. The first measurement is discarded.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .ak8963, address: address)
    plan.bridge = Bridge.address
    plan.clear(Bridge.userControl...Bridge.userControl, .writeToBridge)
    plan.append(ConfigurationStep(Bridge.bypass, to: Bridge.pinConfiguration, action: .writeToBridge))
    plan.stepsBeforeIdentity = 2
    plan.identity = RegisterBurst(1, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control2, pause: 1, action: .reset))
    plan.write(sixteenBits | fuseAccess, to: Register.control1, pause: 1)
    plan.load(3, from: Register.adjustment)
    plan.write(powerDown, to: Register.control1, pause: 1)
    plan.write(sixteenBits | continuousMode | rate &<< 2, to: Register.control1, mask: 0x1f)
    plan.readBack = RegisterBurst(1, from: Register.control1)
    plan.statusRegister = Register.status1
    plan.readyMask = dataReady
    plan.data = RegisterBurst(7, from: Register.data)
    plan.discards = 1
    plan.period = 1_000_000_000 / milliHertz(rate: rate)
    return plan
  }

  /// X, Y, Z, each low byte first in two's complement, times 128 + ASA (data sheet, section 8.3.11: 256 means 1). The
  /// product may leave the scale, where the field is beyond the range.
  public static func counts(_ bytes: RegisterBytes, trim: AK8963Trim) -> Vector3 {
    let read = LowFirst.vector(bytes)
    return Vector3(
      x: adjusted(read.x, trim.x), y: adjusted(read.y, trim.y), z: adjusted(read.z, trim.z))
  }

  /// The end of the scale, 4915 µT; the sensor's range ends at 4912.
  static var largestCount: Int32 { 0x7f_ffff }

  private static func adjusted(_ count: Int32, _ adjustment: UInt8) -> Int32 {
    max(0 &- largestCount, min(largestCount, count &* (128 &+ Int32(adjustment))))
  }

  /// HOFL.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool { bytes[6] & overflow != 0 }
}

/// The sensitivity adjustment that the factory wrote into an AK8963: ASA of each axis; 128 means no adjustment.
public struct AK8963Trim: ChipTrim {
  var x: UInt8 = 128
  var y: UInt8 = 128
  var z: UInt8 = 128

  /// No adjustment.
  public init() {}

  /// Takes ASAX, ASAY, ASAZ.
  public mutating func load(_ bytes: RegisterBytes, step: UInt8) {
    x = bytes[0]
    y = bytes[1]
    z = bytes[2]
  }
}
