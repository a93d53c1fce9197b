// The ADXL345 accelerometer: registers, rates, configuration and decoding.
//
// Datasheet: Analog Devices ADXL345, register map, under the register's name. Linux (adxl345) and i2cdevlib agree on address,
// identity, data and sensitivity.
import Quantities

/// Analog Devices ADXL345.
public enum ADXL345Accelerometer: SensorChipDriver {
  public typealias Sample = ForceSample

  /// 7-bit bus address with ALT ADDRESS low: 1010011b; with it high 0x1d.
  static var address: UInt8 { 0x53 }

  /// Register addresses (datasheet, register map).
  enum Register {
    static var deviceID: UInt8 { 0x00 }
    /// OFSX, followed by OFSY and OFSZ.
    static var offset: UInt8 { 0x1e }
    /// BW_RATE, followed by POWER_CTL.
    static var rate: UInt8 { 0x2c }
    static var power: UInt8 { 0x2d }
    static var interruptSource: UInt8 { 0x30 }
    static var format: UInt8 { 0x31 }
    /// DATAX0, first of six data registers.
    static var data: UInt8 { 0x32 }
    static var fifo: UInt8 { 0x38 }
  }

  /// MB in the address, on SPI only: the address moves on within a burst.
  static var burstOnSPI: UInt8 { 0x40 }
  /// DEVID.
  static var identity: UInt32 { 0xe5 }
  /// Measure in POWER_CTL.
  static var measure: UInt8 { 0x08 }
  /// FULL_RES and range = 11 in DATA_FORMAT: ±16 g with 256 counts for each g, low byte first.
  static var fullResolution: UInt8 { 0x0b }
  /// DATA_READY in INT_SOURCE; reading the data clears it.
  static var dataReady: UInt8 { 0x80 }

  /// The only scale, which is as fine as that of ±2 g: 3.9 mg.
  public static var finestScale: UInt8 { 20 }
  public static var widestScale: UInt8 { 20 }

  /// Millihertz for rate codes 7…13 in BW_RATE.
  static let milliHertz: InlineArray<7, UInt32> = [12_500, 25_000, 50_000, 100_000, 200_000, 400_000, 800_000]

  /// The data rate of a rate code, thousandths of a hertz.
  public static func milliHertz(rate: UInt8) -> UInt32 { milliHertz[Int(rate)] }

  /// Rate code 1101, 800 Hz.
  public static var fastestRate: UInt8 { 6 }

  /// The chip has no reset: it is put to standby, and what another program may have left in offsets and FIFO is taken
  /// out. The first two measurements are discarded (turn-on time 1/rate + 1.1 ms).
  public static func plan(rate: UInt8, scale: UInt8) -> ChipPlan {
    var plan = ChipPlan(chip: .adxl345, address: address)
    plan.identity = RegisterBurst(1, from: Register.deviceID)
    plan.identityBytes = identity
    plan.write(0, to: Register.power)
    plan.write(0, to: Register.offset)
    plan.write(0, to: Register.offset &+ 1)
    plan.write(0, to: Register.offset &+ 2)
    plan.write(0, to: Register.fifo)
    plan.write(fullResolution, to: Register.format, mask: 0xff)
    plan.write(rate &+ 7, to: Register.rate, mask: 0xff)
    plan.write(measure, to: Register.power, mask: 0xff)
    plan.readBack = RegisterBurst(2, from: Register.rate)
    plan.otherReadBack = RegisterBurst(1, from: Register.format)
    plan.burstFlagOnSPI = burstOnSPI
    plan.statusRegister = Register.interruptSource
    plan.readyMask = dataReady
    plan.data = RegisterBurst(6, from: Register.data)
    plan.discards = 2
    plan.period = 1_000_000_000 / milliHertz[Int(rate)]
    return plan
  }

  /// X, Y, Z, each low byte first in two's complement, sign-extended from thirteen bits.
  public static func counts(_ bytes: RegisterBytes, trim: NoTrim = NoTrim()) -> Vector3 {
    LowFirst.vector(bytes)
  }
}
