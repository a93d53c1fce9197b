// Rotations as quaternions in Q30.

import FixedPoint
import Quantities

/// A unit quaternion in Q30: 2^30 stands for 1. It turns a vector v into q·v·q*.
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

  public static var identity: Quaternion { Quaternion(w: 1 &<< 30, x: 0, y: 0, z: 0) }

  /// The rotation `b` followed by `a`, brought back to length 1 by one step of Newton's.
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
    // (1 − |q|²)/2 in Q30; small, since one product errs by little.
    let excess = Int32(truncatingIfNeeded: ((1 as Int64) &<< 60 &- square) &>> 31)
    return Quaternion(
      w: w &+ Int64(halves: w, excess).upperWord(shiftedLeft: 2),
      x: x &+ Int64(halves: x, excess).upperWord(shiftedLeft: 2),
      y: y &+ Int64(halves: y, excess).upperWord(shiftedLeft: 2),
      z: z &+ Int64(halves: z, excess).upperWord(shiftedLeft: 2))
  }

  /// The rotation matrix in Q13, from the quaternion rounded to 15 bits: each entry within 2^−13.
  @inline(__always)
  var matrixQ13: SmallMatrix {
    let (w, x, y, z) = (rounded15(w), rounded15(x), rounded15(y), rounded15(z))
    let (xx, yy, zz) = (x &* x, y &* y, z &* z)
    let (wx, wy, wz) = (w &* x, w &* y, w &* z)
    let (xy, xz, yz) = (x &* y, x &* z, y &* z)
    // Products are Q30; twice of them in Q13 is a shift by 16.
    return SmallMatrix(
      x: Vector3(x: 8_192 &- half(yy &+ zz), y: half(xy &- wz), z: half(xz &+ wy)),
      y: Vector3(x: half(xy &+ wz), y: 8_192 &- half(xx &+ zz), z: half(yz &- wx)),
      z: Vector3(x: half(xz &- wy), y: half(yz &+ wx), z: 8_192 &- half(xx &+ yy)))
  }

  /// The rotation matrix in compact numbers.
  var matrix: CompactMatrix {
    func twice(_ product: Int64) -> CompactNumber { CompactNumber(product.upperWord(shiftedLeft: 1), exponent: -28) }
    func axis(_ square: Int64) -> CompactNumber {
      CompactNumber((1 &<< 29) &- square.upperWord(shiftedLeft: 2), exponent: -29)
    }
    // twice: 2·p·2^−60 = (p·2^−31)·2^−28; axis: 1 − 2·s, with s·2^−60 in Q30 halves.
    return CompactMatrix(
      x: CompactVector(
        axis(Int64(squaresOf: y, z)), twice(Int64(halves: x, y, minus: w, z)), twice(Int64(halves: x, z, plus: w, y))),
      y: CompactVector(
        twice(Int64(halves: x, y, plus: w, z)), axis(Int64(squaresOf: x, z)), twice(Int64(halves: y, z, minus: w, x))),
      z: CompactVector(
        twice(Int64(halves: x, z, minus: w, y)), twice(Int64(halves: y, z, plus: w, x)), axis(Int64(squaresOf: x, y))))
  }
}

@inline(__always)
private func rounded15(_ value: Int32) -> Int32 { (value &+ 0x4000) &>> 15 }

@inline(__always)
private func half(_ value: Int32) -> Int32 { (value &+ 0x8000) &>> 16 }

/// A rotation matrix in Q13 by rows: each product with 17 bits fits a word, and so does the sum of three.
struct SmallMatrix {
  var x: Vector3
  var y: Vector3
  var z: Vector3

  static var identity: SmallMatrix {
    SmallMatrix(x: Vector3(x: 8_192, y: 0, z: 0), y: Vector3(x: 0, y: 8_192, z: 0), z: Vector3(x: 0, y: 0, z: 8_192))
  }
}
