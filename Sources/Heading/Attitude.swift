// Roll and pitch from specific force (Protocols/heading/spec.md, "Attitude").

import Cordic
import FixedPoint
import Quantities

/// Where down is, in the body frame, as a mantissa vector: only its direction counts.
struct Down: Equatable {
  /// Opposite to the specific force; the largest component has 30 bits.
  var direction: Vector3
  /// dy² + dz².
  var acrossSquared: Int64
  /// √(dx² + dy² + dz²), rounded down; below √3·2^30.
  var length: UInt32

  /// `nil` when the specific force is zero: then nothing says where down is.
  init?(_ force: Acceleration) {
    let a = force.microG
    let opposite = Vector3(
      x: a.x.negatedWithSaturation, y: a.y.negatedWithSaturation, z: a.z.negatedWithSaturation)
    guard let normalised = opposite.normalised else { return nil }
    direction = normalised.mantissa
    acrossSquared = Int64(product: direction.y, direction.y) &+ Int64(product: direction.z, direction.z)
    let squared = acrossSquared &+ Int64(product: direction.x, direction.x)
    length = UInt64(bitPattern: squared).squareRoot
  }

  /// Level: down is +z.
  static var level: Down {
    Down(direction: Vector3(x: 0, y: 0, z: 1 << 29), acrossSquared: Int64(1) &<< 58, length: 1 << 29)
  }

  private init(direction: Vector3, acrossSquared: Int64, length: UInt32) {
    self.direction = direction
    self.acrossSquared = acrossSquared
    self.length = length
  }

  /// Right side down positive; `nil` when the forward axis is vertical and roll has no meaning.
  var roll: BinaryAngle? { Cordic.angle(y: direction.y, x: direction.z) }

  /// Nose up positive, −90°…90°.
  var pitch: BinaryAngle {
    let across = Int32(bitPattern: UInt64(bitPattern: acrossSquared).squareRoot)
    // Not both zero: the vector was normalised.
    return Cordic.angle(y: 0 &- direction.x, x: across) ?? .zero
  }
}

extension Vector3 {
  /// The vector shifted so that its largest component lies in [2^29, 2^30), and the shift (positive: to the left).
  /// `nil` for the zero vector.
  var normalised: (mantissa: Vector3, shift: Int32)? {
    let bits = x.magnitude | y.magnitude | z.magnitude
    if bits == 0 { return nil }
    let shift = Int32(truncatingIfNeeded: bits.leadingZeroBitCount) &- 2
    if shift >= 0 { return (Vector3(x: x &<< shift, y: y &<< shift, z: z &<< shift), shift) }
    let down = 0 &- shift
    return (
      Vector3(x: x.shifted(rightBy: down), y: y.shifted(rightBy: down), z: z.shifted(rightBy: down)), shift
    )
  }
}
