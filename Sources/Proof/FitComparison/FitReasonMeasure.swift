// One reason of a fit with the measured value and its limit, in units for people.

import Calibration

/// Why a result was refused or lowered, as numbers.
package struct FitReasonMeasure: Equatable, Sendable {
  package var reason: FitReasons
  /// `nil` if nothing is measured for this reason, or if the value belongs to a larger model, which the integer fit
  /// does not keep.
  package var measured: Double?
  package var limit: Double?
  package var unit: Unit
  /// Whether only a larger model than the shown one was refused for this reason.
  package var isOfLargerModel: Bool

  /// The unit of both numbers.
  package enum Unit: String, Sendable {
    case percent = "%"
    case degrees = "°"
    case samples = "samples"
    /// The ratio of the longest to the shortest axis.
    case ratio = ""
    /// The file's unit.
    case field = "field"
  }

  init(
    _ reason: FitReasons, _ measured: Double?, _ limit: Double?, _ unit: Unit, isOfLargerModel: Bool = false
  ) {
    (self.reason, self.measured, self.limit, self.unit) = (reason, measured, limit, unit)
    self.isOfLargerModel = isOfLargerModel
  }

  /// The name of the reason in JSON.
  package var name: String { FitFinding.names.first { $0.0 == reason }?.1 ?? "" }

  /// The values that the integer fit measured (Protocols/calibration/spec.md, section 6), converted to these units.
  static func all(of outcome: FitOutcome, _ configuration: FitConfiguration) -> [FitReasonMeasure] {
    var (outcome, configuration) = (outcome, configuration)
    return (0..<FitReasons.count).compactMap { bit in
      let reason = FitReasons(rawValue: 1 << bit)
      guard outcome.reasons.contains(reason), let told = CalibrationReason(&outcome, bit: bit, &configuration) else {
        return nil
      }
      let found = configuration.measure(reason, of: &outcome)
      let isBeyond = found.measured > found.limit
      let isOwn = reason == .fieldStrength ? isBeyond == (found.limit == configuration.highestStrength) : isBeyond
      let (unit, one) = scale(reason)
      guard let unit else {
        // An accepted model was solved. So the reason refused a larger model.
        return FitReasonMeasure(reason, nil, nil, .ratio, isOfLargerModel: outcome.model != .none && outcome.accepted)
      }
      // If the fit ended without a model, the predicted error is that of the ellipsoid, if there was one.
      let isOpen = reason == .predictedError && told.measured == unknown
      let measured = isOpen ? Int32(outcome.largestError) : told.measured
      let isOfLargerModel = isGate(reason) && (!isOwn || isOpen)
      let isKnown = !isOfLargerModel || measured != 0 && measured != unknown
      return FitReasonMeasure(
        reason, isKnown ? Double(measured) / one : nil, Double(told.limit) / one, unit, isOfLargerModel: isOfLargerModel
      )
    }
  }

  /// The code of an unknown predicted error.
  private static let unknown = Int32(UInt16.max)

  /// The unit of a reason's number, and how many of the number's steps make one of that unit; `nil` for a reason
  /// without number.
  private static func scale(_ reason: FitReasons) -> (Unit?, Double) {
    switch reason {
    case .tooFewSamples: (.samples, 1)
    case .residual, .heldOut: (.percent, 100)
    case .predictedError: (.degrees, 100)
    case .fieldStrength: (.field, 1)
    case .axisRatio: (.ratio, 1_000)
    case .saturated, .outliers: (.percent, 10)
    case .lowered: (.degrees, 1)
    default: (nil, 1)
    }
  }

  private static func isGate(_ reason: FitReasons) -> Bool {
    reason.rawValue >= FitReasons.residual.rawValue && reason.rawValue < FitReasons.lowered.rawValue
  }
}
