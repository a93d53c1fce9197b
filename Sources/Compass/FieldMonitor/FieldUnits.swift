// Units of the field monitor in which squares fit 32 bits.
import Correction
import FixedPoint
import Quantities

extension DisturbanceMonitor {
  /// Converts a vector to units that are 2^`places` times larger, each component limited to 2^15.
  /// - Returns: the square of its length, at most 3·2^30.
  @inline(never)
  static func energy(of v: inout Vector3, dropping places: Int32) -> UInt32 {
    v = Vector3(x: v.x &>> places, y: v.y &>> places, z: v.z &>> places)
    // One test for all three components, because they rarely exceed the limits.
    let bits = UInt32(bitPattern: (v.x &+ 32_767) | (v.y &+ 32_767) | (v.z &+ 32_767))
    if bits >= 65_536 { v = v.limited(to: 32_767) }
    return energy(v)
  }

  /// The square of the length of a vector with components of at most 2^15.
  @inline(__always)
  static func energy(_ v: Vector3) -> UInt32 {
    UInt32(bitPattern: v.x &* v.x) &+ UInt32(bitPattern: v.y &* v.y) &+ UInt32(bitPattern: v.z &* v.z)
  }
}
