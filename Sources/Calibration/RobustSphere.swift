// A centre and a size that a few wild samples cannot move: what all others are held against.
import FixedPoint
import Quantities

/// The median of the reservoir on each axis, and the median distance from there.
///
/// Lengths are in units of four reservoir coordinates. docs/calibration.md, section 4.
struct RobustSphere {
  private(set) var centre = Vector3.zero
  /// Two and a half median distances: what is nearer is inside.
  private(set) var reach: Int32 = 0
  /// The axis that is next; 3 stands for the distance.
  private var next: UInt8 = 0

  init() {}

  /// Whether there is a sphere.
  var isKnown: Bool { reach > 0 }

  /// The binary logarithm of about 1/128 of the median distance, in coordinates.
  var spacingExponent: Int32 {
    @inline(never)
    mutating get {
      // reach·4/(2.5·128).
      let exponent = 25 &- UInt32(bitPattern: reach).leadingZeros
      return exponent < 0 ? 0 : exponent
    }
  }

  /// Follows the reservoir to coarser coordinates.
  mutating func coarsen(by step: Int32) {
    centre = Vector3(
      x: centre.x.shifted(rightBy: step), y: centre.y.shifted(rightBy: step), z: centre.z.shifted(rightBy: step))
    reach = reach.shifted(rightBy: step)
  }

  /// Whether all that this sphere let in is within twice the reach of the `other`. Little that is wild can have come in
  /// then, and what did shows in the residual.
  mutating func isContained(in other: inout RobustSphere) -> Bool {
    let distance = Int32(bitPattern: squaredDistance(other.centre, places: 0).squareRoot)
    return distance &+ reach <= 2 &* other.reach
  }

  /// One more of the four medians. Returns whether the search is over.
  mutating func step(_ reservoir: inout Reservoir) -> Bool {
    if next > 3 { return true }
    var keys = InlineArray<48, UInt16>(repeating: 0)
    let count = Int(truncatingIfNeeded: reservoir.count)
    var i = 0
    while i < count {
      let p = reservoir[Int32(truncatingIfNeeded: i)]
      let key =
        switch next {
        case 0: p.x &+ 0x8000
        case 1: p.y &+ 0x8000
        case 2: p.z &+ 0x8000
        default: Int32(bitPattern: squaredDistance(p, places: 2).squareRoot)
        }
      keys[i] = UInt16(truncatingIfNeeded: key)
      i = i &+ 1
    }
    // The largest number that at most half of the keys are below: from the highest binary digit on.
    var median: UInt16 = 0
    var digit: UInt16 = 0x8000
    while digit != 0 {
      let tried = median | digit
      var below = 0
      i = 0
      while i < count {
        if keys[i] < tried { below = below &+ 1 }
        i = i &+ 1
      }
      if next < 3 ? below &* 2 <= count : below &* 4 <= count &* 3 { median = tried }
      digit = digit &>> 1
    }
    let value = Int32(median)
    switch next {
    case 0: centre.x = (value &- 0x8000) &>> 2
    case 1: centre.y = (value &- 0x8000) &>> 2
    case 2: centre.z = (value &- 0x8000) &>> 2
    default: reach = value &+ value
    }
    next = next &+ 1
    return next > 3
  }

  /// Whether a sample, in reservoir coordinates, is near enough to be one of the others.
  mutating func holds(_ sample: Vector3) -> Bool {
    squaredDistance(sample, places: 2) <= UInt32(bitPattern: reach &* reach)
  }

  /// Of a point in units of 2^−`places`, limited to 2^15 on each axis.
  @inline(never)
  private mutating func squaredDistance(_ p: Vector3, places: Int32) -> UInt32 {
    func part(_ a: Int32, _ b: Int32) -> UInt32 {
      let d = a &>> places &- b
      let limited = d > 0x7fff ? 0x7fff : d < -0x7fff ? -0x7fff : d
      return UInt32(bitPattern: limited &* limited)
    }
    return part(p.x, centre.x) &+ part(p.y, centre.y) &+ part(p.z, centre.z)
  }
}
