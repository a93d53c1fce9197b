// The names under which shops sell sensor modules, and the chips on them.

/// A module by its name in shops. docs/sensors.md has the same rows, with the sources.
package struct ShopModule: Equatable {
  package let name: String
  /// The chips that may be mounted in one place of the module.
  package let chips: [String]
  /// Whether only one of the chips is mounted; otherwise all of them are.
  let areAlternatives: Bool

  private init(_ name: String, all chips: String...) {
    (self.name, self.chips, areAlternatives) = (name, chips, false)
  }

  private init(_ name: String, oneOf chips: String...) {
    (self.name, self.chips, areAlternatives) = (name, chips, true)
  }

  /// The modules of shops, by the chips that answer on their bus.
  package static let all = [
    ShopModule("GY-271", oneOf: "HMC5883L", "QMC5883L", "QMC5883P"),
    ShopModule("GY-273", oneOf: "HMC5883L", "QMC5883L", "QMC5883P"),
    ShopModule("GY-511", all: "LSM303DLHC"),
    ShopModule("GY-521", all: "MPU-6050"),
    ShopModule("GY-291", all: "ADXL345"),
    ShopModule("GY-9250", oneOf: "MPU-9250", "MPU-6500"),
    ShopModule("GY-91", oneOf: "MPU-9250", "MPU-6500"),
    ShopModule("GY-85", all: "ADXL345", "HMC5883L"),
    ShopModule("CJMCU-20948", all: "ICM-20948"),
    ShopModule("CJMCU-9250", oneOf: "MPU-9250", "MPU-6500"),
    ShopModule("CJMCU-303", all: "LSM303DLHC"),
    ShopModule("CJMCU-160", all: "BMI160"),
  ]

  /// The chips in words.
  package var carries: String {
    guard chips.count > 1, let last = chips.last else { return chips.joined() }
    return chips.dropLast().joined(separator: ", ") + (areAlternatives ? " or " : " and ") + last
  }

  /// A paragraph for the help.
  package static var note: String {
    let rows = all.map { "\($0.name) \($0.carries)" }.joined(separator: "; ")
    return "What shops sell: \(rows). Makers change chips and keep the name; this command says which one is there. "
      + "docs/sensors.md says what is confirmed."
  }
}
