// Angles as 32-bit fractions of a turn.

/// A direction: 2^32 steps per turn, clockwise from north (8.4e-8 degrees a step).
///
/// Arithmetic wraps, so that 350° + 20° is 10° without a special case. The direction of a zero vector is not an
/// angle: functions that could meet one return `BinaryAngle?`, and `nil` means *undefined*, never 0.
public struct BinaryAngle: Equatable, Hashable, Sendable {
  /// The fraction of a turn, in units of 2^−32.
  public var rawValue: UInt32

  @inlinable @inline(__always)
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// North.
  public static var zero: BinaryAngle { BinaryAngle(rawValue: 0) }
  /// 90°.
  public static var quarterTurn: BinaryAngle { BinaryAngle(rawValue: 0x4000_0000) }
  /// 180°.
  public static var halfTurn: BinaryAngle { BinaryAngle(rawValue: 0x8000_0000) }

  /// The sum, modulo one turn.
  @inlinable @inline(__always)
  public static func + (a: BinaryAngle, b: BinaryAngle) -> BinaryAngle {
    BinaryAngle(rawValue: a.rawValue &+ b.rawValue)
  }

  /// The difference, modulo one turn.
  @inlinable @inline(__always)
  public static func - (a: BinaryAngle, b: BinaryAngle) -> BinaryAngle {
    BinaryAngle(rawValue: a.rawValue &- b.rawValue)
  }

  @inlinable @inline(__always)
  public static prefix func - (a: BinaryAngle) -> BinaryAngle {
    BinaryAngle(rawValue: 0 &- a.rawValue)
  }

  /// The shortest way from `self` to `other`, in 2^−32 turns: −2^31…2^31 − 1, positive clockwise.
  ///
  /// Exactly half a turn comes out as −2^31. Everything in Binnacle that compares directions uses this function.
  @inlinable @inline(__always)
  public func shortestDifference(to other: BinaryAngle) -> Int32 {
    Int32(bitPattern: other.rawValue &- rawValue)
  }

  /// The angle read as signed, −180° (inclusive) to 180° (exclusive), in 2^−32 turns: for roll and pitch.
  @inlinable @inline(__always)
  public var signed: Int32 { Int32(bitPattern: rawValue) }
}
