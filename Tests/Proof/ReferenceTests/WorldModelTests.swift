// The World Magnetic Model in Double against the official rows, and what it refuses to read.
import Foundation
import Reference
import TestSupport
import Testing

private func released(_ name: String) throws -> String {
  try String(contentsOfFile: Repository.path("Tests/Data/wmm/\(name)"), encoding: .utf8)
}

@Test func referenceWorldModel_meetsTheOfficialRows() throws {
  let model = try ReferenceWorldModel(text: released("WMM2025.COF"))
  #expect(model.name == "WMM-2025" && model.epoch == 2025 && model.degree == 12)
  var rows = 0
  for line in try released("WMM2025_TEST_VALUES.txt").split(separator: "\n") where !line.hasPrefix("#") {
    let row = line.split(separator: " ").compactMap { Double($0) }
    try #require(row.count == 18)
    rows += 1
    let field = model.field(latitude: row[2], longitude: row[3], height: row[1], year: row[0])
    // The file's fields from 5 on, and how many decimals it has.
    let values: [(Double?, Double)] = [
      (field.declination, 0.005 + 1e-6), (field.dip, 0.005 + 1e-6), (field.horizontal, 1e-3),
      (field.vector.north, 1e-3), (field.vector.east, 1e-3), (field.vector.down, 1e-3), (field.total, 1e-3),
      (field.declinationRate, 1e-6), (field.dipRate, 1e-6), (field.horizontalRate, 2e-6), (field.rate.north, 2e-6),
      (field.rate.east, 2e-6), (field.rate.down, 2e-6), (field.totalRate, 2e-6),
    ]
    for (index, (value, limit)) in values.enumerated() {
      #expect(abs((value ?? .nan) - row[index + 4]) <= limit, "field \(index + 5) of \(line)")
    }
  }
  #expect(rows == 100)
}

@Test func referenceWorldModel_atThePole_isTheLimitOfPlacesAround() {
  let model = ReferenceWorldModel.released
  for longitude in stride(from: 0.0, to: 360, by: 30) {
    let pole = model.field(latitude: 90, longitude: longitude, height: 0, year: 2026).vector
    let near = model.field(latitude: 90 - 1e-7, longitude: longitude, height: 0, year: 2026).vector
    #expect(abs(pole.north - near.north) < 1e-3 && abs(pole.east - near.east) < 1e-3)
    #expect(abs(pole.down - near.down) < 1e-3)
  }
}

@Test func referenceWorldModel_ofADamagedFile_saysWhere() throws {
  var lines = try released("WMM2025.COF").split(separator: "\n").map(String.init)
  func failure(_ lines: [String]) -> ReferenceWorldModel.FormatError? {
    do throws(ReferenceWorldModel.FormatError) {
      _ = try ReferenceWorldModel(text: lines.joined(separator: "\n"))
      return nil
    } catch { return error }
  }
  #expect(failure(lines) == nil)
  #expect(failure([])?.reason == "the file ends within a degree")
  #expect(failure(Array(lines.prefix(40)))?.reason == "the file ends within a degree")
  lines[4] = "  2  2 x"
  #expect(failure(lines)?.line == 5)
  lines.remove(at: 4)
  #expect(failure(lines)?.reason == "degree 2, order 1 were expected")
}
