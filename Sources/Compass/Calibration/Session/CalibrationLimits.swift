// The times and counts that move a calibration on, and the reasons that it gives (Protocols/calibration/spec.md).

import Correction
import Quantities

/// Times in microseconds, and required counts, as in the specification. The longest time of each state is in
/// `fiveSeconds`.
public enum CalibrationLimits {
  /// After this time without a new direction, no more are expected: a boat, for example, cannot be tilted and has then
  /// finished its turn.
  static var newsMicroseconds: UInt32 { 15_000_000 }
  /// After this time without a sample, samples no longer come.
  static var staleMicroseconds: UInt32 { 1_000_000 }
  static var reviewSeconds: UInt32 { 600 }
  /// Samples that a useful solve needs: two more than the largest model has parameters.
  public static var fewestSamples: UInt32 { 12 }
  /// Poses at rest, for an accelerometer: each side up in turn.
  public static var fewestPoses: UInt32 { 6 }
  /// New directions between two solves.
  public static var cellsBetweenSolves: UInt32 { 8 }
  /// Directions, of 96, at which gathering ends by itself when the grade is good.
  public static var cellsForEnough: UInt32 { 72 }
  /// Fewer samples beyond the range than this never end a run, because the sensor first has to find its range.
  public static var fewOverflows: UInt32 { 5 }
  /// The change of the field on one axis that counts as motion, nanotesla. A turn by 15° changes a component of the
  /// Earth's field by at least 5,000, as its strength is at least 22,000 (NOAA/NCEI, "The World Magnetic Model", total
  /// intensity).
  public static var motion: UInt32 { 5_000 }
}

extension CalibrationState {
  /// The longest time in this state, in units of 5 s. 0: no limit, or for `armed` the requested delay.
  var fiveSeconds: UInt8 {
    switch self {
    case .seeking: 7
    case .collecting, .refining: 36
    case .review: 120
    case .committed: 1
    case .failed: 12
    case .idle, .armed, .fitting, .verifying, .monitor: 0
    }
  }

  /// Whether the end of that time is an event. It is not while `refining`, because a first solve may finish.
  var hasDeadline: Bool { self == .armed || self != .refining && fiveSeconds != 0 }
}

/// Why a run failed, was refused, used a smaller model, or why the device asks; with the measured value and its limit.
public struct CalibrationReason: Equatable, Sendable {
  /// Codes of Protocols/calibration/spec.md, section 6, and of the link. 1…16 are the bits of `FitReasons`, counted
  /// from 1.
  public struct Code: Equatable, Hashable, Sendable {
    public var rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Number of samples; required number of samples.
    public static var tooFewSamples: Code { Code(rawValue: 1) }
    /// Largest change of a component, nT; required change, nT.
    public static var noMotion: Code { Code(rawValue: 32) }
    /// Milliseconds without a sample; limit, milliseconds.
    public static var stale: Code { Code(rawValue: 33) }
    /// Samples beyond the range, per mille; limit, per mille.
    public static var beyondRange: Code { Code(rawValue: 34) }
    /// Seconds in review; limit, seconds.
    public static var reviewExpired: Code { Code(rawValue: 35) }
    /// 1 the store failed, 2 it did not answer.
    public static var notStored: Code { Code(rawValue: 36) }
    /// The last candidate of the background fit, compared on samples that neither fit used: those held out by the fit
    /// in use, and those held out by the candidate's fit.
    public static var triedOnOld: Code { Code(rawValue: 37) }
    public static var triedOnNew: Code { Code(rawValue: 38) }
    /// What a gyroscope's turns reveal, compared with the magnetometer and with the accelerometer: an arrangement of
    /// axes (`TurnAlignment.axes`) and the correct one; the angle of a rotation and its standard deviation, 1/100
    /// degree; the angle and the limit above which the mounting is wrong.
    public static var gyroscopeAxes: Code { Code(rawValue: 39) }
    public static var fieldTurn: Code { Code(rawValue: 40) }
    public static var fieldTurnedFar: Code { Code(rawValue: 41) }
    public static var gyroscopeAxesOfForce: Code { Code(rawValue: 42) }
    public static var forceTurn: Code { Code(rawValue: 43) }
    public static var forceTurnedFar: Code { Code(rawValue: 44) }

    // Why the device asks for a calibration: section 7.
    /// No calibration is in use.
    public static var uncalibrated: Code { Code(rawValue: 64) }
    /// The grade of the calibration in use; the lowest grade for which the device does not ask.
    public static var poorGrade: Code { Code(rawValue: 65) }
    /// The field monitor: difference of the strength, 1/10 %; limit.
    public static var strengthDeviates: Code { Code(rawValue: 66) }
    /// The field monitor: difference of the dip, 1/100 degree; limit.
    public static var dipDeviates: Code { Code(rawValue: 67) }
    /// The field monitor: residual, 1/10 %; limit.
    public static var residualDeviates: Code { Code(rawValue: 68) }
    /// Age in days; limit, days.
    public static var aged: Code { Code(rawValue: 69) }
    /// Difference from the temperature of the calibration, 1/8 °C; limit.
    public static var temperatureMoved: Code { Code(rawValue: 70) }
    /// The field monitor: how far the sensor itself was magnetised, 1/10 %; limit.
    public static var magnetised: Code { Code(rawValue: 71) }
  }

  /// Whether this is a reason for which the device asks to show the calibration.
  public var isQuestion: Bool { code.rawValue >= Code.uncalibrated.rawValue }

  /// The reason; then the measured value and its limit, in the unit of the reason.
  public var code: Code
  public var measured: Int32
  public var limit: Int32

  public init(_ code: Code, _ measured: Int32, _ limit: Int32) {
    self.code = code
    self.measured = measured
    self.limit = limit
  }
}

extension DirectionCells {
  /// Cells that were visited.
  public var count: UInt32 {
    @inline(never)
    get { Self.count(words.0) &+ Self.count(words.1) &+ Self.count(words.2) }
  }

  /// Counts the set bits by adding neighbours, because the processor has no instruction for it.
  @inline(never)
  static func count(_ word: UInt32) -> UInt32 {
    var v = word
    v = v &- ((v &>> 1) & 0x5555_5555)
    v = (v & 0x3333_3333) &+ ((v &>> 2) & 0x3333_3333)
    v = (v &+ (v &>> 4)) & 0x0f0f_0f0f
    return (v &* 0x0101_0101) &>> 24
  }

  /// The 16 cells of a face, 0…5, as bits.
  public func face(_ index: Int) -> UInt32 {
    let word = index < 2 ? words.0 : index < 4 ? words.1 : words.2
    return index & 1 == 0 ? word & 0xffff : word &>> 16
  }

  /// How many of the 16 cells of a face were visited.
  public func count(face index: Int) -> UInt32 { Self.count(face(index)) }
}
