// The part of an instrument that a board's main program chooses: with navigation or without.

import Binnacle
import LinkProtocol
import Quantities

/// Navigation: fixes, destination, heading sources, and the swing of a deviation card. `NavigationUnit` implements all
/// of it. A board with little flash uses `WithoutNavigation`, and its image contains none of that code.
public protocol NavigationPart: ~Copyable {
  init()

  /// `.navigation` or nothing; reported in hello.
  static var capabilities: Capabilities { get }

  /// Whether the instrument has the world model: with place and date it gives true headings.
  static var hasWorldModel: Bool { get }
  /// Whether the instrument can test its own arithmetic.
  static var hasSelfTests: Bool { get }

  /// Whether a request needs the present heading.
  static func needsHeading(_ kind: MessageKind) -> Bool

  /// Receives the reading of a sample.
  mutating func receive(_ reading: inout CompassReading, at now: Instant)

  /// Reports that there is no heading.
  mutating func loseHeading(at now: Instant)

  /// Appends a `GuidanceReport`.
  mutating func appendGuidance(to frame: inout FrameBuffer, at now: Instant)

  /// Carries out a request about navigation.
  mutating func answer(
    _ request: borrowing FrameBuffer, _ line: inout Transmitter, _ compass: inout Compass, _ place: inout CompassPlace,
    at now: Instant
  ) -> Answer
}

extension NavigationPart where Self: ~Copyable {
  /// All images have it.
  @inline(__always)
  public static var hasWorldModel: Bool { true }
  /// All images can.
  @inline(__always)
  public static var hasSelfTests: Bool { true }
}

/// An instrument without navigation. It refuses requests about navigation with the missing capability.
public struct WithoutNavigation: NavigationPart {
  public init() {}
  /// None.
  public static var capabilities: Capabilities { .none }
  /// No request needs it.
  @inline(__always)
  public static func needsHeading(_ kind: MessageKind) -> Bool { false }
  /// Does nothing.
  public mutating func receive(_ reading: inout CompassReading, at now: Instant) {}
  /// Does nothing.
  public mutating func loseHeading(at now: Instant) {}
  /// Appends nothing.
  public mutating func appendGuidance(to frame: inout FrameBuffer, at now: Instant) {}
  /// Refuses the request, because the capability is missing.
  public mutating func answer(
    _ request: borrowing FrameBuffer, _ line: inout Transmitter, _ compass: inout Compass, _ place: inout CompassPlace,
    at now: Instant
  ) -> Answer { .lacking(.navigation) }
}
