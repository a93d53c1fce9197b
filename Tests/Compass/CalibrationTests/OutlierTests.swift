// A calibration of which a part is something else: bursts, glitches, a magnet that passes.

import Calibration
import Quantities
import Simulation
import TestSupport
import Testing

/// What became of some outlier worlds.
private struct Tally {
  var worlds = 0
  /// Accepted with the centre within 1 % of the radius.
  var good = 0
  /// The share that was left out of each accepted one, 1/1000.
  var leftOut: [UInt16] = []
  /// The share that each refusal for outliers measured.
  var refused: [Int32] = []

  mutating func add(_ world: OutlierWorld) {
    var outcome = fitted(world.samples, world.accelerations)
    let centre = SIMD3(Double(outcome.centre.x), Double(outcome.centre.y), Double(outcome.centre.z)) / 256
    let off = centre - world.hardIronNanotesla
    let isNear = (off * off).sum().squareRoot() <= 0.01 * world.fieldNanotesla
    worlds += 1
    if outcome.accepted { leftOut.append(outcome.strayShare) }
    good += outcome.accepted && isNear ? 1 : 0
    var limits = FitConfiguration.magnetometer
    if !outcome.accepted, let reason = CalibrationReason(&outcome, bit: 10, &limits) { refused.append(reason.measured) }
  }
}

private func fitted(_ samples: [MagneticField], _ accelerations: [Acceleration]) -> FitOutcome {
  var fit = CalibrationFit(.magnetometer)
  for (row, sample) in samples.enumerated() {
    _ = fit.add(
      field: sample.nanotesla, specificForce: accelerations[row].microG,
      at: Instant(microseconds: UInt64(row) * 50_000))
    _ = fit.step()
  }
  return finish(&fit)
}

/// How many worlds are tried.
private let worldCount = TestEffort.count(quick: 12, usual: 60, full: 1_000)

@Test func outliers_ofThreeKinds_areLeftOut() {
  var tally = Tally()
  for index in 0..<UInt64(worldCount) { tally.add(OutlierWorld(seed: 1, index: index)) }
  #expect(Double(tally.good) >= 0.95 * Double(tally.worlds), "\(tally.good) of \(tally.worlds)")
  #expect(tally.leftOut.contains { $0 > 50 }, "the share that was left out is told")
  #expect(tally.refused.allSatisfy { (251..<1_000).contains($0) }, "refused with the share that was measured")
}

@Test func outliers_tooMany_areRefusedWithTheMeasuredShare() {
  // Of 12 % of the samples more than a quarter of the reservoir, by chance.
  for index in [202, 523, 698] as [UInt64] {
    let world = OutlierWorld(seed: 1, index: index)
    var outcome = fitted(world.samples, world.accelerations)
    #expect(!outcome.accepted)
    var limits = FitConfiguration.magnetometer
    let told = CalibrationReason(&outcome, bit: 10, &limits)
    #expect(told.map { (251..<400).contains($0.measured) && $0.limit == 250 } == true, "world \(index)")
  }
}

@Test func outliers_leftOutOfAnAcceptedResult_areToldWithTheirShare() {
  var outcome = FitOutcome()
  outcome.accepted = true
  var limits = FitConfiguration.magnetometer
  #expect(CalibrationReason(&outcome, bit: 10, &limits) == nil)
  outcome.strayShare = 75
  let told = CalibrationReason(&outcome, bit: 10, &limits)
  #expect(told.map { [$0.measured, $0.limit] } == [75, 250])
}
