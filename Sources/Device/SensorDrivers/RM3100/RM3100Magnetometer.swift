// The RM3100 magnetometer: registers, rates, configuration and decoding.
//
// Sources: PNI, RM3100 & RM2100 Sensor Suite User Manual, document 1017252 (r03, r04), section 5, under the register's name.
// Linux (rm3100), ArduPilot, PX4 and Zephyr agree on address, data, cycle counts and CMM; docs/notebook/sensors.md says where the
// manual differs.
import Quantities

/// PNI RM3100: three coils, and a chip (MagI2C) that counts their oscillations.
public enum RM3100Magnetometer: SensorChipDriver {
  public typealias Sample = FieldSample

  /// 7-bit bus address 01000xxb with SA1 and SA0 low; 0x20 to 0x23 by their levels (I2C register write).
  static var address: UInt8 { 0x20 }

  /// Register addresses (table 5-1).
  enum Register {
    /// CMM, continuous measurement. Reading it ends the measuring, so it is not read back.
    static var continuous: UInt8 { 0x01 }
    /// CCX, the first of six registers of cycle counts: X, Y, Z, high byte first.
    static var cycleCounts: UInt8 { 0x04 }
    /// TMRC, the rate. Writing it ends the measuring.
    static var rate: UInt8 { 0x0b }
    /// MX, the first of nine data registers.
    static var data: UInt8 { 0x24 }
    static var status: UInt8 { 0x34 }
    static var revision: UInt8 { 0x36 }
  }

  /// REVID.
  static var identity: UInt32 { 0x22 }
  /// Cycles of the coils that make one number: the default, with 75 counts in a microtesla (table 3-1).
  static var cycles: UInt8 { 200 }
  /// CMZ, CMY, CMX and START in CMM; DRDM = 0: new data when all three axes are measured.
  static var measureAll: UInt8 { 0x71 }
  /// Stops the measuring.
  static var stop: UInt8 { 0x00 }
  /// DRDY in STATUS; reading the data clears it.
  static var dataReady: UInt8 { 0x80 }
  /// TMRC for 4.5 Hz; a faster rate has the number before (table 5-4).
  static var slowestRate: UInt8 { 0x99 }
  /// The end of the range, 800 µT, in counts (table 3-1).
  static var fullScale: UInt32 { 60_000 }

  /// The only scale: 75 counts in a microtesla.
  public static var finestScale: UInt8 { 33 }
  public static var widestScale: UInt8 { 33 }

  /// Millihertz of the rate codes; the chip's clock may differ by 7 %.
  static let milliHertz: InlineArray<5, UInt32> = [4500, 9000, 18_000, 37_000, 75_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// 75 Hz: at 200 cycles three axes take about 7 ms, and the next rate, 150 Hz, would not be reached.
  public static var fastestRate: UInt8 { 4 }

  /// The chip has no reset, so the driver also writes the cycle counts: another program may have changed them. START is last.
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .rm3100, address: address)
    plan.identity = RegisterBurst(1, from: Register.revision)
    plan.identityBytes = identity
    plan.write(stop, to: Register.continuous)
    for axis in 0..<3 as Range<UInt8> {
      let register = Register.cycleCounts &+ axis &* 2
      plan.write(0, to: register, mask: 0xff)
      plan.write(cycles, to: register &+ 1, mask: 0xff)
    }
    plan.write(slowestRate &- rate, to: Register.rate, mask: 0xff)
    plan.write(measureAll, to: Register.continuous)
    plan.readBack = RegisterBurst(6, from: Register.cycleCounts)
    plan.otherReadBack = RegisterBurst(1, from: Register.rate)
    plan.statusRegister = Register.status
    plan.readyMask = dataReady
    plan.data = RegisterBurst(9, from: Register.data)
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// X, Y, Z, each of 24 bits, high byte first in two's complement.
  @inline(never)
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    Vector3(x: count(bytes, at: 0), y: count(bytes, at: 3), z: count(bytes, at: 6))
  }

  private static func count(_ bytes: RegisterBytes, at index: Int) -> Int32 {
    let high = UInt32(bytes[index]) &<< 24 | UInt32(bytes[index &+ 1]) &<< 16 | UInt32(bytes[index &+ 2]) &<< 8
    return Int32(bitPattern: high) &>> 8
  }

  /// Whether an axis is at the end of the range. The registers could hold larger counts.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool {
    let read = counts(bytes)
    return !read.isWithin(fullScale &- 1)
  }
}
