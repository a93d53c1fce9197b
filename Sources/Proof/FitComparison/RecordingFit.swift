// A recording in its own unit, for the fits in integers and in Double.

import Calibration
import Correction
import Foundation
import Quantities
import Recordings
import Reference

/// The numbers of one sensor of a recording, prepared for both fits.
package struct RecordingFit: Sendable {
  package let field: [SIMD3<Double>]
  /// Micro-g; empty without acceleration.
  package let accelerations: [Acceleration]
  /// When each row was measured; empty if unknown.
  package let times: [Instant]
  package let unit: FieldUnit
  package let scale: FitScale
  private let atRangeEnds: Set<Int>

  /// - Returns: `nil` if all values are 0.
  package init?(_ vectors: MeasuredVectors, unit: FieldUnit, accelerationUnit: AccelerationUnit) {
    guard let scale = FitScale(vectors.field) else { return nil }
    self.scale = scale
    self.unit = unit
    field = vectors.field
    times = vectors.times
    // A field of two axes has a third that is 0 in every row, which is no end of a range.
    atRangeEnds = Set(SensorRangeLimit.all(of: vectors.field).filter(\.isOfSensor).flatMap(\.rows))
      .union(vectors.beyondRange)
    // Counts of an accelerometer have no unit, so the median length is taken as 1 g.
    let lengths = vectors.acceleration.map { ($0 * $0).sum().squareRoot() }.sorted()
    let middle = lengths.isEmpty ? 1 : max(lengths[lengths.count / 2], .leastNormalMagnitude)
    accelerations = vectors.acceleration.map { a in
      let limit = 2_147_000_000.0
      func whole(_ x: Double) -> Int32 {
        let value = accelerationUnit == .counts ? x / middle * 1_000_000 : accelerationUnit.microG(x)
        return Int32(max(-limit, min(limit, (value + 0.5).rounded(.down))))
      }
      return Acceleration(microG: Vector3(x: whole(a.x), y: whole(a.y), z: whole(a.z)))
    }
  }

  /// Rows at the end of the sensor's range, as far as the numbers show it; a plain fit uses them like all others.
  func saturated(isPlain: Bool) -> Set<Int> { isPlain ? [] : atRangeEnds }

  /// The whole numbers for the integer fit, with the gates in their unit.
  /// - Parameter isPlain: whether every row counts and none is rejected.
  package func run(isPlain: Bool) -> FitRun {
    var configuration: FitConfiguration = unit.hasStrength ? .magnetometer : .counts
    configuration.isPlain = isPlain
    if unit.hasStrength {
      // A limit that is too large is replaced by one beyond every radius that whole numbers can have, the upper limit
      // above the lower. An upper limit of 0 would mean that there is no limit.
      func whole(_ limit: Int32, atLeast least: Double, atMost most: Double) -> Int32 {
        Int32(max(least, min(most, (Double(limit) / unit.nanotesla * scale.factor).rounded())))
      }
      configuration.lowestStrength = whole(configuration.lowestStrength, atLeast: 0, atMost: 0x1p30)
      configuration.highestStrength = whole(configuration.highestStrength, atLeast: 1, atMost: 2_147_483_647)
    }
    let saturated = saturated(isPlain: isPlain)
    let samples = field.indices.map { row in
      saturated.contains(row) ? Vector3(x: configuration.sensorRange, y: 0, z: 0) : scale.whole(field[row])
    }
    var run = FitRun(samples: samples, accelerations: accelerations, configuration: configuration)
    run.times = times
    return run
  }

  /// The integer fit's result in the file's unit.
  package func integer(isPlain: Bool, outliersPercent: Double = 0, seed: UInt64 = 1) -> FitFinding {
    var run = run(isPlain: isPlain)
    run.addOutliers(percent: outliersPercent, seed: seed)
    let outcome = IntegerFit.outcome(of: run)
    var finding = FitFinding(outcome)
    finding.measures = FitReasonMeasure.all(of: outcome, run.configuration)
    // The fit computes its own residual in first order. Over all rows both fits can be compared exactly.
    if isPlain, finding.model != .none {
      finding.residualPercent = 100 * finding.residual(over: field.map { $0 * scale.factor })
    }
    return finding.unscaled(scale)
  }
}
