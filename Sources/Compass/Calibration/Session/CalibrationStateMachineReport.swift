// What the machine reports: the reasons one by one, advice, and confidence.

import Correction
import FixedPoint
import Quantities

extension CalibrationReason {
  /// The reason at bit `index` of a fit's reasons, or `nil` if the bit is clear. The measured value is that of the
  /// outcome. If only a larger model was refused for this reason, the measured value is the predicted error of that
  /// model, or 0 for other reasons. `outliers` in an accepted result gives the share of samples that were left out.
  public init?(_ outcome: inout FitOutcome, bit index: UInt16, _ configuration: inout FitConfiguration) {
    let bit = FitReasons(rawValue: 1 &<< index)
    let isLeftOut = bit == .outliers && outcome.accepted && outcome.strayShare > 0
    guard isLeftOut || outcome.reasons.contains(bit) else { return nil }
    var found = configuration.measure(bit, of: &outcome)
    if bit.isGate, !isLeftOut, !configuration.refuses(bit, &outcome) {
      let isTold = bit == .predictedError && outcome.largestError != 65535
      found.measured = isTold ? Int32(truncatingIfNeeded: outcome.largestError) : 0
    }
    self.init(Code(rawValue: UInt8(truncatingIfNeeded: index &+ 1)), found.measured, found.limit)
  }
}

/// What a person should do next. Codes of Protocols/calibration/spec.md, section 5, and of the link.
public struct CalibrationAdvice: Equatable, Hashable, Sendable {
  public var rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nothing: the device continues by itself.
  public static var none: CalibrationAdvice { CalibrationAdvice(rawValue: 0) }
  /// Begin to move the instrument.
  public static var move: CalibrationAdvice { CalibrationAdvice(rawValue: 1) }
  /// Keep turning it in all directions.
  public static var keepTurning: CalibrationAdvice { CalibrationAdvice(rawValue: 2) }
  /// There are enough samples; holding still ends the run.
  public static var enough: CalibrationAdvice { CalibrationAdvice(rawValue: 3) }
  /// Move away from iron and magnets: the last solve found an ellipsoid, but some samples do not fit it.
  public static var goAway: CalibrationAdvice { CalibrationAdvice(rawValue: 4) }
  /// Read the report, then commit or discard.
  public static var decide: CalibrationAdvice { CalibrationAdvice(rawValue: 5) }
  /// Turn the sensor's face `index` (0…5: +X, −X, +Y, −Y, +Z, −Z) towards the field. North of the equator the field
  /// points down to the ground. Codes 16…21.
  public static func face(_ index: UInt8) -> CalibrationAdvice { CalibrationAdvice(rawValue: 16 &+ index) }
}

extension CalibrationMachine where Fit: ~Copyable {
  /// Sets the axis of the samples that is vertical while the instrument is level, 0…2.
  public mutating func setLevel(axis: UInt8) { fit.setLevel(axis: axis) }

  /// The reason at bit `index` of what the last solve found, or `nil` when the bit is clear.
  @inline(never)
  public mutating func reason(bit index: UInt16) -> CalibrationReason? {
    var limits = fit.configuration
    return CalibrationReason(&outcome, bit: index, &limits)
  }

  /// The number of values of `index` for `reported`.
  public static var reportedCount: UInt16 { FitReasons.count &+ 3 }

  /// The reasons of a report, or `nil` where there is none. Index 0: why the machine is in its state, unless the fit
  /// has the same reason. From 1 on: what the fit found. The last two: the comparison of the background fit's
  /// candidate.
  @inline(never)
  public mutating func reported(_ index: UInt16) -> CalibrationReason? {
    if index > FitReasons.count { return trial(old: index == FitReasons.count &+ 1) }
    if index > 0 { return reason(bit: index &- 1) }
    guard let reason, reason.code.rawValue > UInt8(truncatingIfNeeded: FitReasons.count) else { return nil }
    return reason
  }

  /// What a person should do now. `mutating`, as is `confidence`: embedded-swift.md, "Copies".
  public var advice: CalibrationAdvice {
    mutating get {
      switch state {
      case .seeking: return .move
      case .collecting, .refining: return collectingAdvice
      case .review: return .decide
      case .idle, .armed, .fitting, .verifying, .committed, .monitor, .failed: return .none
      }
    }
  }

  private var collectingAdvice: CalibrationAdvice {
    // Only the last solve decides, and only if it found an ellipsoid. Before that, a sample that `add` calls an outlier
    // may be a new direction, and samples outside a plane may be the first of a full sphere.
    if outcome.model == .ellipsoid, outcome.reasons.intersects(.foreign) || outcome.strayShare > 125 { return .goAway }
    // A quarter of a face is enough; for an accelerometer, one pose for each side.
    var least: UInt32 = 1
    if !isGravity {
      // While few directions are known, every new one helps equally.
      if run.cells < 16 { return .keepTurning }
      least = 4
    }
    var advice = CalibrationAdvice.enough
    var index = 0
    while index < 6 {
      let count = coverage.count(face: index)
      if count < least {
        least = count
        advice = .face(UInt8(truncatingIfNeeded: index))
      }
      index = index &+ 1
    }
    return advice
  }

  /// How reliable the prediction itself is, 0…100: it rises with the directions seen (64 are as good as 96), is halved
  /// if a smaller model than the ellipsoid was used, and is 0 for a refused result.
  public var confidence: UInt8 {
    mutating get {
      guard outcome.accepted else { return 0 }
      let seen = coverage.count
      let percent = ((seen < 64 ? seen : 64) &* 100) &>> 6
      return UInt8(truncatingIfNeeded: outcome.model == .ellipsoid ? percent : percent &>> 1)
    }
  }
}
