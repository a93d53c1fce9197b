// A sphere that a few wild samples cannot move: what all others are held against.
import FixedPoint
import Quantities

/// The best of many spheres through six random samples of the reservoir, by the sum of the deviations, each limited.
///
/// Lengths are in units of four reservoir coordinates. docs/calibration.md, section 4.
struct RobustSphere {
  /// In reservoir units.
  private(set) var centre = Vector3.zero
  private(set) var radius: Int32 = 0
  /// Mean limited deviation of the best so far.
  private var cost: UInt32 = UInt32.max
  /// What a deviation is limited to: the median radius of the first nine spheres.
  private var limit: Int32 = 0
  private var trial: Int32 = 0
  private var radii = InlineArray<9, UInt16>(repeating: 0)

  init() {}

  /// The binary logarithm of about 1/128 of the radius, in coordinates.
  var spacingExponent: Int32 {
    // radius·4/128.
    let exponent = 26 &- UInt32(bitPattern: radius).leadingZeros
    return exponent < 0 ? 0 : exponent
  }

  /// Whether there is a sphere.
  var isKnown: Bool { radius > 0 }

  /// Follows the reservoir to coarser coordinates.
  mutating func coarsen(by step: Int32) {
    centre = Vector3(
      x: centre.x.shifted(rightBy: step), y: centre.y.shifted(rightBy: step), z: centre.z.shifted(rightBy: step))
    radius = radius.shifted(rightBy: step)
  }

  /// Whether all that this sphere let in is within 4 radii of the `other`. Little that is wild can have come in then, and
  /// what did shows in the residual.
  func isContained(in other: RobustSphere) -> Bool {
    let distance = Int32(
      bitPattern: Self.squaredDistance(
        Vector3(x: centre.x &<< 2, y: centre.y &<< 2, z: centre.z &<< 2), other.centre
      ).squareRoot)
    return distance &+ 2 &* radius <= 4 &* other.radius
  }

  static var trials: Int32 { 39 }

  /// One more sphere. Returns whether the search is over.
  mutating func step(_ reservoir: inout Reservoir) -> Bool {
    if trial < Self.trials {
      tryOne(&reservoir)
      trial = trial &+ 1
    }
    return trial == Self.trials
  }

  private mutating func tryOne(_ reservoir: inout Reservoir) {
    var chosen = InlineArray<6, Int8>(repeating: 0)
    let count = UInt32(bitPattern: reservoir.count)
    var i = 0
    while i < 6 {
      chosen[i] = Int8(truncatingIfNeeded: reservoir.draw(below: count))
      i = i &+ 1
    }
    guard let sphere = Self.through(&chosen, &reservoir) else { return }
    if trial < 9 {
      // Insertion keeps them in order.
      var at = Int(truncatingIfNeeded: trial)
      let value = UInt16(truncatingIfNeeded: sphere.radius > 0xffff ? 0xffff : sphere.radius)
      while at > 0, radii[at &- 1] > value {
        radii[at] = radii[at &- 1]
        at = at &- 1
      }
      radii[at] = value
      limit = Int32(radii[Int(truncatingIfNeeded: trial &>> 1)])
      return
    }
    let found = deviation(from: sphere.centre, sphere.radius, &reservoir)
    if found < cost {
      cost = found
      centre = sphere.centre
      radius = sphere.radius
    }
  }

  /// Mean of min(|d² − R²|/2R, limit).
  private func deviation(from c: Vector3, _ r: Int32, _ reservoir: inout Reservoir) -> UInt32 {
    let square = UInt32(bitPattern: r &* r)
    let most = UInt64(product: UInt32(bitPattern: 2 &* r), UInt32(bitPattern: limit))
    let capped = most > 0xffff_ffff ? UInt32.max : UInt32(truncatingIfNeeded: most)
    var sum: Int64 = 0
    var i: Int32 = 0
    while i < reservoir.count {
      let d = Self.squaredDistance(reservoir[i], c)
      let off = d > square ? d &- square : square &- d
      sum = sum &+ Int64(bitPattern: UInt64(widening: off < capped ? off : capped))
      i = i &+ 1
    }
    return UInt32(truncatingIfNeeded: sum.divided(by: Int64(widening: 2 &* r)))
  }

  /// The direction of a sample from the centre.
  func cell(of sample: Vector3) -> UInt8 {
    Coverage.cell(
      of: Vector3(x: sample.x &>> 2 &- centre.x, y: sample.y &>> 2 &- centre.y, z: sample.z &>> 2 &- centre.z))
  }

  /// Components in coordinates and quarters of them: at most 2^15 apart after the shift, the sum below 3·2^30.
  private static func squaredDistance(_ p: Vector3, _ c: Vector3) -> UInt32 {
    func part(_ a: Int32, _ b: Int32) -> UInt32 {
      let d = a &>> 2 &- b
      let limited = d > 0x7fff ? 0x7fff : d < -0x7fff ? -0x7fff : d
      return UInt32(bitPattern: limited &* limited)
    }
    return part(p.x, c.x) &+ part(p.y, c.y) &+ part(p.z, c.z)
  }

  /// Whether a sample is within two radii of the centre. Inliers of an ellipsoid of 1 : 2.5 are within 1.7.
  func holds(_ sample: Vector3) -> Bool {
    let square = UInt64(product: UInt32(bitPattern: radius &* radius), 4)
    return UInt64(widening: Self.squaredDistance(sample, centre)) <= square
  }

  /// The sphere nearest to six samples, drawn a little towards their mean: where they lie flat or close together the
  /// centre stays with them.
  private static func through(
    _ chosen: inout InlineArray<6, Int8>, _ reservoir: inout Reservoir
  ) -> (centre: Vector3, radius: Int32)? {
    var mean = Vector3.zero
    var i = 0
    while i < 6 {
      let p = reservoir[Int32(chosen[i])]
      mean = Vector3(x: mean.x &+ p.x &>> 2, y: mean.y &+ p.y &>> 2, z: mean.z &+ p.z &>> 2)
      i = i &+ 1
    }
    mean = Vector3(x: mean.x / 6, y: mean.y / 6, z: mean.z / 6)
    func relative(_ i: Int) -> Vector3 {
      let p = reservoir[Int32(chosen[i])]
      return Vector3(x: p.x &>> 2 &- mean.x, y: p.y &>> 2 &- mean.y, z: p.z &>> 2 &- mean.z)
    }
    // Down to nine bits.
    var size: UInt32 = 0
    i = 0
    while i < 6 {
      let p = relative(i)
      size |= p.x.magnitude | p.y.magnitude | p.z.magnitude
      i = i &+ 1
    }
    var bits: Int32 = 0
    while size &>> UInt32(bitPattern: bits) > 0x1ff { bits = bits &+ 1 }
    if size == 0 { return nil }
    // The mean of |p|², then the normal equations Σ p pᵀ c = Σ p (|p|² − mean)/2.
    var squares: Int32 = 0
    var n = Symmetric()
    var right = Vector3.zero
    var sum = Vector3.zero
    i = 0
    while i < 6 {
      let q = relative(i)
      let p = Vector3(x: q.x &>> bits, y: q.y &>> bits, z: q.z &>> bits)
      let square = p.x &* p.x &+ p.y &* p.y &+ p.z &* p.z
      squares = squares &+ square
      sum = Vector3(x: sum.x &+ p.x, y: sum.y &+ p.y, z: sum.z &+ p.z)
      n.xx = n.xx &+ p.x &* p.x
      n.xy = n.xy &+ p.x &* p.y
      n.xz = n.xz &+ p.x &* p.z
      n.yy = n.yy &+ p.y &* p.y
      n.yz = n.yz &+ p.y &* p.z
      n.zz = n.zz &+ p.z &* p.z
      right = Vector3(
        x: right.x &+ p.x &* square &>> 1, y: right.y &+ p.y &* square &>> 1, z: right.z &+ p.z &* square &>> 1)
      i = i &+ 1
    }
    let half = squares / 12
    right = Vector3(x: right.x &- sum.x &* half, y: right.y &- sum.y &* half, z: right.z &- sum.z &* half)
    // The pull: 1/64 of the trace.
    let pull = n.trace &>> 6 &+ 1
    n.xx = n.xx &+ pull
    n.yy = n.yy &+ pull
    n.zz = n.zz &+ pull
    // Entries below 2^21, minors below 2^43, the determinant below (trace/3)³ < 2^62.
    func minor(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Int64 {
      Int64(multiplying: a, b) &- Int64(multiplying: c, d)
    }
    let xx = minor(n.yy, n.zz, n.yz, n.yz)
    let xy = minor(n.xz, n.yz, n.xy, n.zz)
    let xz = minor(n.xy, n.yz, n.xz, n.yy)
    let yy = minor(n.xx, n.zz, n.xz, n.xz)
    let yz = minor(n.xy, n.xz, n.yz, n.xx)
    let zz = minor(n.xx, n.yy, n.xy, n.xy)
    let determinant =
      (xx &* Int64(widening: n.xx) &+ xy &* Int64(widening: n.xy) &+ xz &* Int64(widening: n.xz)) &>> 14
    if determinant <= 0 { return nil }
    func component(_ a: Int64, _ b: Int64, _ c: Int64) -> Int32 {
      let x = Int64(widening: right.x &>> 14)
      let y = Int64(widening: right.y &>> 14)
      let z = Int64(widening: right.z &>> 14)
      return (a &* x &+ b &* y &+ c &* z).divided(by: determinant).saturatedToInt32
    }
    let c = Vector3(x: component(xx, xy, xz), y: component(xy, yy, yz), z: component(xz, yz, zz))
    guard c.isWithin(0x3ff) else { return nil }
    // R² = mean|p|² + |c|² − 2c·mean p, the last about 0.
    let square = squares / 6 &+ c.x &* c.x &+ c.y &* c.y &+ c.z &* c.z
    let r = Int32(bitPattern: UInt32(bitPattern: square).squareRoot) &<< bits
    guard r > 0, r < 0x7fff else { return nil }
    return (Vector3(x: mean.x &+ c.x &<< bits, y: mean.y &+ c.y &<< bits, z: mean.z &+ c.z &<< bits), r)
  }
}
