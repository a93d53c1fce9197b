// What guidance to a place says. Modules share it, and the link carries it unchanged.

import FixedPoint

/// Where guidance stands.
public enum GuidanceState: UInt8, Equatable, Sendable {
  /// No valid fix so far.
  case waiting
  /// On the way.
  case guiding
  /// Within the arrival radius. Guidance starts again when the place is left.
  case arrived
  /// There was a fix, but the last one is too old or too inaccurate.
  case unavailable
}

/// Where to turn.
public enum Arrow: UInt8, Equatable, Sendable {
  case ahead
  case left
  case right
  /// Not ahead, and the heading may be wrong by more than the turn: left or right is not known.
  case unsure
}

/// Why there is no arrow.
public enum HiddenArrow: UInt8, Equatable, Sendable {
  /// Guidance is waiting, has arrived or is unavailable.
  case notGuiding
  /// The heading against true north is not valid.
  case noHeading
  /// At the place, opposite it, or at a pole.
  case noBearing
  /// The heading may be wrong by more than the largest accuracy that guides.
  case inaccurate
}

/// What to show.
public struct GuidanceView: Equatable, Sendable {
  public var state: GuidanceState
  /// The arrow, or `nil` with the reason in `hidden`.
  public var arrow: Arrow?
  public var hidden: HiddenArrow?
  /// From the nose to the place: −½ turn (exclusive) to ½ turn, right positive, in 2^−32 turns; half a turn is to the
  /// right. `nil` when there is no arrow.
  public var turn: Int64?
  /// Against true north; `nil` without a fix or when it is undefined.
  public var bearing: BinaryAngle?
  /// `nil` without a usable fix.
  public var millimetres: Int64?

  public init(
    state: GuidanceState, arrow: Arrow? = nil, hidden: HiddenArrow? = .notGuiding, turn: Int64? = nil,
    bearing: BinaryAngle? = nil, millimetres: Int64? = nil
  ) {
    self.state = state
    self.arrow = arrow
    self.hidden = hidden
    self.turn = turn
    self.bearing = bearing
    self.millimetres = millimetres
  }

  /// The turn of a shortest difference. Half a turn is to the right, the one value whose sign is not that of its bits.
  public static func turn(_ difference: Int32) -> Int64 {
    difference == Int32.min ? 0x8000_0000 : Int64(widening: difference)
  }
}
