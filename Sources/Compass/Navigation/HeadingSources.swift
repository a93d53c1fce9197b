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

/// The feature that needs a heading.
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

/// Whether the heading decides what to announce, or how to present it.
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

/// How the device is worn. This decides when the device's own heading is valid.
public enum WearingContext: UInt8, Equatable, Sendable {
  /// The heading is valid in the foreground or while the device is held flat.
  case standard
  /// The heading is valid while the device hangs upright on its lanyard.
  case kayaking
}

/// How the device is held.
public enum HeldPose: UInt8, Equatable, Sendable {
  case flat
  case upright
  case other
}

/// The result of choosing a source.
public enum SourceChoice: Equatable, Sendable {
  case source(HeadingSource)
  /// The feature needs no heading for this use.
  case notApplicable
  /// No source is available; the action says what the feature does.
  case unavailable(NoHeadingAction)
}
