// The World Magnetic Model in integers: its name, when it is valid, and how to compute a field.
//
// Source: A. Chulliat et al., "The US/UK World Magnetic Model for 2025-2030", technical report, NOAA/NCEI 2025. The
// equations and how they are arranged for integers are in Protocols/heading/spec.md, section 7.

import FixedPoint
import Quantities

/// Why the model gives no field.
public enum WorldModelError: UInt8, Error, Sendable {
  /// The latitude is beyond ±90°.
  case latitude = 1
  /// More than 1 km below the ellipsoid.
  case tooLow = 2
  /// More than 850 km above the ellipsoid.
  case tooHigh = 3
  /// The date is before the model's first day.
  case beforeModel = 4
  /// The date is after the model's last day.
  case afterModel = 5
  /// Extrapolation was requested, but the date is more than ten years before or after the model's life.
  case beyondExtrapolation = 6

  /// The error, as a short clause in English.
  public var reason: StaticString {
    switch self {
    case .latitude: "the latitude is beyond 90 degrees"
    case .tooLow: "the height is below -1 km, where the model does not hold"
    case .tooHigh: "the height is above 850 km, where the model does not hold"
    case .beforeModel: "the date is before the model's first day"
    case .afterModel: "the date is after the model's last day"
    case .beyondExtrapolation: "the date is more than ten years outside the model"
    }
  }
}

/// The magnetic field of the Earth's core by place and date, to degree and order 12.
///
/// | | largest error over 1,000,000 places |
/// | --- | ---: |
/// | north, east, down | 0.05 nT |
/// | declination, horizontal field at least 6000 nT | 0.0003° |
/// | declination, horizontal field at least 2000 nT | 0.001° |
///
/// These errors are relative to the model's own equations in Double. The model itself is within 150 nT and 0.4° in most
/// places.
public enum WorldMagneticModel {
  /// A moment in years from the middle of the model's life.
  public struct Moment: Equatable, Hashable, Sendable {
    /// Years in units of 2^−22; ±2^31 are ±512 years.
    public var q22Years: Int32

    @inlinable
    public init(q22Years: Int32) { self.q22Years = q22Years }

    /// The beginning of `date` (UTC), with the elapsed part of its year as a fraction: 2026-07-02 is 2026 + 182/365.
    ///
    /// Dates more than 400 years away count as 400 years away.
    @export(interface)
    public init(_ date: CalendarDay) {
      let (year, day, length) = date.dayOfYear
      let years = min(max(year &- WorldMagneticModel.epochYear, -400), 400)
      // day/length < 1, so the dividend stays below 2^31. The divisor is never 0.
      let part = length > 0 ? Int32(bitPattern: UInt32(bitPattern: day &<< 22) / UInt32(bitPattern: length)) : 0
      q22Years = (years &<< 22) &+ part &- (WorldMagneticModel.lifetime &<< 21)
    }

    /// How far the moment is before or after the model's life, in 2^−22 years; 0 within it, including both ends.
    public var q22YearsOutside: UInt32 {
      @inline(never) get {
        let ends = UInt32(bitPattern: WorldMagneticModel.lifetime &<< 21)
        return q22Years.magnitude > ends ? q22Years.magnitude &- ends : 0
      }
    }
    /// Whether the moment is within the model's life, including both ends.
    public var isWithinModel: Bool { q22YearsOutside == 0 }
    /// Ten years in 2^−22: the limit of extrapolation.
    static var reach: UInt32 { 10 &<< 22 }
    /// Whether the moment is at most ten years outside the model's life.
    public var isWithinReach: Bool { q22YearsOutside <= Self.reach }
  }

  /// The first day of the model's life.
  public static var firstDay: CalendarDay { CalendarDay(year: epochYear, month: 1, day: 1) ?? CalendarDay(days: 0) }
  /// The last day of the model's life: the day on which the next model begins.
  public static var lastDay: CalendarDay {
    CalendarDay(year: epochYear &+ lifetime, month: 1, day: 1) ?? CalendarDay(days: 0)
  }

  /// Throws if a place or moment is outside the limits of the model.
  /// - Parameter extrapolating: also accept dates up to ten years outside the model's life.
  @export(interface)
  public static func check(
    _ position: Position, at moment: Moment, extrapolating: Bool = false
  ) throws(WorldModelError) {
    if !position.isOnEarth { throw .latitude }
    if position.height < -1_000_000 { throw .tooLow }
    if position.height > 850_000_000 { throw .tooHigh }
    let outside = moment.q22YearsOutside
    if extrapolating {
      if outside > Moment.reach { throw .beyondExtrapolation }
    } else if outside != 0 {
      throw moment.q22Years < 0 ? .beforeModel : .afterModel
    }
  }

  /// The field, computed at once. `WorldModelEvaluation` does the same in slices.
  /// - Parameters:
  ///   - position: −1…850 km above the ellipsoid.
  ///   - moment: within the model's life.
  ///   - extrapolating: also accept dates up to ten years outside it, with constant secular change.
  /// - Throws: the limit that is exceeded.
  @export(interface)
  public static func field(
    at position: Position, moment: Moment, extrapolating: Bool = false
  ) throws(WorldModelError) -> GeomagneticField {
    var evaluation = WorldModelEvaluation()
    try evaluation.begin(at: position, moment: moment, extrapolating: extrapolating)
    while !evaluation.isFinished { evaluation.advance() }
    return evaluation.result
  }
}
