// The times of the rates: what is missing, comes twice or late, and whether the gyroscope is alive.

import FixedPoint
import Quantities

/// What is done with one rate.
enum RateArrival {
  /// Nothing: it came before, or an older one did.
  case ignored
  /// It is the first, or the first after a gap that is too long to carry the attitude over.
  case first
  /// It stands for so many microseconds, some of them without a measurement.
  case turn(microseconds: UInt32, unmeasured: UInt32)
}

/// Follows the time stamps of the rates.
struct RateWatch {
  /// When the last rate was measured.
  private(set) var time = Instant(microseconds: 0)
  /// Running mean of the time between rates, microseconds; 0 before the second rate.
  private(set) var period: UInt32 = 0
  private var hasBegun = false
  /// The last rate, mixed into one word: enough to see that it repeats.
  private var last: Int32 = 0
  /// Microseconds for which the gyroscope repeated one value, and whether force or field moved meanwhile.
  private var constant: UInt32 = 0
  private(set) var isStuck = false

  /// A gap of more than a second ends the attitude.
  static var longestGap: UInt32 { 1_000_000 }

  /// Takes the time of one rate.
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

  /// What of `elapsed` is longer than a period and a half, and the period's mean.
  private mutating func unmeasured(_ elapsed: UInt32, _ counts: inout MotionCounts) -> UInt32 {
    if period == 0 { period = elapsed }
    if elapsed &+ elapsed > 3 &* period {
      // The gap is not a period, unless periods have become that long.
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
  /// - Parameter isMoving: whether force or field say so.
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
