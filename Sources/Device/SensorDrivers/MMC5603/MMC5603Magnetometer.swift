// The MMC5603NJ magnetometer: registers, rates, configuration and decoding.
//
// Datasheet: MEMSIC MMC5603NJ, register map, under the register's name. Linux (mmc5603), PX4, Adafruit and ArduPilot agree
// on address, identity, data and status; Betaflight has AUTO_SR and the status bits elsewhere.
import Quantities

/// MEMSIC MMC5603NJ. Its control registers can only be written. The driver uses what they hold after a reset, so that a
/// lost supply changes nothing: each measurement is started by a command, after a SET and after a RESET in turn.
public enum MMC5603Magnetometer: SensorChipDriver {
  public typealias Sample = FieldSample
  public typealias Trim = PairTrim

  /// 7-bit bus address 0110000b (datasheet, I2C interface). The MMC5983MA has the same.
  static var address: UInt8 { 0x30 }

  /// Register addresses (datasheet, register map).
  enum Register {
    /// Xout0, first of nine data registers.
    static var data: UInt8 { 0x00 }
    static var status: UInt8 { 0x18 }
    static var control0: UInt8 { 0x1b }
    static var control1: UInt8 { 0x1c }
    static var productID: UInt8 { 0x39 }
  }

  /// Product ID.
  static var identity: UInt32 { 0x10 }
  /// Sw_reset in internal control 1; the chip restarts for 20 ms.
  static var softReset: UInt8 { 0x80 }
  /// Take_meas_M, Do_Set and Do_Reset in internal control 0.
  static var measure: UInt8 { 0x01 }
  static var doSet: UInt8 { 0x08 }
  static var doReset: UInt8 { 0x10 }
  /// Meas_m_done in status 1.
  static var dataReady: UInt8 { 0x40 }
  /// Sat_sensor in status 1: the bridge was saturated.
  static var saturation: UInt8 { 0x20 }
  /// Microseconds of a measurement with BW = 00, which a reset gives.
  static var measurementMicroseconds: UInt32 { 6600 }

  /// The only scale: 16,384 counts a gauss.
  public static var finestScale: UInt8 { 27 }
  public static var widestScale: UInt8 { 27 }

  /// Millihertz of the rate codes. A sample needs two measurements.
  static let milliHertz: InlineArray<4, UInt32> = [5000, 10_000, 25_000, 50_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// A sample is the mean of two measurements. The second has just ended: its middle is half a measurement ago. The first
  /// ended a pulse (1 ms) and a measurement earlier. So the mean is a whole measurement and 0.5 ms old.
  public static func delay(rate: UInt8) -> UInt16 { UInt16(truncatingIfNeeded: measurementMicroseconds &+ 500) }

  /// 50 Hz: pulse and measurement take 7.6 ms, and a sample has two of them.
  public static var fastestRate: UInt8 { 3 }

  /// A reset, and no more: what follows it is what the measurements need.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .mmc5603, address: address)
    plan.identity = RegisterBurst(1, from: Register.productID)
    plan.identityBytes = identity
    plan.append(ConfigurationStep(softReset, to: Register.control1, pause: 21, action: .reset))
    plan.trigger = MeasurementTrigger(measure, to: Register.control0, duration: measurementMicroseconds)
    plan.trigger.set = doSet
    plan.trigger.reset = doReset
    plan.trigger.pause = 1
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(9, from: Register.data)
    // The pause after a pulse, 1 ms, is not part of the period.
    plan.period = 500_000_000 / milliHertz[Int(rate)] &- 1000
    return plan
  }

  /// X, Y, Z of twenty bits without sign: bits 19…12 and 11…4 in two bytes each, 3…0 in the upper half of a seventh,
  /// eighth and ninth byte. No field is 2^19.
  public static func counts(_ bytes: RegisterBytes, trim: PairTrim = PairTrim()) -> Vector3 {
    Vector3(x: count(bytes, 0), y: count(bytes, 1), z: count(bytes, 2))
  }

  private static func count(_ bytes: RegisterBytes, _ axis: Int) -> Int32 {
    let upper = Int32(bytes[2 &* axis]) &<< 12 | Int32(bytes[2 &* axis &+ 1]) &<< 4
    return (upper | Int32(bytes[6 &+ axis]) &>> 4) &- 0x8_0000
  }

  /// Sat_sensor. The pulses before the next measurements mend the bridge.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool { status & saturation != 0 }
}
