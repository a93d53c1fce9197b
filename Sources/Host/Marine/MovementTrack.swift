// Fixes in the order of their times, with course and speed where the source tells none.

import Foundation
import Navigation
import Quantities

/// Ignores late fixes, and derives course and speed from successive ones (Protocols/navigation/spec.md, section 5).
///
/// One for each source. Times are compared by the time of day, the shorter way round: a GGA sentence has no date.
public struct MovementTrack: Sendable {
  /// What became of a report.
  public enum Outcome: Equatable, Sendable {
    /// To be used; course and speed are filled in where they could be derived.
    case used(PositionReceiver.Report)
    /// Older than the latest one: not to be used.
    case late
  }

  /// So many late reports in a row, each no older than the one before, mean that the source's clock was set back.
  static let lateOnesOfAClockSetBack = 10
  /// Seconds over which a movement is looked for.
  static let longestBase = 10.0
  /// The way must be so many times as long as the radius that holds the error of its ends with 68 %.
  static let leastWay = 2.0
  /// From a radius that holds 68 % of a circular normal distribution to the deviation along one axis: √(−2 ln 0.32).
  private static let deviationsOfRadius = 1.51

  private struct Place {
    var seconds: Double
    var position: Position
    var metres: Double
  }

  private var latest: (seconds: Double, date: CalendarDay?)?
  private var lateInARow: (count: Int, seconds: Double)?
  /// Oldest first.
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
    // A clock that was set to another day.
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

  /// Seconds from b to a, the shorter way round the day.
  private static func difference(_ a: Double, _ b: Double) -> Double { (a - b).remainder(dividingBy: 86_400) }

  private mutating func keep(_ fix: Fix, at seconds: Double) {
    let place = Place(seconds: seconds, position: fix.position, metres: Self.metres(fix))
    // The same moment told twice, by GGA and by RMC.
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

  /// From the latest place that lies far enough away.
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
