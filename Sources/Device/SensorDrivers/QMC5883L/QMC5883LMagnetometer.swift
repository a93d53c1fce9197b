// The QMC5883L magnetometer, which most modules called GY-271 carry: registers, rates, configuration and decoding.
//
// Datasheet: QST QMC5883L 1.0, register map, under the register's name. Linux (qmc5883l), PX4, Betaflight and ArduPilot
// agree on address, identity, data and sensitivity.
import Quantities

/// QST QMC5883L. Its identity, 0xff, is also what an empty bus reads: only the registers that keep what was written
/// tell that the chip is there.
public enum QMC5883LMagnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address 0001101b (datasheet, I2C address).
  static var address: UInt8 { 0x0d }

  /// Register addresses (datasheet, register map).
  enum Register {
    /// Data output X LSB, first of six data registers.
    static var data: UInt8 { 0x00 }
    static var status: UInt8 { 0x06 }
    /// Control register 1, the first of three: control 1, control 2, SET/RESET period.
    static var control1: UInt8 { 0x09 }
    static var control2: UInt8 { 0x0a }
    static var setResetPeriod: UInt8 { 0x0b }
    static var chipID: UInt8 { 0x0d }
  }

  /// Chip ID.
  static var identity: UInt32 { 0xff }
  /// SOFT_RST in control register 2.
  static var softReset: UInt8 { 0x80 }
  /// INT_ENB in control register 2: 1 switches the interrupt pin off.
  static var interruptOff: UInt8 { 0x01 }
  /// The SET/RESET period that the data sheet recommends.
  static var recommendedPeriod: UInt8 { 0x01 }
  /// MODE = 01 in control register 1: continuous. OSR = 00 is 512, the quietest.
  static var continuousMode: UInt8 { 0x01 }
  /// DRDY in the status register.
  static var dataReady: UInt8 { 0x01 }
  /// OVL in the status register: an axis is beyond the range.
  static var overflow: UInt8 { 0x02 }

  /// ±2 and ±8 gauss: RNG in control register 1 is the code above the finest.
  public static var finestScale: UInt8 { 16 }
  public static var widestScale: UInt8 { 17 }

  /// Millihertz for ODR = 0…3 in control register 1.
  static let milliHertz: InlineArray<4, UInt32> = [10_000, 50_000, 100_000, 200_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half of the shortest period: the data sheet states no time of a measurement, which cannot be longer.
  public static func delay(rate: UInt8) -> UInt16 { 2500 }

  /// ODR = 11, 200 Hz.
  public static var fastestRate: UInt8 { 3 }

  /// Reset first, and the mode last: the chip begins to measure when all is set. The first measurement after a
  /// configuration is discarded, as it may be of the old range.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .qmc5883l, address: address)
    plan.identity = RegisterBurst(1, from: Register.chipID)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control2, pause: 1, action: .reset))
    plan.write(recommendedPeriod, to: Register.setResetPeriod, mask: 0xff)
    plan.write(interruptOff, to: Register.control2, mask: 0x41)
    plan.write(
      continuousMode | rate &<< 2 | (scale &- finestScale) &<< 4, to: Register.control1, mask: 0xff)
    plan.readBack = RegisterBurst(3, from: Register.control1)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.discards = 1
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// X, Y, Z, each low byte first in two's complement.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }

  /// OVL.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool { status & overflow != 0 }
}
