// The integer World Magnetic Model against Double, over places and dates that are drawn.
import Foundation
import Geomagnetism
import Quantities
import Reference
import TestSupport
import Testing

@testable import Verdict

private func model() throws -> ReferenceWorldModel {
  try ReferenceWorldModel(
    text: String(contentsOfFile: Repository.path("Tests/Data/wmm/WMM2025.COF"), encoding: .utf8))
}

@Test func worldModel_staysWithinItsLimits() throws {
  let count = UInt64(ProcessInfo.processInfo.environment["BINNACLE_WORLD_MODEL_SAMPLES"] ?? "") ?? 5_000
  let tally = WorldModelSweep(count: count, seed: 1, reference: try model()).run(threads: 2)
  #expect(tally.samples == count)
  #expect(tally.isWithinLimits, "seed 1: \(tally)")
  print(tally, tally.rms)
}
