// Decides which headings are worth reporting.

import FieldMonitor
import FixedPoint
import Quantities

/// Reports a heading if it has moved far enough since the last reported one, if its validity, grade or source has
/// changed, or if nothing was reported for a long time.
public struct EventFilter: Equatable, Sendable {
  /// The change that is reported, in 2^−32 turns, 0…2^31; 0: every heading is reported.
  public var minimumChange: UInt32
  /// The longest time between two reports, microseconds; 0: no limit.
  public var heartbeat: UInt32

  // The last reported heading: its direction, and everything else in one word (embedded-swift.md, "Words").
  private var heading = BinaryAngle.zero
  private var features: UInt32 = 0
  private var time = Instant(microseconds: 0)
  private var isFirst = true

  public init(minimumChange: UInt32 = 0, heartbeat: UInt32 = 0) {
    self.minimumChange = minimumChange
    self.heartbeat = heartbeat
  }

  /// The next heading will be reported.
  public mutating func restart() { isFirst = true }

  /// The properties that are compared besides the direction: one byte each for validity, grade and source.
  private enum Feature {
    static var heading: UInt32 { 1 }
    static var magnetic: UInt32 { 2 }
    static var trueNorth: UInt32 { 4 }
    static var validity: UInt32 { 0xff }
    static var grade: UInt32 { 0xff00 }
    static var source: UInt32 { 0xff_0000 }
  }

  /// Assesses one heading and sets its event. A heading with an event counts as reported.
  /// - Parameters:
  ///   - assessment: complete except for its event.
  ///   - mode: how the heading was found, any number.
  @inline(__always)
  mutating func assess(_ assessment: inout HeadingAssessment, mode: UInt8, at time: Instant) {
    // A valid heading is one of these two; `reference` says which one.
    let current = assessment.reference == .trueNorth ? assessment.trueNorth : assessment.magnetic
    var found = assessment.reference == .none ? 0 : Feature.heading
    if assessment.magnetic != nil { found |= Feature.magnetic }
    if assessment.trueNorth != nil { found |= Feature.trueNorth }
    // One byte each, combined in one word: embedded-swift.md, "Words".
    let grade = Self.word(assessment.grade) | Self.word(assessment.disturbance.rawValue) &<< 2
    let source =
      Self.word(assessment.reference.rawValue) | Self.word(assessment.orientation.rawValue) &<< 2 | Self.word(mode)
      &<< 5
    found |= grade &<< 8 | source &<< 16
    let direction = current ?? .zero

    var event = HeadingEvent.first
    if !isFirst {
      // No branches: embedded-swift.md, "Words".
      let changes = found ^ features
      event.rawValue = UInt8(
        truncatingIfNeeded: Self.one(changes & (Feature.magnetic | Feature.trueNorth)) &<< 2
          | Self.one(changes & Feature.grade) &<< 3 | Self.one(changes & Feature.source) &<< 4)
      let isHeading = found & features & Feature.heading != 0
      if minimumChange == 0 || isHeading && heading.shortestDifference(to: direction).magnitude >= minimumChange {
        event.insert(.moved)
      }
      // The difference is signed, so a clock that ran backwards causes no heartbeat.
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

  /// 1 if any bit is set, otherwise 0.
  @inline(__always)
  private static func one(_ bits: UInt32) -> UInt32 { (bits | (0 &- bits)) &>> 31 }
}
