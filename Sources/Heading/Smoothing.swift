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
  public private(set) var state: BinaryAngle?

  private var last = Instant(microseconds: 0)
  /// 2^63 over the time constant shifted up to its top bit, and by how much it was shifted.
  private var inverse: UInt32 = 0
  private var shift: Int32 = 0

  public init(timeConstant: UInt32 = 0) {
    self.timeConstant = timeConstant
    prepare()
  }

  private mutating func prepare() {
    guard timeConstant > 0 else { return }
    shift = timeConstant.leadingZeros
    inverse = (timeConstant &<< UInt32(bitPattern: shift)).normalisedReciprocal
  }

  /// Forgets what was.
  public mutating func restart() { state = nil }

  /// Takes one direction.
  /// - Parameter time: not before that of the last one; the caller restarts when time runs backwards.
  /// - Returns: the smoothed one.
  public mutating func take(_ heading: BinaryAngle, at time: Instant) -> BinaryAngle {
    let elapsed = time.elapsed(since: last)
    last = time
    guard let before = state, timeConstant > 0 else {
      state = heading
      return heading
    }
    // The difference has 31 bits, the gain 29: their product over 2^29 is at most the difference.
    let way = Int64(halves: before.shortestDifference(to: heading), Int32(bitPattern: gain(elapsed)))
    let after = BinaryAngle(rawValue: before.rawValue &+ UInt32(truncatingIfNeeded: (way &>> 28 &+ 1) &>> 1))
    state = after
    return after
  }

  /// 1 − exp(−elapsed/τ) in Q29, within 1e-6 and one part in a thousand.
  @inline(__always)
  private func gain(_ elapsed: UInt32) -> UInt32 {
    // Beyond 11 τ what is left is 1.7e-5. τ < 2^26, so that the product fits.
    if elapsed >= timeConstant &* 11 { return 1 &<< 29 }
    if elapsed == 0 { return 0 }
    // elapsed/τ in Q28, below 11·2^28: `up` bits more of the dividend, 31 − shift less of the divisor.
    let up = elapsed.leadingZeros
    let scaled = UInt64(halves: elapsed &<< UInt32(bitPattern: up), inverse).highHalf
    // scaled = elapsed·2^up · 2^31 / (τ·2^shift)
    let places = up &+ 3 &- shift
    let x = places >= 0 ? scaled &>> UInt32(bitPattern: places) : scaled &<< UInt32(bitPattern: 0 &- places)
    // Halved until below 1/8, where three terms of the series are within 1e-5 of it; then squared as often.
    var small = x
    var halvings = 0
    while small >= 1 &<< 25 {
      small = small &>> 1
      halvings &+= 1
    }
    let h = small &<< 4
    let h2 = UInt64(halves: h, h).highHalf
    let h3 = UInt64(halves: h2, h).highHalf
    // h³/6: 2^32/6 = 715,827,883.
    let fallen = h &- (h2 &>> 1) &+ UInt64(halves: h3, 715_827_883).highHalf
    if fallen == 0 { return 0 }
    var left = 0 &- fallen
    for _ in 0..<halvings { left = UInt64(halves: left, left).highHalf }
    return (0 &- left) &>> 3
  }
}
