// The direction of up, from the specific force (Protocols/heading/spec.md, "Attitude and heading").

import FixedPoint
import Quantities

/// The direction of up in the body frame, as a mantissa vector: its length has no meaning. Down is the opposite.
struct Up {
  /// Along the specific force; the largest component has 30 bits.
  var direction: Vector3
  /// uy² + uz², below 2^61.
  var acrossSquared: Int64

  /// `nil` if the specific force is zero: then the direction of up is unknown.
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
    acrossSquared = Int64(squaresOf: direction.y, direction.z)
  }

  /// The instrument is level: up is −z.
  static var level: Up { Up(direction: Vector3(x: 0, y: 0, z: -1 << 29), acrossSquared: Int64(1) &<< 58) }

  private init(direction: Vector3, acrossSquared: Int64) {
    self.direction = direction
    self.acrossSquared = acrossSquared
  }

  /// √(ux² + uy² + uz²).
  @inline(__always)
  var length: Length { Length(squared: acrossSquared &+ Int64(squaresOf: direction.x)) }

  /// The length of a vector whose longest component has 30 bits.
  struct Length {
    /// 2^58…3·2^60.
    var squared: Int64
    /// To 25 bits; below √3·2^30.
    var value: Int32
    /// 2^(46 − `inverseShift`)/`value`, within 1e-4.
    var inverse: UInt32
    /// 0 or 1.
    var inverseShift: UInt32

    @inline(__always)
    init(squared: Int64) {
      self.squared = squared
      let upper = UInt32(bitPattern: squared.upperWord(shiftedLeft: 2))
      inverseShift = ((upper &>> 30) &- 1) &>> 31
      let root = RootOfWord.called(upper &<< (inverseShift &+ inverseShift))
      value = Int32(bitPattern: root.fixedPoint &>> (1 &+ inverseShift))
      inverse = root.inverse
    }

    /// ⌊a·2^30/`value` · 2^exponent + ½⌋, limited to 32 bits, within 1 part in 2^24.
    @inline(__always)
    func quotient(of a: UInt32, exponent: Int32) -> UInt32 {
      // `value`·`inverse` differs from its power of two by less than 2^−13 of that power. This difference is used for
      // one step of Newton's method for a/value.
      let size = UInt32(bitPattern: value)
      let rest = Int32(bitPattern: (1 &<< (30 &- inverseShift)) &- Self.upper(size, inverse))
      let rough = Self.upper(a, inverse)
      let step = (Int32(bitPattern: rough &>> 16) &* (rest &>> 3)) &>> Int32(bitPattern: 11 &- inverseShift)
      let scaled = rough &+ UInt32(bitPattern: step)
      let down = 0 &- exponent &- Int32(bitPattern: inverseShift)
      if down > 31 { return 0 }
      if down <= 0 { return scaled }
      return (scaled &>> UInt32(bitPattern: down)) &+ ((scaled &>> UInt32(bitPattern: down &- 1)) & 1)
    }

    /// a·b over 2^16, b below 2^16.
    @inline(__always)
    private static func upper(_ a: UInt32, _ b: UInt32) -> UInt32 {
      (a &>> 16) &* b &+ ((a & 0xffff) &* b) &>> 16
    }
  }
}
