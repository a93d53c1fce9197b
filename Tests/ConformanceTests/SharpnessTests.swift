// Whether the stated accuracy is as wide as it has to be: the figure itself, and what the recordings give.

import Foundation
import TestSupport
import Testing

@Test func sharpness_isThe95thPercentileOfErrorOverAccuracy_withoutTheConstant() {
  // Errors of ±1°, of which one in ten is ±3°, about 7°.
  let headings = (0..<200).map { index -> (error: Double, stated: Double) in
    let size = index % 20 < 18 ? 1.0 : 3.0
    return (error: 7 + (index % 2 == 0 ? size : -size), stated: 2)
  }
  let result = SharpnessCheck.result("made up", headings)
  #expect(abs(result.q - 1.5) < 1e-6 && abs(result.offsetDegrees - 7) < 1e-6)
  #expect(result.coveredPercent == 90 && result.rows == 200 && result.statedDegrees == 2)
  #expect(!result.isPassed, "too narrow")
  #expect(SharpnessCheck.result("wide", headings.map { ($0.error, 4) }).isPassed)
}

/// `make sharpness DATA=folder` names a folder with BROAD's trials, and wants to see the figures of docs/notebook/heading.md.
private let trials = ProcessInfo.processInfo.environment["BINNACLE_TRIALS"]

@Test func sharpness_ofTheRecordings_neverStatesTooLittle() throws {
  for recording in try SharpnessRecording.own(in: Repository.path("Tests/Data")) {
    let result = try SharpnessCheck.run(recording)
    if trials != nil { print(result) }
    #expect(result.rows > 1_000, "\(result)")
    #expect(result.q <= SharpnessCheck.most, "\(result)")
  }
}

@Test(.enabled(if: trials?.isEmpty == false)) func sharpness_ofTrials_isShown() throws {
  let recordings = try SharpnessRecording.trials(in: trials ?? "")
  #expect(!recordings.isEmpty)
  for recording in recordings { print(try SharpnessCheck.run(recording)) }
}
