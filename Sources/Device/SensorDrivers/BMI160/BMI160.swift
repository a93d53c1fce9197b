// What the two halves of the BMI160 have in common: registers, rates and the common part of the configuration.
//
// Datasheet: Bosch BST-BMI160-DS000-07, register description, under the register's name. Linux (bmi160), Zephyr and TinyGo
// agree on address, identity, commands, data, rates and sensitivities of both halves.
import Quantities

/// The registers of Bosch BMI160. Each half is a driver of its own, at the same address. Neither resets the chip, because
/// that would undo the other's configuration; each wakes its half and writes its own registers.
enum BMI160 {
  /// 7-bit bus address with SDO low: 1101000b; with SDO high it is 0x69 (datasheet, I2C interface).
  static var address: UInt8 { 0x68 }

  /// Register addresses (datasheet, register map).
  enum Register {
    static var chipID: UInt8 { 0x00 }
    /// PMU_STATUS: which halves are awake.
    static var power: UInt8 { 0x03 }
    /// DATA_8, the first of six data registers of the gyroscope.
    static var rate: UInt8 { 0x0c }
    /// DATA_14, the first of six data registers of the accelerometer.
    static var force: UInt8 { 0x12 }
    static var status: UInt8 { 0x1b }
    /// ACC_CONF, followed by ACC_RANGE.
    static var forceControl: UInt8 { 0x40 }
    /// GYR_CONF, followed by GYR_RANGE.
    static var rateControl: UInt8 { 0x42 }
    static var command: UInt8 { 0x7e }
    /// Not a register: a read of this address makes the chip listen to SPI (datasheet, SPI interface).
    static var interface: UInt8 { 0x7f }
  }

  /// CHIPID.
  static var identity: UInt32 { 0xd1 }
  /// acc_bwp and gyr_bwp = 2: the normal filter, whose bandwidth is 0.4 and 0.3 of the rate.
  static var normalFilter: UInt8 { 0x20 }

  /// Millihertz for acc_odr and gyr_odr = 6…11.
  static let milliHertz: InlineArray<6, UInt32> = [25_000, 50_000, 100_000, 200_000, 400_000, 800_000]

  /// Milliseconds from one look at CMD or PMU_STATUS to the next, and that one half lets the other go ahead.
  static var patience: UInt8 { 5 }

  /// One half: whether it lets the other go ahead, what wakes it and how long that takes at most in milliseconds, what
  /// PMU_STATUS then says, its first control register with its range, and its flag and data.
  struct Half {
    var isCourteous: Bool
    var wake: UInt8
    var pause: UInt8
    var awake: UInt8
    var awakeMask: UInt8
    var control: UInt8
    var range: UInt8
    var ready: UInt8
    var data: UInt8
  }

  /// While a half wakes, the chip drops another command: the driver waits until CMD is 0. That both find it 0 and then
  /// write must not happen at each start, so one lets the other go ahead; if it happens once, bring-up begins again. Two measurements are thrown
  /// away after a configuration: the measurement under way has the old range, and the filter needs another.
  static func plan(_ chip: SensorChip, rate: UInt8, _ half: Half) -> ChipPlan {
    var plan = ChipPlan(chip: chip, address: address)
    var interface = ConfigurationStep(1, to: Register.interface, action: .load)
    if half.isCourteous { interface.pause = patience }
    plan.append(interface)
    plan.stepsBeforeIdentity = 1
    plan.identity = RegisterBurst(1, from: Register.chipID)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(0, to: Register.command, mask: 0xff, pause: patience, action: .waitFor))
    plan.write(half.wake, to: Register.command, pause: half.pause)
    plan.append(
      ConfigurationStep(half.awake, to: Register.power, mask: half.awakeMask, pause: patience, action: .waitFor))
    // PMU_TRIGGER and SELF_TEST; OFFSET_6, which adds offsets to both halves.
    plan.clear(0x6c...0x6d)
    plan.clear(0x77...0x77)
    plan.write(normalFilter | rate &+ 6, to: half.control, mask: 0xff)
    plan.write(half.range, to: half.control &+ 1, mask: 0x0f)
    plan.readBack = RegisterBurst(2, from: half.control)
    plan.statusRegister = Register.status
    plan.readyMask = half.ready
    plan.data = RegisterBurst(6, from: half.data)
    plan.discards = 2
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }
}
