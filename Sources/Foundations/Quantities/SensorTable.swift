// The table of chips and of what their counts are worth. A new chip is one row here, and one row for each of its scales.
//
// The rows follow Protocols/heading/spec.md, section 3. The reference has a table of its own, made from the same document.

// MARK: - Chips

/// What a sensor measures.
public enum SensorKind: UInt8, Sendable {
  case none, magnetometer, accelerometer, gyroscope
}

extension SensorChip {
  /// No sensor found.
  public static var absent: SensorChip { SensorChip(rawValue: 0) }
  /// ST LSM303DLHC, its magnetometer.
  public static var lsm303dlhc: SensorChip { SensorChip(rawValue: 1) }
  /// ST LSM303DLHC, its accelerometer.
  public static var lsm303dlhcAccelerometer: SensorChip { SensorChip(rawValue: 2) }

  /// The rows: name and kind, by code.
  @inline(__always)
  private var row: (name: StaticString, kind: SensorKind) {
    switch rawValue {
    case 0: ("no sensor", .none)
    case 1: ("LSM303DLHC", .magnetometer)
    case 2: ("LSM303DLHC accelerometer", .accelerometer)
    default: ("unknown sensor", .none)
    }
  }

  /// The maker's name of the chip.
  public var name: StaticString { row.name }

  /// What the chip measures; `.none` for no chip and for an unknown one.
  public var kind: SensorKind { row.kind }
}

// MARK: - Scales

/// Rows of four numbers: numerator, denominator of X and Y, denominator of Z, and
/// bits of the range × 256 + bits of the register (0x0c10: 12 of 16).
enum ScaleRows {
  /// Scales 1… of `FieldScale`, in nanotesla a count.
  static let field: InlineArray<28, UInt16> = [
    // LSM303DLHC, DocID018771 Rev 2, table 75: GN2:GN0 = 1…7. 100,000 nT / (counts per gauss), reduced by 5.
    20_000, 220, 196, 0x0c10,
    20_000, 171, 152, 0x0c10,
    20_000, 134, 120, 0x0c10,
    20_000, 90, 80, 0x0c10,
    20_000, 80, 71, 0x0c10,
    20_000, 66, 59, 0x0c10,
    20_000, 46, 41, 0x0c10,
  ]

  /// Scales 1… of `ForceScale`, in µg a count.
  static let force: InlineArray<16, UInt16> = [
    // LSM303DLHC, DocID018771 Rev 2, table 3, LA_So: FS = 00…11, counts of 12 bits.
    1000, 1, 1, 0x0c0c,
    2000, 1, 1, 0x0c0c,
    4000, 1, 1, 0x0c0c,
    12_000, 1, 1, 0x0c0c,
  ]
}

extension FieldScale {
  /// The last scale of the table.
  public static var last: FieldScale { FieldScale(rawValue: 7) }

  /// What a count is worth; `nil` for scale 0 and for an unknown one.
  public var rule: ScaleRule? {
    guard rawValue > 0, rawValue <= Self.last.rawValue else { return nil }
    let first = (Int(rawValue) &- 1) &* 4
    return ScaleRule(
      ScaleRows.field[first], ScaleRows.field[first &+ 1], ScaleRows.field[first &+ 2], ScaleRows.field[first &+ 3])
  }
}

extension ForceScale {
  /// The last scale of the table.
  public static var last: ForceScale { ForceScale(rawValue: 4) }

  /// What a count is worth; `nil` for scale 0 and for an unknown one.
  public var rule: ScaleRule? {
    guard rawValue > 0, rawValue <= Self.last.rawValue else { return nil }
    let first = (Int(rawValue) &- 1) &* 4
    return ScaleRule(
      ScaleRows.force[first], ScaleRows.force[first &+ 1], ScaleRows.force[first &+ 2], ScaleRows.force[first &+ 3])
  }
}

extension RateScale {
  /// What a count is worth; `nil` for scale 0 and for an unknown one. No gyroscope has a row yet.
  public var rule: ScaleRule? { nil }
}
