// The part of an instrument that a board's main program chooses: with navigation or without.

import Heading
import LinkProtocol
import Quantities

/// Navigation: fixes, destination, heading sources, the swing of a deviation card. `NavigationUnit` does all of it. A
/// board with little flash uses `WithoutNavigation`, and its image contains none of that code.
public protocol WayPart: ~Copyable {
  init()

  /// `.navigation` or nothing, for hello.
  static var capabilities: Capabilities { get }

  /// Receives the evidence and the assessment of a sample's heading.
  mutating func receive(_ evidence: inout HeadingEvidence, _ assessment: inout HeadingAssessment, at now: Instant)

  /// Says that there is no heading.
  mutating func loseHeading(at now: Instant)

  /// Appends a `GuidanceReport`.
  mutating func appendGuidance(to frame: inout FrameBuffer, at now: Instant)

  /// Carries out the request in the decoder's frame, which is about navigation, and answers it.
  static func carryOut<Gyro: MotionPart & ~Copyable>(
    _ kind: UInt8, in instrument: inout CompassInstrument<Self, Gyro>, at now: Instant)
}

/// An instrument without navigation. It refuses requests about navigation with the missing capability.
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
  /// Refuses the request, because the capability is missing.
  public static func carryOut<Gyro: MotionPart & ~Copyable>(
    _ kind: UInt8, in instrument: inout CompassInstrument<Self, Gyro>, at now: Instant
  ) {
    instrument.refuse(lacking: .navigation)
  }
}
