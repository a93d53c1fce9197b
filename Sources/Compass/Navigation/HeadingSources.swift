// Types for the choice of a heading: sources, features, uses.

import Quantities

/// Where a heading comes from.
public enum HeadingSource: UInt8, Equatable, Sendable {
  /// The direction of movement.
  case course
  /// An inertial sensor on the head, over a link of its own.
  case head
  /// This device's compass.
  case device
}

/// What a heading is wanted for.
public enum HeadingFeature: UInt8, Equatable, Sendable {
  case placeCallout
  case intersectionCallout
  case beaconCallout
  case myLocation
  case nearbyMarkers
  case aroundMe
  case aheadOfMe
  case beacon
}

/// Deciding what to tell, or how to present it.
public enum HeadingUse: UInt8, Equatable, Sendable {
  case collection
  case presentation
}

/// What a feature does when no heading is available.
public enum NoHeadingAction: UInt8, Equatable, Sendable {
  /// The callout is left out.
  case skip
  /// The document names no action.
  case none
  /// The beacon is dimmed.
  case dim
}

/// How the device is worn, which decides when its own heading counts.
public enum WearingContext: UInt8, Equatable, Sendable {
  /// Counts in the foreground or while held flat.
  case standard
  /// Counts while it hangs upright on its lanyard.
  case kayaking
}

/// How the device lies in the hand.
public enum HeldPose: UInt8, Equatable, Sendable {
  case flat
  case upright
  case other
}

/// The result of the choice.
public enum SourceChoice: Equatable, Sendable {
  case source(HeadingSource)
  /// The feature needs no heading for this use.
  case notApplicable
  /// None is available; the feature says what to do.
  case unavailable(NoHeadingAction)
}
