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

/// A, b and c in Q26, in units of a power of two near the spread of the samples; no entry is beyond ±16.
struct Quadric {
  var a = Symmetric()
  var b = Vector3.zero
  var c: Int32 = 0
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
  func cofactors(rightBy count: Int32) -> Symmetric {
    Symmetric(
      xx: Self.minor(yy, zz, yz, yz, count), xy: Self.minor(xz, yz, xy, zz, count),
      xz: Self.minor(xy, yz, xz, yy, count), yy: Self.minor(xx, zz, xz, xz, count),
      yz: Self.minor(xy, xz, yz, xx, count), zz: Self.minor(xx, yy, xy, xy, count))
  }

  /// (a·b − c·d)/2^`count`.
  @inline(never)
  static func minor(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ count: Int32) -> Int32 {
    (Int64(multiplying: a, b) &- Int64(multiplying: c, d)).word(rightBy: count)
  }
}

extension ModelSolver {
  /// The quadric of the present solution.
  var quadric: Quadric {
    mutating get {
      Quadric(
        a: Symmetric(
          xx: polynomial[4], xy: polynomial[5] &>> 1, xz: polynomial[6] &>> 1, yy: polynomial[7],
          yz: polynomial[8] &>> 1, zz: polynomial[9]),
        b: Vector3(x: 0 &- polynomial[1] &>> 1, y: 0 &- polynomial[2] &>> 1, z: 0 &- polynomial[3] &>> 1),
        c: 0 &- polynomial[0])
    }
  }
}
