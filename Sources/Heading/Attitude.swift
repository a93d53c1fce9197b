// Roll and pitch from specific force (Protocols/heading/spec.md, "Attitude").

import Cordic
import FixedPoint
import Quantities

/// Where up is, in the body frame, as a mantissa vector: only its direction counts. Down is its opposite.
struct Up: Equatable {
  /// Along the specific force; the largest component has 30 bits.
  var direction: Vector3
  /// uy² + uz², below 2^61.
  var acrossSquared: Int64

  /// `nil` when the specific force is zero: then nothing says where up is.
  @inline(__always)
  init?(_ force: Acceleration) {
    let a = force.microG
    let bits = UInt32(bitPattern: (a.x ^ (a.x &>> 31)) | (a.y ^ (a.y &>> 31)) | (a.z ^ (a.z &>> 31)))
    if bits == 0 && (a.x | a.y | a.z) == 0 { return nil }
    let shift = bits.leadingZeros &- 2
    if shift >= 0 {
      direction = Vector3(x: a.x &<< shift, y: a.y &<< shift, z: a.z &<< shift)
    } else {
      direction = Vector3(x: a.x.shifted(rightBy: 1), y: a.y.shifted(rightBy: 1), z: a.z.shifted(rightBy: 1))
    }
    acrossSquared = Int64(squareOf: direction.y) &+ Int64(squareOf: direction.z)
  }

  /// Level: up is −z.
  static var level: Up { Up(direction: Vector3(x: 0, y: 0, z: -1 << 29), acrossSquared: Int64(1) &<< 58) }

  private init(direction: Vector3, acrossSquared: Int64) {
    self.direction = direction
    self.acrossSquared = acrossSquared
  }

  /// √(ux² + uy² + uz²) to 25 bits; below √3·2^30.
  @inline(__always)
  var length: Int32 { Self.root(acrossSquared &+ Int64(squareOf: direction.x)) }

  /// √`squared` to 25 bits, for the squared length of a vector whose longest component has 30 bits: 2^58…3·2^60.
  @inline(__always)
  private static func root(_ squared: Int64) -> Int32 {
    let upper = UInt32(bitPattern: squared.upperWord(shiftedLeft: 2))
    let isShort = ((upper &>> 30) &- 1) &>> 31
    return Int32(bitPattern: RootOfWord(upper &<< (isShort &+ isShort)).fixedPoint &>> (1 &+ isShort))
  }

  /// Right side down positive; `nil` when the forward axis is vertical and roll has no meaning.
  var roll: BinaryAngle? { Cordic.angle(y: 0 &- direction.y, x: 0 &- direction.z) }

  /// Nose up positive, −90°…90°.
  var pitch: BinaryAngle {
    // Not both zero: the vector was normalised.
    Cordic.angle(y: direction.x, x: Int32(bitPattern: UInt64(bitPattern: acrossSquared).approximateSquareRoot)) ?? .zero
  }
}
