// Alignment in Double on the SAP6 shots, against the figures of Tests/Data/README.md.

import Recordings
import Reference
import TestSupport
import Testing
import Verdict

/// Unit; azimuth in runs 1 and 2, dip: standard deviations in degrees, printed to two decimals.
private let published: [(device: String, first: Double, second: Double, dip: Double)] = [
  ("BB", 0.99, 0.39, 0.23), ("CF", 0.60, 0.28, 0.24), ("FG", 1.70, 0.41, 0.25), ("IB", 0.79, 0.40, 0.19),
]

@Test(arguments: published.indices) func sap6Shots_alignAsAnIndependentProgramFound(index: Int) throws {
  let expected = published[index]
  let shots = try SAP6Shots(folder: Repository.path("Tests/Data"), device: expected.device)
  let field = try ReferenceFit(shots.field, model: .ellipsoid)
  let down = try ReferenceFit(shots.down, model: .ellipsoid)
  let found = shots.steadiness(field: { field.corrected($0) }, down: { down.corrected($0) })
  #expect(abs(found.dipDegrees - expected.dip) < 0.015)
  // The least sum of squares over both runs: not above the published pair's, and near it.
  let rms = ReferenceAlignment.rms(found.azimuthDegrees)
  let theirs = ReferenceAlignment.rms([expected.first, expected.second])
  #expect(rms <= theirs + 0.01 && rms >= theirs - 0.05, "\(found.azimuthDegrees)")
}
