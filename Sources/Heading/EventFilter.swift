// Which headings are worth telling.

import FixedPoint
import Quantities

/// Lets a heading through when it has moved far enough since the last one that was told, when something about it has
/// changed, or when nothing was told for long.
public struct EventFilter: Equatable, Sendable {
  /// 2^−32 turns, 0…2^31; 0: every heading is told.
  public var minimumChange: UInt32
  /// Microseconds; 0: never.
  public var heartbeat: UInt32

  private var told: Told?

  private struct Told: Equatable {
    var heading: BinaryAngle?
    var time: Instant
    var validity: UInt8
    var grade: UInt8
    var source: UInt8
  }

  public init(minimumChange: UInt32 = 0, heartbeat: UInt32 = 0) {
    self.minimumChange = minimumChange
    self.heartbeat = heartbeat
  }

  /// The next heading will be told.
  public mutating func restart() { told = nil }

  /// Judges one heading; one that has an event counts as told.
  /// - Parameters:
  ///   - judgement: complete but for its event.
  ///   - mode: how the heading came about, any number.
  public mutating func event(for judgement: borrowing HeadingJudgement, mode: UInt8, at time: Instant) -> HeadingEvent {
    let heading = judgement.heading
    let now = Told(
      heading: heading, time: time,
      validity: (judgement.magnetic == nil ? 0 : 1) | (judgement.trueNorth == nil ? 0 : 2),
      grade: judgement.grade | judgement.disturbance.rawValue &<< 2,
      source: judgement.reference.rawValue | judgement.orientation.rawValue &<< 2 | mode &<< 5)
    var event = HeadingEvent.none
    if let told {
      if minimumChange == 0 {
        event.insert(.moved)
      } else if let heading, let before = told.heading,
        before.shortestDifference(to: heading).magnitude >= minimumChange
      {
        event.insert(.moved)
      }
      if told.validity != now.validity { event.insert(.validity) }
      if told.grade != now.grade { event.insert(.grade) }
      if told.source != now.source { event.insert(.source) }
      if heartbeat > 0, time.elapsed(since: told.time) >= heartbeat { event.insert(.heartbeat) }
    } else {
      event.insert(.first)
    }
    if event != .none { told = now }
    return event
  }
}
