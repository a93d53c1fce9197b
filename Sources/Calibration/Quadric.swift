// The quadric that a solution describes: F(u) = uᵀAu − 2bᵀu − c.
import Correction
import FixedPoint
import Quantities

/// A symmetric 3×3 matrix; the format is its holder's.
struct Symmetric {
  var xx: Int32 = 0
  var xy: Int32 = 0
  var xz: Int32 = 0
  var yy: Int32 = 0
  var yz: Int32 = 0
  var zz: Int32 = 0

  var trace: Int32 { xx &+ yy &+ zz }
}

/// A, b and c in Q26, in units of a power of two near the spread of the samples; no entry is beyond ±8.
struct Quadric {
  var a = Symmetric()
  var b = Vector3.zero
  var c: Int32 = 0

  /// mean(4|Au − b|² + 2F·tr A) and 2 tr A² + (tr A)², Q24: by how much the pivot falls with the noise.
  func slopes(_ moments: inout Moments, _ lengthExponent: Int32) -> (first: Int32, second: Int32) {
    // Second moments about the mean, Q26.
    func moment(_ place: Int) -> Int32 {
      moments.sums[place].shifted(rightBy: 2 &* lengthExponent &+ 4).divided(by: moments.sums[0]).saturatedToInt32
    }
    let m = Symmetric(
      xx: moment(4), xy: moment(5), xz: moment(6), yy: moment(7), yz: moment(8), zz: moment(9))
    let square = a.squared
    // mean |Au − b|² = tr(A²Σ) + |b|²; the mean of u is 0 to within a coordinate's rounding.
    let slope =
      square.contracted(with: m) &+ Int64(multiplying: b.x, b.x) &+ Int64(multiplying: b.y, b.y) &+ Int64(multiplying: b.z, b.z)
    let meanF = a.contracted(with: m) &- Int64(widening: c) &<< 26
    let trace = Int64(widening: (a.trace &+ (1 &<< 25)) &>> 26)
    let first = 4 &* slope &+ 2 &* trace &* meanF
    let second = 2 &* a.contracted(with: a) &+ (trace &* trace) &<< 52
    return (first.word(rightBy: 28), second.word(rightBy: 28))
  }
}

extension Symmetric {
  /// The sum of the products of all nine entries, with both formats' fraction bits. Entries below 2^29.
  func contracted(with m: Symmetric) -> Int64 {
    let diagonal = Int64(multiplying: xx, m.xx) &+ Int64(multiplying: yy, m.yy) &+ Int64(multiplying: zz, m.zz)
    let rest = Int64(multiplying: xy, m.xy) &+ Int64(multiplying: xz, m.xz) &+ Int64(multiplying: yz, m.yz)
    return diagonal &+ rest &+ rest
  }

  /// The square of a matrix in Q26, Q26, saturating.
  var squared: Symmetric {
    func row(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ e: Int32, _ f: Int32) -> Int32 {
      (Int64(multiplying: a, d) &+ Int64(multiplying: b, e) &+ Int64(multiplying: c, f)).word(rightBy: 26)
    }
    return Symmetric(
      xx: row(xx, xy, xz, xx, xy, xz), xy: row(xx, xy, xz, xy, yy, yz), xz: row(xx, xy, xz, xz, yz, zz),
      yy: row(xy, yy, yz, xy, yy, yz), yz: row(xy, yy, yz, xz, yz, zz), zz: row(xz, yz, zz, xz, yz, zz))
  }
}

extension ModelSolver {
  /// The quadric of the present θ, or `nil` where an entry is beyond ±8.
  mutating func quadric() -> Quadric? {
    let right = Int32(shifts[columns.count])
    let unit = lengthExponent
    var isInside = true
    /// θ of column `i`, whose terms have the given degree, Q26.
    func value(_ i: Int, degree: Int32, halved: Int32) -> Int32 {
      // A left shift of more than 6 bits of 26 is outside anyway.
      let shift = Int32(shifts[i]) &- right &+ halved &+ (2 &- degree) &* unit
      let wide = Int64(widening: theta[i])
      let moved = shift < -20 ? (wide == 0 ? 0 : 1 &<< 40) : wide.shifted(rightBy: shift)
      if moved >= 1 &<< 29 || moved <= -(1 &<< 29) {
        isInside = false
        return 0
      }
      return Int32(truncatingIfNeeded: moved)
    }
    let one: Int32 = 1 &<< 26
    var q = Quadric()
    q.c = value(0, degree: 0, halved: 0)
    if columns.order == .planar {
      let p = value(1, degree: 1, halved: 1)
      let s = value(2, degree: 1, halved: 1)
      let difference = value(3, degree: 2, halved: 0)
      let mixed = 0 &- value(4, degree: 2, halved: 1)
      switch columns.normal {
      case 0:
        q.b = Vector3(x: 0, y: p, z: s)
        q.a = Symmetric(yy: one &- difference, yz: mixed, zz: one &+ difference)
      case 1:
        q.b = Vector3(x: p, y: 0, z: s)
        q.a = Symmetric(xx: one &- difference, xz: mixed, zz: one &+ difference)
      default:
        q.b = Vector3(x: p, y: s, z: 0)
        q.a = Symmetric(xx: one &- difference, xy: mixed, yy: one &+ difference)
      }
      return isInside ? q : nil
    }
    q.b = Vector3(
      x: value(1, degree: 1, halved: 1), y: value(2, degree: 1, halved: 1), z: value(3, degree: 1, halved: 1))
    q.a = Symmetric(xx: one, yy: one, zz: one)
    if columns.count >= 6 {
      let x = value(4, degree: 2, halved: 0)
      let y = value(5, degree: 2, halved: 0)
      q.a.xx = one &- x
      q.a.yy = one &- y
      q.a.zz = one &+ x &+ y
    }
    if columns.count == 9 {
      q.a.xy = 0 &- value(6, degree: 2, halved: 1)
      q.a.xz = 0 &- value(7, degree: 2, halved: 1)
      q.a.yz = 0 &- value(8, degree: 2, halved: 1)
    }
    return isInside ? q : nil
  }
}
