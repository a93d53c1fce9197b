// The registers of ST's accelerometers of twelve bits.
//
// Datasheet: ST LIS2DH12, DocID025056, register description, under the register's name. What a chip has of its own stands in
// its folder.
import Quantities

enum STForceRegisters {
  /// 7-bit bus address with SA0 high: 0011001b (I2C operation).
  static var address: UInt8 { 0x19 }

  /// Register addresses (register mapping).
  enum Register {
    /// CTRL_REG1: data rate, power mode, axes.
    static var control1: UInt8 { 0x20 }
    /// CTRL_REG2: the high-pass filter.
    static var control2: UInt8 { 0x21 }
    /// CTRL_REG5 and FIFO_CTRL_REG: whether samples wait in a queue.
    static var control5: UInt8 { 0x24 }
    static var queue: UInt8 { 0x2e }
    /// CTRL_REG4: update of the data, full scale, resolution.
    static var control4: UInt8 { 0x23 }
    /// STATUS_REG.
    static var status: UInt8 { 0x27 }
    /// OUT_X_L, first of six data registers: X, Y, Z, low byte first.
    static var data: UInt8 { 0x28 }
  }

  /// The bit of the register address that reads on to the next register (I2C operation).
  static var autoIncrement: UInt8 { 0x80 }
  /// Zen, Yen, Xen in CTRL_REG1; LPen = 0 is normal power.
  static var allAxes: UInt8 { 0x07 }
  /// BDU in CTRL_REG4: high and low byte belong to one measurement.
  static var blockUpdate: UInt8 { 0x80 }
  /// HR in CTRL_REG4: twelve bits.
  static var highResolution: UInt8 { 0x08 }
  /// ZYXDA in STATUS_REG.
  static var dataReady: UInt8 { 0x08 }

  /// Millihertz for ODR3:ODR0 = 1…7. A rate code is one less.
  static let milliHertz: InlineArray<7, UInt32> = [1000, 10_000, 25_000, 50_000, 100_000, 200_000, 400_000]

  /// ODR3:ODR0 = 0111, 400 Hz.
  static var fastestRate: UInt8 { 6 }

  /// Every rate divides 10^9, so its period in microseconds is whole.
  /// - Parameter range: FS1:FS0.
  static func plan(_ chip: SensorChip, rate: UInt8, range: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: chip, address: address)
    plan.write((rate &+ 1) &<< 4 | allAxes, to: Register.control1, mask: 0xff)
    plan.clear(Register.control2...Register.control2)
    plan.clear(Register.control5...Register.control5)
    plan.clear(Register.queue...Register.queue)
    plan.write(blockUpdate | range &<< 4 | highResolution, to: Register.control4, mask: 0xf8)
    plan.readBack = RegisterBurst(4, from: Register.control1)
    plan.burstFlag = autoIncrement
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// OUT_X_L … OUT_Z_H: X, Y, Z, each low byte first, twelve bits left-justified.
  static func counts(_ bytes: RegisterBytes) -> Vector3 {
    Vector3(x: count(bytes[0], bytes[1]), y: count(bytes[2], bytes[3]), z: count(bytes[4], bytes[5]))
  }

  private static func count(_ low: UInt8, _ high: UInt8) -> Int32 {
    Int32(Int16(bitPattern: UInt16(high) &<< 8 | UInt16(low)) &>> 4)
  }
}
