// How a sensor is mounted in the instrument.

import FixedPoint
import RawMemory

/// One of the 24 rotations that map sensor axes to body axes (forward, right, down).
///
/// The raw value counts `forward` (6 choices) × `right` (the 4 signed axes perpendicular to it), in the order of
/// `SignedAxis`.
public struct AxisRemap: Equatable, Hashable, Sendable {
  /// A sensor axis and its sign.
  public enum SignedAxis: UInt8, Sendable, BitwiseCopyable {
    case plusX, minusX, plusY, minusY, plusZ, minusZ

    /// 0 for X, 1 for Y, 2 for Z.
    @inlinable public var axis: UInt8 { rawValue &>> 1 }
    /// Whether the axis is negated.
    @inlinable public var isNegative: Bool { rawValue & 1 == 1 }
    @inlinable public var opposite: SignedAxis { Unchecked.enumeration(numbered: rawValue ^ 1) }
  }

  /// The sensor axis that points forward.
  public let forward: SignedAxis
  /// The sensor axis that points right.
  public let right: SignedAxis
  /// The sensor axis that points down: forward × right.
  public let down: SignedAxis

  /// The remap with these axes, or `nil` when they are not perpendicular to each other.
  @inline(never)
  public init?(forward: SignedAxis, right: SignedAxis) {
    guard forward.axis != right.axis else { return nil }
    self.forward = forward
    self.right = right
    let third = 3 &- forward.axis &- right.axis
    // e_i × e_j = +e_k for (i, j, k) a cyclic permutation of (x, y, z), else −e_k; each minus sign flips it.
    let cyclic = right.axis == (forward.axis == 2 ? 0 : forward.axis &+ 1)
    let negative = (!cyclic != forward.isNegative) != right.isNegative
    self.down = Unchecked.enumeration(numbered: third &* 2 &+ (negative ? 1 : 0))
  }

  /// Sensor axes are body axes.
  public static var identity: AxisRemap { AxisRemap(.plusX, .plusY, .plusZ) }

  @inline(__always)
  private init(_ forward: SignedAxis, _ right: SignedAxis, _ down: SignedAxis) {
    (self.forward, self.right, self.down) = (forward, right, down)
  }

  /// Whether each of the three is an axis; the memory may have been overwritten.
  public var isSound: Bool {
    Unchecked.isCase(forward, of: 6) && Unchecked.isCase(right, of: 6) && Unchecked.isCase(down, of: 6)
  }

  /// 0…23; see the type.
  public var rawValue: UInt8 {
    let skipped = right.rawValue > forward.rawValue ? right.rawValue &- 2 : right.rawValue
    return forward.rawValue &* 4 &+ skipped
  }

  /// The remap with this number, or `nil` beyond 23.
  public init?(rawValue: UInt8) {
    guard rawValue < 24 else { return nil }
    let forward: SignedAxis = Unchecked.enumeration(numbered: rawValue &>> 2)
    var index = rawValue & 3
    if index >= (forward.rawValue & 6) { index &+= 2 }
    self.init(forward: forward, right: Unchecked.enumeration(numbered: index))
  }

  /// The vector `sensor` in the body frame. `Int32.min` saturates when negated.
  @export(interface)
  public func body(_ sensor: Vector3) -> Vector3 {
    Vector3(x: Self.pick(forward, sensor), y: Self.pick(right, sensor), z: Self.pick(down, sensor))
  }

  /// The vector `body` in sensor axes: the inverse of `body(_:)`.
  public func sensor(_ body: Vector3) -> Vector3 {
    var v = Vector3.zero
    Self.put(body.x, on: forward, &v)
    Self.put(body.y, on: right, &v)
    Self.put(body.z, on: down, &v)
    return v
  }

  @inline(never)
  private static func put(_ value: Int32, on axis: SignedAxis, _ v: inout Vector3) {
    let signed = axis.isNegative ? value.negatedWithSaturation : value
    switch axis.axis {
    case 0: v.x = signed
    case 1: v.y = signed
    default: v.z = signed
    }
  }

  private static func pick(_ axis: SignedAxis, _ v: Vector3) -> Int32 {
    let value = axis.axis == 0 ? v.x : axis.axis == 1 ? v.y : v.z
    return axis.isNegative ? value.negatedWithSaturation : value
  }
}
