// What the two halves of the LSM6DSOX have in common: registers, rates and the common part of the configuration.
//
// Datasheet: ST LSM6DSOX, DS12814, register description, under the register's name. ST's own driver (lsm6dsox_reg) and Linux
// (st_lsm6dsx) agree on address, identity, data, rates and sensitivities of both halves.
import Quantities

/// The registers of ST LSM6DSOX. Each half is a driver of its own, at the same address. Neither resets the chip, because
/// that would undo the other's configuration; what both write is the same.
enum LSM6DSOX {
  /// 7-bit bus address with SA0 low: 1101010b; with SA0 high it is 0x6b (datasheet, I2C interface).
  static var address: UInt8 { 0x6a }

  /// Register addresses (datasheet, register mapping).
  enum Register {
    static var whoAmI: UInt8 { 0x0f }
    /// CTRL1_XL, followed by CTRL2_G and CTRL3_C.
    static var control1: UInt8 { 0x10 }
    static var control2: UInt8 { 0x11 }
    static var control3: UInt8 { 0x12 }
    /// FUNC_CFG_ACCESS: other registers in the place of these.
    static var access: UInt8 { 0x01 }
    /// CTRL4_C, CTRL5_C with the tests of both halves, CTRL6_C, CTRL7_G and CTRL8_XL with filters and offsets.
    static var control4: UInt8 { 0x13 }
    static var control8: UInt8 { 0x17 }
    static var status: UInt8 { 0x1e }
    /// OUTX_L_G, first of six data registers of the gyroscope.
    static var rate: UInt8 { 0x22 }
    /// OUTX_L_A, first of six data registers of the accelerometer.
    static var force: UInt8 { 0x28 }
  }

  /// WHO_AM_I.
  static var identity: UInt32 { 0x6c }
  /// BDU and IF_INC in CTRL3_C: both bytes of a number belong to one measurement, and the address moves on.
  static var common: UInt8 { 0x44 }

  /// Microseconds between measurements for ODR = 1…7 of both halves: 12.5 to 833 Hz (datasheet, ODR register setting).
  static let periods: InlineArray<7, UInt32> = [80_000, 38_462, 19_231, 9615, 4808, 2404, 1200]
  /// The same in thousandths of a hertz, as the datasheet rounds them.
  static let milliHertz: InlineArray<7, UInt32> = [12_500, 26_000, 52_000, 104_000, 208_000, 416_000, 833_000]

  static func plan(
    _ chip: SensorChip, rate: UInt8, control: UInt8, range: UInt8, ready: UInt8, data: UInt8
  ) -> ChipPlan {
    var plan = ChipPlan(chip: chip, address: address)
    plan.clear(Register.access...Register.access)
    plan.stepsBeforeIdentity = 1
    plan.identity = RegisterBurst(1, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.write(common, to: Register.control3, mask: common)
    plan.clear(Register.control4...Register.control8)
    plan.write((rate &+ 1) &<< 4 | range, to: control, mask: 0xfe)
    plan.readBack = RegisterBurst(3, from: Register.control1)
    plan.statusRegister = Register.status
    plan.readyMask = ready
    plan.data = RegisterBurst(6, from: data)
    plan.period = periods[Int(rate)]
    return plan
  }
}
