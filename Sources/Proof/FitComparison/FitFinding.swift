// The result of a fit in the unit of the samples, from either of the two fits.

import Calibration
import Correction
import Foundation
import Quantities
import Reference

/// The result of a fit as numbers, for comparison and display.
package struct FitFinding: Equatable, Sendable {
  /// `.none` means that there is no correction.
  package var model: ModelOrder
  package var accepted: Bool
  /// 0 not accepted, 1 poor, 2 fair, 3 good.
  package var grade: Int
  package var reasons: FitReasons
  /// The measured values of the reasons, in their order; empty unless they were requested.
  package var measures: [FitReasonMeasure] = []
  /// The vector h.
  package var centre: SIMD3<Double>
  /// The matrix S.
  package var softIron: ReferenceMatrix3
  /// The length of a corrected sample; 0 without a model.
  package var radius: Double
  package var residualPercent: Double
  /// Root mean square over attitudes with as much tilt as in the samples; `nil` if unknown.
  package var typicalDegrees: Double?
  /// 95th percentile over the same attitudes; `nil` if unknown.
  package var worstDegrees: Double?
  /// Cells of directions that were seen, of 96.
  package var cellsSeen: Int
  package var tiltSeenDegrees: Int
  /// Of the samples that were looked at, those left out because they do not fit the others.
  package var leftOutPercent = 0.0
  /// The matrix R, which rotates the corrected field into the axes of gravity; the identity if gravity is unknown.
  package var alignment = ReferenceMatrix3.identity
  /// The dip after that rotation and its standard deviation, degrees; `nil` if gravity is unknown.
  package var dipDegrees: Double?
  package var dipSpreadDegrees: Double?

  package init(
    model: ModelOrder, accepted: Bool, grade: Int, reasons: FitReasons, centre: SIMD3<Double>,
    softIron: ReferenceMatrix3, radius: Double, residualPercent: Double, typicalDegrees: Double?,
    worstDegrees: Double?, cellsSeen: Int, tiltSeenDegrees: Int
  ) {
    (self.model, self.accepted, self.grade, self.reasons) = (model, accepted, grade, reasons)
    (self.centre, self.softIron, self.radius) = (centre, softIron, radius)
    (self.residualPercent, self.typicalDegrees, self.worstDegrees) = (residualPercent, typicalDegrees, worstDegrees)
    (self.cellsSeen, self.tiltSeenDegrees) = (cellsSeen, tiltSeenDegrees)
  }

  /// The corrected field R·S·(m − h).
  package func corrected(_ sample: SIMD3<Double>) -> SIMD3<Double> { alignment * (softIron * (sample - centre)) }

  /// Whether a sample is as near to the surface as a held-out sample must be (docs/notebook/calibration.md, section 6).
  func holds(_ sample: SIMD3<Double>) -> Bool {
    let v = softIron * (sample - centre)
    return abs((v * v).sum().squareRoot() / radius - 1) <= (6 * residualPercent + 0.5) / 100
  }

  /// RMS of (length − radius)/radius over `samples`; for a planar model, only the lengths in its plane count.
  package func residual(over samples: [SIMD3<Double>]) -> Double {
    ReferenceFit(
      model: .ellipsoid, centre: centre, softIron: softIron, radius: radius,
      normal: model == .planar ? normalAxis(samples) : nil
    ).residual(over: samples)
  }

  private func normalAxis(_ samples: [SIMD3<Double>]) -> Int {
    func spread(_ axis: Int) -> Double { ReferenceAlignment.spread(samples.map { $0[axis] }) }
    return [0, 1, 2].min { spread($0) < spread($1) } ?? 2
  }

  /// The distance between two centres, in percent of the radius of `other`.
  package func centreDistancePercent(to other: FitFinding) -> Double {
    let d = centre - other.centre
    return 100 * (d * d).sum().squareRoot() / other.radius
  }

  /// The tilt that a full model needs.
  static let wantedTiltDegrees = 30.0

  /// The names of `reasons` in JSON.
  package var reasonNames: [String] { Self.names.filter { reasons.contains($0.0) }.map(\.1) }

  static let names: [(FitReasons, String)] = [
    (.tooFewSamples, "tooFewSamples"), (.notDetermined, "notDetermined"), (.notPositive, "notPositive"),
    (.noiseExceedsCurvature, "noiseExceedsCurvature"), (.residual, "residual"), (.heldOut, "heldOut"),
    (.predictedError, "predictedError"), (.fieldStrength, "fieldStrength"), (.axisRatio, "axisRatio"),
    (.saturated, "saturated"), (.outliers, "outliers"), (.lowered, "lowered"), (.notLevel, "notLevel"),
    (.axesDisagree, "axesDisagree"),
  ]
}

/// A power of two that scales a file's numbers to whole numbers for the integer fit.
package struct FitScale: Equatable, Sendable {
  /// whole = ⌊value·2^exponent + ½⌋.
  package let exponent: Int
  package var factor: Double { scalbn(1, exponent) }

  /// The power that brings the largest magnitude closest to 2^14; `nil` if all values are 0.
  package init?(_ values: [SIMD3<Double>]) {
    let largest = values.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    guard largest > 0 else { return nil }
    self.init(of: largest)
  }

  /// The scale for a number that is not 0. Numbers below 2^−1006 stay small, because a Double has no larger factor.
  private init(of number: Double) { exponent = min(1_020, Int((14 - log2(number)).rounded())) }

  /// The power that brings the median row closest to 2^14, so that squares stay in the range of a Double.
  static func middle(_ values: [SIMD3<Double>]) -> FitScale? {
    let sizes = values.map { max(abs($0.x), abs($0.y), abs($0.z)) }.sorted()
    guard !sizes.isEmpty, sizes[sizes.count / 2] > 0 else { return FitScale(values) }
    return FitScale(of: sizes[sizes.count / 2])
  }

  /// The vector rounded to whole numbers.
  package func whole(_ v: SIMD3<Double>) -> Vector3 {
    let w = (v * factor + 0.5).rounded(.down)
    return Vector3(x: Int32(w.x), y: Int32(w.y), z: Int32(w.z))
  }
}
