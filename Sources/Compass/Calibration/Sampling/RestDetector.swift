// Detects whether the instrument is at rest. An accelerometer then measures only gravity.

import FixedPoint
import Quantities

/// Finds rests in a stream of samples, and the mean force of each.
///
/// The instrument is at rest when 64 samples stay within fixed limits of the first one: 0.9 s at 75 Hz, 0.3 s at 220
/// Hz. A sensor of this class has 220 µg/√Hz of noise (ST DocID018771, table 3, acceleration noise density), about 2 mg
/// at its widest bandwidth, and a coarse sensor has steps of 4 mg. The limit of 32 mg is 1.8° of tilt. The field shows
/// a motion that the force does not show: a steady turn about the vertical, in which the centrifugal force is constant.
struct RestDetector {
  /// The largest difference from the first sample of a rest, on each axis: micro-g, then nanotesla.
  static var forceLimit: UInt32 { 32_000 }
  static var fieldLimit: UInt32 { 3_000 }
  static var samples: UInt32 { 64 }

  private var count: UInt32 = 0
  private var firstForce = Vector3.zero
  private var firstField = Vector3.zero
  private var sum = Vector3.zero

  init() {}

  /// Adds one sample. Returns true once in each rest; `mean` is then the force to use.
  mutating func detectsRest(force: Vector3, field: Vector3) -> Bool {
    // The first sample always differs from the initial force of zero, by gravity.
    guard firstForce.isNear(force, Self.forceLimit), firstField.isNear(field, Self.fieldLimit) else {
      count = 0
      firstForce = force
      firstField = field
      sum = .zero
      return false
    }
    guard count < Self.samples else { return false }
    count = count &+ 1
    sum = Vector3(x: sum.x &+ force.x, y: sum.y &+ force.y, z: sum.z &+ force.z)
    return count == Self.samples
  }

  /// The mean force of the rest that was reported last, micro-g.
  var mean: Vector3 {
    Vector3(x: sum.x.shifted(rightBy: 6), y: sum.y.shifted(rightBy: 6), z: sum.z.shifted(rightBy: 6))
  }
}

extension Vector3 {
  @inline(never)
  fileprivate mutating func isNear(_ other: Vector3, _ limit: UInt32) -> Bool {
    Vector3(x: x &- other.x, y: y &- other.y, z: z &- other.z).isWithin(limit)
  }
}
