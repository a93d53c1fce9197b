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

  /// Bit i mod 8 of byte i / 8: sample i came after the last `noteSummed`. First, where it is forgotten by the word.
  private var isNew = InlineArray<6, UInt8>(repeating: 0)
  private var coarseness: Int8 = 0
  private var number: Int8 = 0
  /// Samples offered so far.
  private(set) var seen: UInt32 = 0
  private(set) var origin = Vector3.zero
  /// x, y, z of one after the other.
  private var places = InlineArray<144, Int16>(repeating: 0)
  /// The direction of the specific force, its largest component of seven bits and a sign, rounded down; zero where it is
  /// not known.
  private var forces = InlineArray<144, Int8>(repeating: 0)

  init() {}

  /// Samples kept.
  var count: Int32 { Int32(number) }
  var shift: Int32 { Int32(coarseness) }

  /// All that are here now went into sums; those that will take their places do not.
  mutating func noteSummed() { isNew = InlineArray(repeating: 0) }

  /// Whether sample `i` came after `noteSummed`.
  mutating func isNew(_ i: Int32) -> Bool {
    isNew[unchecked: Int(truncatingIfNeeded: i &>> 3)] &>> UInt8(truncatingIfNeeded: i & 7) & 1 != 0
  }

  /// Sample `i`, relative to the origin, in units of 2^shift/256.
  ///
  /// Read in place, as are the others: from a value that is only borrowed the compiler would copy the arrays each time.
  subscript(_ i: Int32) -> Vector3 {
    @inline(never)
    mutating get { Vector3(x: self[i, 0], y: self[i, 1], z: self[i, 2]) }
  }

  /// The coordinate of sample `i` along an axis.
  subscript(_ i: Int32, _ axis: Int32) -> Int32 {
    @inline(__always)
    mutating get { Int32(places[unchecked: Int(truncatingIfNeeded: 3 &* i &+ axis)]) }
  }

  /// Where down was when sample `i` was taken, length 127; zero where it is not known.
  @inline(never)
  mutating func down(_ i: Int32) -> Vector3 {
    func component(_ axis: Int32) -> Int32 { Int32(forces[unchecked: Int(truncatingIfNeeded: 3 &* i &+ axis)]) }
    let v = Vector3(x: component(0), y: component(1), z: component(2))
    if v == .zero { return v }
    // In halves, for what was cut off.
    return Vector3(x: -1 &- 2 &* v.x, y: -1 &- 2 &* v.y, z: -1 &- 2 &* v.z).withLength(127)
  }

  /// Counts what was seen as 2^`places` times less: it came that much closer together than what is offered from now on.
  mutating func discount(by places: Int32) {
    seen = seen &>> UInt32(bitPattern: places)
    if seen < UInt32(bitPattern: count) { seen = UInt32(bitPattern: count) }
  }

  /// A sample in coordinates of the reservoir, not limited to 16 bits.
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
    // Coordinates are rounded down: half of one more, and then half of 256.
    let half = (1 &<< shift) &>> 1 &+ 128
    return Vector3(
      x: ((v.x &<< shift) &+ origin.x &+ half) &>> 8, y: ((v.y &<< shift) &+ origin.y &+ half) &>> 8,
      z: ((v.z &<< shift) &+ origin.z &+ half) &>> 8)
  }

  /// S·(m − h) of sample `i`, 1/256 of its unit.
  @inline(never)
  mutating func corrected(_ i: Int32, _ outcome: inout FitOutcome) -> Vector3 {
    let v = self[i]
    return outcome.corrected(
      Vector3(
        x: (v.x &<< shift) &+ origin.x &- outcome.centre.x, y: (v.y &<< shift) &+ origin.y &- outcome.centre.y,
        z: (v.z &<< shift) &+ origin.z &- outcome.centre.z))
  }

  /// Offers a sample within ±2^21, with the force of the support; zero: not known.
  /// - Returns: whether it was kept.
  mutating func offer(_ sample: inout CalibrationSample, _ chance: inout Chance) -> Bool {
    if seen == 0 { origin = Vector3(x: sample.field.x &<< 8, y: sample.field.y &<< 8, z: sample.field.z &<< 8) }
    seen = seen &+ 1
    var place = count
    if count == Self.capacity {
      place = Int32(bitPattern: chance.draw(below: seen))
      if place >= Self.capacity { return false }
    } else {
      number = number &+ 1
    }
    let v = Vector3(
      x: (sample.field.x &<< 8) &- origin.x, y: (sample.field.y &<< 8) &- origin.y,
      z: (sample.field.z &<< 8) &- origin.z)
    let size = v.x.magnitude | v.y.magnitude | v.z.magnitude
    var needed = shift
    while size &>> UInt32(bitPattern: needed) > 0x7fff { needed = needed &+ 1 }
    if needed != shift { coarsen(by: needed &- shift) }
    isNew[unchecked: Int(truncatingIfNeeded: place &>> 3)] |= 1 &<< UInt8(truncatingIfNeeded: place & 7)
    let at = Int(truncatingIfNeeded: 3 &* place)
    places[unchecked: at] = Int16(truncatingIfNeeded: v.x &>> needed)
    places[unchecked: at &+ 1] = Int16(truncatingIfNeeded: v.y &>> needed)
    places[unchecked: at &+ 2] = Int16(truncatingIfNeeded: v.z &>> needed)
    let force = sample.specificForce.mantissa(bits: 7)
    forces[unchecked: at] = Int8(truncatingIfNeeded: force.x)
    forces[unchecked: at &+ 1] = Int8(truncatingIfNeeded: force.y)
    forces[unchecked: at &+ 2] = Int8(truncatingIfNeeded: force.z)
    return true
  }

  /// Halves and less, rounded, fit again whatever they were.
  private mutating func coarsen(by step: Int32) {
    coarseness = coarseness &+ Int8(truncatingIfNeeded: step)
    var i = Int(truncatingIfNeeded: 3 &* count)
    while i > 0 {
      i = i &- 1
      places[unchecked: i] = Int16(truncatingIfNeeded: (Int32(places[unchecked: i]) &>> (step &- 1) &+ 1) &>> 1)
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
  /// This direction with another length of 1 to 2^12, to 1 part in 5,000; zero stays zero.
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
