// The prediction of a fit does not depend on the order and the signs of the axes, and agrees with that in Double.

import Calibration
import FitComparison
import Foundation
import Recordings
import Simulation
import TestSupport
import Testing
import Verdict

private let folder = Repository.path("Tests/Data")

/// The recordings that determine an ellipsoid, but not the accelerometer that was moved: accelerations are outliers.
private let determined = CalibrationRecording.all.filter {
  $0.expectation == .determined && $0.key != "marg/ck_accmag.csv (accel)"
}

/// All 48 arrangements, or some of them: the identity first.
private let arrangements: [FitComparison.AxisArrangement] = {
  let all = FitComparison.AxisArrangement.all
  let count = TestEffort.count(quick: 2, usual: 4, full: all.count)
  // 19 and 48 have no common factor.
  return (0..<count).map { all[$0 * 19 % all.count] }
}()

@Test(arguments: determined) func prediction_ofAnyArrangement_isTheSame_andAgreesWithDouble(
  recording: CalibrationRecording
) throws {
  let vectors = try recording.vectors(in: folder)
  for hasGravity in vectors.acceleration.isEmpty ? [false] : [true, false] {
    let fits = try arrangements.map { arrangement in
      var turned = vectors
      turned.field = vectors.field.map { arrangement($0) }
      turned.acceleration = hasGravity ? vectors.acceleration.map { arrangement($0) } : []
      return try #require(
        RecordingFit(turned, unit: recording.unit, accelerationUnit: recording.accelerationUnit))
    }
    let found = fits.map { $0.integer(isPlain: false) }
    #expect(Set(found.map(\.accepted)).count == 1, "gravity \(hasGravity): \(found.map(\.accepted))")
    let worst = try found.map { try #require($0.worstDegrees) }
    let (least, most) = (try #require(worst.min()), try #require(worst.max()))
    // Rounding of the last digits only: which samples count does not depend on the arrangement.
    #expect(most <= 1.1 * least, "gravity \(hasGravity): \(least)° to \(most)°")
    // Double has all rows, and the integers 40 of them.
    let double = try #require(fits[0].double(isPlain: false).worstDegrees)
    #expect(least >= 0.75 * double && most <= 1.25 * double, "gravity \(hasGravity): \(least)…\(most)°, not \(double)°")
  }
}

// It was accepted, and then gravity raised the prediction to 22°.
@Test func prediction_withGravity_isHeldToTheLimit() {
  let trial = CalibrationTrial(CalibrationWorld(seed: 2, index: 1_354), fit: IntegerFit.run)
  let limit = Double(FitConfiguration.magnetometer.usableError) / 100
  #expect((trial.finding.worstDegrees ?? 0) > limit, "or this test tells nothing")
  #expect(!trial.finding.accepted && trial.finding.grade == 0)
  #expect(trial.finding.reasons == .predictedError)
}
