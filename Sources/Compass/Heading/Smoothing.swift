// Smoothing on the circle, with a time constant that does not depend on how often samples come.
//
// The smoothed heading moves by gain · (shortest way to the new one), gain = 1 − exp(−dt/τ): after τ a step has come
// through to 63.2 %, at any rate of samples. There is no sum of angles that could be averaged across north wrongly. A
// heading that turns by more than half a turn within τ is beyond what any average of directions can follow.

import FixedPoint
import Quantities

/// A first-order low-pass for directions.
public struct HeadingSmoother: Equatable, Sendable {
  /// Microseconds, 0…60,000,000; 0 lets everything through. Setting it keeps the state.
  public var timeConstant: UInt32 {
    didSet { prepare() }
  }
  /// The smoothed direction; `nil` before the first.
  public var state: BinaryAngle? { hasState ? direction : nil }

  private var hasState = false
  private var direction = BinaryAngle.zero
  private var last = Instant(microseconds: 0)
  /// 2^63 over the time constant shifted up to its top bit, and what is to be shifted down of its product with a time.
  private var inverse: UInt32 = 0
  private var places: UInt32 = 0

  public init(timeConstant: UInt32 = 0) {
    self.timeConstant = timeConstant
    prepare()
  }

  private mutating func prepare() {
    guard timeConstant > 0 else { return }
    // 6…31, as the time constant is below 2^26.
    let shift = UInt32(bitPattern: timeConstant.leadingZeros)
    inverse = (timeConstant &<< shift).normalisedReciprocal
    places = 35 &- shift
  }

  /// Forgets what was.
  public mutating func restart() { hasState = false }

  /// Smooths one direction.
  /// - Parameter time: not before that of the last one; the caller restarts when time runs backwards.
  /// - Returns: the smoothed one.
  public mutating func smooth(_ heading: BinaryAngle, at time: Instant) -> BinaryAngle {
    let elapsed = time.elapsed(since: last)
    last = time
    return smooth(heading, after: elapsed)
  }

  /// The same for who knows the time since the last one, µs; after a restart any number.
  mutating func smooth(_ heading: BinaryAngle, after elapsed: UInt32) -> BinaryAngle {
    guard hasState, timeConstant > 0 else {
      hasState = true
      direction = heading
      return heading
    }
    // The difference has 31 bits, the gain 29: their product over 2^29 is at most the difference.
    let way = Int64(halves: direction.shortestDifference(to: heading), Int32(bitPattern: gain(elapsed)))
    let (high, low) = (UInt64(bitPattern: way).highHalf, UInt64(bitPattern: way).lowHalf)
    direction.rawValue &+= (high &<< 3) &+ (low &>> 29) &+ ((low &>> 28) & 1)
    return direction
  }

  /// 1 − exp(−elapsed/τ) in Q29, within 1e-6 and one part in a thousand.
  @inline(__always)
  private func gain(_ elapsed: UInt32) -> UInt32 {
    // Beyond 11 τ what is left is 1.7e-5. τ < 2^26, so that the product fits.
    if elapsed >= timeConstant &* 11 { return 1 &<< 29 }
    // elapsed·2^28/τ, below 11·2^28. Shifted by 4…29 places.
    let product = UInt64(halves: elapsed, inverse)
    var small = (product.highHalf &<< (32 &- places)) | (product.lowHalf &>> places)
    // Halved until below 1/8, where three terms of the series are within 1e-5 of it; then squared as often.
    var halvings = 0
    while small >= 1 &<< 25 {
      small = small &>> 1
      halvings &+= 1
    }
    // h − h²/2 + h³/6 = h·(1 − (h/2 − h²/6)), what is in the parenthesis with 16 bits: 2^16/6 = 10,923.
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
