// What a vehicle can do: which fix cannot be right, and whether a line through places is more than one bad fix.

import DeviceUnits
import Foundation
import Quantities

/// A fix with its time of day.
struct TrackedPlace: Sendable {
  var seconds: Double
  var fix: Fix

  /// On the sphere of the Earth's mean radius, as `Earth.meanSphere` of Navigation.
  private static let metresPerUnit = 2 * Double.pi * 6_371_008.8 / 0x1p32

  /// The accuracy, 68 %.
  var metres: Double { Double(fix.horizontalMillimetres ?? 0) / 1000 }

  /// The velocity that the source states, metres a second north and east; `nil` without a speed, and if it moves
  /// without a course.
  var velocity: SIMD2<Double>? {
    guard let speed = fix.speed.map({ Double($0) / 1000 }) else { return nil }
    guard let course = fix.course else { return speed < PossibleMovement.statedError ? .zero : nil }
    let angle = course.degrees * .pi / 180
    return speed * SIMD2(cos(angle), sin(angle))
  }

  /// Metres north and east of `other`.
  func metres(from other: TrackedPlace) -> SIMD2<Double> {
    let scale = cos(Double(other.fix.position.latitude) * 2 * .pi / 0x1p32)
    return Self.metresPerUnit
      * SIMD2(
        Double(fix.position.latitude &- other.fix.position.latitude),
        Double(fix.position.longitude &- other.fix.position.longitude) * scale)
  }
}

/// Tests a fix against the fixes before it (Protocols/navigation/spec.md, section 5).
enum PossibleMovement {
  /// Metres a second: receivers that give places at higher speeds are controlled goods (Missile Technology Control
  /// Regime, annex, item 11.A.3).
  static let fastest = 600.0
  /// Metres a second squared, one g: more than a car brakes and a boat or an airliner turns.
  static let acceleration = 10.0
  /// Metres a second, five times the 0.2 m/s that a receiver reaches with its Doppler shifts.
  static let statedError = 1.0
  /// The seconds of which the line gives the velocity. A longer line lags more behind a vehicle that accelerates.
  private static let base = 2.0
  /// Metres. A receiver that states less does not say so of its whole seconds and its last digit.
  private static let leastAccuracy = 1.0

  /// By how many metres a fix is beyond where a vehicle can be, and how many its speed adds to what it can have reached;
  /// `nil` where it is possible.
  struct Finding {
    var placeExcess: Double?
    var speedExcess: Double?
  }

  /// - Parameters:
  ///   - places: those that were possible, the oldest first.
  ///   - interval: the seconds since the last report, possible or not. A vehicle cannot reach in several steps what it could
  ///     not begin to reach in the first one.
  static func finding(
    of fix: Fix, at seconds: Double, after places: [TrackedPlace], interval: Double
  ) -> Finding {
    guard let last = places.last else { return Finding() }
    let time = MovementTrack.difference(seconds, last.seconds)
    // Fixes of the same time, such as those of GGA and RMC, say nothing about a movement.
    guard time > 0, interval > 0 else { return Finding() }
    let here = TrackedPlace(seconds: seconds, fix: fix)
    let deviation = max(here.metres, last.metres, leastAccuracy) / MovementTrack.deviationsOfRadius
    // Of the difference of two places.
    let noise = MovementTrack.leastDeviations * deviation * 2.0.squareRoot()
    let (velocity, error, age) = velocity(at: places)
    let way = here.metres(from: last)
    func length(_ v: SIMD2<Double>) -> Double { hypot(v.x, v.y) }
    let place = max(
      length(way) - fastest * time - noise,
      length(way - velocity * time) - error * interval - acceleration * interval * (interval / 2 + age) - noise)
    let speed =
      changeOfVelocity(from: last, to: here).map { ($0 - acceleration * interval - 2 * statedError) * time } ?? 0
    return Finding(placeExcess: place > 0 ? place : nil, speedExcess: speed > 0 ? speed : nil)
  }

  private static func changeOfVelocity(from last: TrackedPlace, to here: TrackedPlace) -> Double? {
    guard let before = last.velocity, let after = here.velocity else { return nil }
    return hypot(after.x - before.x, after.y - before.y)
  }

  /// The velocity at the last place, as the source states it, or else by the line through the last places; its largest
  /// error; and how many seconds before the last place it was that of a vehicle that accelerates.
  private static func velocity(
    at places: [TrackedPlace]
  ) -> (velocity: SIMD2<Double>, error: Double, age: Double) {
    guard let last = places.last else { return (.zero, fastest, 0) }
    if let stated = last.velocity { return (stated, statedError, 0) }
    var line = Line()
    var (largest, time) = (leastAccuracy, 0.0)
    for place in places.reversed() {
      let age = MovementTrack.difference(last.seconds, place.seconds)
      guard age <= base || line.count < 3 else { break }
      (largest, time) = (max(largest, place.metres), age)
      line.add(-age, place.metres(from: last))
    }
    // Two places give a velocity, but either of them may be wrong.
    guard line.count > 2, time > 0 else { return (.zero, fastest, 0) }
    let deviation = MovementTrack.worstSlope * largest / MovementTrack.deviationsOfRadius / time
    return (line.slope, MovementTrack.leastDeviations * deviation, time / 2)
  }
}

/// A straight line by least squares, to which points are added one by one.
struct Line {
  private var points: [(time: Double, place: SIMD2<Double>)] = []
  private var sums = Sums()

  private struct Sums {
    var count = 0.0
    var (times, squares) = (0.0, 0.0)
    var (places, products) = (SIMD2<Double>.zero, SIMD2<Double>.zero)

    mutating func add(_ time: Double, _ place: SIMD2<Double>, weight: Double = 1) {
      count += weight
      times += weight * time
      squares += weight * time * time
      places += weight * place
      products += weight * time * place
    }

    var slope: SIMD2<Double> { (count * products - times * places) / (count * squares - times * times) }
  }

  var count: Int { points.count }

  mutating func add(_ time: Double, _ place: SIMD2<Double>) {
    points.append((time, place))
    sums.add(time, place)
  }

  /// The change of place with time. It needs points at two or more different times.
  var slope: SIMD2<Double> { sums.slope }

  /// Whether the slope does not depend on one point alone: without any one of them at least half of it is left. Two points
  /// cannot show that.
  var isSupported: Bool {
    guard count > 2 else { return false }
    let whole = slope
    let least = (whole * whole).sum() / 2
    return points.allSatisfy { point in
      var rest = sums
      rest.add(point.time, point.place, weight: -1)
      return (rest.slope * whole).sum() >= least
    }
  }
}
