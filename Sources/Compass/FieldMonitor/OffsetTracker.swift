// Does a constant field in addition to the Earth's explain the disturbance? If it does, something magnetic is attached
// to the instrument; if not, something moves.
//
// The offset d is sought for which |b − d| is the expected strength whatever the attitude: with e = b − d and s = (|e|²
// − 1)/2 each sample moves d by share·s·e (Widrow and Hoff's least mean squares). The value of s before the step,
// compared with its value for d = 0, says how much of the disturbance a constant field explains.

import FixedPoint
import Quantities

struct OffsetTracker: Sendable {
  /// Q28: Q12 with 16 fraction bits.
  private var estimate = Vector3.zero
  /// Q31: of s for the estimate, and for no offset.
  private var unexplained: Int32 = 0
  private var whole: Int32 = 0
  /// Microseconds since the disturbance began; 0 while there is none.
  private var age: UInt32 = 0
  /// Microseconds since the last very strong field, limited.
  private var sinceStrong: UInt32 = UInt32.max

  /// Time before the cause is named, µs.
  private static var patience: UInt32 { 2_000_000 }
  /// A disturbance that continues for this long after a strong field stays on the instrument, µs.
  private static var outlasting: UInt32 { 5_000_000 }
  /// A strong field counts for this long, µs: five times the time before the cause is certain.
  private static var memory: UInt32 { 300_000_000 }

  var offset: Vector3 {
    Vector3(
      x: estimate.x.shifted(rightBy: 16), y: estimate.y.shifted(rightBy: 16), z: estimate.z.shifted(rightBy: 16))
  }

  /// Nothing is disturbed.
  mutating func rest() {
    age = 0
    sinceStrong = UInt32.max
  }

  /// Adds one sample of a disturbed field, 4 nT, each within ±32767.
  mutating func add(
    sample field: Vector3, _ inverse: Int32, _ elapsed: UInt32, isFlagged: Bool, isSaturated: Bool
  ) -> DisturbanceCause {
    if age == 0 {
      estimate = .zero
      unexplained = 0
      whole = 0
    }
    age = added(age, elapsed)
    // Q12 of the expected strength, limited to ±3: 2^15 by 2^15.
    let b = Vector3(x: (field.x &* inverse) &>> 14, y: (field.y &* inverse) &>> 14, z: (field.z &* inverse) &>> 14)
      .limited(to: 12_287)
    let d = offset
    let e = Vector3(x: b.x &- d.x, y: b.y &- d.y, z: b.z &- d.z)
    let plain = Self.excess(b)
    let left = Self.excess(e)
    // More than three times the Earth's field, or too much for the sensor: |b|² − 1 over 2 is above 4.
    let isStrong = isSaturated || plain > 16_384
    if isStrong {
      // A limit, not a measurement: nothing is learned from it.
      sinceStrong = 0
      estimate = .zero
      unexplained = 0
      whole = 0
      return isSaturated ? .saturation : .movingMagnet
    }
    if sinceStrong != UInt32.max { sinceStrong = added(sinceStrong, elapsed) }

    // τ = 2.1 s for both comparison and estimate: in that time a turning instrument shows more than one side of the
    // offset.
    let share = Share.of(elapsed, power: 21)
    unexplained = moved(unexplained, towards: squareQ31(limited(left)), share: share)
    whole = moved(whole, towards: squareQ31(limited(plain)), share: share)
    // The estimate follows faster, and is also limited to ±3 on each axis. Far from the sphere the step is shortened:
    // |s·e| ≤ 1.
    let step = Int32(bitPattern: Share.of(elapsed, power: 19) &>> 1)
    let s = limited(left)
    estimate = Vector3(
      x: Self.stepped(estimate.x, s &* e.x, step), y: Self.stepped(estimate.y, s &* e.y, step),
      z: Self.stepped(estimate.z, s &* e.z, step)
    ).limited(to: 12_287 &<< 16)

    guard isFlagged, age >= Self.patience else { return .undetermined }
    // A quarter of the variance left: half of the deviation.
    if unexplained > whole &>> 2 { return .movingMagnet }
    return sinceStrong >= Self.outlasting && sinceStrong <= Self.memory ? .magnetisedSensor : .steadyOffset
  }

  /// (|v|² − 1)/2, Q12.
  @inline(never)
  private static func excess(_ v: Vector3) -> Int32 {
    // Components below 2^14.6: squares below 2^29.2, three of them below 2^31.
    return (Int32(bitPattern: DisturbanceMonitor.energy(v) &>> 12) &- 4096) &>> 1
  }

  /// `value` moved by twice `step` of a slope in Q24.
  @inline(never)
  private static func stepped(_ value: Int32, _ slope: Int32, _ step: Int32) -> Int32 {
    value &+ limited(slope &>> 12) &* (step &+ step)
  }
}
