// Smoothing on the circle, with a time constant that does not depend on the sample rate.
//
// The smoothed heading moves towards the new heading by gain · (shortest way), gain = 1 − exp(−dt/τ). After τ it has
// moved by 63.2 % of a step, at any sample rate. No angles are added, so headings on both sides of north are averaged
// correctly. No average can follow a heading that turns by more than half a turn within τ.

import FixedPoint
import Quantities

/// A first-order low-pass for directions.
public struct HeadingSmoother: Equatable, Sendable {
  /// The time constant, microseconds, 0…60,000,000; 0: no smoothing. Setting it keeps the state.
  public var timeConstant: UInt32 {
    didSet { prepare() }
  }
  /// The smoothed direction; `nil` before the first heading.
  public var state: BinaryAngle? { hasState ? direction : nil }

  private var hasState = false
  private var direction = BinaryAngle.zero
  private var last = Instant(microseconds: 0)
  /// 2^63 divided by the time constant after shifting that up to its top bit; and the number of bits to shift a product
  /// with it down.
  private var inverse: UInt32 = 0
  private var places: UInt32 = 0

  public init(timeConstant: UInt32 = 0) {
    self.timeConstant = timeConstant
    prepare()
  }

  private mutating func prepare() {
    guard timeConstant > 0 else { return }
    // 6…31, because the time constant is below 2^26.
    let shift = UInt32(bitPattern: timeConstant.leadingZeros)
    inverse = (timeConstant &<< shift).normalisedReciprocal
    places = 35 &- shift
  }

  /// Forgets the state.
  public mutating func restart() { hasState = false }

  /// Smooths one direction.
  /// - Parameter time: not before the time of the last heading. The caller restarts the smoother if time runs
  ///   backwards.
  /// - Returns: the smoothed direction.
  public mutating func smooth(_ heading: BinaryAngle, at time: Instant) -> BinaryAngle {
    let elapsed = time.elapsed(since: last)
    last = time
    return smooth(heading, after: elapsed)
  }

  /// The same with the time since the last heading, µs. After a restart this time is ignored.
  mutating func smooth(_ heading: BinaryAngle, after elapsed: UInt32) -> BinaryAngle {
    guard hasState, timeConstant > 0 else {
      hasState = true
      direction = heading
      return heading
    }
    // The difference has 31 bits and the gain 29, so the product over 2^29 is at most the difference.
    let way = Int64(halves: direction.shortestDifference(to: heading), Int32(bitPattern: gain(elapsed)))
    let (high, low) = (UInt64(bitPattern: way).highHalf, UInt64(bitPattern: way).lowHalf)
    direction.rawValue &+= (high &<< 3) &+ (low &>> 29) &+ ((low &>> 28) & 1)
    return direction
  }

  /// 1 − exp(−elapsed/τ) in Q29, within 1e-6 and one part in a thousand.
  @inline(__always)
  private func gain(_ elapsed: UInt32) -> UInt32 {
    // After 11 τ only 1.7e-5 of a step remains. τ < 2^26, so the product fits.
    if elapsed >= timeConstant &* 11 { return 1 &<< 29 }
    // elapsed·2^28/τ, below 11·2^28. The shift is by 4…29 places.
    let product = UInt64(halves: elapsed, inverse)
    var small = (product.highHalf &<< (32 &- places)) | (product.lowHalf &>> places)
    // The number is halved until it is below 1/8, where three terms of the series are within 1e-5. Then the result is
    // squared the same number of times.
    var halvings = 0
    while small >= 1 &<< 25 {
      small = small &>> 1
      halvings &+= 1
    }
    // h − h²/2 + h³/6 = h·(1 − (h/2 − h²/6)). The parenthesis has 16 bits: 2^16/6 = 10,923.
    let h = small &<< 4
    let top = h &>> 16
    let less = top &>> 1 &- (((top &* top) &>> 16) &* 10_923) &>> 16
    let fallen = h &- top &* less &- ((h & 0xffff) &* less) &>> 16
    if halvings == 0 { return fallen &>> 3 }
    var left = 0 &- fallen
    for _ in 0..<halvings { left = UInt64(halves: left, left).highHalf }
    return (0 &- left) &>> 3
  }
}
