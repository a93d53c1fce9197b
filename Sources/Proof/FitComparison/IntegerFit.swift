// The device's fit, run in this process on whole numbers.

import Calibration
import Correction
import Quantities
import Reference

/// The device's fit as a function in this process.
package enum IntegerFit {
  /// Adds every sample of a run, solves in small steps as a device does, and returns the outcome in the run's unit.
  package static let run: CalibrationFitFunction = { run in FitFinding(outcome(of: run)) }

  /// The outcome that the fit itself reports.
  package static func outcome(of run: FitRun) -> FitOutcome {
    var fit = CalibrationFit(run.configuration)
    for (index, sample) in run.samples.enumerated() {
      let force = run.accelerations.isEmpty ? nil : run.accelerations[index].microG
      let time = run.times.isEmpty ? Instant(microseconds: 0) : run.times[index]
      _ = fit.add(field: sample, specificForce: force, at: time)
      // The search for outliers continues between samples.
      _ = fit.step()
    }
    fit.beginSolve()
    // A solution takes some hundred steps. A solution that does not end is abandoned, so that a check reports it.
    for _ in 0..<100_000 where fit.step() != .working { return fit.outcome }
    return FitOutcome()
  }
}

extension FitFinding {
  /// A result in the unit of the samples.
  package init(_ outcome: FitOutcome) {
    func vector(_ v: Vector3, _ one: Double) -> SIMD3<Double> {
      SIMD3(Double(v.x) / one, Double(v.y) / one, Double(v.z) / one)
    }
    func degrees(_ hundredths: UInt16) -> Double? { hundredths == .max ? nil : Double(hundredths) / 100 }
    let (x, y, z) = outcome.centreRemainder
    let remainder = SIMD3(Double(x), Double(y), Double(z)) / 65_536
    self.init(
      model: outcome.model, accepted: outcome.accepted, grade: Int(outcome.grade), reasons: outcome.reasons,
      centre: vector(outcome.centre, 256) + remainder,
      softIron: ReferenceMatrix3(outcome.softIron),
      radius: Double(outcome.radiusQ8) / 256, residualPercent: Double(outcome.residual) / 1_000,
      typicalDegrees: degrees(outcome.predictedTypical), worstDegrees: degrees(outcome.predictedWorst),
      cellsSeen: Int(outcome.cellsSeen), tiltSeenDegrees: Int(outcome.tiltSeen))
    leftOutPercent = Double(outcome.strayShare) / 10
    guard outcome.dip != .max else { return }
    alignment = outcome.turn.matrix
    dipDegrees = Double(outcome.dip) / 100
    dipSpreadDegrees = Double(outcome.dipSpread) / 100
  }

  /// The same result in a file's unit: lengths are divided by the scale's factor.
  package func unscaled(_ scale: FitScale) -> FitFinding {
    var found = self
    found.centre /= scale.factor
    found.radius /= scale.factor
    for index in found.measures.indices where found.measures[index].unit == .field {
      found.measures[index].measured = found.measures[index].measured.map { $0 / scale.factor }
      found.measures[index].limit = found.measures[index].limit.map { $0 / scale.factor }
    }
    return found
  }
}
