// Orders fixes by time, and computes course and speed if the source does not give them.

import Foundation
import Navigation
import Quantities

/// Ignores late fixes, and derives course and speed from successive fixes (Protocols/navigation/spec.md, section 5).
///
/// Each source needs its own track. Times are compared by the time of day, with the shorter difference, because a GGA
/// sentence has no date.
public struct MovementTrack: Sendable {
  /// The result for a report.
  public enum Outcome: Equatable, Sendable {
    /// The report is usable; course and speed are filled in if they could be derived.
    case used(PositionReceiver.Report)
    /// The report is older than the latest one: do not use it.
    case late
  }

  /// So many consecutive late reports, each no older than the one before, mean that the source's clock was set back.
  static let lateOnesOfAClockSetBack = 10
  /// The longest time between the two fixes of a movement, seconds.
  static let longestBase = 10.0
  /// The distance must be at least this many times the 68 % radius of the error of its ends.
  static let leastWay = 2.0
  /// The ratio of the 68 % radius of a circular normal distribution to its standard deviation along one axis: √(−2 ln
  /// 0.32).
  private static let deviationsOfRadius = 1.51

  private struct Place {
    var seconds: Double
    var position: Position
    var metres: Double
  }

  private var latest: (seconds: Double, date: CalendarDay?)?
  private var lateInARow: (count: Int, seconds: Double)?
  /// The oldest first.
  private var places: [Place] = []

  public init() {}

  /// Adds a report.
  public mutating func add(_ report: PositionReceiver.Report) -> Outcome {
    guard let seconds = report.time?.seconds, report.fix.isValid else { return .used(report) }
    if let latest, isLate(seconds, report.date, after: latest) { return .late }
    if lateInARow != nil { places = [] }
    lateInARow = nil
    latest = (seconds, report.date)
    var used = report
    if report.fix.speed == nil, let movement = movement(to: report.fix, at: seconds) {
      used.fix.speed = movement.speed
      used.fix.course = movement.course
      used.fix.courseUncertainty = movement.courseUncertainty
      used.speedUncertainty = movement.speedUncertainty
      used.isMovementDerived = true
    }
    keep(report.fix, at: seconds)
    return .used(used)
  }

  private mutating func isLate(
    _ seconds: Double, _ date: CalendarDay?, after latest: (seconds: Double, date: CalendarDay?)
  ) -> Bool {
    // The clock was set to another day.
    if let date, let former = latest.date, abs(date.days - former.days) > 1 {
      places = []
      return false
    }
    guard Self.difference(seconds, latest.seconds) < 0 else {
      lateInARow = nil
      return false
    }
    let goesOn = lateInARow.map { Self.difference(seconds, $0.seconds) >= 0 } ?? false
    lateInARow = (goesOn ? (lateInARow?.count ?? 0) + 1 : 1, seconds)
    return (lateInARow?.count ?? 0) < Self.lateOnesOfAClockSetBack
  }

  /// Seconds from b to a: the shorter of the two differences within a day.
  private static func difference(_ a: Double, _ b: Double) -> Double { (a - b).remainder(dividingBy: 86_400) }

  private mutating func keep(_ fix: Fix, at seconds: Double) {
    let place = Place(seconds: seconds, position: fix.position, metres: Self.metres(fix))
    // GGA and RMC report the same time twice.
    if places.last?.seconds == seconds { places.removeLast() }
    places.append(place)
    places.removeAll { Self.difference(seconds, $0.seconds) > Self.longestBase }
  }

  private static func metres(_ fix: Fix) -> Double { Double(fix.horizontalMillimetres ?? 0) / 1000 }

  private struct Movement {
    var speed: UInt32
    var speedUncertainty: UInt32
    var course: BinaryAngle
    var courseUncertainty: UInt32
  }

  /// The movement from the latest place that is far enough away.
  private func movement(to fix: Fix, at seconds: Double) -> Movement? {
    for place in places.reversed() {
      let time = Self.difference(seconds, place.seconds)
      guard time > 0 else { continue }
      let way = Earth.meanSphere.leg(from: place.position, to: fix.position)
      let metres = Double(way.millimetres) / 1000
      let radius = hypot(place.metres, Self.metres(fix))
      guard metres >= Self.leastWay * radius, let course = way.final.angle,
        let speed = PositionReceiver.speed(metres / time)
      else { continue }
      let deviation = radius / Self.deviationsOfRadius
      return Movement(
        speed: speed, speedUncertainty: UInt32((deviation / time * 1000).rounded()), course: course,
        courseUncertainty: UInt32(atan(deviation / metres) / (2 * .pi) * 0x1p32))
    }
    return nil
  }
}
