// Detects from rate and force alone whether the instrument is at rest.

import FixedPoint
import Quantities

/// Compares each sample with the mean of the last half second. The mean is updated at the end of each block.
struct RestDetector {
  /// The mean rate as measured, rad/s.
  var rate = CompactVector.zero
  private var force = CompactVector.zero
  /// The same means as integers, to compare samples with: 2^−20 rad/s and 2^−13 g.
  private var nearRate = Vector3.zero
  private var nearForce = Vector3.zero
  private var hasBegun = false
  private var hasMoved = true
  private var hasStirred = true
  /// Microseconds since the last movement, and since the last change of rate (stir); both at most two seconds.
  private var still: UInt32 = 0
  private var calm: UInt32 = 0

  /// A sample further from the mean than this is a movement: 2 °/s in 2^−18 rad/s, and 0.5 m/s² in 2^−13 g, squared.
  private static var rateLimit: Int32 { 83_733_000 }
  private static var forceLimit: Int32 { 174_466 }
  /// A rate further from the mean than this is a stir: 0.5 °/s in 2^−18 rad/s, squared.
  private static var calmLimit: Int32 { 5_233_300 }

  /// Whether there is no movement and no rate above 2 °/s.
  var isAtRest: Bool { still >= 1_500_000 }
  /// Whether the rate is constant, at any value up to 25 °/s: a rest with an offset, or a steady rotation.
  var isCalm: Bool { calm >= 1_500_000 }

  @inline(__always)
  mutating func see(rate measured: Vector3) {
    let square = Vector3.difference(measured, nearRate).shifted(rightBy: 2).limitedSquare
    if square > Self.rateLimit { hasMoved = true }
    if square > Self.calmLimit { hasStirred = true }
  }

  @inline(__always)
  mutating func see(force measured: Vector3) {
    if Vector3.difference(measured, nearForce).limitedSquare > Self.forceLimit { hasMoved = true }
  }

  /// Ends a block.
  /// - Parameters:
  ///   - rate: mean of the block, rad/s.
  ///   - force: mean of the block, 2^−13 g; `nil` if there was none.
  ///   - microseconds: its length.
  ///   - isWhole: whether all rates in the block were measured.
  ///   - offset: what the gyroscope measures at rest, as estimated so far; 2^−20 rad/s.
  @inline(never)
  mutating func endBlock(
    rate mean: CompactVector, force meanForce: CompactVector?, microseconds: UInt32, isWhole: Bool, offset: Vector3
  ) {
    let seconds = CompactNumber(Int32(bitPattern: microseconds), exponent: 0) * Constants.microsecond
    let share = hasBegun ? seconds / (seconds + Constants.restTime) : .one
    hasBegun = true
    rate = rate + share * (mean - rate)
    if let meanForce { force = force + share * (meanForce - force) }
    nearRate = Vector3(x: rate.x.whole(unit: -20), y: rate.y.whole(unit: -20), z: rate.z.whole(unit: -20))
    nearForce = Vector3(x: force.x.whole(unit: 0), y: force.y.whole(unit: 0), z: force.z.whole(unit: 0))
    let isSlow = Vector3.difference(nearRate, offset).isWithin(36_700)
    Self.count(&still, microseconds, isOver: hasMoved || !isSlow || !isWhole)
    Self.count(&calm, microseconds, isOver: hasMoved || hasStirred || !nearRate.isWithin(457_500) || !isWhole)
    hasMoved = false
    hasStirred = false
  }

  private static func count(_ time: inout UInt32, _ microseconds: UInt32, isOver: Bool) {
    if isOver {
      time = 0
    } else if time < 2_000_000 {
      time = time &+ microseconds
    }
  }
}
