// A fair sample of everything seen, small enough to look at one by one.
import Correction
import FixedPoint
import Quantities

/// Up to 48 samples, each of all that came being in it with the same chance (Vitter's algorithm R).
///
/// It is what the robust start, the held-out check and the prediction look at. Coordinates are 15 bits and sign,
/// relative to the first sample, in units of 2^shift/256.
struct Reservoir {
  static var capacity: Int32 { 48 }

  private(set) var shift: Int32 = 0
  private(set) var count: Int32 = 0
  /// Samples offered so far.
  private(set) var seen: UInt32 = 0
  private var random: UInt32 = 0x9e37_79b9
  private(set) var origin = Vector3.zero
  private var x = InlineArray<48, Int16>(repeating: 0)
  private var y = InlineArray<48, Int16>(repeating: 0)
  private var z = InlineArray<48, Int16>(repeating: 0)
  /// The direction of gravity in units of 1/127; zero where it is not known.
  private var downX = InlineArray<48, Int8>(repeating: 0)
  private var downY = InlineArray<48, Int8>(repeating: 0)
  private var downZ = InlineArray<48, Int8>(repeating: 0)

  init() {}

  /// Sample `i`, relative to the origin, in units of 2^shift/256.
  ///
  /// Read in place, as are the others: from a value that is only borrowed the compiler would copy the arrays each time.
  subscript(_ i: Int32) -> Vector3 {
    @inline(never)
    mutating get {
      let at = Int(truncatingIfNeeded: i)
      return Vector3(x: Int32(x[at]), y: Int32(y[at]), z: Int32(z[at]))
    }
  }

  /// Where down was when sample `i` was taken, length 127; zero where it is not known.
  @inline(never)
  mutating func down(_ i: Int32) -> Vector3 {
    let at = Int(truncatingIfNeeded: i)
    return Vector3(x: Int32(downX[at]), y: Int32(downY[at]), z: Int32(downZ[at]))
  }

  /// Counts what was seen as 2^`places` times less: it came that much closer together than what is offered from now on.
  mutating func discount(by places: Int32) {
    seen = seen &>> UInt32(bitPattern: places)
    if seen < UInt32(bitPattern: count) { seen = UInt32(bitPattern: count) }
  }

  /// A sample in coordinates of the reservoir, not limited to 16 bits.
  func coordinates(of sample: Vector3) -> Vector3 {
    Vector3(
      x: ((sample.x &<< 8) &- origin.x) &>> shift, y: ((sample.y &<< 8) &- origin.y) &>> shift,
      z: ((sample.z &<< 8) &- origin.z) &>> shift)
  }

  /// Sample `i` in the unit of the samples, rounded.
  mutating func sample(_ i: Int32) -> Vector3 {
    let v = self[i]
    return Vector3(
      x: ((v.x &<< shift) &+ origin.x).shifted(rightBy: 8), y: ((v.y &<< shift) &+ origin.y).shifted(rightBy: 8),
      z: ((v.z &<< shift) &+ origin.z).shifted(rightBy: 8))
  }

  /// A number below `bound`, from xorshift32.
  mutating func draw(below bound: UInt32) -> UInt32 {
    random ^= random &<< 13
    random ^= random &>> 17
    random ^= random &<< 5
    return UInt64(product: random, bound).highHalf
  }

  /// Offers a sample within ±2^21.
  /// - Returns: whether it was kept.
  mutating func offer(_ sample: Vector3, specificForce: Vector3?) -> Bool {
    if seen == 0 { origin = Vector3(x: sample.x &<< 8, y: sample.y &<< 8, z: sample.z &<< 8) }
    seen = seen &+ 1
    var place = count
    if count == Self.capacity {
      place = Int32(bitPattern: draw(below: seen))
      if place >= Self.capacity { return false }
    } else {
      count = count &+ 1
    }
    let v = Vector3(
      x: (sample.x &<< 8) &- origin.x, y: (sample.y &<< 8) &- origin.y, z: (sample.z &<< 8) &- origin.z)
    let size = v.x.magnitude | v.y.magnitude | v.z.magnitude
    var needed = shift
    while size &>> UInt32(bitPattern: needed) > 0x7fff { needed = needed &+ 1 }
    if needed != shift { coarsen(by: needed &- shift) }
    let at = Int(truncatingIfNeeded: place)
    x[at] = v.x.shifted(rightBy: shift).saturatedToInt16
    y[at] = v.y.shifted(rightBy: shift).saturatedToInt16
    z[at] = v.z.shifted(rightBy: shift).saturatedToInt16
    let force = specificForce?.unitQ12 ?? .zero
    downX[at] = Int8(truncatingIfNeeded: (force.x &* -127).shifted(rightBy: 12))
    downY[at] = Int8(truncatingIfNeeded: (force.y &* -127).shifted(rightBy: 12))
    downZ[at] = Int8(truncatingIfNeeded: (force.z &* -127).shifted(rightBy: 12))
    return true
  }

  private mutating func coarsen(by step: Int32) {
    shift = shift &+ step
    Self.coarsen(&x, by: step)
    Self.coarsen(&y, by: step)
    Self.coarsen(&z, by: step)
  }

  /// Halves and less, rounded, fit again whatever they were.
  @inline(never)
  private static func coarsen(_ values: inout InlineArray<48, Int16>, by step: Int32) {
    var i = 0
    while i < 48 {
      values[i] = Int16(truncatingIfNeeded: (Int32(values[i]) &>> (step &- 1) &+ 1) &>> 1)
      i = i &+ 1
    }
  }
}
