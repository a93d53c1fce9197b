// Rotations as quaternions in Q30.

import FixedPoint
import Quantities

/// A unit quaternion in Q30: 2^30 stands for 1. It rotates a vector v to q·v·q*.
public struct Quaternion: Equatable, Sendable {
  public var w: Int32
  public var x: Int32
  public var y: Int32
  public var z: Int32

  @inlinable @inline(__always)
  public init(w: Int32, x: Int32, y: Int32, z: Int32) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// No rotation.
  public static var identity: Quaternion { Quaternion(w: 1 &<< 30, x: 0, y: 0, z: 0) }

  /// The rotation `b` followed by `a`, normalised to length 1 by one step of Newton's method.
  ///
  /// Each component of a unit quaternion is at most 2^30, so a sum of two products stays below 2^61.
  @inline(never)
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    let w = Int64(halves: a.w, b.w, minus: a.x, b.x) &- Int64(halves: a.y, b.y, plus: a.z, b.z)
    let x = Int64(halves: a.w, b.x, plus: a.x, b.w) &+ Int64(halves: a.y, b.z, minus: a.z, b.y)
    let y = Int64(halves: a.w, b.y, minus: a.x, b.z) &+ Int64(halves: a.y, b.w, plus: a.z, b.x)
    let z = Int64(halves: a.w, b.z, plus: a.x, b.y) &+ Int64(halves: a.z, b.w, minus: a.y, b.x)
    return Quaternion(
      w: w.upperWord(shiftedLeft: 2), x: x.upperWord(shiftedLeft: 2), y: y.upperWord(shiftedLeft: 2),
      z: z.upperWord(shiftedLeft: 2)
    ).normalised
  }

  /// (3 − |q|²)/2 times the quaternion.
  @inline(__always)
  var normalised: Quaternion {
    let square = Int64(squaresOf: w, x, y) &+ Int64(squareOf: z)
    // (1 − |q|²)/2 in Q30. It is small, because one product has only a small error.
    let excess = Int32(truncatingIfNeeded: ((1 as Int64) &<< 60 &- square) &>> 31)
    if excess < 0xffff && excess > -0xffff {
      // The step is so small that 15 bits of each component are enough: the result changes by at most 4 units.
      func step(_ value: Int32) -> Int32 { value &+ ((value &>> 16) &* excess &+ 0x2000) &>> 14 }
      return Quaternion(w: step(w), x: step(x), y: step(y), z: step(z))
    }
    return Quaternion(
      w: w &+ Int64(halves: w, excess).upperWord(shiftedLeft: 2),
      x: x &+ Int64(halves: x, excess).upperWord(shiftedLeft: 2),
      y: y &+ Int64(halves: y, excess).upperWord(shiftedLeft: 2),
      z: z &+ Int64(halves: z, excess).upperWord(shiftedLeft: 2))
  }

  /// Whether the rotation between the two attitudes is smaller than 2·acos(`cosine`). `cosine` is Q30.
  @inline(never)
  public func isNear(_ other: Quaternion, _ cosine: Int32) -> Bool {
    let dot = (Int64(halves: w, other.w, plus: x, other.x) &+ Int64(halves: y, other.y, plus: z, other.z))
      .upperWord(shiftedLeft: 2)
    return dot > cosine || dot < 0 &- cosine
  }

  /// The rotation matrix in Q13, from the quaternion rounded to 15 bits: each entry within 2^−13.
  @inline(__always)
  var matrixQ13: SmallMatrix {
    let (w, x, y, z) = (rounded15(w), rounded15(x), rounded15(y), rounded15(z))
    let (xx, yy, zz) = (x &* x, y &* y, z &* z)
    let (wx, wy, wz) = (w &* x, w &* y, w &* z)
    let (xy, xz, yz) = (x &* y, x &* z, y &* z)
    // The products are Q30; twice a product in Q13 is a shift by 16.
    return SmallMatrix(
      x: Vector3(x: 8_192 &- half(yy &+ zz), y: half(xy &- wz), z: half(xz &+ wy)),
      y: Vector3(x: half(xy &+ wz), y: 8_192 &- half(xx &+ zz), z: half(yz &- wx)),
      z: Vector3(x: half(xz &- wy), y: half(yz &+ wx), z: 8_192 &- half(xx &+ yy)))
  }

  /// Row `index` of the rotation matrix, 0…2, in compact numbers.
  @inline(never)
  func row(_ index: Int32) -> CompactVector {
    // The rows are cyclic, as the axes are.
    switch index {
    case 0: return Self.row(w, x, y, z)
    case 1:
      let v = Self.row(w, y, z, x)
      return CompactVector(v.z, v.x, v.y)
    default:
      let v = Self.row(w, z, x, y)
      return CompactVector(v.y, v.z, v.x)
    }
  }

  /// The row of axis `x`, with its components in the order x, y, z.
  @inline(never)
  private static func row(_ w: Int32, _ x: Int32, _ y: Int32, _ z: Int32) -> CompactVector {
    // 1 − 2·s, where s·2^−60 is in halves of Q30; 2·p·2^−60 = (p·2^−31)·2^−28.
    CompactVector(
      CompactNumber((1 &<< 29) &- Int64(squaresOf: y, z).upperWord(shiftedLeft: 2), exponent: -29),
      CompactNumber(Int64(halves: x, y, minus: w, z).upperWord(shiftedLeft: 1), exponent: -28),
      CompactNumber(Int64(halves: x, z, plus: w, y).upperWord(shiftedLeft: 1), exponent: -28))
  }

  /// The rotation matrix in compact numbers.
  var matrix: CompactMatrix { CompactMatrix(x: row(0), y: row(1), z: row(2)) }
}

@inline(__always)
private func rounded15(_ value: Int32) -> Int32 { (value &+ 0x4000) &>> 15 }

@inline(__always)
private func half(_ value: Int32) -> Int32 { (value &+ 0x8000) &>> 16 }

/// A rotation matrix in Q13 by rows. A product with 17 bits fits a word, and so does the sum of three.
struct SmallMatrix {
  var x: Vector3
  var y: Vector3
  var z: Vector3

  static var identity: SmallMatrix {
    SmallMatrix(x: Vector3(x: 8_192, y: 0, z: 0), y: Vector3(x: 0, y: 8_192, z: 0), z: Vector3(x: 0, y: 0, z: 8_192))
  }
}
