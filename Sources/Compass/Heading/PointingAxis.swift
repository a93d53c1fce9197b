// The pointing axis: the axis whose heading is reported instead of that of the forward axis. This file decides when it
// has no heading.

import FixedPoint
import Quantities
import RawMemory

extension AxisRemap {
  /// The rotation of the body axes after which `axis` is forward.
  ///
  /// The other two axes are chosen so that the instrument is upright in the new frame. For ±X and ±Y, down stays down.
  /// For ±Z, the axes through the display, the former forward axis points up.
  public static func pointing(_ axis: SignedAxis) -> AxisRemap {
    // The right axis is ±Y for ±X and ±Z, −X for +Y and +X for −Y. The last bit of an axis's number is its sign.
    let number = axis.rawValue
    let right = axis.axis == 1 ? number ^ 3 : 2 | number & 1
    // Never `nil`: the two axes differ.
    return AxisRemap(forward: axis, right: Unchecked.enumeration(numbered: right)) ?? .identity
  }
}

extension AxisRemap.SignedAxis {
  /// Whether the axis lies within 4° of the vertical: 204·(the force across it)² < (the force along it)². The heading
  /// of the axis is undefined there (Protocols/heading/spec.md, section 4).
  /// - Parameter force: micro-g, body axes; it points up or down.
  @inline(never)
  public func isVertical(under force: Vector3) -> Bool {
    let along = (axis == 0 ? force.x : axis == 1 ? force.y : force.z).magnitude
    let first = (axis == 0 ? force.y : force.x).magnitude
    let second = (axis == 2 ? force.y : force.z).magnitude
    // Nearly all samples return here. No accelerometer measures more than 67 g, which would not fit the sums.
    let part = along &>> 3
    if first > part || second > part || along >= 1 &<< 26 { return false }
    let across =
      UInt64(widening: first) &* UInt64(widening: first) &+ UInt64(widening: second) &* UInt64(widening: second)
    return across &* 204 < UInt64(widening: along) &* UInt64(widening: along)
  }

  /// The axis among +X, +Z and −Z that is most level, for an instrument whose heading should continue while it is
  /// raised or lowered: +Z if the nose is more than 50° up, −Z if it is more than 50° down, +X again below 40°
  /// (Protocols/heading/spec.md, section 11).
  /// - Parameter force: micro-g, body axes.
  public func mostLevel(under force: Vector3) -> AxisRemap.SignedAxis {
    // 15 bits, so that each square has 30 bits and the sum of three fits.
    let a = Acceleration(microG: force).microG.mantissa(bits: 15)
    let along = UInt32(bitPattern: a.x &* a.x)
    let across = UInt32(bitPattern: a.y &* a.y) &+ UInt32(bitPattern: a.z &* a.z)
    // tan² of 50° is 1.420, of 40° 0.704, which are 363/2^8 and 180/2^8.
    let limit = ((across &>> 8) &* (self == .plusX ? 363 : 180))
    if along <= limit { return .plusX }
    return a.x > 0 ? .plusZ : .minusZ
  }
}
