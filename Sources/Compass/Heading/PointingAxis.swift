// Which axis of the instrument points: its heading is told instead of the forward axis's, and when it has none.

import FixedPoint
import Quantities
import RawMemory

extension AxisRemap {
  /// Body axes turned so that `axis` is forward.
  ///
  /// The other two are chosen so that the instrument stands upright in its new frame: down stays down for ±X and ±Y; for
  /// ±Z, the axes that look through the display, the former forward axis points up.
  public static func pointing(_ axis: SignedAxis) -> AxisRemap {
    // Right of ±X and ±Z is ±Y, of +Y −X and of −Y +X: numbers of which the last bit is the sense.
    let number = axis.rawValue
    let right = axis.axis == 1 ? number ^ 3 : 2 | number & 1
    // Never `nil`: the two axes differ.
    return AxisRemap(forward: axis, right: Unchecked.enumeration(numbered: right)) ?? .identity
  }
}

extension AxisRemap.SignedAxis {
  /// Whether the axis lies within 4° of the vertical: 204·(the force across it)² < (the force along it)². Its heading is
  /// undefined there (Protocols/heading/spec.md, section 4).
  /// - Parameter force: micro-g, body axes; it points up or down.
  @inline(never)
  public func isVertical(under force: Vector3) -> Bool {
    let along = (axis == 0 ? force.x : axis == 1 ? force.y : force.z).magnitude
    let first = (axis == 0 ? force.y : force.x).magnitude
    let second = (axis == 2 ? force.y : force.z).magnitude
    // Nearly all samples end here. Beyond 67 g there is no accelerometer, and the sums would not fit.
    let part = along &>> 3
    if first > part || second > part || along >= 1 &<< 26 { return false }
    let across =
      UInt64(widening: first) &* UInt64(widening: first) &+ UInt64(widening: second) &* UInt64(widening: second)
    return across &* 204 < UInt64(widening: along) &* UInt64(widening: along)
  }

  /// Of +X, +Z and −Z the most level one, for an instrument whose heading should go on while it is raised or lowered: +Z once
  /// the nose is 50° up, −Z once it is 50° down, +X again at 40° (Protocols/heading/spec.md, section 11).
  /// - Parameter force: micro-g, body axes.
  public func mostLevel(under force: Vector3) -> AxisRemap.SignedAxis {
    // Fifteen bits, so that each square has thirty and the sum of three fits.
    let a = Acceleration(microG: force).microG.mantissa(bits: 15)
    let along = UInt32(bitPattern: a.x &* a.x)
    let across = UInt32(bitPattern: a.y &* a.y) &+ UInt32(bitPattern: a.z &* a.z)
    // tan² of 50° is 1.420, of 40° 0.704, which are 363/2^8 and 180/2^8.
    let limit = ((across &>> 8) &* (self == .plusX ? 363 : 180))
    if along <= limit { return .plusX }
    return a.x > 0 ? .plusZ : .minusZ
  }
}
