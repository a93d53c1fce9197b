// The registers of the magnetometers whose identity is "H43": Honeywell's HMC5883L and its descendants.
//
// Datasheet: Honeywell HMC5883L, 900405 rev. E, register operation, under the register's name. What a descendant has of its
// own stands in its folder.
import Quantities

enum H43Registers {
  /// 7-bit bus address: 0011110b (I2C communication protocol).
  static var address: UInt8 { 0x1e }

  /// Register addresses (table 2).
  enum Register {
    /// Configuration register A: averaging, data rate.
    static var configurationA: UInt8 { 0x00 }
    /// Configuration register B: gain.
    static var configurationB: UInt8 { 0x01 }
    /// Mode register.
    static var mode: UInt8 { 0x02 }
    /// Data output X MSB register, first of the six data registers: X, Z, Y, high byte first.
    static var data: UInt8 { 0x03 }
    /// Status register.
    static var status: UInt8 { 0x09 }
    /// Identification register A, first of three.
    static var identity: UInt8 { 0x0a }
  }

  /// Identification registers A, B, C: 48, 34, 33.
  static var identityBytes: UInt32 { 0x33_3448 }
  /// MD1:MD0 = 00 in the mode register: continuous measurement.
  static var continuousMode: UInt8 { 0x00 }
  /// RDY in the status register.
  static var dataReady: UInt8 { 0x01 }

  /// Millihertz for DO2:DO0 = 0…7; not every chip has the last.
  static let milliHertz: InlineArray<8, UInt32> = [750, 1500, 3000, 7500, 15_000, 30_000, 75_000, 220_000]
  /// Microseconds from one measurement to the next for DO2:DO0 = 0…7: 10^9 / millihertz, rounded up.
  static let periodMicroseconds: InlineArray<8, UInt32> = [
    1_333_334, 666_667, 333_334, 133_334, 66_667, 33_334, 13_334, 4546,
  ]

  /// Status and data are two transactions, because they cannot be one: after the last data register (0x08) the register
  /// pointer goes back to the first (0x03) and never reaches the status (0x09). While the six bytes are read the chip locks
  /// them (LOCK in the status). A read cut off by a fault leaves them locked until the next whole read, which is what a
  /// retry is.
  ///
  /// Two measurements are discarded after a configuration: the one under way used the old gain, and a new gain applies
  /// from the second measurement on (configuration register B).
  /// - Parameters:
  ///   - control: configuration register A without the rate; `mask`: its bits that are read back.
  ///   - gain: GN2:GN0.
  static func plan(_ chip: SensorChip, rate: UInt8, control: UInt8, mask: UInt8, gain: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: chip, address: address)
    plan.identity = RegisterBurst(3, from: Register.identity)
    plan.identityBytes = identityBytes
    plan.write(control | rate &<< 2, to: Register.configurationA, mask: mask)
    plan.write(gain &<< 5, to: Register.configurationB, mask: 0xe0)
    plan.write(continuousMode, to: Register.mode, mask: 0x03)
    plan.readBack = RegisterBurst(3, from: Register.configurationA)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.discards = 2
    plan.period = periodMicroseconds[Int(rate)]
    return plan
  }

  /// X, Z, Y, each high byte first in two's complement.
  static func counts(_ bytes: RegisterBytes) -> Vector3 {
    Vector3(
      x: HighFirst.count(bytes, at: 0), y: HighFirst.count(bytes, at: 4), z: HighFirst.count(bytes, at: 2))
  }
}
