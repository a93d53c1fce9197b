// From register bytes to counts, nanotesla and degrees: pure functions.
import FixedPoint
import Quantities

extension LSM303DLHC {
  /// The six data bytes, understood.
  public struct Measurement: Equatable, Sendable {
    /// Counts as the chip gave them, sign-extended: X, Y, Z.
    public var counts: Vector3
    /// `counts` in nanotesla.
    public var field: MagneticField
    /// An axis is beyond the range; `field` is a limit, not a measurement.
    public var isOverflowed: Bool
  }

  /// Reads OUT_X_H_M … OUT_Y_L_M: X, Z, Y, each high byte first in two's complement.
  /// - Parameters:
  ///   - bytes: six bytes from register 0x03; the others are not looked at.
  ///   - scale: the gain code they were measured with, 1…7.
  /// - Returns: `nil` for another scale.
  public static func decode(_ bytes: RegisterBytes, scale: FieldScale) -> Measurement? {
    let counts = Vector3(
      x: signed(bytes[0], bytes[1]), y: signed(bytes[4], bytes[5]), z: signed(bytes[2], bytes[3]))
    guard let field = field(of: counts, scale: scale) else { return nil }
    let overflowed = isBeyondRange(counts.x) || isBeyondRange(counts.y) || isBeyondRange(counts.z)
    return Measurement(counts: counts, field: field, isOverflowed: overflowed)
  }

  /// Counts in nanotesla: ⌊count · 100,000 / g + ½⌋ with g counts per gauss of the axis (1 gauss = 100,000 nT).
  ///
  /// The rule holds for every 16-bit register value, overflowed ones too, so that a reading can always be recomputed
  /// from its counts. Largest result: 32,768 · 100,000 / 205 = 15,984,390 nT.
  /// - Parameters:
  ///   - counts: −32,768…32,767 each.
  ///   - scale: gain code, 1…7.
  /// - Returns: `nil` for other counts or another scale.
  @export(interface)
  public static func field(of counts: Vector3, scale: FieldScale) -> MagneticField? {
    guard hasScale(scale), isRegister(counts.x), isRegister(counts.y), isRegister(counts.z) else { return nil }
    let code = Int(scale.rawValue)
    let gainXY = Int32(countsPerGaussXY[code])
    let gainZ = Int32(countsPerGaussZ[code])
    return MagneticField(
      nanotesla: Vector3(
        x: nanotesla(counts.x, countsPerGauss: gainXY), y: nanotesla(counts.y, countsPerGauss: gainXY),
        z: nanotesla(counts.z, countsPerGauss: gainZ)))
  }

  /// Whether the chip has this gain code.
  public static func hasScale(_ scale: FieldScale) -> Bool {
    scale.rawValue >= finestScale.rawValue && scale.rawValue <= coarsestScale.rawValue
  }

  /// Whether two registers can hold this count.
  private static func isRegister(_ count: Int32) -> Bool { count >= -32768 && count <= 32767 }

  /// Every gain is a multiple of 5. The ratio is reduced by it, so that a 16-bit count times 20,000 stays below 2^30.
  private static func nanotesla(_ count: Int32, countsPerGauss: Int32) -> Int32 {
    Ratio.exact(count, 20_000, over: countsPerGauss / 5)
  }

  /// Beyond the 12 bits of the converter (−2048…2047, section 7.2 under OUT_X_H_M). The chip itself marks an overflow
  /// with 0xF000, −4096.
  public static func isBeyondRange(_ count: Int32) -> Bool {
    count < -2048 || count > 2047
  }

  /// Temperature in 1/8 °C: twelve bits, left-aligned, 8 counts a degree (table 4; section 7.2, TEMP_OUT_H_M).
  ///
  /// The offset is not calibrated by the maker: only differences mean something. Range −2048…2047.
  public static func temperatureEighths(high: UInt8, low: UInt8) -> Int16 {
    Int16(bitPattern: UInt16(high) &<< 8 | UInt16(low)) &>> 4
  }

  private static func signed(_ high: UInt8, _ low: UInt8) -> Int32 {
    Int32(Int16(bitPattern: UInt16(high) &<< 8 | UInt16(low)))
  }
}
