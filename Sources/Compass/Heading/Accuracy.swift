// The accuracy stated with a heading, in degrees: the uncertainty of calibration, field, tilt and declination.
//
// An error of the field, of relative size σ, changes the heading by σ·F/H, where F is the strength and H its horizontal
// part. A tilt error δ (a small rotation about a horizontal axis) has two effects. Its component about north, times
// tan(dip), rotates magnetic north. Its component about the forward direction, times tan(pitch), rotates the forward
// axis. The resulting factors for the variances are computed together with the heading: ErrorGains.swift.
// Protocols/heading/spec.md, "Accuracy".

import FieldMonitor
import FixedPoint
import Quantities

/// What is known about the error of the calibration in use.
public enum CalibrationError: Equatable, Sendable {
  /// Nothing: the instrument is uncalibrated. No accuracy can be stated.
  case unknown
  /// The calibration is assumed to be good (the manufacturer calibrated the instrument). Its remaining error is visible
  /// only in the variance of the strength.
  case assumed
  /// The standard deviation of the heading at this attitude, 1/100 degree (`HeadingCovariance.headingError`).
  case predicted(UInt16)
}

/// What reduced the accuracy, or why there is none. Several reasons can be set.
public struct AccuracyReasons: FlagSet {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The specific force is outside 1 g ± 5 %, or was in the last seconds: the tilt may be wrong.
  public static var force: AccuracyReasons { AccuracyReasons(rawValue: 1) }
  /// The tilt error contributes most.
  public static var tilt: AccuracyReasons { AccuracyReasons(rawValue: 2) }
  /// The field is suspect, disturbed or recovering.
  public static var disturbance: AccuracyReasons { AccuracyReasons(rawValue: 4) }
  /// The dip is steeper than 75.5°: the horizontal field is less than a quarter of the whole.
  public static var steepDip: AccuracyReasons { AccuracyReasons(rawValue: 8) }
  /// The calibration is assumed to be good; its error is unknown.
  public static var assumedCalibration: AccuracyReasons { AccuracyReasons(rawValue: 16) }
  /// There is no calibration, and therefore no accuracy.
  public static var uncalibrated: AccuracyReasons { AccuracyReasons(rawValue: 32) }
  /// There is no accelerometer: the heading is right only while the instrument is level. The accuracy allows for 5°
  /// about each axis.
  public static var level: AccuracyReasons { AccuracyReasons(rawValue: 64) }
  /// The calibration's own error contributes most.
  public static var calibration: AccuracyReasons { AccuracyReasons(rawValue: 128) }
  /// The sensor is saturated, is stuck or shows no field, or the instrument falls: there is no accuracy.
  public static var fault: AccuracyReasons { AccuracyReasons(rawValue: 256) }
}

/// The accuracy of one heading: 95 % of headings have a smaller error.
///
/// The accuracy is stored as a square. The root is computed only when the number is read, and usually only one of the
/// two numbers is read.
public struct HeadingAccuracy: Equatable, Sendable {
  /// 3: ≤ 5°, 2: ≤ 15°, 1: ≤ 45°, 0: worse or unknown. At most 1 while the field is suspect or disturbed.
  public var grade: UInt8 = 0
  public private(set) var reasons = AccuracyReasons.none
  /// For the magnetic and the true heading: (two standard deviations)² in Q20 rad²; `none` if no accuracy can be
  /// stated.
  private var square = Self.none
  private var trueSquare = Self.none

  private static var none: UInt32 { UInt32.max }

  fileprivate init() {}

  /// The accuracy of the magnetic heading, 1/100 degree, rounded up, at most 18,000; `nil` when it cannot be stated.
  public var hundredths: UInt16? { square == Self.none ? nil : Self.degrees(square) }
  /// The accuracy of the true heading, which includes the declination's uncertainty; `nil` when it cannot be stated.
  public var trueHundredths: UInt16? { trueSquare == Self.none ? nil : Self.degrees(trueSquare) }
  /// Whether an accuracy can be stated.
  public var isStated: Bool { square != Self.none }

  /// For outputs that follow Core Location's convention: 1/100 degree, negative if and only if there is no accuracy.
  public static func compatible(_ hundredths: UInt16?) -> Int32 {
    guard let hundredths else { return -100 }
    return Int32(bitPattern: UInt32(truncatingIfNeeded: hundredths))
  }
}

extension HeadingAccuracy {
  /// The accuracy of a heading.
  /// - Parameters:
  ///   - solution: the heading's solution, with its gains and its horizontal field.
  ///   - status: the field monitor's findings for the same sample.
  ///   - calibration: the calibration's error at this attitude.
  ///   - declination: standard deviation of the declination, 1/100 degree (`declinationError`); `nil` without one.
  ///   - isLevel: whether there is no accelerometer.
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

  /// The accuracy without its reasons, from values that are already in memory; and the parts that come from field and
  /// tilt.
  /// - Parameter declination: the variance of the declination. Without a declination, the accuracy of the true heading
  ///   is not used.
  @inline(__always)
  static func found(
    _ gains: ErrorGains, _ horizontalNanotesla: UInt32, _ status: FieldStatus, _ calibration: CalibrationError,
    declination: UInt32
  ) -> (HeadingAccuracy, field: UInt32, tilt: UInt32) {
    var accuracy = HeadingAccuracy()
    if status.reasons.isFault || horizontalNanotesla == 0 || calibration == .unknown { return (accuracy, 0, 0) }

    let field = product(status.fieldVariance, gains.field)
    let tilt = product(status.tiltVariance, gains.tilt)
    // Two standard deviations for errors that are averaged over many samples. More than three for the tilt: its
    // variance is estimated from one to two seconds, which contain about three independent observations. Student's t
    // for 95 % and three degrees of freedom is 3.18.
    var sum = field &* 4 &+ (tilt &* 81) &>> 3
    if case .predicted(let hundredths) = calibration { sum = sum &+ variance(hundredths) &* 4 }
    if status.offsetSquared != 0 { sum = sum &+ unseen(status, horizontalNanotesla) }
    accuracy.set(sum, status.state, declination: declination)
    return (accuracy, field, tilt)
  }

  /// Sets the squares and the grade that follows from them.
  @inline(__always)
  private mutating func set(_ square: UInt32, _ state: DisturbanceState, declination: UInt32) {
    self.square = square
    trueSquare = square &+ declination &* 4
    // (5°)², (15°)² and (45°)² in Q20 rad² are 7985, 71,868 and 646,810. The limits are lower by as much as `degrees`
    // may round up.
    if square <= 645_700 { grade = square <= 7_940 ? 3 : square <= 71_690 ? 2 : 1 }
    if grade > 1, state.isFlagged { grade = 1 }
  }

  /// The accuracy of a heading that others have bounded.
  /// - Parameters:
  ///   - square: of the bound of the magnetic heading (95 %), Q20 rad².
  ///   - declination: the variance of the declination, Q20 rad².
  @inline(never)
  static func bounded(_ square: UInt32, _ state: DisturbanceState, declination: UInt32) -> HeadingAccuracy {
    var accuracy = HeadingAccuracy()
    accuracy.set(square, state, declination: declination)
    return accuracy
  }

  /// The square of the bound of a magnetic heading's error (95 %), and the parts of it that average out, by the tilt and by
  /// noise of the field: Q20 rad². The rest is the calibration's error and a field that is not the Earth's alone. `nil` if the
  /// sample gives no heading.
  @inline(never)
  public static func squares(
    of evidence: inout HeadingEvidence, _ status: inout FieldStatus
  ) -> (whole: UInt32, tilt: UInt32, noise: UInt32)? {
    guard evidence.isSolved, evidence.solution.horizontalNanotesla >= 2000 else { return nil }
    let (accuracy, field, tilt) = found(
      evidence.solution.gains, evidence.solution.horizontalNanotesla, status, evidence.calibration, declination: 0)
    return accuracy.isStated ? (accuracy.square, (tilt &* 81) &>> 3, field &* 4) : nil
  }

  /// How far an additional field may rotate the heading, in Q20 rad². Strength and dip show two of its three
  /// components, and it can have any direction. In 95 % of cases, its component across the horizontal field, which
  /// rotates the heading, is below 3.04 times the root of the sum of the squares of the other two: cos θ is below 0.95,
  /// and k/√(1 + k²) is 0.95. √13 is used, which is larger, because the rotation by a large field is more than
  /// proportional (docs/heading.md, "What a magnet hides"). Without a dip, an additional field may be 12.7 times its
  /// one visible component: the tangent of 95 % of a quarter turn.
  @inline(never)
  private static func unseen(_ status: FieldStatus, _ horizontalNanotesla: UInt32) -> UInt32 {
    var horizontal = horizontalNanotesla &>> 2
    let expected = UInt32(truncatingIfNeeded: Int(status.expectedHorizontalUnits))
    if expected != 0, expected < horizontal { horizontal = expected }
    let strength = UInt32(truncatingIfNeeded: Int(status.expectedUnits))
    if horizontal <= strength &>> 6 { return limit }
    // Q8, below 2^14; its square is Q12.
    let ratio = (strength &<< 8) / horizontal
    let exact = UInt64(halves: status.offsetSquared, (ratio &* ratio) &>> 4)
    if exact.highHalf >= 1 &<< 15 { return limit }
    let share = (exact.highHalf &<< 9) | (exact.lowHalf &>> 23)
    let sum = share &* (status.dipDeviation == nil && status.state != .clear ? 161 : 13)
    return share < 1 &<< 20 && sum < limit ? sum : limit
  }

  /// Standard deviation of the world model's declination: √(0.26² + (5417/H)²) degrees, H in nT (The US/UK World
  /// Magnetic Model for 2025–2030, technical report, section 3.4). Outside the model's dates each year adds 800 to the
  /// 5417 (docs/heading.md, "Outside the model's dates").
  /// - Parameter q22YearsOutside: years before or after the model's dates, in 2^−22 years; at most ten years.
  /// - Returns: 1/100 degree, rounded up, at most 18,000.
  @export(interface)
  public static func declinationError(horizontalNanotesla: UInt32, q22YearsOutside: UInt32 = 0) -> UInt16 {
    if horizontalNanotesla <= 32 { return 18_000 }
    // 80,000 = 1250·2^14/2^8. The product is at most 163,840 times 1250, which fits.
    let part = (541_700 &+ ((q22YearsOutside &>> 8) &* 1250) &>> 8) / horizontalNanotesla
    let root = (part &* part &+ 26 &* 26).squareRoot &+ 1
    return root > 18_000 ? 18_000 : UInt16(truncatingIfNeeded: root)
  }

  /// A Q32 number times a Q12 number, in Q20. It is limited to 16 rad², because every accuracy is limited to half a
  /// turn, which is less. Ten times that limit stays below 2^28.
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
    // π² rad² is 10,349,000 in Q20.
    if variance >= 10_349_000 { return 18_000 }
    if variance == 0 { return 1 }
    let half = UInt32(bitPattern: variance.leadingZeros) &>> 1
    // `RootOfWord` is within 8 of the root. After adding 8, it is never too small, and less than 0.05 % too large.
    let root = RootOfWord.called(variance &<< (half &+ half)).whole &+ 8
    // 18000/π = 5729.58.
    let places = half &+ 10
    let hundredths = (root &* 5730) &>> places &+ 1
    return hundredths > 18_000 ? 18_000 : UInt16(truncatingIfNeeded: hundredths)
  }
}
