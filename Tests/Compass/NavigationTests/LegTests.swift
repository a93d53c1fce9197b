// Bearing and distance: published and computed tables, and the cases that have no bearing.
import Foundation
import Navigation
import Quantities
import Reference
import TestSupport
import Testing

@Suite struct LegTests {
  @Test func sphere_meetsTheComputedTable() throws {
    let rows = try GeodesicTable.rows("bearings_wgs84_and_sphere.csv")
    #expect(rows.count == 1458)
    for row in rows where row["sphere_dist_m"] >= 10 && row["sphere_dist_m"] <= 20_015_000 {
      let leg = Earth.meanSphere.leg(from: row.start, to: row.end)
      let distance = row["sphere_dist_m"]
      // The table's digits and our grid: 19 mm across the way.
      let slack = 1e-5 + atan(0.019 / min(distance, 20_015_087 - distance)) * 180 / .pi
      if row.isBearingDefined { row.expect(leg.initial, row["sphere_bearing1"], within: slack) }
      let metres = Double(leg.millimetres) / 1000
      #expect(abs(metres - distance) <= max(0.05, 1e-8 * distance) + 0.019, "\(row.text)")
    }
  }

  @Test(arguments: ["bearings_wgs84_and_sphere.csv", "geodtest100.csv"])
  func wgs84_meetsTheGeodesics(file: String) throws {
    let isOurs = file.hasPrefix("bearings")
    var compared = 0
    for row in try GeodesicTable.rows(file) {
      let distance = row[isOurs ? "wgs84_dist_m" : "s12_m"]
      guard distance >= 10, distance <= 19e6, max(abs(row["lat1"]), abs(row["lat2"])) < 89.9 else { continue }
      compared += 1
      let leg = Earth.wgs84.leg(from: row.start, to: row.end)
      let slack = 0.002 + atan(0.019 / distance) * 180 / .pi
      row.expect(leg.initial, row[isOurs ? "wgs84_azi1" : "azi1"], within: slack)
      row.expect(leg.final, row[isOurs ? "wgs84_azi2" : "azi2"], within: slack)
      #expect(abs(Double(leg.millimetres) / 1000 - distance) <= 2e-5 * distance + 0.021, "\(row.text)")
    }
    #expect(compared >= (isOurs ? 1400 : 45))
  }

  @Test func sphere_agreesWithPublishedFigures() throws {
    let earth = Earth.sphere(radiusMillimetres: 6_371_000_000)
    let leg = earth.leg(from: .degrees(52.205, 0.119), to: .degrees(48.857, 2.351))
    #expect((leg.millimetres + 500) / 1000 == 404_279)
    #expect(abs(try #require(leg.initial.angle).degrees - 156.2) < 0.05)
    #expect(abs(try #require(leg.final.angle).degrees - 157.9) < 0.05)
    let back = earth.leg(from: .degrees(48.857, 2.351), to: .degrees(52.205, 0.119))
    #expect(abs(try #require(back.initial.angle).degrees - 337.9) < 0.05)
  }

  @Test func undefinedBearings_areCases() {
    let place = Position.degrees(47.5, 8.25)
    let same = Earth.meanSphere.leg(from: place, to: place)
    #expect(same == Leg(initial: .samePlace, final: .samePlace, millimetres: 0))

    let opposite = Position(latitude: -place.latitude, longitude: place.longitude &+ .min)
    let half = Earth.meanSphere.leg(from: place, to: opposite)
    #expect(half.initial == .antipodes && half.final == .antipodes)
    #expect(abs(half.millimetres - 20_015_114_442) <= 5)

    let north = Position(latitude: Int32(1 << 30), longitude: 77)
    let down = Earth.meanSphere.leg(from: north, to: place)
    #expect(down.initial == .atPole)
    #expect(down.final == .angle(.halfTurn))
    let up = Earth.meanSphere.leg(from: place, to: north)
    #expect(up.initial == .angle(.zero))
    #expect(up.final == .atPole)

    // All longitudes meet at the pole.
    let poleToo = Position(latitude: Int32(1 << 30), longitude: -1_000_000)
    #expect(Earth.meanSphere.leg(from: north, to: poleToo).initial == .samePlace)
    let south = Position(latitude: -Int32(1 << 30), longitude: 5)
    #expect(Earth.meanSphere.leg(from: north, to: south).initial == .atPole)
    #expect(abs(Earth.meanSphere.leg(from: north, to: south).millimetres - 20_015_114_442) <= 5)
  }

  @Test(arguments: [(18_990_000.0, false), (19_010_000.0, true), (19_900_000.0, true), (20_003_000.0, true)])
  func nearTheAntipode_theEllipsoidGivesNoBearing(metres: Double, isBeyond: Bool) {
    // Nearly along the equator, whose degrees are 111,319.49 m long.
    let place = Position.degrees(0, 5)
    let there = Position.degrees(0.01, metres / 111_319.49 + 5)
    let leg = Earth.wgs84.leg(from: place, to: there)
    #expect((leg.initial == .nearAntipode) == isBeyond && (leg.final == .nearAntipode) == isBeyond, "\(leg)")
    let sphere = Earth.meanSphere.leg(from: place, to: there)
    #expect(sphere.initial.angle != nil && sphere.final.angle != nil)
    #expect(abs(Double(leg.millimetres) / 1000 - metres) < 40_000)
  }

  @Test func cardinalDirections_areExact() {
    let place = Position(latitude: 0, longitude: 0)
    for (latitude, longitude, expected): (Int32, Int32, BinaryAngle) in [
      (1000, 0, .zero), (0, 1000, .quarterTurn), (-1000, 0, .halfTurn),
      (0, -1000, BinaryAngle(rawValue: 0xC000_0000)),
    ] {
      let there = Position(latitude: latitude, longitude: longitude)
      #expect(Earth.meanSphere.leg(from: place, to: there).initial == .angle(expected))
      #expect(Earth.wgs84.leg(from: place, to: there).initial == .angle(expected))
    }
  }

  @Test func oneUnit_isADistance() {
    // 2^−32 turn of latitude is 9.32 mm; of longitude at 60°, half.
    let place = Position.degrees(60, 10)
    let north = Position(latitude: place.latitude + 1, longitude: place.longitude)
    #expect(Earth.meanSphere.leg(from: place, to: north).millimetres == 9)
    let east = Position(latitude: place.latitude, longitude: place.longitude + 2)
    #expect(Earth.meanSphere.leg(from: place, to: east).millimetres == 9)
  }
}

/// The tables under Tests/Data/geodesic.
struct GeodesicTable {
  var text: String
  var values: [String: Double]

  subscript(_ name: String) -> Double { values[name] ?? .nan }
  var start: Position { .degrees(self["lat1"], self["lon1"]) }
  var end: Position { .degrees(self["lat2"], self["lon2"]) }
  var isBearingDefined: Bool { abs(self["lat1"]) < 90 }

  func expect(_ bearing: Bearing, _ degrees: Double, within limit: Double) {
    guard let angle = bearing.angle else {
      Issue.record("no bearing: \(text)")
      return
    }
    let difference = (angle.degrees - degrees).remainder(dividingBy: 360)
    #expect(abs(difference) <= limit, "\(angle.degrees) for \(text)")
  }

  static func rows(_ file: String) throws -> [GeodesicTable] {
    let text = try String(contentsOfFile: Repository.path("Tests/Data/geodesic/\(file)"), encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    let header = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let pairs = zip(header, cells).compactMap { name, cell in Double(cell).map { (name, $0) } }
      return GeodesicTable(text: String(line), values: Dictionary(uniqueKeysWithValues: pairs))
    }
  }
}

extension Position {
  static func degrees(_ latitude: Double, _ longitude: Double) -> Position {
    let units = 4_294_967_296 / 360.0
    return Position(
      latitude: Int32((latitude * units).rounded()),
      longitude: Int32(truncatingIfNeeded: Int64((longitude * units).rounded())))
  }
}
