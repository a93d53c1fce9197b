// What a count of each scale is worth. A new scale is one row.
//
// The rows follow Protocols/heading/spec.md, section 3, and are only ever appended to.

/// Rows of four numbers: numerator, denominator of X and Y, denominator of Z, and
/// bits of the range × 256 + bits of the register (0x0c10: 12 of 16).
enum ScaleRows {
  /// Scales 1… of `FieldScale`, in nanotesla a count.
  static let field: InlineArray<136, UInt16> = [
    // LSM303DLHC, DocID018771 Rev 2, table 75: GN2:GN0 = 1…7. 100,000 nT / (counts per gauss), reduced by 5.
    20_000, 220, 196, 0x0c10,
    20_000, 171, 152, 0x0c10,
    20_000, 134, 120, 0x0c10,
    20_000, 90, 80, 0x0c10,
    20_000, 80, 71, 0x0c10,
    20_000, 66, 59, 0x0c10,
    20_000, 46, 41, 0x0c10,
    // HMC5883L rev. E, table 9: GN2:GN0 = 0…7: 1370, 1090, 820, 660, 440, 390, 330, 230 counts per gauss.
    10_000, 137, 137, 0x0c10,
    10_000, 109, 109, 0x0c10,
    5000, 41, 41, 0x0c10,
    5000, 33, 33, 0x0c10,
    2500, 11, 11, 0x0c10,
    10_000, 39, 39, 0x0c10,
    10_000, 33, 33, 0x0c10,
    10_000, 23, 23, 0x0c10,
    // QMC5883L: 12,000 and 3000 counts per gauss.
    25, 3, 3, 0x1010,
    100, 3, 3, 0x1010,
    // QMC5883P: 15,000, 3750, 2500 and 1000 counts per gauss.
    20, 3, 3, 0x1010,
    80, 3, 3, 0x1010,
    40, 1, 1, 0x1010,
    100, 1, 1, 0x1010,
    // LIS3MDL: 6842, 3421, 2281 and 1711 counts per gauss; the last three the nearest fraction below 2^16.
    50_000, 3421, 3421, 0x1010,
    64_981, 2223, 2223, 0x1010,
    62_911, 1435, 1435, 0x1010,
    57_218, 979, 979, 0x1010,
    // LIS2MDL: 1.5 milligauss.
    150, 1, 1, 0x1010,
    // MMC5603, 20 bits, and MMC5983MA, 18 bits: 16,384 counts per gauss.
    3125, 512, 512, 0x1414,
    3125, 512, 512, 0x1212,
    // AK8963: 0.15 µT, of counts multiplied by 128 plus the factory's sensitivity adjustment, which is 256 for none.
    75, 128, 128, 0x1818,
    // AK09916: 0.15 µT.
    150, 1, 1, 0x1010,
    // BMM150: 1/16 µT after its trim.
    125, 2, 2, 0x1212,
    // IST8310: 0.3 µT.
    300, 1, 1, 0x0e10,
    // RM3100, 200 cycles: 75 counts per µT.
    40, 3, 3, 0x1818,
    // MAG3110: 0.1 µT.
    100, 1, 1, 0x1010,
  ]

  /// Scales 1… of `ForceScale`, in µg a count.
  static let force: InlineArray<80, UInt16> = [
    // LSM303DLHC, DocID018771 Rev 2, table 3, LA_So: FS = 00…11, counts of 12 bits.
    1000, 1, 1, 0x0c0c,
    2000, 1, 1, 0x0c0c,
    4000, 1, 1, 0x0c0c,
    12_000, 1, 1, 0x0c0c,
    // LIS3DH and its kin at high resolution: LSM303AGR, table 3, LA_So.
    980, 1, 1, 0x0c0c,
    1950, 1, 1, 0x0c0c,
    3900, 1, 1, 0x0c0c,
    11_720, 1, 1, 0x0c0c,
    // LSM6DSOX, table 2, LA_So.
    61, 1, 1, 0x1010,
    122, 1, 1, 0x1010,
    244, 1, 1, 0x1010,
    488, 1, 1, 0x1010,
    // MPU-6050, 6500 and 9250, ICM-20948, BMI160: 16,384, 8192, 4096 and 2048 counts per g.
    15_625, 256, 256, 0x1010,
    15_625, 128, 128, 0x1010,
    15_625, 64, 64, 0x1010,
    15_625, 32, 32, 0x1010,
    // MMA8653: 256, 128 and 64 counts per g.
    15_625, 4, 4, 0x0a0a,
    15_625, 2, 2, 0x0a0a,
    15_625, 1, 1, 0x0a0a,
    // ADXL345, full resolution: 256 counts per g.
    15_625, 4, 4, 0x0d0d,
  ]

  /// Scales 1… of `RateScale`, in 2^−20 rad/s a count. A degree is 2^20 · π / 180 of them.
  static let rate: InlineArray<56, UInt16> = [
    // LSM6DSOX, table 2, G_So: 4.375, 8.75, 17.5, 35 and 70 millidegrees per second, the nearest fraction below
    // 2^16.
    40_434, 505, 505, 0x1010,
    64_214, 401, 401, 0x1010,
    8327, 26, 26, 0x1010,
    8327, 13, 13, 0x1010,
    16_654, 13, 13, 0x1010,
    // MPU-6050, 6500 and 9250, ICM-20948: 131, 65.5, 32.8 and 16.4 counts per degree a second.
    49_874, 357, 357, 0x1010,
    63_984, 229, 229, 0x1010,
    42_405, 76, 76, 0x1010,
    42_405, 38, 38, 0x1010,
    // BMI160: 262.4, 131.2, 65.6, 32.8 and 16.4 counts per degree a second.
    35_291, 506, 506, 0x1010,
    35_291, 253, 253, 0x1010,
    42_405, 152, 152, 0x1010,
    42_405, 76, 76, 0x1010,
    42_405, 38, 38, 0x1010,
  ]
}

extension FieldScale {
  /// The last scale of the table.
  public static var last: FieldScale { FieldScale(rawValue: UInt8(truncatingIfNeeded: ScaleRows.field.count / 4)) }

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
  public static var last: ForceScale { ForceScale(rawValue: UInt8(truncatingIfNeeded: ScaleRows.force.count / 4)) }

  /// What a count is worth; `nil` for scale 0 and for an unknown one.
  public var rule: ScaleRule? {
    guard rawValue > 0, rawValue <= Self.last.rawValue else { return nil }
    let first = (Int(rawValue) &- 1) &* 4
    return ScaleRule(
      ScaleRows.force[first], ScaleRows.force[first &+ 1], ScaleRows.force[first &+ 2], ScaleRows.force[first &+ 3])
  }
}

extension RateScale {
  /// The last scale of the table.
  public static var last: RateScale { RateScale(rawValue: UInt8(truncatingIfNeeded: ScaleRows.rate.count / 4)) }

  /// What a count is worth; `nil` for scale 0 and for an unknown one.
  public var rule: ScaleRule? {
    guard rawValue > 0, rawValue <= Self.last.rawValue else { return nil }
    let first = (Int(rawValue) &- 1) &* 4
    return ScaleRule(
      ScaleRows.rate[first], ScaleRows.rate[first &+ 1], ScaleRows.rate[first &+ 2], ScaleRows.rate[first &+ 3])
  }
}
