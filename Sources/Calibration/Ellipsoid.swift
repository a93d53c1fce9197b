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
    // A planar matrix gets √det along its normal, so that S is 1 there; b is 0 there.
    switch normal {
    case 0: a.xx = Self.meanGain(Symmetric.minor(a.yy, a.zz, a.yz, a.yz, 26))
    case 1: a.yy = Self.meanGain(Symmetric.minor(a.xx, a.zz, a.xz, a.xz, 26))
    case 2: a.zz = Self.meanGain(Symmetric.minor(a.xx, a.yy, a.xy, a.xy, 26))
    default: break
    }
    // Entries below 8: products stay below 2^58; the cofactors of positive definite ones are at most 9/4.
    let c = a.cofactors(rightBy: 26)
    guard a.xx > 0, Self.isUsable(c.xx), Self.isUsable(c.yy), Self.isUsable(c.zz) else { return nil }
    // Q52.
    let determinant = Int64(a.xx, a.xy, a.xz, dot: Vector3(x: c.xx, y: c.xy, z: c.xz))
    guard determinant > 1 &<< 42 else { return nil }
    let divisor = determinant.shiftedHalfUp(rightBy: 26)

    // h = A⁻¹b and k = c + bᵀh.
    let b = quadric.b
    centre = Vector3(
      x: Int64(c.xx, c.xy, c.xz, dot: b).quotient(by: divisor),
      y: Int64(c.xy, c.yy, c.yz, dot: b).quotient(by: divisor),
      z: Int64(c.xz, c.yz, c.zz, dot: b).quotient(by: divisor))
    guard centre.isWithin(1 &<< 29) else { return nil }
    let offset = Int64(b.x, b.y, b.z, dot: centre)
    let k = Int64(widening: quadric.c) &+ offset.shiftedHalfUp(rightBy: 26)
    guard k > 1 &<< 16, k < 1 &<< 30 else { return nil }
    level = Int32(truncatingIfNeeded: k)

    // Invariants of √A, Q26.
    let trace = Int64(widening: a.trace) &<< 26
    let second = Int64(widening: c.trace) &<< 26
    let i3 = Self.root(determinant)
    // Coarsely first, in Q13: the digits of a 64-bit root are dear.
    var step = 0
    var c1: UInt32 = 3 &<< 13
    var c2: UInt32 = 3 &<< 13
    let cosecond = UInt32(bitPattern: c.trace)
    let cotrace = UInt32(bitPattern: a.trace)
    let c3 = UInt32(bitPattern: i3 &>> 13)
    while step < 4 {
      c2 = (cosecond &+ 2 &* c3 &* c1).squareRoot
      c1 = (cotrace &+ c2 &<< 14).squareRoot
      step = step &+ 1
    }
    var i1 = Int32(bitPattern: c1 &<< 13)
    var i2: Int32 = 0
    step = 0
    while step < 5 {
      i2 = Self.root(second &+ Int64(multiplying: i3, i1) &<< 1)
      i1 = Self.root(trace &+ Int64(widening: i2) &<< 27)
      step = step &+ 1
    }

    // √A = (i₁i₃ + (i₁² − i₂)A − A²) / (i₁i₂ − i₃); det^(1/6) = ∛i₃.
    let scale = Self.cubeRoot(Int64(widening: i3))
    // Q26: at most 8.
    let below = ((Int64(multiplying: i1, i2) &>> 26 &- Int64(widening: i3)) &* scale) &>> 26
    let square = a.squared
    let factor = Int32(truncatingIfNeeded: Int64(multiplying: i1, i1) &>> 26 &- Int64(widening: i2))
    let unit = Int32(truncatingIfNeeded: Int64(multiplying: i1, i3) &>> 26)
    matrix = Symmetric(
      xx: Self.entry(a.xx, square.xx, unit, factor, below), xy: Self.entry(a.xy, square.xy, 0, factor, below),
      xz: Self.entry(a.xz, square.xz, 0, factor, below), yy: Self.entry(a.yy, square.yy, unit, factor, below),
      yz: Self.entry(a.yz, square.yz, 0, factor, below), zz: Self.entry(a.zz, square.zz, unit, factor, below))
    radius = (Int64(widening: Self.root(k &<< 26)) &<< 26).quotient(by: scale)
  }

  /// (`unit` + `factor`·a − `square`)/`below`, all Q26 → Q24.
  @inline(never)
  private static func entry(_ a: Int32, _ square: Int32, _ unit: Int32, _ factor: Int32, _ below: Int64) -> Int32 {
    let above =
      Int64(widening: unit) &+ Int64(multiplying: factor, a).shiftedHalfUp(rightBy: 26) &- Int64(widening: square)
    // By the quotient; |above| < 2^32.
    return ((above &<< 24) &+ (below &>> 1)).quotient(by: below)
  }

  /// Whether a diagonal cofactor is that of a positive definite matrix, by a margin.
  private static func isUsable(_ cofactor: Int32) -> Bool { cofactor > 1 &<< 16 && cofactor < 1 &<< 29 }

  /// √det of a 2×2 matrix, Q26; 0 where it is not positive.
  private static func meanGain(_ determinant: Int32) -> Int32 {
    determinant >= 1 &<< 30 ? 0 : root(Int64(widening: determinant) &<< 26)
  }

  /// √ of a Q52 below 2^62 as Q26.
  private static func root(_ value: Int64) -> Int32 {
    value <= 0 ? 0 : Int32(bitPattern: UInt64(bitPattern: value).squareRoot)
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
