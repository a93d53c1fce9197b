// Decides whether a constant field in addition to the Earth's explains the disturbance. If it does, something magnetic
// is attached to the instrument; if not, something moves.
//
// It searches for the offset d with which |b − d| is the expected strength in every attitude. With e = b − d and s =
// (|e|² − 1)/2, each sample moves d by share·s·e (Widrow and Hoff's least mean squares). The mean s² before the step,
// compared with that for d = 0, shows how much of the disturbance a constant field explains.

import FixedPoint
import Quantities

struct OffsetTracker: Sendable {
  /// The offset, Q28: Q12 with 16 fraction bits.
  private var estimate = Vector3.zero
  /// The mean of s² with the offset, and without an offset; Q31.
  private var unexplained: Int32 = 0
  private var whole: Int32 = 0
  /// Microseconds since the disturbance began; 0 while nothing is disturbed.
  private var age: UInt32 = 0
  /// Microseconds since the last very strong field, limited.
  private var sinceStrong: UInt32 = UInt32.max

  /// The time before a cause is reported, µs.
  private static var patience: UInt32 { 2_000_000 }
  /// A disturbance that continues for this long after a strong field comes from the instrument itself, µs.
  private static var outlasting: UInt32 { 5_000_000 }
  /// A strong field is remembered for this long, µs: five times the time until the cause is certain.
  private static var memory: UInt32 { 300_000_000 }

  var offset: Vector3 {
    Vector3(
      x: estimate.x.shifted(rightBy: 16), y: estimate.y.shifted(rightBy: 16), z: estimate.z.shifted(rightBy: 16))
  }

  /// Resets the tracker: nothing is disturbed.
  mutating func rest() {
    age = 0
    sinceStrong = UInt32.max
  }

  /// Adds one sample of a disturbed field, in units of 4 nT, each component within ±32767.
  mutating func add(
    sample field: Vector3, _ inverse: Int32, _ elapsed: UInt32, isFlagged: Bool, isSaturated: Bool
  ) -> DisturbanceCause {
    if age == 0 {
      estimate = .zero
      unexplained = 0
      whole = 0
    }
    age = added(age, elapsed)
    // Q12 of the expected strength, limited to ±3: two numbers of 15 bits.
    let b = Vector3(x: (field.x &* inverse) &>> 14, y: (field.y &* inverse) &>> 14, z: (field.z &* inverse) &>> 14)
      .limited(to: 12_287)
    let d = offset
    let e = Vector3(x: b.x &- d.x, y: b.y &- d.y, z: b.z &- d.z)
    let plain = Self.excess(b)
    let left = Self.excess(e)
    // A field above three times the Earth's, (|b|² − 1)/2 > 4, or above the sensor's range.
    let isStrong = isSaturated || plain > 16_384
    if isStrong {
      // The value is the sensor's limit and not a measurement, so the offset is not updated.
      sinceStrong = 0
      estimate = .zero
      unexplained = 0
      whole = 0
      return isSaturated ? .saturation : .movingMagnet
    }
    if sinceStrong != UInt32.max { sinceStrong = added(sinceStrong, elapsed) }

    // τ = 2.1 s for the comparison: in this time, a turning instrument shows more than one side of the offset.
    let share = Share.of(elapsed, power: 21)
    unexplained = moved(unexplained, towards: squareQ31(limited(left)), share: share)
    whole = moved(whole, towards: squareQ31(limited(plain)), share: share)
    // The offset follows faster, and is limited to ±3 on each axis. Far from the sphere the step is shortened: |s·e| ≤
    // 1.
    let step = Int32(bitPattern: Share.of(elapsed, power: 19) &>> 1)
    let s = limited(left)
    estimate = Vector3(
      x: Self.stepped(estimate.x, s &* e.x, step), y: Self.stepped(estimate.y, s &* e.y, step),
      z: Self.stepped(estimate.z, s &* e.z, step)
    ).limited(to: 12_287 &<< 16)

    guard isFlagged, age >= Self.patience else { return .undetermined }
    // If more than a quarter of the variance remains, which is half of the deviation, a constant field is not the
    // cause.
    if unexplained > whole &>> 2 { return .movingMagnet }
    return sinceStrong >= Self.outlasting && sinceStrong <= Self.memory ? .magnetisedSensor : .steadyOffset
  }

  /// (|v|² − 1)/2, Q12.
  @inline(never)
  private static func excess(_ v: Vector3) -> Int32 {
    // Components are below 2^14.6: squares are below 2^29.2, and the sum of three is below 2^31.
    return (Int32(bitPattern: DisturbanceMonitor.energy(v) &>> 12) &- 4096) &>> 1
  }

  /// Moves `value` by twice `step` times a slope in Q24.
  @inline(never)
  private static func stepped(_ value: Int32, _ slope: Int32, _ step: Int32) -> Int32 {
    value &+ limited(slope &>> 12) &* (step &+ step)
  }
}
