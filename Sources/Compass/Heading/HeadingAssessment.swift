// What the heading service reports about one heading besides the angle itself.

import FieldMonitor
import Quantities

/// The north that a heading refers to.
public enum NorthReference: UInt8, Sendable {
  /// No heading is valid.
  case none = 0
  case magnetic = 1
  case trueNorth = 2
}

/// The north that the host wants.
public enum ReferenceChoice: UInt8, Sendable, BitwiseCopyable {
  /// True north if it is known, otherwise magnetic north.
  case best = 0
  case magnetic = 1
  /// True north or nothing.
  case trueNorth = 2
}

/// Why a reading was delivered: one bit for each reason.
public struct HeadingEvent: FlagSet, Hashable {
  public var rawValue: UInt8

  @inlinable @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is the first reading, or the first after a restart of the service.
  public static var first: HeadingEvent { HeadingEvent(rawValue: 1) }
  /// The heading changed by the minimum or more; always set when the minimum is 0.
  public static var moved: HeadingEvent { HeadingEvent(rawValue: 2) }
  /// Magnetic or true heading became valid or invalid.
  public static var validity: HeadingEvent { HeadingEvent(rawValue: 4) }
  /// Grade or disturbance changed.
  public static var grade: HeadingEvent { HeadingEvent(rawValue: 8) }
  /// The reference, the mode (level, tilted) or the orientation changed.
  public static var source: HeadingEvent { HeadingEvent(rawValue: 16) }
  /// The heartbeat interval has passed.
  public static var heartbeat: HeadingEvent { HeadingEvent(rawValue: 32) }
}

/// The service's assessment of one heading. An angle that is not valid is `nil`; no special angle means *invalid*.
public struct HeadingAssessment: Equatable, Hashable, Sendable {
  /// Why the heading is less accurate than it could be, or cannot be used.
  public var doubts: HeadingDoubts
  /// Relative to magnetic north, after deviation card and smoothing, rotated by the display's orientation.
  public var magnetic: BinaryAngle?
  /// Relative to true north, otherwise the same. Valid only together with `magnetic`.
  public var trueNorth: BinaryAngle?
  /// Accuracy of the heading that `reference` names, otherwise of the magnetic heading: hundredths of a degree,
  /// 0…18,000, rounded up. 95 % of errors are smaller. `nil` if and only if `magnetic` is `nil`.
  public var accuracy: UInt16?
  /// 3 (best) to 0, from the accuracy and the disturbance.
  public var grade: UInt8
  // Fields that start as zero stand together: embedded-swift.md, "Words".
  /// The field monitor's finding.
  public var disturbance: DisturbanceState
  /// What probably disturbs the field.
  public var cause: DisturbanceCause
  /// Which of the two is the heading to use.
  public var reference: NorthReference
  /// How the display is held, for the heading: it is turned by this. `CompassReading.displayOrientation` also says that a
  /// flat display is face up or face down.
  public var orientation: DisplayOrientation
  /// Whether the orientation follows the attitude and the display is within 15° of flat. Then `orientation` is the last
  /// one before.
  public var isDisplayFlat: Bool
  /// How far a compass can be trusted here; `nil` while the horizontal field is not known.
  public var zone: GeomagneticField.Zone?
  public var event: HeadingEvent

  public init() {
    magnetic = nil
    trueNorth = nil
    accuracy = nil
    grade = 0
    doubts = .none
    zone = nil
    disturbance = .clear
    cause = .undetermined
    reference = .none
    orientation = .portrait
    isDisplayFlat = false
    event = .none
  }

  /// A disturbed heading whose accuracy is this or worse is not used: 90°, in hundredths of a degree.
  public static var disturbedLimit: UInt16 { 9000 }

  /// Whether other programs may use the heading: it is valid, and it is not a disturbed heading with an accuracy of 90°
  /// or worse (Protocols/heading/spec.md, section 11).
  public var isUsable: Bool {
    magnetic != nil && (disturbance != .disturbed || accuracy ?? 18_000 < Self.disturbedLimit)
  }

  /// The heading to use; `nil` when it is not valid.
  public var heading: BinaryAngle? {
    switch reference {
    case .none: nil
    case .magnetic: magnetic
    case .trueNorth: trueNorth
    }
  }
}
