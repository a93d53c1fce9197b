// What sensors' counts are worth, read from Protocols/heading/spec.md, section 3, once more and apart from the device.

/// One scale: the worth of a count is `numerator` / `divisor`, and how many bits a count and its range have.
struct ReferenceScale {
  var numerator: Int
  /// Of X, Y and Z.
  var divisor: SIMD3<Int>
  var bits: Int
  var rangeBits: Int

  init(_ numerator: Int, _ xy: Int, z: Int? = nil, bits: Int, range: Int? = nil) {
    self.numerator = numerator
    divisor = SIMD3(xy, xy, z ?? xy)
    self.bits = bits
    rangeBits = range ?? bits
  }

  /// Whether each count is one that the registers hold.
  func holds(_ counts: SIMD3<Int32>) -> Bool { (0..<3).allSatisfy { Self.isWithin(counts[$0], bits) } }

  /// Whether a count is beyond the range, or at its end where the registers hold no more.
  func isLimit(_ counts: SIMD3<Int32>) -> Bool {
    if bits > rangeBits { return (0..<3).contains { !Self.isWithin(counts[$0], rangeBits) } }
    let last = Int32(1) << Int32(bits - 1) - 1
    return (0..<3).contains { counts[$0] >= last || counts[$0] <= -last }
  }

  func value(_ counts: SIMD3<Int32>) -> SIMD3<Int32> {
    var value = SIMD3<Int32>()
    for axis in 0..<3 {
      value[axis] = ReferenceConversion.roundedQuotient(
        Int64(counts[axis]) * Int64(numerator), Int64(divisor[axis]))
    }
    return value
  }

  private static func isWithin(_ count: Int32, _ bits: Int) -> Bool {
    count >= -(1 << Int32(bits - 1)) && count < 1 << Int32(bits - 1)
  }
}

enum ReferenceScales {
  /// The codes of the magnetometers in the table of chips.
  static let magnetometers: [UInt8] = [1, 3, 5, 6, 7, 8, 11, 12, 19, 22, 23, 24, 25, 26]

  /// Scales 1… of magnetometers, in nanotesla; LSB per gauss where the data sheet gives that (1 gauss = 100,000 nT).
  static let field: [ReferenceScale] =
    // LSM303DLHC datasheet DocID018771 rev. 2, register CRB_REG_M, table "Gain setting".
    [(1100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205)].map { xy, z in
      ReferenceScale(100_000, xy, z: z, bits: 16, range: 12)
    }
    // HMC5883L rev. E, configuration register B.
    + [1370, 1090, 820, 660, 440, 390, 330, 230].map { ReferenceScale(100_000, $0, bits: 16, range: 12) }
    // QMC5883L, then QMC5883P.
    + [12_000, 3000, 15_000, 3750, 2500, 1000].map { ReferenceScale(100_000, $0, bits: 16) }
    // LIS3MDL at ±4 gauss, and as the specification has the wider ranges.
    + [(100_000, 6842), (64_981, 2223), (62_911, 1435), (57_218, 979)].map { ReferenceScale($0, $1, bits: 16) }
    + [
      // LIS2MDL, MMC5603, MMC5983MA.
      ReferenceScale(150, 1, bits: 16),
      ReferenceScale(100_000, 16_384, bits: 20),
      ReferenceScale(100_000, 16_384, bits: 18),
      // AK8963 with 128 + adjustment multiplied in, AK09916, BMM150, IST8310, RM3100, MAG3110.
      ReferenceScale(150, 256, bits: 24),
      ReferenceScale(150, 1, bits: 16),
      ReferenceScale(1000, 16, bits: 18),
      ReferenceScale(300, 1, bits: 16, range: 14),
      ReferenceScale(1000, 75, bits: 24),
      ReferenceScale(100, 1, bits: 16),
    ]

  /// Scales 1… of accelerometers, in µg.
  static let force: [ReferenceScale] =
    // LSM303DLHC datasheet DocID018771 rev. 2, table 3; LSM303AGR, table 3; LSM6DSOX, table 2.
    [1000, 2000, 4000, 12_000, 980, 1950, 3900, 11_720].map { ReferenceScale($0, 1, bits: 12) }
    + [61, 122, 244, 488].map { ReferenceScale($0, 1, bits: 16) }
    // LSB per g: InvenSense and BMI160, MMA8653, ADXL345.
    + [16_384, 8192, 4096, 2048].map { ReferenceScale(1_000_000, $0, bits: 16) }
    + [256, 128, 64].map { ReferenceScale(1_000_000, $0, bits: 10) }
    + [ReferenceScale(1_000_000, 256, bits: 13)]

  /// Scales 1… of gyroscopes, in 2^−20 rad/s, as the specification has them.
  static let rate: [ReferenceScale] = [
    (40_434, 505), (64_214, 401), (8327, 26), (8327, 13), (16_654, 13), (49_874, 357), (63_984, 229), (42_405, 76),
    (42_405, 38), (35_291, 506), (35_291, 253), (42_405, 152), (42_405, 76), (42_405, 38),
  ].map { ReferenceScale($0, $1, bits: 16) }
}
