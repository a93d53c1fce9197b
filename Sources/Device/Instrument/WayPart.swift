// The part of an instrument that a board's main chooses: with a way to go, or without.

import Heading
import LinkProtocol
import Quantities

/// What knows the way: fixes, destination, heading sources, the swing of a deviation card. `NavigationUnit` does all of
/// it; a board that is short of flash takes `WithoutNavigation`, and none of that code is in its image.
public protocol WayPart: ~Copyable {
  init()

  /// `.navigation`, or nothing: what hello says.
  static var capabilities: Capabilities { get }

  /// Receives what was found about the heading of a sample.
  mutating func receive(_ evidence: inout HeadingEvidence, _ assessment: inout HeadingAssessment, at now: Instant)

  /// There is no heading any more.
  mutating func loseHeading(at now: Instant)

  /// Appends a `GuidanceReport`.
  mutating func appendGuidance(to frame: inout FrameBuffer, at now: Instant)

  /// Carries out the request in the decoder's frame, which is one about the way, and answers it.
  static func carryOut(_ kind: UInt8, in instrument: inout CompassInstrument<Self>, at now: Instant)
}

/// No navigation: requests about the way are refused, with the capability that is missing.
public struct WithoutNavigation: WayPart {
  public init() {}
  /// None.
  public static var capabilities: Capabilities { .none }
  /// Does nothing.
  public mutating func receive(
    _ evidence: inout HeadingEvidence, _ assessment: inout HeadingAssessment, at now: Instant
  ) {}
  /// Does nothing.
  public mutating func loseHeading(at now: Instant) {}
  /// Appends nothing.
  public mutating func appendGuidance(to frame: inout FrameBuffer, at now: Instant) {}
  /// Refuses the request: the capability is missing.
  public static func carryOut(_ kind: UInt8, in instrument: inout CompassInstrument<Self>, at now: Instant) {
    instrument.refuse(lacking: .navigation)
  }
}
