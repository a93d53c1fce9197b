// From a quadric to hard iron, soft iron and radius.
import Correction
import FixedPoint
import Quantities

/// An ellipsoid |S(u − h)| = R with det S = 1, in the quadric's unit of length.
struct Ellipsoid {
  /// h, Q26.
  var centre = Vector3.zero
  /// S, Q24.
  var matrix = Symmetric(xx: 1 &<< 24, yy: 1 &<< 24, zz: 1 &<< 24)
  /// R, Q26.
  var radius: Int32 = 0
  /// k = c + bᵀA⁻¹b, Q26.
  var level: Int32 = 0

  /// - Parameter normal: of a planar quadric, the axis without extent; `nil` for a spatial one.
  /// - Returns: `nil` when A is not positive definite, or not by a margin (det A below 2^−10).
  init?(_ quadric: Quadric, planarNormal normal: Int32?) {
    var a = quadric.a
    // Cofactors, Q26: entries below 8, so that products stay below 2^58; positive definite ones are at most 9/4.
    func minor(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Int64 {
      (Int64(multiplying: a, b) &- Int64(multiplying: c, d)).shiftedHalfUp(rightBy: 26)
    }
    // A planar matrix gets √det along its normal, so that S is 1 there; b is 0 there.
    switch normal {
    case 0: a.xx = Self.meanGain(minor(a.yy, a.zz, a.yz, a.yz))
    case 1: a.yy = Self.meanGain(minor(a.xx, a.zz, a.xz, a.xz))
    case 2: a.zz = Self.meanGain(minor(a.xx, a.yy, a.xy, a.xy))
    default: break
    }
    let cxx = minor(a.yy, a.zz, a.yz, a.yz)
    let cyy = minor(a.xx, a.zz, a.xz, a.xz)
    let czz = minor(a.xx, a.yy, a.xy, a.xy)
    let least: Int64 = 1 &<< 16
    guard a.xx > 0, cxx > least, cyy > least, czz > least, cxx &>> 29 == 0, cyy &>> 29 == 0, czz &>> 29 == 0 else {
      return nil
    }
    let cofactors = Symmetric(
      xx: Int32(truncatingIfNeeded: cxx), xy: minor(a.xz, a.yz, a.xy, a.zz).saturatedToInt32,
      xz: minor(a.xy, a.yz, a.xz, a.yy).saturatedToInt32, yy: Int32(truncatingIfNeeded: cyy),
      yz: minor(a.xy, a.xz, a.yz, a.xx).saturatedToInt32, zz: Int32(truncatingIfNeeded: czz))
    // Q52.
    let determinant =
      Int64(multiplying: a.xx, cofactors.xx) &+ Int64(multiplying: a.xy, cofactors.xy) &+ Int64(multiplying: a.xz, cofactors.xz)
    guard determinant > 1 &<< 42 else { return nil }
    let divisor = determinant.shiftedHalfUp(rightBy: 26)

    // h = A⁻¹b and k = c + bᵀh.
    func component(_ p: Int32, _ q: Int32, _ r: Int32) -> Int32 {
      let b = quadric.b
      return (Int64(multiplying: p, b.x) &+ Int64(multiplying: q, b.y) &+ Int64(multiplying: r, b.z)).divided(by: divisor)
        .saturatedToInt32
    }
    centre = Vector3(
      x: component(cofactors.xx, cofactors.xy, cofactors.xz), y: component(cofactors.xy, cofactors.yy, cofactors.yz),
      z: component(cofactors.xz, cofactors.yz, cofactors.zz))
    guard centre.isWithin(1 &<< 29) else { return nil }
    let b = quadric.b
    let offset =
      Int64(multiplying: b.x, centre.x) &+ Int64(multiplying: b.y, centre.y) &+ Int64(multiplying: b.z, centre.z)
    let k = Int64(widening: quadric.c) &+ offset.shiftedHalfUp(rightBy: 26)
    guard k > 1 &<< 16, k < 1 &<< 30 else { return nil }
    level = Int32(truncatingIfNeeded: k)

    // Invariants of √A, Q26.
    let trace = Int64(widening: a.trace) &<< 26
    let second =
      (Int64(widening: cofactors.xx) &+ Int64(widening: cofactors.yy) &+ Int64(widening: cofactors.zz)) &<< 26
    let i3 = Self.root(determinant)
    var i1 = 3 &<< 26 as Int64
    var i2 = 3 &<< 26 as Int64
    // Coarsely first, in Q13: the digits of a 64-bit root are dear.
    var step = 0
    var c1: UInt32 = 3 &<< 13
    var c2: UInt32 = 3 &<< 13
    let cosecond = UInt32(truncatingIfNeeded: second &>> 26)
    let cotrace = UInt32(truncatingIfNeeded: trace &>> 26)
    let c3 = UInt32(truncatingIfNeeded: i3 &>> 13)
    while step < 4 {
      c2 = (cosecond &+ 2 &* c3 &* c1).squareRoot
      c1 = (cotrace &+ c2 &<< 14).squareRoot
      step = step &+ 1
    }
    i1 = Int64(bitPattern: UInt64(widening: c1 &<< 13))
    i2 = 0
    step = 0
    while step < 5 {
      i2 = Self.root(second &+ 2 &* i3 &* i1)
      i1 = Self.root(trace &+ i2 &<< 27)
      step = step &+ 1
    }

    // √A = (i₁i₃ + (i₁² − i₂)A − A²) / (i₁i₂ − i₃); det^(1/6) = ∛i₃.
    let scale = Self.cubeRoot(i3)
    // Q26: at most 8.
    let below = (((i1 &* i2) &>> 26 &- i3) &* scale) &>> 26
    let square = a.squared
    let factor = (i1 &* i1) &>> 26 &- i2
    let constant = (i1 &* i3) &>> 26
    func entry(_ a: Int32, _ square: Int32, _ unit: Int64) -> Int32 {
      let above = unit &+ (factor &* Int64(widening: a)).shiftedHalfUp(rightBy: 26) &- Int64(widening: square)
      // Q26 → Q24 by the quotient; |above| < 2^32.
      return ((above &<< 24) &+ (below &>> 1)).divided(by: below).saturatedToInt32
    }
    matrix = Symmetric(
      xx: entry(a.xx, square.xx, constant), xy: entry(a.xy, square.xy, 0), xz: entry(a.xz, square.xz, 0),
      yy: entry(a.yy, square.yy, constant), yz: entry(a.yz, square.yz, 0), zz: entry(a.zz, square.zz, constant))
    radius = (Self.root(k &<< 26) &<< 26).divided(by: scale).saturatedToInt32
  }

  /// √det of a 2×2 matrix, Q26; 0 where it is not positive.
  private static func meanGain(_ determinant: Int64) -> Int32 {
    determinant >= 1 &<< 30 ? 0 : Int32(truncatingIfNeeded: root(determinant &<< 26))
  }

  /// √ of a Q52 as Q26.
  private static func root(_ value: Int64) -> Int64 {
    value <= 0 ? 0 : Int64(bitPattern: UInt64(widening: UInt64(bitPattern: value).squareRoot))
  }

  /// ∛ of a Q26 in (2^−5, 1], by Newton from 1: each step halves the distance or better.
  private static func cubeRoot(_ value: Int64) -> Int64 {
    var root: Int64 = 1 &<< 26
    var step = 0
    while step < 12 {
      let square = (root &* root) &>> 26
      let change = ((value &- (square &* root) &>> 26) &<< 26).divided(by: 3 &* square)
      root = root &+ change
      if change == 0 { break }
      step = step &+ 1
    }
    return root
  }
}
