// Decides which fixes are reported, and whether there is a course.

import FixedPoint
import Quantities

/// Reports fixes that moved far enough, and holds the course while there is one.
///
/// An invalid fix changes nothing. Heading never takes the place of a course: who wants the one when the other is
/// missing asks `SourceSelector`.
public struct LocationFilter: Sendable {
  /// Which fixes count, and when one is worth telling.
  public struct Settings: Equatable, Sendable {
    /// Smallest movement since the last reported fix, in millimetres; 0 reports every fix.
    public var distanceMillimetres: UInt32
    /// A course begins at this speed, in millimetres a second, …
    public var startSpeed: UInt32
    /// … and ends below this one.
    public var stopSpeed: UInt32
    /// A course older than this is none, in microseconds, below 2^63.
    public var courseAge: UInt64
    /// How well a source knows its speed across its course, in millimetres a second; it makes the course's
    /// uncertainty where the source states none.
    public var crossSpeed: UInt32

    /// Every fix is reported; walking pace starts a course (1 m/s), half of it ends it; 3 s; 0.2 m/s, as a receiver of a
    /// few metres' accuracy gives by its Doppler shifts.
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

  /// A direction of movement with what is known of its error.
  public struct Course: Equatable, Sendable {
    /// Clockwise from true north.
    public var angle: BinaryAngle
    /// 68 % of it, in 2^−32 turns.
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
  /// The position reported last. Set it if another source places the listener; `nil`: the next valid fix is reported.
  public var told: Position?
  private var isMoving = false

  public init(settings: Settings = Settings()) { self.settings = settings }

  /// Adds a fix.
  /// - Returns: whether to report it: the first valid fix, and each fix that is far enough from the last reported fix.
  public mutating func add(fix: Fix) -> Bool {
    if !fix.isValid { return false }
    // A source may repeat itself or deliver late; time never runs backwards here.
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

  /// The course at a time; `nil` while standing, without a fix, or when the last one is too old.
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

  /// Cross speed over speed as an angle, at most a quarter turn. The ratio stands for its arctangent, which is smaller;
  /// 2^32/2π = 683565276.
  private func uncertainty(at speed: UInt32) -> UInt32 {
    // Q12; a cross speed beyond 1 km/s says nothing more.
    let cross = settings.crossSpeed < 1 &<< 19 ? settings.crossSpeed : 1 &<< 19
    let ratio = (cross &<< 12) / (speed == 0 ? 1 : speed)
    let turns = UInt64(product: ratio, 683_565_276) &>> 12
    return turns > 0x4000_0000 ? 0x4000_0000 : turns.lowHalf
  }
}

/// Whether the course takes the place of the heading, by the speed and with hysteresis.
public struct CourseChoice: Equatable, Sendable {
  /// The course is to be used, where there is one.
  public private(set) var isOn = false

  public init() {}

  /// Call it whenever the speed or the threshold may have changed.
  /// - Parameters:
  ///   - speed: in millimetres a second; `nil` where it is not known.
  ///   - threshold: in millimetres a second; it begins at this one and ends below four fifths of it; 0: never.
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
