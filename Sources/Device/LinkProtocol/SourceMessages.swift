// The choice of the heading source, and the swing of the deviation card (Protocols/link/spec.md, "setSurroundings").

import Navigation
import Quantities
import RawMemory

/// Information about the user's situation that the device cannot measure itself.
public struct SetSurroundings: Message, Equatable, Sendable {
  /// Whether the user looks at the device.
  public var isForeground: Bool
  /// Whether an inertial sensor on the head delivers data.
  public var hasHeadset: Bool
  public var context: WearingContext
  /// How long a source must be available before the device prefers it to the one in use, in microseconds.
  public var settlingTime: UInt32
  /// At this speed and above, guidance uses the course as its heading, in millimetres per second; 0: never.
  public var courseAbove: UInt32 = 0
  /// A fix nearer than this to the last one that was passed on to the world model is not passed on, in millimetres; never
  /// less than 1 km. Guidance and course get every fix.
  public var distanceFilter: UInt32 = 0
  /// A fix with a larger error is ignored, in millimetres; 0: no fix is ignored.
  public var desiredAccuracy: UInt32 = 0

  public init(
    isForeground: Bool = true, hasHeadset: Bool = false, context: WearingContext = .standard,
    settlingTime: UInt32 = 1_000_000
  ) {
    self.isForeground = isForeground
    self.hasHeadset = hasHeadset
    self.context = context
    self.settlingTime = settlingTime
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append((isForeground ? UInt8(1) : 0) | (hasHeadset ? 2 : 0) | (context == .kayaking ? 4 : 0))
    frame.append(settlingTime)
    frame.append(courseAbove)
    frame.append(distanceFilter)
    frame.append(desiredAccuracy)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let flags = reader.uint8()
    settlingTime = reader.uint32()
    courseAbove = reader.uint32()
    distanceFilter = reader.uint32()
    desiredAccuracy = reader.uint32()
    if reader.isOverrun { return nil }
    isForeground = flags & 1 != 0
    hasHeadset = flags & 2 != 0
    context = flags & 4 != 0 ? .kayaking : .standard
  }
}

/// The available sources, and the source that each feature uses for each purpose.
public struct SourceReport: Message, Equatable, Sendable {
  public var time = Instant(microseconds: 0)
  /// Bit n: the source of raw value n is available.
  public var available: UInt8 = 0
  /// Bit n: the source of raw value n has been available for the settling time.
  public var settled: UInt8 = 0
  /// How the device is held in the hand; `nil` without an accelerometer.
  public var pose: HeldPose?
  /// The code of `WearingContext`, not an enumeration, so that a code of a later version can be shown.
  public private(set) var contextCode: UInt8 = 0
  /// The source of each feature for collection (even indices) and presentation (odd indices), in the order of raw
  /// values.
  public var choices = [16 of UInt8](repeating: 0)

  public init() {}

  /// `nil` for a context of a later version; setting `nil` changes nothing.
  public var context: WearingContext? {
    get { WearingContext(rawValue: contextCode) }
    set { if let newValue { contextCode = newValue.rawValue } }
  }

  public static func == (a: SourceReport, b: SourceReport) -> Bool {
    for i in 0..<16 where a.choices[i] != b.choices[i] { return false }
    return a.time == b.time && a.available == b.available && a.settled == b.settled && a.pose == b.pose
      && a.contextCode == b.contextCode
  }

  /// The choice as one byte: a source, or 3 not applicable, 4 skip, 5 none, 6 dim.
  public static func code(_ choice: SourceChoice) -> UInt8 {
    switch choice {
    case .source(let source): source.rawValue
    case .notApplicable: 3
    case .unavailable(let action): action.rawValue &+ 4
    }
  }

  /// The source for a feature and use; `nil` for a code of a later version.
  public func choice(for feature: HeadingFeature, _ use: HeadingUse) -> SourceChoice? {
    let index = Int(truncatingIfNeeded: feature.rawValue) &* 2 &+ Int(truncatingIfNeeded: use.rawValue)
    let code = choices[index]
    if let source = HeadingSource(rawValue: code) { return .source(source) }
    if code == 3 { return .notApplicable }
    return NoHeadingAction(rawValue: code &- 4).map { .unavailable($0) }
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(available)
    frame.append(settled)
    frame.append(pose?.rawValue ?? 0xff)
    frame.append(contextCode)
    for i in 0..<16 { frame.append(choices[i]) }
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    available = reader.uint8()
    settled = reader.uint8()
    pose = HeldPose(rawValue: reader.uint8())
    contextCode = reader.uint8()
    for i in 0..<16 { choices[i] = reader.uint8() }
    if reader.isOverrun { return nil }
  }
}

/// An action on the swing.
public enum SwingAction: UInt8, Sendable {
  /// Ends the swing and forgets its headings.
  case end = 0
  /// Begins a swing by hand: `take` adds the headings.
  case begin = 1
  /// Begins a swing by the course over ground: every fix is used.
  case beginByCourse = 2
  /// Adds one heading.
  case take = 3
  /// Uses the card that was found, as `setDeviation` would.
  case use = 4
}

/// One step of a swing.
public struct SwingRequest: Message, Equatable, Sendable {
  public var action: SwingAction
  /// With `take`: the compass heading, before any card is applied.
  public var compass: BinaryAngle
  /// With `take`: the magnetic heading of the same direction.
  public var magnetic: BinaryAngle

  public init(_ action: SwingAction, compass: BinaryAngle = .zero, magnetic: BinaryAngle = .zero) {
    self.action = action
    self.compass = compass
    self.magnetic = magnetic
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(action.rawValue)
    frame.append(compass.rawValue)
    frame.append(magnetic.rawValue)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let value = reader.uint8()
    compass = BinaryAngle(rawValue: reader.uint32())
    magnetic = BinaryAngle(rawValue: reader.uint32())
    guard !reader.isOverrun, let known = SwingAction(rawValue: value) else { return nil }
    action = known
  }
}

/// The kind of swing in progress.
public enum SwingMode: UInt8, Sendable {
  case none = 0
  case byHand = 1
  case byCourse = 2
}

/// The result of the last fix in a swing by course.
public enum SwingStep: UInt8, Sendable {
  /// There was no fix yet.
  case none = 0
  /// It is part of a leg that is not long enough yet.
  case steadying = 1
  /// The leg was added.
  case taken = 2
  /// The speed is too low, or the course is not known well enough.
  case tooSlow = 3
  case turning = 4
  /// There is no heading.
  case noHeading = 5
  /// The declination is not known: the device has no place or no date.
  case noDeclination = 6
}

/// Whether there is a card, and if not, why.
public enum SwingOutcome: UInt8, Sendable {
  case card = 0
  case tooFew = 1
  case tooNarrow = 2
  case tooLarge = 3
}

extension SwingReport {
  /// `nil` for a mode of a later version; setting `nil` changes nothing.
  public var mode: SwingMode? {
    get { SwingMode(rawValue: modeCode) }
    set { if let newValue { modeCode = newValue.rawValue } }
  }

  /// `nil` for a step of a later version; setting `nil` changes nothing.
  public var step: SwingStep? {
    get { SwingStep(rawValue: stepCode) }
    set { if let newValue { stepCode = newValue.rawValue } }
  }

  /// `nil` for an outcome of a later version; setting `nil` changes nothing.
  public var outcome: SwingOutcome? {
    get { SwingOutcome(rawValue: outcomeCode) }
    set { if let newValue { outcomeCode = newValue.rawValue } }
  }
}
