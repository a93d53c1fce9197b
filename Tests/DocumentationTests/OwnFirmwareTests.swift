// The example of docs/own-firmware.md: compiled here, and line by line what the document shows.

import Binnacle
import Foundation
import TestSupport
import Testing

/// Tenths of a degree clockwise from magnetic north; -1 where there is no direction.
func bearing(field: Counts, force: Counts) -> Int32 {
  guard let heading = TiltCompensation.heading(field: field, force: force) else { return -1 }
  return Int32(truncatingIfNeeded: UInt64(product: heading.rawValue, 3600) &>> 32)
}

@Test func example_ofOwnFirmware_isThisFileAndPointsNorth() throws {
  try Document("docs/own-firmware.md").expectBlock(of: "Tests/DocumentationTests/OwnFirmwareTests.swift", longerThan: 6)

  // atan2(30, 200) = 8.53°: north is to the left of a board that is turned to the right.
  let up = Counts(x: 0, y: 0, z: -1000)
  #expect(bearing(field: Counts(x: 200, y: -30, z: 400), force: up) == 85)
  #expect(bearing(field: Counts(x: 0, y: 0, z: 400), force: up) == -1)
}

@Test func coresOfOwnFirmware_haveTheFlagsOfTheBoards() throws {
  let document = try Document("docs/own-firmware.md").lines.joined(separator: "\n")
  for name in ["cortex-m0", "cortex-m3", "cortex-m4", "cortex-m33", "sifive-e31"] {
    let flags = try String(contentsOfFile: Repository.path("Boards/Toolsets/\(name).json"), encoding: .utf8)
    #expect(flags.contains("-mcpu=\(name)") && document.contains("-mcpu=\(name)"), "\(name)")
    #expect(flags.contains("-arm-load-store-opt=false") == ["cortex-m3", "cortex-m4", "cortex-m33"].contains(name))
  }
}
