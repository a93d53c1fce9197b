// The integer World Magnetic Model against Double, over places and dates that are drawn.
import Foundation
import Geomagnetism
import Quantities
import Reference
import TestSupport
import Testing

@testable import Verdict

@Test func worldModel_staysWithinItsLimits() {
  let tally = WorldModelSweep(count: 10_000, seed: 1, reference: .released).run(threads: 2)
  #expect(tally.samples == 10_000)
  #expect(tally.isWithinLimits, "seed 1: \(tally)")
  // Where the goal of 0.05 nT is missed, something got worse.
  for component in [tally[.north], tally[.east], tally[.down]] {
    #expect(component.maxError <= 0.05, "seed 1: \(component)")
  }
}

@Test func worldModel_givesTheSameBits_withAnyNumberOfThreads() {
  let sweep = WorldModelSweep(count: 3_000, seed: 7, reference: .released)
  #expect(sweep.run(threads: 1) == sweep.run(threads: 3))
}

@Test func worldModelSweep_takesPolesHeightsAndDates() {
  let samples = (0..<4096).map { WorldModelSweep.sample($0, seed: 3) }
  #expect(samples.contains { $0.position.latitude == 0x4000_0000 })
  #expect(samples.contains { $0.position.latitude == -0x4000_0000 })
  #expect(samples.contains { $0.position.height < 0 } && samples.contains { $0.position.height > 800_000_000 })
  #expect(samples.allSatisfy { $0.position.height >= -1_000_000 && $0.position.height <= 850_000_000 })
  #expect(samples.allSatisfy { $0.date >= WorldMagneticModel.firstDay && $0.date <= WorldMagneticModel.lastDay })
}

@Test func worldModelSweep_seesAnErrorOfAFifthOfANanotesla() {
  let sweep = WorldModelSweep(count: 100, seed: 1, reference: .released)
  let wrong = sweep.run(threads: 1) { position, moment in
    var field = WorldModelSweep.integerModel(position, moment)
    field?.q8Nanotesla.z += 51
    return field
  }
  #expect(!wrong.isWithinLimits)
  let refusing = sweep.run(threads: 1) { _, _ in nil }
  #expect(refusing.refused == 100 && !refusing.isWithinLimits)
}

@Test func releasedText_isTheFileOfTheRelease() throws {
  func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { String($0).replacing(/\s+$/, with: "") }.filter { !$0.isEmpty }
  }
  let file = try String(contentsOfFile: Repository.path("Tests/Data/wmm/WMM2025.COF"), encoding: .utf8)
  #expect(lines(ReferenceWorldModel.releasedText) == lines(file))
}
