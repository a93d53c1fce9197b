// Chooses the heading to use (course, head or device) for a feature and its use.
//
// The lists are those of "Heading in Soundscape" (Microsoft Soundscape's documentation). Protocols/navigation contains
// them as sources.json; a test compares both.

import Quantities

extension HeldPose {
  /// Finds the pose from the tilt: flat if roll and pitch are within 30°, upright if the nose or an edge is within 30°
  /// of vertical.
  /// - Parameter force: specific force in body axes, which at rest points up. A zero force gives neither pose.
  public init(_ force: Acceleration) {
    // 15 bits, so that three times the sum of two squares fits. The tangent of roll is y/z; that of pitch is x over the
    // length of (y, z).
    let a = force.microG.mantissa(bits: 15)
    func half(_ value: Int32) -> UInt32 { UInt32(bitPattern: value &* value) &>> 1 }
    // tan² of 60° and of 30° are 3 and 1/3.
    let (x, y, z) = (half(a.x), half(a.y), half(a.z))
    if a.z < 0 && y &* 3 <= z && x &* 3 <= y &+ z {
      self = .flat
    } else if x | y != 0 && (x >= (y &+ z) &* 3 || y >= z &* 3) {
      self = .upright
    } else {
      self = .other
    }
  }
}

/// The current situation.
public struct Surroundings: Equatable, Sendable {
  /// Whether the user walks or drives, with a known course.
  public var isMoving: Bool
  /// Whether a headset with an inertial sensor delivers data.
  public var hasHeadset: Bool
  public var isForeground: Bool
  public var pose: HeldPose
  public var context: WearingContext

  public init(
    isMoving: Bool, hasHeadset: Bool, isForeground: Bool, pose: HeldPose, context: WearingContext = .standard
  ) {
    self.isMoving = isMoving
    self.hasHeadset = hasHeadset
    self.isForeground = isForeground
    self.pose = pose
    self.context = context
  }

  /// Whether a source is available.
  public func has(_ source: HeadingSource) -> Bool {
    switch source {
    case .course: return isMoving
    case .head: return hasHeadset
    case .device:
      switch context {
      case .standard: return isForeground || pose == .flat
      case .kayaking: return pose == .upright
      }
    }
  }
}

/// The sources in the order in which they are tried.
public struct SourcePriority: Equatable, Sendable {
  public var first: HeadingSource
  public var second: HeadingSource
  public var third: HeadingSource

  public init(_ first: HeadingSource, _ second: HeadingSource, _ third: HeadingSource) {
    self.first = first
    self.second = second
    self.third = third
  }
}

extension HeadingFeature {
  /// The order of the sources in the document's table; `nil` if it says n/a, which is different from unavailable.
  public func priority(for use: HeadingUse) -> SourcePriority? {
    if use == .presentation { return SourcePriority(.head, .course, .device) }
    switch self {
    case .placeCallout, .beaconCallout: return nil
    case .intersectionCallout, .myLocation, .nearbyMarkers, .aroundMe: return SourcePriority(.course, .head, .device)
    case .aheadOfMe, .beacon: return SourcePriority(.head, .device, .course)
    }
  }

  /// The action in the document's second table.
  public var actionWithoutHeading: NoHeadingAction {
    switch self {
    case .placeCallout, .intersectionCallout, .beaconCallout: return .skip
    case .myLocation, .nearbyMarkers, .aroundMe, .aheadOfMe: return .none
    case .beacon: return .dim
    }
  }
}

/// Chooses by the tables, with a delay: it leaves an unavailable source at once, but changes to a better source only
/// after that source has been available for a while, so that a callout does not jump between two sources.
public struct SourceSelector: Sendable {
  /// How long a better source must be available before it replaces the one in use, in microseconds.
  public var settlingTime: UInt64
  private var courseSince: UInt64?
  private var headSince: UInt64?
  private var deviceSince: UInt64?

  /// - Parameter settlingTime: default one second, the time that a course needs to become reliable.
  public init(settlingTime: UInt64 = 1_000_000) { self.settlingTime = settlingTime }

  /// Sets which sources are available. Call it whenever that may have changed.
  public mutating func update(_ surroundings: Surroundings, at now: Instant) {
    func since(_ start: UInt64?, _ source: HeadingSource) -> UInt64? {
      surroundings.has(source) ? start ?? now.microseconds : nil
    }
    courseSince = since(courseSince, .course)
    headSince = since(headSince, .head)
    deviceSince = since(deviceSince, .device)
  }

  /// The source for a feature and a use: the first in its list that has been available long enough, or else the first
  /// that is available.
  public func choice(for feature: HeadingFeature, _ use: HeadingUse, at now: Instant) -> SourceChoice {
    guard let list = feature.priority(for: use) else { return .notApplicable }
    if isSettled(list.first, now) { return .source(list.first) }
    if isSettled(list.second, now) { return .source(list.second) }
    if isSettled(list.third, now) { return .source(list.third) }
    if start(of: list.first) != nil { return .source(list.first) }
    if start(of: list.second) != nil { return .source(list.second) }
    if start(of: list.third) != nil { return .source(list.third) }
    return .unavailable(feature.actionWithoutHeading)
  }

  /// For how many microseconds a source has been available; `nil` if it is not available.
  public func age(of source: HeadingSource, at now: Instant) -> UInt64? {
    guard let start = start(of: source) else { return nil }
    return now.microseconds &- start
  }

  private func isSettled(_ source: HeadingSource, _ now: Instant) -> Bool {
    guard let start = start(of: source) else { return false }
    return now.microseconds &- start >= settlingTime
  }

  private func start(of source: HeadingSource) -> UInt64? {
    switch source {
    case .course: return courseSince
    case .head: return headSince
    case .device: return deviceSince
    }
  }
}
