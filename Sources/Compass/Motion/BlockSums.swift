// The sums over one block, in the gyroscope's own, almost inertial frame.

import FixedPoint
import Quantities

/// Sums over the samples of a block, about 105 ms.
///
/// Each sample adds a 17-bit component times a Q13 matrix, divided by 2^8: below 2^23. A block has 105 samples at 1,000
/// Hz, so the sum stays below 2^30.
struct BlockSums {
  /// The specific force rotated into the frame; one unit is 2^−18 g.
  var force = Vector3.zero
  /// The field rotated into the frame; one unit is 4 nT / 32.
  var field = Vector3.zero
  /// The effect of a delay on the field: rate × field, rotated into the frame; one unit is 64 nT/s / 32.
  var delayEffect = Vector3.zero
  /// The rate rotated into the frame, 2^−17 rad/s.
  var rate = Vector3.zero
  /// The rotation matrices at the samples of the field, or at those of the force if no field is used; Q13.
  var rotation = SmallMatrix(x: .zero, y: .zero, z: .zero)
  /// The measured rate; one unit is 2^−14 rad/s.
  var rawRate = Vector3.zero
  /// The measured specific force, 2^−13 g.
  var rawForce = Vector3.zero

  var rates: Int32 = 0
  var forces: Int32 = 0
  var fields: Int32 = 0
  var rotations: Int32 = 0
  /// Microseconds from the end of the previous block to the last rate.
  var time: UInt32 = 0
  /// Microseconds of the block in which the rate was not measured: saturated or missing.
  var unmeasured: UInt32 = 0
}

extension Vector3 {
  /// Adds component by component.
  @inline(__always)
  mutating func add(_ other: Vector3) {
    x = x &+ other.x
    y = y &+ other.y
    z = z &+ other.z
  }

  @inline(__always)
  func shifted(rightBy count: Int32) -> Vector3 { Vector3(x: x &>> count, y: y &>> count, z: z &>> count) }

  @inline(__always)
  static func difference(_ a: Vector3, _ b: Vector3) -> Vector3 {
    Vector3(x: a.x &- b.x, y: a.y &- b.y, z: a.z &- b.z)
  }

  /// a × b. The products and their differences must fit 32 bits.
  @inline(never)
  static func cross(_ a: Vector3, _ b: Vector3) -> Vector3 {
    Vector3(x: a.y &* b.z &- a.z &* b.y, y: a.z &* b.x &- a.x &* b.z, z: a.x &* b.y &- a.y &* b.x)
  }

  /// a × b in Q30 for components in Q30 within ±2^30, rounded.
  @inline(never)
  static func crossQ30(_ a: Vector3, _ b: Vector3) -> Vector3 {
    Vector3(
      x: Int64(halves: a.y, b.z, minus: a.z, b.y).upperWord(shiftedLeft: 2),
      y: Int64(halves: a.z, b.x, minus: a.x, b.z).upperWord(shiftedLeft: 2),
      z: Int64(halves: a.x, b.y, minus: a.y, b.x).upperWord(shiftedLeft: 2))
  }

  /// x² + y² + z². Each component is limited to ±2^14.
  @inline(__always)
  var limitedSquare: Int32 {
    let v = limited(to: 1 &<< 14)
    return v.x &* v.x &+ v.y &* v.y &+ v.z &* v.z
  }
}

extension SmallMatrix {
  /// matrix · v / 2^8, for components of `v` within ±2^17.
  @inline(never)
  func turned(_ v: Vector3) -> Vector3 {
    Vector3(
      x: (x.x &* v.x &+ x.y &* v.y &+ x.z &* v.z) &>> 8, y: (y.x &* v.x &+ y.y &* v.y &+ y.z &* v.z) &>> 8,
      z: (z.x &* v.x &+ z.y &* v.y &+ z.z &* v.z) &>> 8)
  }

  @inline(__always)
  mutating func add(_ other: SmallMatrix) {
    x.add(other.x)
    y.add(other.y)
    z.add(other.z)
  }
}
