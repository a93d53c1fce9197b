// What few seconds of samples are taken for.
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Calibration

@Test func samplePeriods_countSecondsWithASample() {
  var periods = SamplePeriods()
  #expect(periods.weight == 16, "no sample")
  for step in 0..<40 as Range<UInt32> { periods.add(step * 20_000) }
  #expect(periods.weight == 16, "one second tells no time")
  // Three more, with a pause between.
  for second in [1, 9, 9, 10] as [UInt32] { periods.add(second << 20) }
  #expect(periods.weight == 16 * 16)
  for second in 11..<24 as Range<UInt32> { periods.add(second << 20) }
  #expect(periods.weight == 16)
}

@Test func samplePeriods_whereTheClockWraps_goOn() {
  var periods = SamplePeriods()
  for second in 0..<8 as Range<UInt32> { periods.add(UInt32.max - (3 << 20) &+ second << 20) }
  #expect(periods.weight == 16 * 4)
}

/// The prediction for 400 samples from every side, one each `spacing` microseconds.
private func predictedWorst(spacing: UInt64, seed: UInt64 = 5) -> UInt16 {
  var random = SeededGenerator(seed: seed)
  let body = Body(centre: (20_000, -9_000, 4_000), noise: 300)
  var fit = CalibrationFit(.magnetometer)
  for step in 0..<400 {
    let w = direction(&random)
    var sample = CalibrationSample(
      field: body.sample(w, &random), specificForce: nil, at: UInt32(truncatingIfNeeded: UInt64(step) * spacing))
    _ = fit.add(&sample)
    _ = fit.step()
  }
  let outcome = finish(&fit)
  #expect(outcome.accepted)
  return outcome.predictedWorst
}

@Test func fit_ofFewSeconds_expectsMore() {
  let unknown = predictedWorst(spacing: 0)
  // 20 s, 8 s, 4 s.
  #expect(predictedWorst(spacing: 50_000) == unknown)
  let eight = predictedWorst(spacing: 20_000)
  let four = predictedWorst(spacing: 10_000)
  #expect(eight > unknown, "\(eight), \(unknown)")
  #expect(four > eight &+ (eight - unknown), "\(four), \(eight), \(unknown)")
}

@Test func fitOfGravity_whateverTheTime_expectsTheSame() {
  func worst(spacing: UInt32) -> UInt16 {
    var random = SeededGenerator(seed: 3)
    var fit = CalibrationFit(.gravity)
    for step in 0..<40 as Range<UInt32> {
      let w = direction(&random)
      let force = SIMD3(w.0, w.1, w.2) * 1_000_000
      var sample = CalibrationSample(
        field: Vector3(x: Int32(force.x), y: Int32(force.y), z: Int32(force.z)), specificForce: nil, at: step * spacing)
      _ = fit.add(&sample)
      _ = fit.step()
    }
    return finish(&fit).predictedWorst
  }
  #expect(worst(spacing: 100_000) == worst(spacing: 0))
  #expect(worst(spacing: 0) < 400)
}
