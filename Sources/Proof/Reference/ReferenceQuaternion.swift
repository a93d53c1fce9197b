// Rotations as quaternions in Double.

/// (w, x, y, z); it turns v into q·v·q*.
public struct ReferenceQuaternion: Equatable, Sendable {
  public var w: Double
  public var v: SIMD3<Double>

  public init(w: Double, v: SIMD3<Double>) {
    self.w = w
    self.v = v
  }

  public static let identity = ReferenceQuaternion(w: 1, v: .zero)

  /// The turn by |`vector`| radians about `vector`.
  public init(rotationVector vector: SIMD3<Double>) {
    let angle = (vector * vector).sum().squareRoot()
    w = cosine(angle / 2)
    v = angle == 0 ? .zero : vector * (sine(angle / 2) / angle)
  }

  public static func * (a: ReferenceQuaternion, b: ReferenceQuaternion) -> ReferenceQuaternion {
    ReferenceQuaternion(
      w: a.w * b.w - (a.v * b.v).sum(), v: b.v * a.w + a.v * b.w + ReferenceMatrix3.cross(a.v, b.v))
  }

  public var conjugate: ReferenceQuaternion { ReferenceQuaternion(w: w, v: -v) }

  /// The same rotation with length 1.
  public var normalised: ReferenceQuaternion {
    let length = (w * w + (v * v).sum()).squareRoot()
    return ReferenceQuaternion(w: w / length, v: v / length)
  }

  public func turned(_ u: SIMD3<Double>) -> SIMD3<Double> {
    let twice = ReferenceMatrix3.cross(v, u) * 2
    return u + twice * w + ReferenceMatrix3.cross(v, twice)
  }

  public var matrix: ReferenceMatrix3 {
    ReferenceMatrix3([turned(SIMD3(1, 0, 0)), turned(SIMD3(0, 1, 0)), turned(SIMD3(0, 0, 1))]).transposed
  }

  /// The angle of the rotation from `other` to this one, radians.
  public func angle(to other: ReferenceQuaternion) -> Double {
    let difference = self * other.conjugate
    return 2 * arctangent((difference.v * difference.v).sum().squareRoot(), abs(difference.w))
  }
}
