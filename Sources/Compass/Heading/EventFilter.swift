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

  // What was told last, with a direction and everything else in one word: as a structure it would be copied.
  private var heading = BinaryAngle.zero
  private var features: UInt32 = 0
  private var time = Instant(microseconds: 0)
  private var isFirst = true

  public init(minimumChange: UInt32 = 0, heartbeat: UInt32 = 0) {
    self.minimumChange = minimumChange
    self.heartbeat = heartbeat
  }

  /// The next heading will be told.
  public mutating func restart() { isFirst = true }

  /// What of a heading is compared besides its direction: one byte each of validity, grade and source.
  private enum Feature {
    static var heading: UInt32 { 1 }
    static var magnetic: UInt32 { 2 }
    static var trueNorth: UInt32 { 4 }
    static var validity: UInt32 { 0xff }
    static var grade: UInt32 { 0xff00 }
    static var source: UInt32 { 0xff_0000 }
  }

  /// Assesses one heading and writes its event; one that has an event counts as told.
  /// - Parameters:
  ///   - assessment: complete but for its event.
  ///   - mode: how the heading came about, any number.
  @inline(__always)
  mutating func assess(_ assessment: inout HeadingAssessment, mode: UInt8, at time: Instant) {
    // One of both is the heading to use, where there is one: the reference says so.
    let current = assessment.reference == .trueNorth ? assessment.trueNorth : assessment.magnetic
    var found = assessment.reference == .none ? 0 : Feature.heading
    if assessment.magnetic != nil { found |= Feature.magnetic }
    if assessment.trueNorth != nil { found |= Feature.trueNorth }
    // One byte each, put together in one word: narrower ones would be cut to size at each step.
    let grade = Self.word(assessment.grade) | Self.word(assessment.disturbance.rawValue) &<< 2
    let source =
      Self.word(assessment.reference.rawValue) | Self.word(assessment.orientation.rawValue) &<< 2 | Self.word(mode)
      &<< 5
    found |= grade &<< 8 | source &<< 16
    let direction = current ?? .zero

    var event = HeadingEvent.first
    if !isFirst {
      // Without branches, of which the compiler would make a way for every combination.
      let changes = found ^ features
      event.rawValue = UInt8(
        truncatingIfNeeded: Self.one(changes & (Feature.magnetic | Feature.trueNorth)) &<< 2
          | Self.one(changes & Feature.grade) &<< 3 | Self.one(changes & Feature.source) &<< 4)
      let isHeading = found & features & Feature.heading != 0
      if minimumChange == 0 || isHeading && heading.shortestDifference(to: direction).magnitude >= minimumChange {
        event.insert(.moved)
      }
      // Signed: a clock that ran backwards is no heartbeat.
      let elapsed = Int64(bitPattern: time.microseconds &- self.time.microseconds)
      if heartbeat > 0, elapsed >= Int64(bitPattern: UInt64(widening: heartbeat)) { event.insert(.heartbeat) }
    }
    assessment.event = event
    if event == .none { return }
    isFirst = false
    heading = direction
    features = found
    self.time = time
  }

  @inline(__always)
  private static func word(_ byte: UInt8) -> UInt32 { UInt32(truncatingIfNeeded: byte) }

  /// 1 where any bit is set, else 0.
  @inline(__always)
  private static func one(_ bits: UInt32) -> UInt32 { (bits | (0 &- bits)) &>> 31 }
}
