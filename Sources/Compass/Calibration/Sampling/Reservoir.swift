// A random choice from all samples, small enough to examine each of them.

import Correction
import FixedPoint
import Quantities

/// Up to 40 samples. Every sample that came has the same chance to be in it (Vitter's algorithm R).
///
/// The search for the sphere, the held-out check and the prediction use it. Coordinates have 13 bits and a sign,
/// relative to the first sample, in units of 2^shift/256.
struct Reservoir {
  static var capacity: Int32 { 40 }

  /// Samples offered so far.
  private(set) var seen: UInt32 = 0
  private(set) var origin = Vector3.zero
  /// Four halfwords for each sample. The first three hold a coordinate in the upper 14 bits and, in the lowest two
  /// bits, two bits of the down direction's component on that axis. The fourth holds the other five bits of each
  /// component, x above y above z. The largest component has six bits and a sign, rounded down; all are zero if the
  /// direction is unknown. The highest bit of the fourth halfword is set if the sample came after the last
  /// `markAllSummed`.
  private var samples = InlineArray<160, Int16>(repeating: 0)
  private var coarseness: Int8 = 0

  init() {}

  var isSound: Bool { seen <= UInt32(Int32.max) && coarseness >= 0 && coarseness < 32 }

  /// The number of samples in the reservoir: the number of all samples until it is full.
  var count: Int32 { seen < UInt32(bitPattern: Self.capacity) ? Int32(bitPattern: seen) : Self.capacity }
  var shift: Int32 { Int32(coarseness) }

  /// Records that the sums contain all samples that are in the reservoir now. Samples that replace them later are new.
  mutating func markAllSummed() {
    var at = 4 &* Int(truncatingIfNeeded: Self.capacity)
    while at > 0 {
      samples[unchecked: at &- 1] &= 0x7fff
      at = at &- 4
    }
  }

  /// Whether sample `i` came after `markAllSummed`.
  mutating func isNew(_ i: Int32) -> Bool { halfword(i, 3) < 0 }

  /// Sets whether sample `i` is missing from the sums.
  mutating func mark(_ i: Int32, isNew: Bool) {
    let at = Int(truncatingIfNeeded: 4 &* i &+ 3)
    samples[unchecked: at] = samples[unchecked: at] & 0x7fff | (isNew ? Int16.min : 0)
  }

  /// Sample `i`, relative to the origin, in units of 2^shift/256.
  /// This function and those below are `mutating`: embedded-swift.md, "Copies".
  subscript(_ i: Int32) -> Vector3 {
    @inline(never)
    mutating get { Vector3(x: self[i, 0], y: self[i, 1], z: self[i, 2]) }
  }

  /// The coordinate of sample `i` along an axis.
  subscript(_ i: Int32, _ axis: Int32) -> Int32 {
    @inline(__always)
    mutating get { halfword(i, axis) &>> 2 }
  }

  @inline(__always)
  private mutating func halfword(_ i: Int32, _ place: Int32) -> Int32 {
    Int32(samples[unchecked: Int(truncatingIfNeeded: 4 &* i &+ place)])
  }

  /// The down direction when sample `i` was taken, with length 127; zero if it is not known.
  @inline(never)
  mutating func down(_ i: Int32) -> Vector3 {
    let upper = halfword(i, 3)
    func component(_ axis: Int32) -> Int32 { ((upper &<< (17 &+ 5 &* axis)) &>> 27) &<< 2 | halfword(i, axis) & 3 }
    let v = Vector3(x: component(0), y: component(1), z: component(2))
    if v == .zero { return v }
    // In half units, so that rounding down has no bias.
    return Vector3(x: -1 &- 2 &* v.x, y: -1 &- 2 &* v.y, z: -1 &- 2 &* v.z).withLength(127)
  }

  /// Divides the number of samples seen by 2^`places`, because they were closer together than the next samples by this
  /// factor.
  mutating func discount(by places: Int32) {
    let kept = UInt32(bitPattern: count)
    seen = seen &>> UInt32(bitPattern: places)
    if seen < kept { seen = kept }
  }

  /// A sample in coordinates of the reservoir, not limited to 14 bits.
  @inline(__always)
  mutating func coordinates(of sample: inout Vector3) -> Vector3 {
    Vector3(
      x: ((sample.x &<< 8) &- origin.x) &>> shift, y: ((sample.y &<< 8) &- origin.y) &>> shift,
      z: ((sample.z &<< 8) &- origin.z) &>> shift)
  }

  /// Sample `i` in the unit of the samples, rounded.
  @inline(never)
  mutating func sample(_ i: Int32) -> Vector3 {
    let v = self[i]
    // Coordinates are rounded down: add half a coordinate, and then half of 256.
    let half = (1 &<< shift) &>> 1 &+ 128
    return Vector3(
      x: ((v.x &<< shift) &+ origin.x &+ half) &>> 8, y: ((v.y &<< shift) &+ origin.y &+ half) &>> 8,
      z: ((v.z &<< shift) &+ origin.z &+ half) &>> 8)
  }

  /// S·(m − h) of sample `i`, in 1/256 of the samples' unit.
  @inline(never)
  mutating func corrected(_ i: Int32, _ outcome: inout FitOutcome) -> Vector3 {
    let v = self[i]
    return outcome.corrected(
      Vector3(
        x: (v.x &<< shift) &+ origin.x &- outcome.centre.x, y: (v.y &<< shift) &+ origin.y &- outcome.centre.y,
        z: (v.z &<< shift) &+ origin.z &- outcome.centre.z))
  }

  /// Offers a sample within ±2^21, with its specific force; zero force means that the force is unknown.
  /// - Returns: whether it was kept.
  mutating func offer(_ sample: inout CalibrationSample, _ chance: inout Chance) -> Bool {
    if seen == 0 { origin = Vector3(x: sample.field.x &<< 8, y: sample.field.y &<< 8, z: sample.field.z &<< 8) }
    var place = count
    seen = seen &+ 1
    if place == Self.capacity {
      place = Int32(bitPattern: chance.draw(below: seen))
      if place >= Self.capacity { return false }
    }
    let v = Vector3(
      x: (sample.field.x &<< 8) &- origin.x, y: (sample.field.y &<< 8) &- origin.y,
      z: (sample.field.z &<< 8) &- origin.z)
    let size = v.x.magnitude | v.y.magnitude | v.z.magnitude
    var needed = shift
    while size &>> UInt32(bitPattern: needed) > 0x1fff { needed = needed &+ 1 }
    if needed != shift { coarsen(by: needed &- shift) }
    let force = sample.specificForce.mantissa(bits: 6)
    let at = Int(truncatingIfNeeded: 4 &* place)
    // The bit that marks a sample as new; shifted to the top after all three coordinates.
    var upper: Int32 = 1
    func put(_ axis: Int, _ coordinate: Int32, _ component: Int32) {
      samples[unchecked: at &+ axis] = Int16(truncatingIfNeeded: (coordinate &>> needed) &<< 2 | component & 3)
      upper = upper &<< 5 | component &>> 2 & 31
    }
    put(0, v.x, force.x)
    put(1, v.y, force.y)
    put(2, v.z, force.z)
    samples[unchecked: at &+ 3] = Int16(truncatingIfNeeded: upper)
    return true
  }

  /// Makes the coordinates coarser. Divided by two or more and rounded, they always fit again.
  private mutating func coarsen(by step: Int32) {
    coarseness = coarseness &+ Int8(truncatingIfNeeded: step)
    var at = Int(truncatingIfNeeded: 4 &* count)
    while at > 0 {
      at = at &- 1
      // The fourth halfword has no coordinate.
      if at & 3 == 3 { continue }
      let halfword = Int32(samples[unchecked: at])
      let coordinate = (halfword &>> (step &+ 1) &+ 1) &>> 1
      samples[unchecked: at] = Int16(truncatingIfNeeded: coordinate &<< 2 | halfword & 3)
    }
  }
}

/// Random numbers, from xorshift32.
struct Chance {
  private var state: UInt32 = 0x9e37_79b9

  init() {}

  /// A number below `bound`.
  mutating func draw(below bound: UInt32) -> UInt32 {
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    return UInt64(halves: state, bound).highHalf
  }
}

extension Vector3 {
  /// The vector scaled to a length of 1 to 2^12, within 1 part in 5,000; zero stays zero.
  @inline(never)
  func withLength(_ length: Int32) -> Vector3 {
    let v = mantissa(bits: 15)
    if v == .zero { return v }
    // 2^28 ≤ |v|² < 3·2^30.
    var square = UInt32(bitPattern: v.x &* v.x &+ v.y &* v.y &+ v.z &* v.z)
    var places: Int32 = 15
    if square < 1 &<< 30 {
      square = square &<< 2
      places = 14
    }
    // 2^30 over the length, of which a product with a component is at most 2^30; then Q15.
    let inverse = Int32(bitPattern: RootOfWord.called(square).inverse &>> 1)
    func component(_ value: Int32) -> Int32 { (((value &* inverse) &>> places) &* length).shifted(rightBy: 15) }
    return Vector3(x: component(v.x), y: component(v.y), z: component(v.z))
  }
}
