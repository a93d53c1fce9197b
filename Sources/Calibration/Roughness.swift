// How much of the scatter is white noise: what changes from one sample to the next, and the motion cannot explain.
import FixedPoint
import Quantities

/// The mean square of third differences. Smooth motion leaves (ωΔt)³ of the radius in them, white noise 20 times its
/// variance. Errors that depend on the direction pass for motion, as they should: they do not average out.
struct Roughness {
  private var last = Vector3.zero
  private var first = Vector3.zero
  private var second = Vector3.zero
  /// The number of terms: three samples come before the first.
  private var count: Int32 = -3
  /// Σ of squares in coordinates of the moments, all axes.
  private var squares: Int64 = 0

  init() {}

  /// Takes a sample, in the unit of the samples; coordinates are 2^shift/256 of it.
  mutating func follow(_ sample: Vector3, _ shiftBefore: Int32, _ shift: Int32) {
    if shift != shiftBefore { squares = squares.shifted(rightBy: 2 &* (shift &- shiftBefore)) }
    let one = Self.difference(sample, last)
    let two = Self.difference(one, first)
    let three = Self.difference(two, second)
    last = sample
    first = one
    second = two
    count = count &+ 1
    if count <= 0 { return }
    // Three squares of 2^30 at most.
    let sum = Self.square(three.x, shift) &+ Self.square(three.y, shift) &+ Self.square(three.z, shift)
    squares = squares &+ Int64(bitPattern: UInt64(widening: sum))
  }

  /// The variance of the white part on each axis, in squared coordinates, Q4.
  var variance: Int64 {
    mutating get { count < 8 ? 0 : (squares &<< 4).divided(by: Int64(widening: 60 &* count)) }
  }

  /// Differences of 24 bits; in coordinates at most 8·2^16, limited to 2^15 for the square.
  @inline(never)
  private static func square(_ v: Int32, _ shift: Int32) -> UInt32 {
    let coarse = shift >= 8 ? v &>> (shift &- 8) : v &<< (8 &- shift)
    let size = coarse.magnitude
    return size > 0x7fff ? 0x7fff * 0x7fff : size &* size
  }

  private static func difference(_ a: Vector3, _ b: Vector3) -> Vector3 {
    Vector3(x: a.x &- b.x, y: a.y &- b.y, z: a.z &- b.z)
  }
}
