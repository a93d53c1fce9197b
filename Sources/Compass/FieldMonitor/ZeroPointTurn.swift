// Measures with a gyroscope how far the instrument has turned since a zero point was taken.
//
// The instrument rests while the zero point is taken, so the mean rate of that time is the gyroscope's bias, unless a
// better bias is known. From then on, rates minus the bias are added up (Protocols/heading/spec.md, section 10).

import FixedPoint
import Quantities

/// Sums up the rotation since a zero point.
public struct ZeroPointTurn: Sendable {
  private enum Phase: UInt8 {
    case none
    case taking
    case held
  }
  private var phase = Phase.none
  private var hasTime = false
  private var time = Instant(microseconds: 0)
  private var count: Int32 = 0
  /// While the zero point is taken: the sum of the rates, 2^−16 rad/s. Afterwards: the bias, 2^−20 rad/s.
  private var rate = Vector3.zero
  /// The rotation in units of 2^−10 rad/s · 16 µs: 64,000,000 are one radian.
  private var turn = Vector3.zero

  public init() {}

  /// A rate within 1 °/s of the bias does not count, so a drifting bias does not end a zero point; 2^−20 rad/s.
  private static var slowest: UInt32 { 18_301 }
  /// The limit of the rotation on each axis: 240°.
  private static var largest: Int32 { 1 &<< 28 }
  /// A longer gap between two rates ends the measurement: microseconds.
  private static var longestGap: UInt32 { 250_000 }

  /// Call this when measuring a zero point begins.
  public mutating func begin() {
    self = ZeroPointTurn()
    phase = .taking
  }

  /// The zero point has been measured. Call this at each sample of the field from then on.
  /// - Parameters:
  ///   - bias: the gyroscope's bias, if the fusion knows it. It reveals a slow rotation during the measurement of the
  ///     zero point.
  ///   - deviation: standard deviation of that bias, 2^−20 rad/s.
  public mutating func hold(bias: AngularRate?, deviation: UInt32 = 0) {
    if phase == .taking {
      phase = count > 0 ? .held : .none
      rate = Vector3(x: Self.mean(rate.x, count), y: Self.mean(rate.y, count), z: Self.mean(rate.z, count))
    }
    guard let bias = bias?.q20 else { return }
    // Below 2^28 each.
    let apart = Vector3(x: rate.x &- bias.x, y: rate.y &- bias.y, z: rate.z &- bias.z)
    if !apart.isWithin(Self.slowest &+ 3 &* deviation) { rate = bias }
  }

  private static func mean(_ sum: Int32, _ count: Int32) -> Int32 { count > 0 ? (sum / count) &<< 4 : 0 }

  /// Ends the measurement: there is no zero point, or the gyroscope gives no rates.
  public mutating func end() { phase = .none }

  /// Adds one rate.
  /// - Parameter measured: limited to 64 rad/s on each axis.
  public mutating func add(_ measured: AngularRate, at moment: Instant) {
    if phase == .none { return }
    let elapsed = hasTime && moment > time ? moment.elapsed(since: time) : 0
    time = moment
    hasTime = true
    if elapsed > Self.longestGap { return end() }
    let q20 = measured.q20.limited(to: 1 &<< 26 &- 1)
    if phase == .taking {
      // 2^9 rates below 2^22 fit the sum. 256 samples of the field come at 10 Hz or more, and further rates would
      // change the mean little.
      if count == 512 { return }
      rate = Vector3(x: rate.x &+ q20.x &>> 4, y: rate.y &+ q20.y &>> 4, z: rate.z &+ q20.z &>> 4)
      count = count &+ 1
      return
    }
    let moved = Vector3(x: q20.x &- rate.x, y: q20.y &- rate.y, z: q20.z &- rate.z)
    if moved.isWithin(Self.slowest) { return }
    // 2^17 times 2^14.
    let ticks = Int32(bitPattern: elapsed &>> 4)
    let step = Vector3(
      x: (moved.x &>> 10) &* ticks, y: (moved.y &>> 10) &* ticks, z: (moved.z &>> 10) &* ticks
    ).limited(to: Self.largest)
    turn = Vector3(x: turn.x &+ step.x, y: turn.y &+ step.y, z: turn.z &+ step.z).limited(to: Self.largest)
  }

  /// Hundredths of a degree since the zero point was taken; `nil` if no gyroscope measures.
  public var hundredths: UInt32? {
    guard phase == .held else { return nil }
    var vector = turn
    // 64,000,000 / 5729.578.
    return UInt64(bitPattern: Int64(dot: turn, &vector)).approximateSquareRoot / 11_170
  }
}
