// A centre and a size that a few outliers cannot change. All samples are checked against them.

import FixedPoint
import Quantities

/// On each axis, the centre is midway between the first and the last eighth of the reservoir. The size is the distance
/// within which seven of eight samples lie. The median would be wrong: most samples may come from a body at rest, which
/// is not in the middle.
///
/// Lengths are in reservoir coordinates. docs/notebook/calibration.md, section 4.
struct RobustSphere {
  /// The centre, and then the reach: one and a half times the size. Samples nearer than the reach are inside. The reach
  /// is below 2^16.
  private var found = InlineArray<4, Int16>(repeating: 0)
  /// The next number to find: an axis, or 3 for the size.
  private var next: Int8 = 0
  private var spacing: Int8 = 0

  init() {}

  var isSound: Bool { next >= 0 && next <= 4 }

  /// Whether there is a sphere.
  var isKnown: Bool { found[3] != 0 }

  private var reach: Int32 { Int32(UInt16(bitPattern: found[3])) }

  /// The binary logarithm of the spacing, which is 1/384 to 1/192 of the reach, in coordinates.
  var spacingExponent: Int32 { Int32(spacing) }

  /// Changes to coarser coordinates when the reservoir does.
  mutating func coarsen(by step: Int32) {
    var i = 4
    while i > 0 {
      i = i &- 1
      // The reach has no sign.
      let value = i == 3 ? reach : Int32(found[unchecked: i])
      found[unchecked: i] = Int16(truncatingIfNeeded: value.shifted(rightBy: step))
    }
    space()
  }

  @inline(never)
  private mutating func space() {
    // The exponent of four thirds of the reach.
    let exponent = 23 &- UInt32(bitPattern: (reach &* 21) &>> 4).leadingZeros
    spacing = exponent < 0 ? 0 : Int8(truncatingIfNeeded: exponent)
  }

  /// Whether every sample that this sphere accepted is within twice the reach of `other`. Then it can have accepted
  /// only few outliers, and the residual reveals them.
  mutating func isContained(in other: inout RobustSphere) -> Bool {
    let distance = Int32(
      bitPattern: squaredDistance(
        Vector3(x: Int32(other.found[0]), y: Int32(other.found[1]), z: Int32(other.found[2]))
      ).roundedSquareRoot)
    return distance &+ reach <= 2 &* other.reach
  }

  /// Finds one of the four numbers. Returns whether the search is over.
  mutating func step(_ reservoir: inout Reservoir) -> Bool {
    if next > 3 { return true }
    var keys = InlineArray<40, Int32>(repeating: 0)
    let axis = Int32(next)
    let count = reservoir.count
    var i: Int32 = 0
    while i < count {
      keys[unchecked: Int(truncatingIfNeeded: i)] =
        axis < 3 ? reservoir[i, axis] : Int32(bitPattern: squaredDistance(reservoir[i]).roundedSquareRoot)
      i = i &+ 1
    }
    var value = Self.quantile(&keys, count, eighths: 7)
    value = (axis < 3 ? value &+ Self.quantile(&keys, count, eighths: 1) : 3 &* value) &>> 1
    found[unchecked: Int(truncatingIfNeeded: axis)] = Int16(truncatingIfNeeded: value)
    space()
    next = next &+ 1
    return next > 3
  }

  /// The largest number such that at most the given number of eighths of the keys are below it, found from the highest
  /// binary digit on.
  @inline(never)
  private static func quantile(_ keys: inout InlineArray<40, Int32>, _ count: Int32, eighths: Int32) -> Int32 {
    let most = count &* eighths
    var value: Int32 = -0x2000
    var digit: Int32 = 0x4000
    while digit > 0 {
      let tried = value &+ digit
      var below: Int32 = 0
      var i = count
      while i > 0 {
        i = i &- 1
        if keys[unchecked: Int(truncatingIfNeeded: i)] < tried { below = below &+ 8 }
      }
      if below <= most { value = tried }
      digit = digit &>> 1
    }
    return value
  }

  /// Whether a sample, in reservoir coordinates, is near enough to be one of the others.
  @inline(__always)
  mutating func holds(_ sample: Vector3) -> Bool {
    squaredDistance(sample) <= UInt32(bitPattern: reach &* reach)
  }

  /// The square of a point's distance from the centre. The difference on each axis is limited to 2^15.
  @inline(never)
  private mutating func squaredDistance(_ p: Vector3) -> UInt32 {
    func part(_ a: Int32, _ b: Int32) -> UInt32 {
      let d = a &- b
      let limited = d > 0x7fff ? 0x7fff : d < -0x7fff ? -0x7fff : d
      return UInt32(bitPattern: limited &* limited)
    }
    return part(p.x, Int32(found[0])) &+ part(p.y, Int32(found[1])) &+ part(p.z, Int32(found[2]))
  }
}
