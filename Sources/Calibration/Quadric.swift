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
      square.contracted(with: m) &+ Int64(b.x, b.y, b.z, dot: b)
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
    let rest = Int64(xy, xz, yz, dot: Vector3(x: m.xy, y: m.xz, z: m.yz))
    return Int64(xx, yy, zz, dot: Vector3(x: m.xx, y: m.yy, z: m.zz)) &+ rest &+ rest
  }

  /// The square of a matrix in Q26, Q26, saturating.
  var squared: Symmetric {
    let x = Vector3(x: xx, y: xy, z: xz)
    let y = Vector3(x: xy, y: yy, z: yz)
    let z = Vector3(x: xz, y: yz, z: zz)
    return Symmetric(
      xx: Self.entry(x, x), xy: Self.entry(x, y), xz: Self.entry(x, z), yy: Self.entry(y, y), yz: Self.entry(y, z),
      zz: Self.entry(z, z))
  }

  @inline(never)
  private static func entry(_ a: Vector3, _ b: Vector3) -> Int32 { Int64(a.x, a.y, a.z, dot: b).word(rightBy: 26) }

  /// The cofactors over 2^`count`, rounded and saturating. Entries below 2^31/√2.
  func cofactors(rightBy count: Int64) -> Symmetric {
    Symmetric(
      xx: Self.minor(yy, zz, yz, yz, count), xy: Self.minor(xz, yz, xy, zz, count),
      xz: Self.minor(xy, yz, xz, yy, count), yy: Self.minor(xx, zz, xz, xz, count),
      yz: Self.minor(xy, xz, yz, xx, count), zz: Self.minor(xx, yy, xy, xy, count))
  }

  /// (a·b − c·d)/2^`count`.
  @inline(never)
  static func minor(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ count: Int64) -> Int32 {
    (Int64(multiplying: a, b) &- Int64(multiplying: c, d)).word(rightBy: count)
  }
}

extension ModelSolver {
  /// The quadric of the present θ, or `nil` where an entry is beyond ±8.
  mutating func quadric() -> Quadric? {
    var isInside = true
    let one: Int32 = 1 &<< 26
    var q = Quadric()
    q.c = value(0, degree: 0, halved: 0, &isInside)
    if columns.order == .planar {
      let p = value(1, degree: 1, halved: 1, &isInside)
      let s = value(2, degree: 1, halved: 1, &isInside)
      let difference = value(3, degree: 2, halved: 0, &isInside)
      let mixed = 0 &- value(4, degree: 2, halved: 1, &isInside)
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
      x: value(1, degree: 1, halved: 1, &isInside), y: value(2, degree: 1, halved: 1, &isInside),
      z: value(3, degree: 1, halved: 1, &isInside))
    q.a = Symmetric(xx: one, yy: one, zz: one)
    if columns.count >= 6 {
      let x = value(4, degree: 2, halved: 0, &isInside)
      let y = value(5, degree: 2, halved: 0, &isInside)
      q.a.xx = one &- x
      q.a.yy = one &- y
      q.a.zz = one &+ x &+ y
    }
    if columns.count == 9 {
      q.a.xy = 0 &- value(6, degree: 2, halved: 1, &isInside)
      q.a.xz = 0 &- value(7, degree: 2, halved: 1, &isInside)
      q.a.yz = 0 &- value(8, degree: 2, halved: 1, &isInside)
    }
    return isInside ? q : nil
  }

  /// θ of column `i`, whose terms have the given degree, Q26; clears `isInside` where it is beyond ±8.
  @inline(never)
  private mutating func value(_ i: Int, degree: Int32, halved: Int32, _ isInside: inout Bool) -> Int32 {
    // A left shift of more than 6 bits of 26 is outside anyway.
    let shift = Int32(shifts[i]) &- Int32(shifts[columns.count]) &+ halved &+ (2 &- degree) &* lengthExponent
    let wide = Int64(widening: theta[i])
    let moved = shift < -20 ? (wide == 0 ? 0 : 1 &<< 40) : wide.shifted(rightBy: shift)
    if moved >= 1 &<< 29 || moved <= -(1 &<< 29) {
      isInside = false
      return 0
    }
    return Int32(truncatingIfNeeded: moved)
  }
}
