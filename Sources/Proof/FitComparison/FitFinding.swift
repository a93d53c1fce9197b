// What a fit found, in the unit of the samples, whoever computed it.

import Calibration
import Correction
import Foundation
import Quantities
import Reference

/// The result of a fit as numbers that can be compared and shown.
public struct FitFinding: Equatable, Sendable {
  /// `.none`: there is no correction.
  public var model: ModelOrder
  public var accepted: Bool
  /// 0 not accepted, 1 poor, 2 fair, 3 good.
  public var grade: Int
  public var reasons: FitReasons
  /// What was measured for each of them, in their order; empty where nobody asked.
  public var measures: [FitReasonMeasure] = []
  /// h.
  public var centre: SIMD3<Double>
  /// S.
  public var softIron: ReferenceMatrix3
  /// Length of a corrected sample; 0 without a model.
  public var radius: Double
  public var residualPercent: Double
  /// Root mean square over attitudes as tilted as those seen; `nil`: not known.
  public var typicalDegrees: Double?
  /// 95th percentile over the same; `nil`: not known.
  public var worstDegrees: Double?
  /// Directions seen, of 96.
  public var cellsSeen: Int
  public var tiltSeenDegrees: Int
  /// Of the samples that were looked at, those left out because they do not fit the others.
  public var leftOutPercent = 0.0
  /// R, which turns the corrected field into the axes in which gravity is known; the identity where it is not.
  public var alignment = ReferenceMatrix3.identity
  /// The dip after that and its standard deviation, degrees; `nil` where gravity is not known.
  public var dipDegrees: Double?
  public var dipSpreadDegrees: Double?

  public init(
    model: ModelOrder, accepted: Bool, grade: Int, reasons: FitReasons, centre: SIMD3<Double>,
    softIron: ReferenceMatrix3, radius: Double, residualPercent: Double, typicalDegrees: Double?,
    worstDegrees: Double?, cellsSeen: Int, tiltSeenDegrees: Int
  ) {
    (self.model, self.accepted, self.grade, self.reasons) = (model, accepted, grade, reasons)
    (self.centre, self.softIron, self.radius) = (centre, softIron, radius)
    (self.residualPercent, self.typicalDegrees, self.worstDegrees) = (residualPercent, typicalDegrees, worstDegrees)
    (self.cellsSeen, self.tiltSeenDegrees) = (cellsSeen, tiltSeenDegrees)
  }

  /// R·S·(m − h).
  public func corrected(_ sample: SIMD3<Double>) -> SIMD3<Double> { alignment * (softIron * (sample - centre)) }

  /// Whether a sample lies as near to the surface as one that is held out has to (docs/calibration.md, section 6).
  func holds(_ sample: SIMD3<Double>) -> Bool {
    let v = softIron * (sample - centre)
    return abs((v * v).sum().squareRoot() / radius - 1) <= (6 * residualPercent + 0.5) / 100
  }

  /// RMS of (length − radius)/radius over `samples`; for a planar model, of the lengths in its plane.
  public func residual(over samples: [SIMD3<Double>]) -> Double {
    ReferenceFit(
      model: .ellipsoid, centre: centre, softIron: softIron, radius: radius,
      normal: model == .planar ? normalAxis(samples) : nil
    ).residual(over: samples)
  }

  private func normalAxis(_ samples: [SIMD3<Double>]) -> Int {
    func spread(_ axis: Int) -> Double { ReferenceAlignment.spread(samples.map { $0[axis] }) }
    return [0, 1, 2].min { spread($0) < spread($1) } ?? 2
  }

  /// The distance of two centres in percent of the radius of `other`.
  public func centreDistancePercent(to other: FitFinding) -> Double {
    let d = centre - other.centre
    return 100 * (d * d).sum().squareRoot() / other.radius
  }

  /// Tilt with which a full model is to be had.
  static let wantedTiltDegrees = 30.0

  /// The words for `reasons`, as JSON carries them.
  public var reasonNames: [String] { Self.names.filter { reasons.contains($0.0) }.map(\.1) }

  static let names: [(FitReasons, String)] = [
    (.tooFewSamples, "tooFewSamples"), (.notDetermined, "notDetermined"), (.notPositive, "notPositive"),
    (.noiseExceedsCurvature, "noiseExceedsCurvature"), (.residual, "residual"), (.heldOut, "heldOut"),
    (.predictedError, "predictedError"), (.fieldStrength, "fieldStrength"), (.axisRatio, "axisRatio"),
    (.saturated, "saturated"), (.outliers, "outliers"), (.lowered, "lowered"),
  ]
}

/// A power of two that brings the numbers of a file to whole numbers for the integer fit.
public struct FitScale: Equatable, Sendable {
  /// whole = ⌊value·2^exponent + ½⌋.
  public let exponent: Int
  public var factor: Double { scalbn(1, exponent) }

  /// The power that brings the largest magnitude closest to 2^14; `nil` when all are 0.
  public init?(_ values: [SIMD3<Double>]) {
    let largest = values.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    guard largest > 0 else { return nil }
    self.init(of: largest)
  }

  /// For a number that is not 0. What is below 2^−1006 stays small: a Double has no larger factor.
  private init(of number: Double) { exponent = min(1_020, Int((14 - log2(number)).rounded())) }

  /// The power that brings the middle row closest to 2^14, so that squares of any size can be computed with.
  static func middle(_ values: [SIMD3<Double>]) -> FitScale? {
    let sizes = values.map { max(abs($0.x), abs($0.y), abs($0.z)) }.sorted()
    guard !sizes.isEmpty, sizes[sizes.count / 2] > 0 else { return FitScale(values) }
    return FitScale(of: sizes[sizes.count / 2])
  }

  /// The vector rounded to whole numbers.
  public func whole(_ v: SIMD3<Double>) -> Vector3 {
    let w = (v * factor + 0.5).rounded(.down)
    return Vector3(x: Int32(w.x), y: Int32(w.y), z: Int32(w.z))
  }
}
