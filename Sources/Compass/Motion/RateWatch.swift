// Checks the times of the rates: missing, repeated and late rates, and whether the gyroscope works.

import FixedPoint
import Quantities

/// How the filter uses one rate.
enum RateArrival {
  /// Not used: this rate was received before, or it is older than the last one.
  case ignored
  /// The first rate, or the first rate after a gap too long to continue the attitude.
  case first
  /// Used for this number of microseconds, which may include time without a measurement.
  case turn(microseconds: UInt32, unmeasured: UInt32)
}

/// Follows the time stamps of the rates.
struct RateWatch {
  /// When the last rate was measured.
  private(set) var time = Instant(microseconds: 0)
  /// Running mean of the time between rates, microseconds; 0 before the second rate.
  private(set) var period: UInt32 = 0
  private var hasBegun = false
  /// The last rate, combined into one word: this is enough to detect a repetition.
  private var last: Int32 = 0
  /// Microseconds for which the gyroscope has repeated one value, and whether force or field moved in this time.
  private var constant: UInt32 = 0
  private(set) var isStuck = false

  /// A gap of more than a second ends the attitude.
  static var longestGap: UInt32 { 1_000_000 }

  /// Adds the time of one rate.
  mutating func receive(
    _ measured: Vector3, at moment: Instant, isRepeated: Bool, counts: inout MotionCounts
  ) -> RateArrival {
    if !hasBegun {
      hasBegun = true
      (time, last) = (moment, Self.mixed(measured))
      return .first
    }
    if moment < time {
      MotionCounts.add(1, to: &counts.outOfOrder)
      return .ignored
    }
    let elapsed = moment.elapsed(since: time)
    if isRepeated || elapsed == 0 {
      MotionCounts.add(1, to: &counts.repeated)
      return .ignored
    }
    time = moment
    let value = Self.mixed(measured)
    constant = value == last ? constant.addingWithLimit(elapsed) : 0
    last = value
    if elapsed > Self.longestGap {
      MotionCounts.add(1, to: &counts.restarts)
      return .first
    }
    return .turn(microseconds: elapsed, unmeasured: unmeasured(elapsed, &counts))
  }

  @inline(__always)
  private static func mixed(_ v: Vector3) -> Int32 { v.x ^ (v.y &<< 11) ^ (v.z &<< 22) ^ (v.z &>> 10) ^ (v.y &>> 21) }

  /// The part of `elapsed` beyond the mean period, if `elapsed` is longer than one and a half periods; otherwise 0. It also
  /// updates the mean period.
  private mutating func unmeasured(_ elapsed: UInt32, _ counts: inout MotionCounts) -> UInt32 {
    if period == 0 { period = elapsed }
    if elapsed &+ elapsed > 3 &* period {
      // A gap is not a period, unless all periods have become that long.
      let before = period
      period = period &+ elapsed &>> 4 &- period &>> 4
      MotionCounts.add((elapsed &+ before &>> 1) / before &- 1, to: &counts.missing)
      return elapsed &- before
    }
    let difference = Int32(bitPattern: elapsed &- period)
    period = period &+ UInt32(bitPattern: (difference &+ 4) &>> 3)
    return 0
  }

  /// Decides at the end of a block whether the gyroscope is stuck: one value for a second while the instrument moves, or
  /// for ten seconds in any case.
  /// - Parameter isMoving: whether force or field show movement.
  mutating func judge(isMoving: Bool) {
    isStuck = constant > 10_000_000 || constant > 1_000_000 && (isMoving || isStuck)
  }

  /// Whether no rate came for a quarter of a second before `moment`.
  func isDead(at moment: Instant) -> Bool { hasBegun && moment.elapsed(since: time) > 250_000 }
}

extension UInt32 {
  /// The sum, at most 2^30.
  @inline(__always)
  func addingWithLimit(_ more: UInt32) -> UInt32 { self > 1 &<< 30 ? self : self &+ more }
}
