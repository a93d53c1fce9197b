// The integer model against the official rows and against Double.
import FixedPoint
import Foundation
import Quantities
import Reference
import TestSupport
import Testing

@testable import Geomagnetism

@Test func reference_meetsTheOfficialRows() throws {
  let rows = try OfficialRow.all()
  #expect(rows.count == 100)
  for row in rows {
    let field = referenceModel.field(
      latitude: row.latitude, longitude: row.longitude, height: row.height, year: row.year)
    let printed: [(Int, Double, Double)] = [
      (5, field.declination ?? .nan, 0.005 + 1e-6), (6, field.dip ?? .nan, 0.005 + 1e-6),
      (7, field.horizontal, 1e-3), (8, field.vector.north, 1e-3), (9, field.vector.east, 1e-3),
      (10, field.vector.down, 1e-3), (11, field.total, 1e-3),
      (12, field.declinationRate, 1e-6), (13, field.dipRate, 1e-6), (14, field.horizontalRate, 1e-5),
      (15, field.rate.north, 1e-5), (16, field.rate.east, 1e-5), (17, field.rate.down, 1e-5),
      (18, field.totalRate, 1e-5),
    ]
    for (number, value, limit) in printed {
      #expect(abs(value - row[number]) <= limit, "field \(number) of \(row.text): \(value)")
    }
  }
}
