// How far the instrument has turned since a zero point was taken, as a gyroscope says.
//
// The instrument rests while the zero point is taken, so the mean rate of that time is the gyroscope's bias. Rates that
// differ from it are added up from then on (Protocols/heading/spec.md, section 10).

import FixedPoint
import Quantities

/// Adds up the turn since a zero point.
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
  /// Taking: the sum of the rates, 2^−16 rad/s. Held: the bias, 2^−20 rad/s.
  private var rate = Vector3.zero
  /// The turn in 2^−10 rad/s times 16 µs: 64,000,000 are a radian.
  private var turn = Vector3.zero

  public init() {}

  /// A rate within 1 °/s of the bias is no turn: 2^−20 rad/s. So a bias that drifts ends no zero point.
  private static var slowest: UInt32 { 18_301 }
  /// The largest turn on each axis, 240°.
  private static var largest: Int32 { 1 &<< 28 }
  /// A longer time between two rates ends the watch: microseconds.
  private static var longestGap: UInt32 { 250_000 }

  /// A zero point begins to be taken.
  public mutating func begin() {
    self = ZeroPointTurn()
    phase = .taking
  }

  /// The zero point has been taken.
  public mutating func hold() {
    guard phase == .taking else { return }
    phase = count > 0 ? .held : .none
    guard count > 0 else { return }
    rate = Vector3(x: Self.mean(rate.x, count), y: Self.mean(rate.y, count), z: Self.mean(rate.z, count))
  }

  private static func mean(_ sum: Int32, _ count: Int32) -> Int32 { count > 0 ? (sum / count) &<< 4 : 0 }

  /// There is no zero point, or the gyroscope gives nothing.
  public mutating func end() { phase = .none }

  /// One rate.
  /// - Parameter measured: limited to 64 rad/s on each axis.
  public mutating func add(_ measured: AngularRate, at moment: Instant) {
    if phase == .none { return }
    let elapsed = hasTime && moment > time ? moment.elapsed(since: time) : 0
    time = moment
    hasTime = true
    if elapsed > Self.longestGap { return end() }
    let q20 = measured.q20.limited(to: 1 &<< 26 &- 1)
    if phase == .taking {
      // 2^9 of 2^22: 256 samples of the field come at 10 Hz or more, and more rates than that change little.
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

  /// Hundredths of a degree since the zero point was taken; `nil` where nothing watches.
  public var hundredths: UInt32? {
    guard phase == .held else { return nil }
    var vector = turn
    // 64,000,000 / 5729.578.
    return UInt64(bitPattern: Int64(dot: turn, &vector)).approximateSquareRoot / 11_170
  }
}
