// The LSM303DLHC accelerometer: registers, rates, configuration and decoding, each with its place in the datasheet.
//
// Datasheet: ST LSM303DLHC, DocID018771 Rev 2 (November 2013). Register addresses: section 6, table 17; contents:
// section 7.1 under the register's name.
import Quantities

/// ST LSM303DLHC, its accelerometer.
///
/// It has no identity register: it is known by its address and by a configuration that reads back.
public enum LSM303DLHCAccelerometer: SensorChipDriver {
  public typealias Sample = ForceSample

  /// 7-bit bus address: 0011001b (section 5.1.2, linear acceleration digital interface).
  public static var address: UInt8 { 0x19 }

  /// Register addresses (table 17).
  enum Register {
    /// CTRL_REG1_A: data rate, power mode, axes.
    static var control1: UInt8 { 0x20 }
    /// CTRL_REG4_A: update of the data, full scale, resolution.
    static var control4: UInt8 { 0x23 }
    /// STATUS_REG_A.
    static var status: UInt8 { 0x27 }
    /// OUT_X_L_A, first of six data registers: X, Y, Z, low byte first.
    static var data: UInt8 { 0x28 }
  }

  /// The bit of the register address that reads on to the next register (section 5.1.2).
  static var autoIncrement: UInt8 { 0x80 }
  /// Zen, Yen, Xen in CTRL_REG1_A; LPen = 0 is normal power.
  static var allAxes: UInt8 { 0x07 }
  /// BDU in CTRL_REG4_A: high and low byte are of one measurement.
  static var blockUpdate: UInt8 { 0x80 }
  /// HR in CTRL_REG4_A: twelve bits.
  static var highResolution: UInt8 { 0x08 }
  /// ZYXDA in STATUS_REG_A.
  static var dataReady: UInt8 { 0x08 }

  /// Scale codes are FS1:FS0 + 1: ±2, ±4, ±8, ±16 g.
  public static var finestScale: UInt8 { 1 }
  public static var widestScale: UInt8 { 4 }

  // MARK: - Output data rate (table 20)

  /// Millihertz for ODR3:ODR0 = 1…7. A rate code is one less.
  static let milliHertz: InlineArray<7, UInt32> = [1000, 10_000, 25_000, 50_000, 100_000, 200_000, 400_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// ODR3:ODR0 = 0111, 400 Hz.
  public static var fastestRate: UInt8 { 6 }

  // MARK: - For the machine

  /// Every rate divides 10^9, so its period in microseconds is whole. The measurement under way at a configuration may
  /// be of the old range, and is thrown away.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .lsm303dlhcAccelerometer, address: address)
    plan.write((rate &+ 1) &<< 4 | allAxes, to: Register.control1, mask: 0xff)
    plan.write(blockUpdate | (scale &- 1) &<< 4 | highResolution, to: Register.control4, mask: 0xf8)
    plan.readBack = RegisterBurst(4, from: Register.control1)
    plan.burstFlag = autoIncrement
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.discards = 1
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// OUT_X_L_A … OUT_Z_H_A: X, Y, Z, each low byte first, twelve bits left-justified.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    Vector3(x: count(bytes[0], bytes[1]), y: count(bytes[2], bytes[3]), z: count(bytes[4], bytes[5]))
  }

  private static func count(_ low: UInt8, _ high: UInt8) -> Int32 {
    Int32(Int16(bitPattern: UInt16(high) &<< 8 | UInt16(low)) &>> 4)
  }
}
