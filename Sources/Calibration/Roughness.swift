// How much of the scatter is white noise: what changes from one sample to the next, and the motion cannot explain.
import FixedPoint
import Quantities

/// The mean size of third differences. Smooth motion leaves (ωΔt)³ of the radius in them, white noise has √(2·20/π) of its
/// deviation there. Errors that depend on the direction pass for motion, as they should: they do not average out. Sizes, not
/// squares: a magnet that passes leaves a few large ones, and would pass for noise.
struct Roughness {
  private var last = Vector3.zero
  private var first = Vector3.zero
  private var second = Vector3.zero
  /// Samples in a row, up to 4.
  private var run: UInt8 = 0
  /// Coordinates of 2^scale/256; Σ of sizes in them, all axes, and the number of terms.
  private var scale: Int32 = 0
  private var sizes: Int64 = 0
  private var count: Int32 = 0

  init() {}

  /// Takes a sample, in the unit of the samples; coordinates are 2^shift/256 of it, and only grow.
  mutating func follow(_ sample: Vector3, _ shift: Int32) {
    if shift != scale {
      sizes = sizes.shifted(rightBy: shift &- scale)
      scale = shift
    }
    let one = Self.difference(sample, last)
    let two = Self.difference(one, first)
    let three = Self.difference(two, second)
    last = sample
    first = one
    second = two
    if run < 3 {
      run = run &+ 1
      return
    }
    let sum = Self.size(three.x, shift) &+ Self.size(three.y, shift) &+ Self.size(three.z, shift)
    sizes = sizes &+ Int64(bitPattern: UInt64(widening: sum))
    count = count &+ 1
  }

  /// Begins anew with the next sample: across a gap the motion would pass for noise.
  mutating func interrupt() { run = 0 }

  /// The variance of the white part on each axis, in squared coordinates, Q4.
  var variance: Int64 {
    mutating get {
      if count < 8 { return 0 }
      // Q4; then its square in Q8, by 40/π and to Q4.
      let mean = (sizes &<< 4).divided(by: Int64(widening: 3 &* count)).saturatedToInt32
      return Int64(multiplying: mean, mean).divided(by: 204)
    }
  }

  /// Differences of 24 bits; in coordinates at most 8·2^16, limited to 2^15.
  @inline(never)
  private static func size(_ v: Int32, _ shift: Int32) -> UInt32 {
    let coarse = shift >= 8 ? v &>> (shift &- 8) : v &<< (8 &- shift)
    let size = coarse.magnitude
    return size > 0x7fff ? 0x7fff : size
  }

  private static func difference(_ a: Vector3, _ b: Vector3) -> Vector3 {
    Vector3(x: a.x &- b.x, y: a.y &- b.y, z: a.z &- b.z)
  }
}
