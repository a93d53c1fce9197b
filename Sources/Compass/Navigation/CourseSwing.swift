// A swing without a pelorus: the course over ground is used as the true heading while the vessel moves straight and
// fast.

import FixedPoint
import Quantities

/// Collects compass headings and courses while a vessel moves straight, and gives the deviation card when all
/// directions are covered. It assumes no leeway and no current: swing in still water and little wind.
public struct CourseSwing: Sendable {
  /// The limits of a swing by course.
  public struct Settings: Equatable, Sendable {
    /// Slowest speed, in millimetres a second.
    public var speed: UInt32
    /// How much compass and course may vary during a leg, in 2^−32 turns.
    public var wander: UInt32
    /// How long a leg must be straight to count, in microseconds.
    public var straightTime: UInt64
    /// Largest uncertainty of the course, in 2^−32 turns.
    public var courseUncertainty: UInt32

    /// 2 m/s (4 knots), ±3°, 10 s, 2°.
    public init(
      speed: UInt32 = 2000, wander: UInt32 = 35_791_394, straightTime: UInt64 = 10_000_000,
      courseUncertainty: UInt32 = 23_860_929
    ) {
      self.speed = speed
      self.wander = wander
      self.straightTime = straightTime
      self.courseUncertainty = courseUncertainty
    }
  }

  /// What the swing did with a reading.
  public enum Step: Equatable, Sendable {
    /// It is part of a leg that is not long enough yet.
    case steadying
    /// The sums now include this leg; continue on another heading.
    case taken
    /// The speed is too low, or the course is too uncertain.
    case tooSlow
    /// The vessel turns.
    case turning
  }

  /// The limits in use.
  public let settings: Settings
  /// The sums so far.
  public private(set) var solver = DeviationSolver()
  private var start: (time: Instant, compass: BinaryAngle, course: BinaryAngle)?
  // Sums of the differences from the start of the leg, so that the means never wrap at north.
  private var compassSum: Int64 = 0
  private var courseSum: Int64 = 0
  private var readings: Int32 = 0

  public init(settings: Settings = Settings()) { self.settings = settings }

  /// Adds a heading from the user to the same sums as the legs.
  public mutating func add(compass: BinaryAngle, deviation: Int32) {
    solver.add(compass: compass, deviation: deviation)
  }

  /// Adds a compass heading and the vessel's movement at the same time.
  /// - Parameters:
  ///   - compass: the compass heading without any deviation card.
  ///   - course: the course relative to true north; `nil` if there is none.
  ///   - declination: east positive, in 2^−32 turns.
  public mutating func add(
    compass: BinaryAngle, course: LocationFilter.Course?, speed: UInt32, declination: Int32, at now: Instant
  ) -> Step {
    guard let course, speed >= settings.speed, course.uncertainty <= settings.courseUncertainty else {
      start = nil
      return .tooSlow
    }
    guard let leg = start, now.microseconds >= leg.time.microseconds, readings < 100_000 else {
      begin(compass, course.angle, now)
      return .steadying
    }
    let compassDifference = leg.compass.shortestDifference(to: compass)
    let courseDifference = leg.course.shortestDifference(to: course.angle)
    if compassDifference.magnitude > settings.wander || courseDifference.magnitude > settings.wander {
      begin(compass, course.angle, now)
      return .turning
    }
    readings = readings &+ 1
    compassSum = compassSum &+ Int64(widening: compassDifference)
    courseSum = courseSum &+ Int64(widening: courseDifference)
    if now.microseconds &- leg.time.microseconds < settings.straightTime { return .steadying }

    let meanCompass = mean(compassSum, from: leg.compass)
    let meanCourse = mean(courseSum, from: leg.course)
    let magnetic = BinaryAngle(rawValue: meanCourse.rawValue &- UInt32(bitPattern: declination))
    solver.add(compass: meanCompass, deviation: meanCompass.shortestDifference(to: magnetic))
    start = nil
    return .taken
  }

  private mutating func begin(_ compass: BinaryAngle, _ course: BinaryAngle, _ now: Instant) {
    start = (now, compass, course)
    compassSum = 0
    courseSum = 0
    readings = 0
  }

  /// The sums are at most 3° · 100,000 readings, which needs 46 bits; scaled down they fit a 32-bit division.
  private func mean(_ sum: Int64, from start: BinaryAngle) -> BinaryAngle {
    let numerator = ScaledNumber(sum.magnitude, exponent: 0, isNegative: sum < 0)
    let denominator = ScaledNumber(UInt64(widening: readings.magnitude), exponent: 0)
    let mean = Int32(truncatingIfNeeded: numerator.divided(by: denominator).whole(unit: 0))
    return BinaryAngle(rawValue: start.rawValue &+ UInt32(bitPattern: mean))
  }
}
