// What the two halves of the ICM-20948 have in common: registers in banks, rates, and the common configuration.
//
// Data sheet: InvenSense DS-000189, register map and register descriptions, under the register's name. Linux
// (inv_icm20948 patches), ArduPilot, Zephyr and SparkFun agree on address, identity, banks, data and sensitivities.
import Quantities

/// The registers of InvenSense ICM-20948. Each half is a driver of its own, at the same address. Neither resets the chip,
/// because that would undo the other's configuration; what both write is the same.
enum ICM20948 {
  /// 7-bit bus address with AD0 low: 1101000b; with AD0 high it is 0x69.
  static var address: UInt8 { 0x68 }

  /// Register addresses in bank 0, and REG_BANK_SEL, which is in every bank.
  enum Register {
    static var whoAmI: UInt8 { 0x00 }
    static var userControl: UInt8 { 0x03 }
    /// LP_CONFIG: measuring now and then.
    static var lowPower: UInt8 { 0x05 }
    static var powerManagement: UInt8 { 0x06 }
    /// PWR_MGMT_2: standby of each axis.
    static var standby: UInt8 { 0x07 }
    static var pinConfiguration: UInt8 { 0x0f }
    /// ACCEL_XOUT_H, first of six data registers.
    static var force: UInt8 { 0x2d }
    /// GYRO_XOUT_H, first of six data registers.
    static var rate: UInt8 { 0x33 }
    static var bank: UInt8 { 0x7f }
  }

  /// Register addresses in bank 2.
  enum ConfigurationRegister {
    /// GYRO_SMPLRT_DIV, followed by GYRO_CONFIG_1.
    static var rateDivider: UInt8 { 0x00 }
    static var rateConfiguration: UInt8 { 0x01 }
    /// ACCEL_SMPLRT_DIV_1 and _2, 12 bits, high byte first.
    static var forceDivider: UInt8 { 0x10 }
    static var forceConfiguration: UInt8 { 0x14 }
  }

  /// WHO_AM_I.
  static var identity: UInt32 { 0xea }
  /// USER_BANK in REG_BANK_SEL.
  static var bank0: UInt8 { 0x00 }
  static var bank2: UInt8 { 0x20 }
  /// CLKSEL = 1 in PWR_MGMT_1: awake, with the best clock.
  static var awake: UInt8 { 0x01 }
  /// BYPASS_EN in INT_PIN_CFG.
  static var bypass: UInt8 { 0x02 }
  /// I2C_IF_DIS in USER_CTRL: on SPI the chip must not listen to I2C.
  static var spiOnly: UInt8 { 0x10 }
  /// DLPFCFG = 3 and FCHOICE = 1 in both configuration registers: 51 Hz of the gyroscope, 50 Hz of the accelerometer.
  static var lowPass: UInt8 { 0x19 }
  /// 1125 Hz divided by five.
  static var divider: UInt8 { 0x04 }

  /// The chip always measures 225 times a second, so that both halves may have rates of their own. Reading INT_STATUS_1
  /// clears it for both, so no driver reads it: data counts as new after each period.
  static let milliHertz: InlineArray<4, UInt32> = [25_000, 50_000, 100_000, 200_000]

  static func plan(_ chip: SensorChip, rate: UInt8, data: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: chip, address: address)
    plan.bankRegister = Register.bank
    plan.readBackBank = bank2
    plan.write(bank0, to: Register.bank)
    plan.stepsBeforeIdentity = 1
    plan.identity = RegisterBurst(1, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(spiOnly, to: Register.userControl, action: .writeOnSPI))
    plan.write(awake, to: Register.powerManagement)
    plan.clear(Register.lowPower...Register.lowPower)
    plan.clear(Register.standby...Register.standby)
    plan.data = RegisterBurst(6, from: data)
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }
}
