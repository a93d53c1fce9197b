// What the machine that all drivers share needs from a chip: registers, decoding, configuration.
import Quantities

/// A chip: registers, decoding, configuration and quirks. The machine does the rest, see `SensorDriver`.
public protocol SensorChipDriver: Sendable {
  associatedtype Sample: DriverSample
  /// What the factory wrote into the chip and `counts(_:trim:)` needs, or the first of a pair of measurements; `NoTrim` for
  /// most.
  associatedtype Trim: ChipTrim = NoTrim

  /// How the chip is configured and read.
  /// - Parameters:
  ///   - rate: a code that `rateCode` gave.
  ///   - scale: a code from `finestScale` to `widestScale`.
  static func plan(rate: UInt8, scale: UInt8) -> ChipPlan

  /// The counts of the data bytes: X, Y, Z as the chip names its axes, sign-extended.
  static func counts(_ bytes: RegisterBytes, trim: Trim) -> Vector3

  /// How the chip's axes make a right-handed frame.
  static var frame: ChipFrame { get }

  /// Whether the chip says that this measurement is beyond its range, by a bit of the status or of the data.
  static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool

  /// Chip temperature in 1/8 °C from the bytes of `ChipPlan.temperature`.
  static func temperatureEighths(_ bytes: RegisterBytes) -> Int16

  /// The first and the last code of the chip's scales in the table of its kind.
  static var finestScale: UInt8 { get }
  static var widestScale: UInt8 { get }

  /// The code of the fastest rate; codes begin with 0, and a higher one is faster.
  static var fastestRate: UInt8 { get }
  /// The rate of a code, in thousandths of a hertz.
  static func milliHertz(rate: UInt8) -> UInt32

  /// How much older the quantity is than the time stamp of its sample, microseconds: the delay of the chip's low-pass filter,
  /// and how old the measurement is on average when it is read.
  static func delay(rate: UInt8) -> UInt16

  /// Of a gyroscope: one standard deviation of what it measures at rest, 1/100 °/s. The data sheet's typical zero-rate offset, or half
  /// of its tolerance; at most 300: with more the first minute of a movement is too uncertain
  /// (docs/notebook/motion.md).
  static var zeroRateOffset: UInt16 { get }

  /// How the chip tests itself.
  static var selfTest: ChipSelfTest? { get }
}

extension SensorChipDriver {
  /// The code of the slowest rate that is at least `requested` thousandths of a hertz, or of the fastest there is.
  static func rateCode(atLeast requested: UInt32) -> UInt8 {
    var code: UInt8 = 0
    while code < fastestRate && milliHertz(rate: code) < requested { code &+= 1 }
    return code
  }

  /// Not known.
  public static func delay(rate: UInt8) -> UInt16 { 0 }
  /// No gyroscope.
  public static var zeroRateOffset: UInt16 { 0 }
  /// Not at all.
  public static var selfTest: ChipSelfTest? { nil }
  /// A chip without a temperature: its plan names no registers of one.
  public static func temperatureEighths(_ bytes: RegisterBytes) -> Int16 { 0 }
  /// Most chips have right-handed axes.
  public static var frame: ChipFrame { .rightHanded }
  /// Most chips have no bit for it: their counts show it.
  public static func isSaturated(_ bytes: RegisterBytes, status: UInt8) -> Bool { false }
}

/// What the driver of one chip keeps beside the machine's state: trim values, read from the chip during bring-up, or a pair of
/// measurements.
public protocol ChipTrim: Sendable {
  /// Whether a sample is half of the difference of two measurements, after SET and after RESET (`MeasurementTrigger`).
  static var keepsPair: Bool { get }
  /// The measurement after the SET, and then half of the difference, counts; zero for a chip without such pairs.
  var pair: Vector3 { get set }
  /// Before any has been read.
  init()
  /// Stores what the configuration's step `step` (from 0) loaded.
  mutating func load(_ bytes: RegisterBytes, step: UInt8)
}

extension ChipTrim {
  /// Most chips have no pairs.
  public static var keepsPair: Bool { false }
  /// Keeps nothing.
  public var pair: Vector3 {
    get { .zero }
    set {}
  }
}

/// For chips with SET and RESET.
public struct PairTrim: ChipTrim {
  public static var keepsPair: Bool { true }
  public var pair = Vector3.zero

  /// Before the first measurement.
  public init() {}
  /// Ignores the bytes.
  public mutating func load(_ bytes: RegisterBytes, step: UInt8) {}
}

/// For chips whose counts need no trim values.
public struct NoTrim: ChipTrim {
  public init() {}
  /// Ignores the bytes.
  public mutating func load(_ bytes: RegisterBytes, step: UInt8) {}
}

/// How a chip's axes become one right-handed frame. Mounting is another matter, see `AxisRemap`.
public enum ChipFrame: Sendable {
  case rightHanded
  /// Left-handed axes: the driver negates one of them.
  case invertedX, invertedY, invertedZ
  /// X and Y exchanged and Z negated, which keeps the handedness: a magnetometer in the frame of the accelerometer
  /// in the same package (AK8963 in MPU9250).
  case exchangedXYInvertedZ
  /// Y and Z negated, for the same purpose (AK09916 in ICM20948).
  case invertedYZ

  /// The counts in the right-handed frame.
  /// - Parameter largest: the largest count of the registers; the opposite of the smallest is limited to it.
  func rightHanded(_ counts: Vector3, largest: Int32) -> Vector3 {
    var turned = counts
    switch self {
    case .rightHanded: break
    case .invertedX: turned.x = Self.opposite(counts.x, largest)
    case .invertedY: turned.y = Self.opposite(counts.y, largest)
    case .invertedZ: turned.z = Self.opposite(counts.z, largest)
    case .invertedYZ:
      turned.y = Self.opposite(counts.y, largest)
      turned.z = Self.opposite(counts.z, largest)
    case .exchangedXYInvertedZ:
      turned.x = counts.y
      turned.y = counts.x
      turned.z = Self.opposite(counts.z, largest)
    }
    return turned
  }

  private static func opposite(_ count: Int32, _ largest: Int32) -> Int32 {
    count < 0 &- largest ? largest : 0 &- count
  }
}

/// A sample that a driver makes from counts by the table of its kind.
public protocol DriverSample: Equatable, Sendable {
  /// What it is a sample of.
  static var kind: SensorKind { get }
  /// The value: nanotesla, micro-g or 2^−20 rad/s.
  var vector: Vector3 { get }
  /// Whether it is the last one again.
  var isStale: Bool { get }

  /// The size of a count; `nil` if the table does not have the scale.
  static func rule(of scale: UInt8) -> ScaleRule?

  init(
    counts: Vector3, value: Vector3, scale: UInt8, isSaturated: Bool, isStale: Bool, at time: Instant,
    from origin: SampleOrigin, temperatureEighths: Int16?)
}
