// Orders fixes by time, and computes course and speed if the source does not give them.

import Foundation
import Quantities

/// Ignores late fixes, and derives course and speed from successive fixes (Protocols/navigation/spec.md, section 5).
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
  private static let worstSlope = 1.5
  /// The ratio of the 68 % radius of a circular normal distribution to its standard deviation along one axis: √(−2 ln
  /// 0.32).
  private static let deviationsOfRadius = 1.51
  /// On the sphere of the Earth's mean radius, as `Earth.meanSphere` of Navigation.
  private static let metresPerUnit = 2 * Double.pi * 6_371_008.8 / 0x1p32

  private struct Place {
    var seconds: Double
    var position: Position
    var metres: Double
  }

  private var latest: (seconds: Double, date: CalendarDay?)?
  private var lateInARow: (count: Int, seconds: Double)?
  /// The oldest first.
  private var places: [Place] = []

  package init() {}

  /// Adds a report.
  package mutating func add(_ report: PositionReceiver.Report) -> Outcome {
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
  private static func difference(_ a: Double, _ b: Double) -> Double { (a - b).remainder(dividingBy: 86_400) }

  private mutating func keep(_ fix: Fix, at seconds: Double) {
    let place = Place(seconds: seconds, position: fix.position, metres: Self.metres(fix))
    // GGA and RMC report the same time twice.
    if let last = places.last {
      let before = places.count > 1 ? places[places.count - 2].seconds : nil
      let isClose = before.map { Self.difference(seconds, $0) < Self.shortestStep } ?? false
      if last.seconds == seconds || isClose { places.removeLast() }
    }
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

  /// The movement by a straight line through the last places: as few places as are needed for a speed well above its
  /// standard deviation.
  private func movement(to fix: Fix, at seconds: Double) -> Movement? {
    // Seconds before this fix, and metres north and east of it.
    let scale = cos(Double(fix.position.latitude) * 2 * .pi / 0x1p32)
    var line = Line()
    var largest = Self.metres(fix)
    line.add(0, .zero)
    for place in places.reversed() {
      let time = Self.difference(seconds, place.seconds)
      guard time > 0 else { continue }
      let north = Double(place.position.latitude &- fix.position.latitude) * Self.metresPerUnit
      let east = Double(place.position.longitude &- fix.position.longitude) * Self.metresPerUnit * scale
      largest = max(largest, place.metres)
      line.add(-time, SIMD2(north, east))
      let velocity = line.slope
      let metres = hypot(velocity.x, velocity.y)
      let deviation = Self.worstSlope * largest / Self.deviationsOfRadius / time
      guard metres >= Self.leastDeviations * deviation, metres > 0, let speed = PositionReceiver.speed(metres) else {
        continue
      }
      let angle = atan2(velocity.y, velocity.x) * 180 / .pi
      guard let course = PositionReceiver.course(angle < 0 ? angle + 360 : angle) else { continue }
      return Movement(
        speed: speed, speedUncertainty: UInt32(min(1e9, deviation * 1000).rounded()), course: course,
        courseUncertainty: UInt32(atan(deviation / metres) / (2 * .pi) * 0x1p32))
    }
    return nil
  }
}

/// A straight line by least squares, to which points are added one by one.
private struct Line {
  private var count = 0.0
  private var (times, squares) = (0.0, 0.0)
  private var (places, products) = (SIMD2<Double>.zero, SIMD2<Double>.zero)

  mutating func add(_ time: Double, _ place: SIMD2<Double>) {
    count += 1
    times += time
    squares += time * time
    places += place
    products += time * place
  }

  /// The change of place with time. It needs points at two or more different times.
  var slope: SIMD2<Double> { (count * products - times * places) / (count * squares - times * times) }
}
