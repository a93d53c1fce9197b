// What guidance to a place shows.

import FixedPoint
import Quantities

/// The state of guidance.
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
  /// Left or right is not known: not ahead, and the heading may be wrong by more than the turn, or by more than the rest
  /// to straight behind.
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
  /// The angle from straight ahead to the place: −½ turn (exclusive) to ½ turn, right positive, in 2^−32 turns. Exactly
  /// half a turn counts as right. `nil` when there is no arrow.
  public var turn: Int64?
  /// Bearing to the place against true north; `nil` without a fix or when it is undefined.
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

  /// The turn for a shortest difference. Exactly half a turn counts as right, although its bits are those of a negative
  /// number.
  public static func turn(_ difference: Int32) -> Int64 {
    difference == Int32.min ? 0x8000_0000 : Int64(widening: difference)
  }
}
