// The IST8310 magnetometer, common beside GPS receivers of drones: registers, rates, configuration and decoding.
//
// Datasheet: iSentek IST8310, register description, under the register's name. ArduPilot, Betaflight and PX4 agree on address,
// identity, data and configuration.
import Quantities

/// iSentek IST8310. Each measurement is started by a command.
public enum IST8310Magnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address 0001110b with CAD1 and CAD0 open; 0x0c to 0x0f by their levels. The MAG3110 has the same.
  static var address: UInt8 { 0x0e }

  /// Register addresses (datasheet, register map).
  enum Register {
    static var whoAmI: UInt8 { 0x00 }
    static var status: UInt8 { 0x02 }
    /// DATAXL, first of six data registers.
    static var data: UInt8 { 0x03 }
    static var control1: UInt8 { 0x0a }
    static var control2: UInt8 { 0x0b }
    /// AVGCNTL, followed by PDCNTL.
    static var average: UInt8 { 0x41 }
    static var pulse: UInt8 { 0x42 }
  }

  /// Device ID.
  static var identity: UInt32 { 0x10 }
  /// SRST in CNTL2.
  static var softReset: UInt8 { 0x01 }
  /// Single measurement mode in CNTL1.
  static var measure: UInt8 { 0x01 }
  /// Sixteen measurements are averaged on each axis.
  static var averageOf16: UInt8 { 0x24 }
  /// The pulse duration that the datasheet asks for.
  static var normalPulse: UInt8 { 0xc0 }
  /// DRDY in STAT1.
  static var dataReady: UInt8 { 0x01 }
  /// Microseconds from the command to the data with sixteen averaged.
  static var measurementMicroseconds: UInt32 { 6000 }
  /// The end of the range of X and Y, 1600 µT, in counts. That of Z is 2500 µT.
  static var fullScale: Int32 { 5333 }

  /// The only scale: 0.3 µT.
  public static var finestScale: UInt8 { 32 }
  public static var widestScale: UInt8 { 32 }

  /// Millihertz of the rate codes.
  static let milliHertz: InlineArray<4, UInt32> = [10_000, 25_000, 50_000, 100_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Half of a measurement.
  public static func delay(rate: UInt8) -> UInt16 { UInt16(truncatingIfNeeded: measurementMicroseconds / 2) }

  /// 100 Hz: a measurement takes 6 ms.
  public static var fastestRate: UInt8 { 3 }

  /// ArduPilot and PX4 negate Z, Betaflight negates Y.
  public static var frame: ChipFrame { .invertedZ }

  /// A reset, then averaging and pulse.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .ist8310, address: address)
    plan.identity = RegisterBurst(1, from: Register.whoAmI)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control2, pause: 11, action: .reset))
    plan.write(averageOf16, to: Register.average, mask: 0xff)
    plan.write(normalPulse, to: Register.pulse, mask: 0xff)
    plan.readBack = RegisterBurst(2, from: Register.average)
    plan.trigger = MeasurementTrigger(measure, to: Register.control1, duration: measurementMicroseconds)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// X, Y, Z, each low byte first in two's complement.
  @inline(never)
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }

  /// Whether an axis is at the end of the range of X and Y; that of Z begins to be marked there, too.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool {
    let read = counts(bytes)
    return !read.isWithin(fullScale.magnitude &- 1)
  }
}
