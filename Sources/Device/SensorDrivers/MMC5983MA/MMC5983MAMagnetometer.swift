// The MMC5983MA magnetometer: registers, rates, configuration and decoding.
//
// Datasheet: MEMSIC MMC5983MA, register map, under the register's name. Linux (mmc5983), ArduPilot, PX4 and SparkFun agree
// on address, identity, data and status.
import Quantities

/// MEMSIC MMC5983MA. Its control registers can only be written. The driver uses what they hold after a reset, so that a
/// lost supply changes nothing: each measurement is started by a command, after a SET and after a RESET in turn.
public enum MMC5983MAMagnetometer: SensorChipDriver {
  public typealias Sample = FieldSample
  public typealias Trim = PairTrim

  /// 7-bit bus address 0110000b (datasheet, I2C interface). The MMC5603NJ has the same.
  static var address: UInt8 { 0x30 }

  /// Register addresses (datasheet, register map).
  enum Register {
    /// Xout0, first of seven data registers.
    static var data: UInt8 { 0x00 }
    static var status: UInt8 { 0x08 }
    static var control0: UInt8 { 0x09 }
    static var control1: UInt8 { 0x0a }
    static var productID: UInt8 { 0x2f }
  }

  /// Product ID 1.
  static var identity: UInt32 { 0x30 }
  /// SW_RST in internal control 1; the chip restarts for 10 ms.
  static var softReset: UInt8 { 0x80 }
  /// TM_M, Set and Reset in internal control 0.
  static var measure: UInt8 { 0x01 }
  static var doSet: UInt8 { 0x08 }
  static var doReset: UInt8 { 0x10 }
  /// Meas_M_Done in the status register.
  static var dataReady: UInt8 { 0x01 }
  /// Microseconds of a measurement with BW = 00, which a reset gives.
  static var measurementMicroseconds: UInt32 { 8000 }

  /// The only scale: 16,384 counts a gauss.
  public static var finestScale: UInt8 { 28 }
  public static var widestScale: UInt8 { 28 }

  /// Millihertz of the rate codes. A sample needs two measurements.
  static let milliHertz: InlineArray<4, UInt32> = [5000, 10_000, 25_000, 50_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// A sample is the mean of two measurements. The second has just ended: its middle is half a measurement ago. The first
  /// ended a pulse (1 ms) and a measurement earlier. So the mean is a whole measurement and 0.5 ms old.
  public static func delay(rate: UInt8) -> UInt16 { UInt16(truncatingIfNeeded: measurementMicroseconds &+ 500) }

  /// 50 Hz: pulse and measurement take 9 ms, and a sample has two of them.
  public static var fastestRate: UInt8 { 3 }

  /// A reset, and no more: what follows it is what the measurements need.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .mmc5983ma, address: address)
    plan.identity = RegisterBurst(1, from: Register.productID)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control1, pause: 11, action: .reset))
    plan.trigger = MeasurementTrigger(measure, to: Register.control0, duration: measurementMicroseconds)
    plan.trigger.set = doSet
    plan.trigger.reset = doReset
    plan.trigger.pause = 1
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(7, from: Register.data)
    // The pause after a pulse, 1 ms, is not part of the period.
    plan.period = 500_000_000 / milliHertz[Int(rate)] &- 1000
    return plan
  }

  /// X, Y, Z of eighteen bits without sign: bits 17…10 and 9…2 in two bytes each, 1…0 in bits 7:6, 5:4 and 3:2 of the
  /// seventh byte. No field is 2^17.
  @inline(never)
  public static func counts(_ bytes: RegisterBytes, trim: PairTrim = PairTrim()) -> Vector3 {
    Vector3(x: count(bytes, 0), y: count(bytes, 1), z: count(bytes, 2))
  }

  private static func count(_ bytes: RegisterBytes, _ axis: Int) -> Int32 {
    let upper = Int32(bytes[2 &* axis]) &<< 10 | Int32(bytes[2 &* axis &+ 1]) &<< 2
    let lower = Int32(bytes[6]) &>> Int32(6 &- 2 &* axis) & 3
    return (upper | lower) &- 0x2_0000
  }

  /// A measurement at an end of the registers, which the difference of two need not show.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool {
    let read = counts(bytes)
    return isAtTheEnd(read.x) || isAtTheEnd(read.y) || isAtTheEnd(read.z)
  }

  private static func isAtTheEnd(_ count: Int32) -> Bool { count == -0x2_0000 || count == 0x1_ffff }
}
