// Orders fixes by time, and computes course and speed if the source does not give them: never from what no vehicle does.

import Foundation
import Quantities

/// Ignores late fixes, and derives course and speed from successive fixes that are possible (Protocols/navigation/spec.md,
/// section 5).
///
/// Each source needs its own track. Times are compared by the time of day, with the shorter difference, because a GGA
/// sentence has no date.
package struct MovementTrack: Sendable {
  /// The result for a report.
  package enum Outcome: Equatable, Sendable {
    /// The report is usable; course and speed are filled in if they could be derived.
    case used(PositionReceiver.Report)
    /// The report is older than the latest one: do not use it.
    case late
  }

  /// This many consecutive late reports, each no older than the one before, mean that the source's clock was set back.
  static let lateOnesOfAClockSetBack = 10
  /// This many impossible fixes in a row are believed: the receiver has lost its place, or finds it again.
  static let impossibleOnesOfAJump = 3
  /// The longest time over which a movement is computed, seconds.
  static let longestBase = 20.0
  /// The shortest time between two fixes that are kept, seconds. So a receiver with 10 Hz does not need a longer list.
  private static let shortestStep = 0.25
  /// The speed must be at least this many times its standard deviation. With this, fewer than one in 10,000 fixes of a
  /// receiver at rest has a course, whatever the correlation of the errors.
  static let leastDeviations = 5.0
  /// The largest standard deviation of the slope of a line that is fitted over the time 1 to errors with standard
  /// deviation 1. Errors of successive fixes are alike. For a correlation of e^(−|t|/τ) this value is that of the worst
  /// τ, about a third of the time. Independent errors (from 3 fixes on) and nearly constant errors give less.
  static let worstSlope = 1.5
  /// The ratio of the 68 % radius of a circular normal distribution to its standard deviation along one axis: √(−2 ln
  /// 0.32).
  static let deviationsOfRadius = 1.51

  private var latest: (seconds: Double, date: CalendarDay?)?
  private var lateInARow: (count: Int, seconds: Double)?
  private var impossibleInARow = 0
  /// By how many metres the last report is beyond what any vehicle reaches; `nil` if it is possible. No course and no speed
  /// come from such a report.
  package private(set) var excess: Double?
  /// The oldest first.
  private var places: [TrackedPlace] = []

  package init() {}

  /// Derives speed and course where the report has none, if it is newer than those before.
  package mutating func follow(_ report: PositionReceiver.Report) -> Outcome {
    excess = nil
    guard let seconds = report.time?.seconds, report.fix.isValid else { return .used(report) }
    if let latest, isLate(seconds, report.date, after: latest) { return .late }
    if lateInARow != nil { places = [] }
    lateInARow = nil
    let interval = latest.map { Self.difference(seconds, $0.seconds) } ?? 0
    latest = (seconds, report.date)
    var used = report
    let finding = PossibleMovement.finding(of: report.fix, at: seconds, after: places, interval: interval)
    if let beyond = finding.placeExcess ?? finding.speedExcess {
      excess = beyond
      impossibleInARow += 1
      guard impossibleInARow >= Self.impossibleOnesOfAJump else {
        // A receiver measures its speed on its own: the one may be right where the other is wrong.
        if finding.speedExcess != nil {
          (used.fix.speed, used.fix.course, used.fix.courseUncertainty) = (nil, nil, nil)
        }
        return .used(used)
      }
      // Not the last fixes were wrong, but those before them.
      (places, excess) = ([], nil)
    }
    impossibleInARow = 0
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
    // The clock of the source was set to another day.
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

  /// Seconds from b to a, as the shorter of the two differences within a day.
  static func difference(_ a: Double, _ b: Double) -> Double { (a - b).remainder(dividingBy: 86_400) }

  private mutating func keep(_ fix: Fix, at seconds: Double) {
    let place = TrackedPlace(seconds: seconds, fix: fix)
    // GGA and RMC report the same time twice.
    if let last = places.last {
      let before = places.count > 1 ? places[places.count - 2].seconds : nil
      let isClose = before.map { Self.difference(seconds, $0) < Self.shortestStep } ?? false
      if last.seconds == seconds || isClose { places.removeLast() }
    }
    places.append(place)
    places.removeAll { Self.difference(seconds, $0.seconds) > Self.longestBase }
  }

  private struct Movement {
    var speed: UInt32
    var speedUncertainty: UInt32
    var course: BinaryAngle
    var courseUncertainty: UInt32
  }

  /// The movement by a straight line through the last places: as few places as are needed for a speed well above its
  /// standard deviation that no single one of them decides.
  private func movement(to fix: Fix, at seconds: Double) -> Movement? {
    // Seconds before this fix, and metres north and east of it.
    var line = Line()
    let here = TrackedPlace(seconds: seconds, fix: fix)
    var largest = here.metres
    line.add(0, .zero)
    for place in places.reversed() {
      let time = Self.difference(seconds, place.seconds)
      guard time > 0 else { continue }
      largest = max(largest, place.metres)
      line.add(-time, place.metres(from: here))
      let velocity = line.slope
      let metres = hypot(velocity.x, velocity.y)
      let deviation = Self.worstSlope * largest / Self.deviationsOfRadius / time
      guard metres >= Self.leastDeviations * deviation, metres > 0, let speed = PositionReceiver.speed(metres),
        line.isSupported
      else { continue }
      let angle = atan2(velocity.y, velocity.x) * 180 / .pi
      guard let course = PositionReceiver.course(angle < 0 ? angle + 360 : angle) else { continue }
      return Movement(
        speed: speed, speedUncertainty: UInt32(min(1e9, deviation * 1000).rounded()), course: course,
        courseUncertainty: UInt32(atan(deviation / metres) / (2 * .pi) * 0x1p32))
    }
    return nil
  }
}
