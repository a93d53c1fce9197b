// The official test values, compared with the equations in Double and with the integer model.
import Geomagnetism
import Quantities
import Reference
import StreamCheck

/// The comparison of the official rows with both forms of the model.
package struct WorldModelOfficial: Equatable, Sendable {
  /// nT: the file has six decimals; three are required.
  package static var fieldLimit: Double { 0.001 }
  /// Degrees: half of the last printed digit, plus the rounding error of printing.
  package static var angleLimit: Double { 0.005 + 1e-6 }
  /// nT per year and degrees per year: the file has six decimals.
  package static var rateLimit: Double { 2e-6 }

  /// The number of compared rows.
  package private(set) var rows = 0
  /// Largest error of the reference in X, Y, Z, H and F, nT.
  package private(set) var fieldError = 0.0
  /// Largest error of the reference in declination and dip, degrees.
  package private(set) var angleError = 0.0
  /// Largest error of the reference in the annual changes, in their units.
  package private(set) var rateError = 0.0
  /// Largest error of the integer model in X, Y and Z, nT.
  package private(set) var integerError = 0.0
  /// Rows for which the integer model had no field.
  package private(set) var refused = 0

  /// Whether every row is within its limit.
  package var isWithinLimits: Bool {
    rows == 100 && refused == 0 && fieldError <= Self.fieldLimit && angleError <= Self.angleLimit
      && rateError <= Self.rateLimit && integerError <= WorldModelTally.componentLimit
  }

  /// Compares all rows with the released model.
  package init(reference: ReferenceWorldModel = .released) {
    for line in WorldModelRows.text.split(separator: "\n") where !line.hasPrefix("#") {
      let values = line.split(separator: " ").compactMap { Double($0) }
      if values.count == 18 { add(values, reference) }
    }
  }

  /// The fields have the numbers of the file, from 1.
  private mutating func add(_ row: [Double], _ reference: ReferenceWorldModel) {
    rows += 1
    func difference(_ number: Int, _ value: Double?) -> Double { ((value ?? .infinity) - row[number - 1]).asError }
    let (year, height, latitude, longitude) = (row[0], row[1], row[2], row[3])
    let field = reference.field(latitude: latitude, longitude: longitude, height: height, year: year)
    fieldError = max(
      fieldError, difference(7, field.horizontal), difference(8, field.vector.north), difference(9, field.vector.east),
      difference(10, field.vector.down), difference(11, field.total))
    angleError = max(angleError, difference(5, field.declination), difference(6, field.dip))
    rateError = max(
      rateError, difference(12, field.declinationRate), difference(13, field.dipRate),
      difference(14, field.horizontalRate), difference(15, field.rate.north), difference(16, field.rate.east),
      difference(17, field.rate.down), difference(18, field.totalRate))

    let turn = 0x1p32 / 360
    let position = Position(
      latitude: Int32((latitude * turn).rounded()),
      longitude: Int32(truncatingIfNeeded: Int64((longitude * turn).rounded())),
      height: Int32(height * 1e6))
    let middle = Double(WorldMagneticModel.epochYear) + Double(WorldMagneticModel.lifetime) / 2
    let moment = WorldMagneticModel.Moment(q22Years: Int32(((year - middle) * 0x1p22).rounded()))
    guard let integer = try? WorldMagneticModel.field(at: position, moment: moment) else {
      refused += 1
      return
    }
    let q8 = integer.q8Nanotesla
    integerError = max(
      integerError, difference(8, Double(q8.x) / 256), difference(9, Double(q8.y) / 256),
      difference(10, Double(q8.z) / 256))
  }
}
