// The lines of Swift that README.md shows: compiled here, and held to what it shows; and the figures of its table.

import Binnacle
import TestSupport
import Testing

/// Hundredths of a degree clockwise from magnetic north.
func heading(_ compass: inout Compass, force: Acceleration, field: MagneticField, at now: Instant) -> UInt64? {
  compass.add(force, at: now)  // micro-g
  compass.add(field, at: now)  // nanotesla
  return compass.heading().map { (UInt64($0.rawValue) * 36_000) >> 32 }
}

@Test func swift_ofTheReadme_isThisFileAndPointsNorth() throws {
  try Document("README.md").expectBlock(of: "Tests/DocumentationTests/ReadmeTests.swift", longerThan: 6)
  var compass = Compass()
  let level = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
  let now = Instant(microseconds: 0)
  // atan2(5, 20) = 14.04°: north is to the left of a board that is turned to the right.
  let field = MagneticField(nanotesla: Vector3(x: 20_000, y: -5_000, z: 40_000))
  #expect(heading(&compass, force: level, field: field, at: now) == 1403)
  let vertical = MagneticField(nanotesla: Vector3(x: 0, y: 0, z: 40_000))
  #expect(heading(&compass, force: level, field: vertical, at: now) == nil)
}

/// The cells of a row of README.md, "What it is better at", that begins so.
private func comparison(_ begin: String) throws -> [String] {
  try #require(Document("README.md").tableRows(under: "What it is better at").first { $0[0].hasPrefix(begin) })
}

@Test func comparison_ofTheReadme_hasTheFiguresOfTheDocuments() throws {
  let motion = try Document("docs/motion.md")
  let accuracy = try comparison("accuracy with a gyroscope")
  let filters = try #require(motion.tables(under: "How accurate it is").first)
  try #require(filters.count == 6 && filters[0][0] == "**Binnacle**")
  #expect(accuracy[1] == filters[0][2])
  for filter in filters.dropFirst() where filter[0] != "BasicVQF" {
    #expect(accuracy[2].contains("\(filter[0]) \(filter[2])"))
  }
  let iron = try comparison("accuracy beside iron")
  let fault = try #require(
    motion.tableRows(under: "When something is wrong").first { $0[0] == "+15 µT east for 30 s" })
  #expect(iron[1] == fault[1] && iron[2] == "VQF \(fault[2])")

  let worlds = try #require(
    Document("docs/calibration.md").tableRows(under: "What the result promises").first { $0[0] == "all" })
  let honesty = try comparison("honesty")[1].replacing(",", with: "")
  #expect(honesty.contains("held in \(worlds[5]) of \(worlds[2]) accepted"))

  let library = try Document("docs/performance.md").lines.joined(separator: " ")
  let size = try #require(library.firstMatch(of: /it takes ([0-9.]+ KB of flash and [0-9.]+ KB of state)/)?.output.1)
  #expect(try comparison("what it costs to take")[1].contains(size))
  let peer = try #require(
    Document("docs/performance.md").tableRows(under: "The angle beside others").first { $0[0] == "newlib atan2f" })
  #expect(try comparison("cost")[2].contains("takes \(peer[2]) cycles"))
}
