// Decides which fixes are reported, and whether there is a course.

import FixedPoint
import Quantities

/// Reports fixes that moved far enough, and keeps the course while there is one.
///
/// An invalid fix changes nothing. A heading never replaces a course here: to choose between the two, use
/// `SourceSelector`.
public struct LocationFilter: Sendable {
  /// Which fixes count, and when a fix is reported.
  public struct Settings: Equatable, Sendable {
    /// Smallest movement since the last reported fix, in millimetres; 0 reports every fix.
    public var distanceMillimetres: UInt32
    /// A course begins at this speed, in millimetres a second, …
    public var startSpeed: UInt32
    /// … and ends below this one.
    public var stopSpeed: UInt32
    /// A course older than this is not used, in microseconds, below 2^63.
    public var courseAge: UInt64
    /// The uncertainty of the speed across the course, in millimetres a second. It gives the course's uncertainty if
    /// the source states none.
    public var crossSpeed: UInt32

    /// Defaults: every fix is reported; a course begins at walking pace (1 m/s) and ends at half of it; 3 s; 0.2 m/s,
    /// which a receiver with an accuracy of a few metres reaches with its Doppler shifts.
    public init(
      distanceMillimetres: UInt32 = 0, startSpeed: UInt32 = 1000, stopSpeed: UInt32 = 500,
      courseAge: UInt64 = 3_000_000, crossSpeed: UInt32 = 200
    ) {
      self.distanceMillimetres = distanceMillimetres
      self.startSpeed = startSpeed
      self.stopSpeed = stopSpeed
      self.courseAge = courseAge
      self.crossSpeed = crossSpeed
    }
  }

  /// A direction of movement with its uncertainty.
  public struct Course: Equatable, Sendable {
    /// Clockwise from true north.
    public var angle: BinaryAngle
    /// 68 % of the errors are smaller, in 2^−32 turns.
    public var uncertainty: UInt32

    public init(angle: BinaryAngle, uncertainty: UInt32) {
      self.angle = angle
      self.uncertainty = uncertainty
    }
  }

  /// The settings in use.
  public var settings: Settings
  /// The latest valid fix, reported or not.
  public private(set) var latest: Fix?
  /// The position reported last. Set it if another source gives the user's position. If it is `nil`, the next valid fix
  /// is reported.
  public var told: Position?
  private var isMoving = false

  public init(settings: Settings = Settings()) { self.settings = settings }

  /// Adds a fix.
  /// - Returns: whether to report it: the first valid fix, and each fix that is far enough from the last reported fix.
  public mutating func add(fix: Fix) -> Bool {
    if !fix.isValid { return false }
    // A source may repeat a fix or deliver it late: an older fix is not used.
    if let latest, fix.time.microseconds < latest.time.microseconds { return false }
    latest = fix
    if let speed = fix.speed {
      isMoving = speed >= (isMoving ? settings.stopSpeed : settings.startSpeed)
    } else {
      isMoving = false
    }
    if let told, settings.distanceMillimetres > 0 {
      let moved = Earth.meanSphere.leg(from: told, to: fix.position).millimetres
      if moved < Int64(widening: settings.distanceMillimetres) { return false }
    }
    told = fix.position
    return true
  }

  /// The course at time `now`; `nil` while standing, without a fix, or if the last course is too old.
  public func course(at now: Instant) -> Course? {
    guard isMoving, let latest, let angle = latest.course, let speed = latest.speed else { return nil }
    if now.microseconds > latest.time.microseconds &+ settings.courseAge { return nil }
    return Course(angle: angle, uncertainty: latest.courseUncertainty ?? uncertainty(at: speed))
  }

  /// The speed of the latest fix, in millimetres a second; `nil` if the fix has no speed or is too old for a course.
  public func speed(at now: Instant) -> UInt32? {
    guard let latest, now.microseconds <= latest.time.microseconds &+ settings.courseAge else { return nil }
    return latest.speed
  }

  /// The cross speed divided by the speed, as an angle of at most a quarter turn. The ratio is used instead of its
  /// arctangent, which is smaller; 2^32/2π = 683565276.
  private func uncertainty(at speed: UInt32) -> UInt32 {
    // Q12. A cross speed is limited to about 1 km/s, because a larger one makes no difference.
    let cross = settings.crossSpeed < 1 &<< 19 ? settings.crossSpeed : 1 &<< 19
    let ratio = (cross &<< 12) / (speed == 0 ? 1 : speed)
    let turns = UInt64(product: ratio, 683_565_276) &>> 12
    return turns > 0x4000_0000 ? 0x4000_0000 : turns.lowHalf
  }
}

/// Whether to use the course instead of the heading. The speed decides, with hysteresis.
public struct CourseChoice: Equatable, Sendable {
  /// Whether to use the course, if there is one.
  public private(set) var isOn = false

  public init() {}

  /// Call this whenever the speed or the threshold may have changed.
  /// - Parameters:
  ///   - speed: in millimetres a second; `nil` if unknown.
  ///   - threshold: the speed at which the course is used, in millimetres a second; below four fifths of it the course
  ///     is no longer used; 0: never.
  public mutating func update(speed: UInt32?, threshold: UInt32) {
    guard let speed, threshold > 0 else {
      isOn = false
      return
    }
    isOn = speed >= (isOn ? threshold &- threshold / 5 : threshold)
  }
}

extension Int64 {
  fileprivate init(widening value: UInt32) { self.init(bitPattern: UInt64(widening: value)) }
}
