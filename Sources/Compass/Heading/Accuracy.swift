// The accuracy stated with a heading: what is not known about calibration, field, tilt and declination, in degrees.
//
// An error of the field, of relative size σ, turns the heading by σ·F/H, F the strength and H its horizontal part. A
// tilt error δ (a small turn about a horizontal axis) turns magnetic north by its part about north times tan(dip), and
// the forward axis by its part about the forward direction times tan(pitch). How often the variances count so is found
// with the heading: ErrorGains.swift. Protocols/heading/spec.md, "Accuracy".

import FieldMonitor
import FixedPoint
import Quantities

/// What is known of the calibration in use.
public enum CalibrationError: Equatable, Sendable {
  /// Nothing: uncalibrated. No accuracy can be stated.
  case unknown
  /// Taken to be good (calibrated by its maker); what it left shows in the strength's variance only.
  case assumed
  /// Standard deviation of the heading at this attitude, 1/100 degree (`HeadingCovariance.headingError`).
  case predicted(UInt16)
}

/// What widened the accuracy, or why there is none; several can hold.
public struct AccuracyReasons: FlagSet {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Specific force outside 1 g ± 5 %, now or in the last seconds: the tilt may be wrong.
  public static var force: AccuracyReasons { AccuracyReasons(rawValue: 1) }
  /// The tilt error makes most of it.
  public static var tilt: AccuracyReasons { AccuracyReasons(rawValue: 2) }
  /// The field is suspect, disturbed or recovering.
  public static var disturbance: AccuracyReasons { AccuracyReasons(rawValue: 4) }
  /// Dip steeper than 75.5°: the horizontal field is less than a quarter of the whole.
  public static var steepDip: AccuracyReasons { AccuracyReasons(rawValue: 8) }
  /// The calibration is taken on trust.
  public static var assumedCalibration: AccuracyReasons { AccuracyReasons(rawValue: 16) }
  /// There is no calibration: no accuracy.
  public static var uncalibrated: AccuracyReasons { AccuracyReasons(rawValue: 32) }
  /// No accelerometer: right only while level; 5° about each axis are allowed for.
  public static var level: AccuracyReasons { AccuracyReasons(rawValue: 64) }
  /// The calibration's own error makes most of it.
  public static var calibration: AccuracyReasons { AccuracyReasons(rawValue: 128) }
  /// The sensor is saturated, hangs or shows no field, or the instrument falls: no accuracy.
  public static var fault: AccuracyReasons { AccuracyReasons(rawValue: 256) }
}

/// The accuracy of one heading: it is within it 19 times of 20.
///
/// Kept as a square: a root is found only where the number is asked for, and of two numbers mostly one is.
public struct HeadingAccuracy: Equatable, Sendable {
  /// 3: ≤ 5°, 2: ≤ 15°, 1: ≤ 45°, 0: worse or not known; at most 1 while suspect or disturbed.
  public var grade: UInt8 = 0
  public private(set) var reasons = AccuracyReasons.none
  /// Of the magnetic and the true heading, (two sigmas)² in Q20 rad²; `none` when it cannot be stated.
  private var square = Self.none
  private var trueSquare = Self.none

  private static var none: UInt32 { UInt32.max }

  fileprivate init() {}

  /// Of the magnetic heading, 1/100 degree, rounded up, at most 18,000; `nil` when it cannot be stated.
  public var hundredths: UInt16? { square == Self.none ? nil : Self.degrees(square) }
  /// Of the true heading, with the declination's uncertainty; `nil` when it cannot be stated.
  public var trueHundredths: UInt16? { trueSquare == Self.none ? nil : Self.degrees(trueSquare) }
  /// Whether there is an accuracy.
  public var isStated: Bool { square != Self.none }

  /// For outputs that promise Core Location's semantics: negative if and only if there is none.
  public static func compatible(_ hundredths: UInt16?) -> Int32 {
    guard let hundredths else { return -100 }
    return Int32(bitPattern: UInt32(truncatingIfNeeded: hundredths))
  }
}

extension HeadingAccuracy {
  /// The accuracy of a heading.
  /// - Parameters:
  ///   - solution: the heading's, with the gains and the horizontal field it was found at.
  ///   - status: the field monitor's findings for the same sample.
  ///   - calibration: what is known of it at this attitude.
  ///   - declination: standard deviation of the declination, 1/100 degree (`declinationError`); `nil` without one.
  ///   - isLevel: there is no accelerometer.
  @export(interface)
  public static func of(
    _ solution: HeadingSolution, _ status: FieldStatus, calibration: CalibrationError,
    declination: UInt16? = nil, isLevel: Bool = false
  ) -> HeadingAccuracy {
    var (accuracy, field, tilt) = found(
      solution.gains, solution.horizontalNanotesla, status, calibration, declination: variance(declination ?? 0))
    if declination == nil { accuracy.trueSquare = none }

    if isLevel { accuracy.reasons.insert(.level) }
    if !isLevel && status.reasons.contains(.forceUntrusted) { accuracy.reasons.insert(.force) }
    if status.state != .clear { accuracy.reasons.insert(.disturbance) }
    if status.reasons.isFault || solution.horizontalNanotesla == 0 { accuracy.reasons.insert(.fault) }
    if calibration == .unknown { accuracy.reasons.insert(.uncalibrated) }
    if !accuracy.isStated { return accuracy }
    if solution.gains.field > 16 &<< 12 { accuracy.reasons.insert(.steepDip) }
    if tilt > field { accuracy.reasons.insert(.tilt) }
    if case .predicted(let hundredths) = calibration {
      let own = variance(hundredths)
      if own > field && own > tilt { accuracy.reasons.insert(.calibration) }
    } else {
      accuracy.reasons.insert(.assumedCalibration)
    }
    return accuracy
  }

  /// The accuracy without its reasons, of what stands in memory, and what field and tilt have in it.
  /// - Parameter declination: its variance; without a declination nobody asks for the true heading's accuracy.
  @inline(__always)
  static func found(
    _ gains: ErrorGains, _ horizontalNanotesla: UInt32, _ status: FieldStatus, _ calibration: CalibrationError,
    declination: UInt32
  ) -> (HeadingAccuracy, field: UInt32, tilt: UInt32) {
    var accuracy = HeadingAccuracy()
    if status.reasons.isFault || horizontalNanotesla == 0 || calibration == .unknown { return (accuracy, 0, 0) }

    let field = product(status.fieldVariance, gains.field)
    let tilt = product(status.tiltVariance, gains.tilt)
    // Two sigmas of what is averaged over many samples. Three and more of the tilt: its variance is an estimate from
    // one to two seconds, some three independent glimpses, and Student's t for 95 % and three is 3.18.
    var sum = field &* 4 &+ (tilt &* 81) &>> 3
    if case .predicted(let hundredths) = calibration { sum = sum &+ variance(hundredths) &* 4 }
    if status.state != .clear {
      // What is seen along the field and in its dip may lie across as well, where it is not seen: as with the tilt,
      // three sigmas of a few glimpses; the dip's part is in the tilt's variance.
      sum = sum &+ field &* 6 &+ product(status.tiltVariance, gains.field) &* 4
    }
    accuracy.square = sum
    accuracy.trueSquare = sum &+ declination &* 4
    // (5°)², (15°)² and (45°)² in Q20 rad² are 7985, 71,868 and 646,810: less what `degrees` may round up.
    if sum <= 645_700 { accuracy.grade = sum <= 7_940 ? 3 : sum <= 71_690 ? 2 : 1 }
    if accuracy.grade > 1, status.state.isFlagged { accuracy.grade = 1 }
    return (accuracy, field, tilt)
  }

  /// Standard deviation of the world model's declination: √(0.26² + (5417/H)²) degrees, H in nT (The US/UK World Magnetic
  /// Model for 2025–2030, technical report, section 3.4), and outside the model's dates 800 for each year more than 5417
  /// (docs/heading.md, "Outside the model's dates").
  /// - Parameter q22YearsOutside: years in 2^−22 before or after the model's dates, at most ten.
  /// - Returns: 1/100 degree, rounded up, at most 18,000.
  @export(interface)
  public static func declinationError(horizontalNanotesla: UInt32, q22YearsOutside: UInt32 = 0) -> UInt16 {
    if horizontalNanotesla <= 32 { return 18_000 }
    // 80,000 = 1250·2^14/2^8; at most 163,840 by 1250.
    let part = (541_700 &+ ((q22YearsOutside &>> 8) &* 1250) &>> 8) / horizontalNanotesla
    let root = (part &* part &+ 26 &* 26).squareRoot &+ 1
    return root > 18_000 ? 18_000 : UInt16(truncatingIfNeeded: root)
  }

  /// Q32 times Q12, in Q20, limited to 16 rad², more than the half turn that everything is limited to; ten times that
  /// stays below 2^28.
  private static func product(_ variance: UInt32, _ gain: UInt32) -> UInt32 {
    let exact = UInt64(halves: variance, gain)
    if exact.highHalf >= 1 &<< 16 { return limit }
    return (exact.highHalf &<< 8) | (exact.lowHalf &>> 24)
  }

  private static var limit: UInt32 { 1 &<< 24 }

  /// (hundredths of a degree)² in Q20 rad²: (π/18000)²·2^20 = 0.03194; 67/2048 is 2.4 % more.
  static func variance(_ hundredths: UInt16) -> UInt32 {
    let h = UInt32(truncatingIfNeeded: hundredths)
    return ((h &* h) &>> 6 &* 67) &>> 5 &+ 1
  }

  /// √ of a variance in Q20 rad², as 1/100 degree, rounded up, at most 18,000.
  @inline(never)
  private static func degrees(_ variance: UInt32) -> UInt16 {
    // π² is 10,349,000 of them.
    if variance >= 10_349_000 { return 18_000 }
    if variance == 0 { return 1 }
    let half = UInt32(bitPattern: variance.leadingZeros) &>> 1
    // Within 8 of the root: 8 more are never too small, and less than a twentieth of a percent too large.
    let root = RootOfWord.called(variance &<< (half &+ half)).whole &+ 8
    // 18000/π = 5729.58.
    let places = half &+ 10
    let hundredths = (root &* 5730) &>> places &+ 1
    return hundredths > 18_000 ? 18_000 : UInt16(truncatingIfNeeded: hundredths)
  }
}
