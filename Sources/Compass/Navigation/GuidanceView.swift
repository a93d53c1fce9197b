// What guidance to a place shows.

import FixedPoint
import Quantities

/// The state of guidance.
public enum GuidanceState: UInt8, Equatable, Sendable {
  /// No valid fix so far.
  case waiting
  /// On the way.
  case guiding
  /// Within the arrival radius. Guidance starts again when the user leaves the place.
  case arrived
  /// There was a fix, but the last one is too old or too inaccurate.
  case unavailable
}

/// Where to turn.
public enum Arrow: UInt8, Equatable, Sendable {
  case ahead
  case left
  case right
  /// The place is not ahead, but left or right is uncertain: the heading error may exceed the turn, or the rest of the
  /// turn to straight behind.
  case unsure
}

/// Why there is no arrow.
public enum HiddenArrow: UInt8, Equatable, Sendable {
  /// Guidance is waiting, has arrived or is unavailable.
  case notGuiding
  /// The heading relative to true north is not valid.
  case noHeading
  /// The user is at the place, opposite it on the Earth, or at a pole.
  case noBearing
  /// The heading error may be larger than the limit `worstAccuracy`.
  case inaccurate
}

/// What to show.
public struct GuidanceView: Equatable, Sendable {
  public var state: GuidanceState
  /// The arrow, or `nil` with the reason in `hidden`.
  public var arrow: Arrow?
  public var hidden: HiddenArrow?
  /// The angle from straight ahead to the place: from −½ turn (exclusive) to ½ turn, right positive, in 2^−32 turns.
  /// Exactly half a turn counts as right. `nil` if there is no arrow.
  public var turn: Int64?
  /// Bearing to the place relative to true north; `nil` without a fix or if the bearing is undefined.
  public var bearing: BinaryAngle?
  /// Distance to the place; `nil` without a usable fix.
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

  /// Converts a shortest difference to a turn. Exactly half a turn counts as right, although its bits are those of a
  /// negative number.
  public static func turn(_ difference: Int32) -> Int64 {
    difference == Int32.min ? 0x8000_0000 : Int64(widening: difference)
  }
}
