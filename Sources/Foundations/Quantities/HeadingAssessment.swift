// What the heading service says about one heading, beyond the angle itself. Modules share it, and the link carries it.

/// What a heading is measured against.
public enum NorthReference: UInt8, Sendable {
  /// No heading is valid.
  case none = 0
  case magnetic = 1
  case trueNorth = 2
}

/// Which reference is wanted.
public enum ReferenceChoice: UInt8, Sendable, BitwiseCopyable {
  /// True north where it is known, else magnetic.
  case best = 0
  case magnetic = 1
  /// True north or nothing.
  case trueNorth = 2
}

/// Why a heading is worth less than it could be, or nothing: one bit each. Bits are only ever added.
public struct HeadingDoubts: FlagSet, Hashable {
  public var rawValue: UInt32

  @inlinable @inline(__always)
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No calibration record is in use.
  public static var uncalibrated: HeadingDoubts { HeadingDoubts(rawValue: 1) }
  /// No accelerometer: the instrument is taken to be level.
  public static var tiltUnknown: HeadingDoubts { HeadingDoubts(rawValue: 2) }
  /// The specific force is outside 1 g ± 5 %: what is taken for down is not.
  public static var accelerated: HeadingDoubts { HeadingDoubts(rawValue: 4) }
  /// The specific force is below a tenth of 1 g: nothing says where down is.
  public static var freeFall: HeadingDoubts { HeadingDoubts(rawValue: 8) }
  /// The field monitor says suspect, disturbed or recovering.
  public static var disturbed: HeadingDoubts { HeadingDoubts(rawValue: 16) }
  /// The dip is not what was expected, with a specific force that can be trusted.
  public static var dipDeviates: HeadingDoubts { HeadingDoubts(rawValue: 32) }
  /// The horizontal field is below 6000 nT.
  public static var weakHorizontalField: HeadingDoubts { HeadingDoubts(rawValue: 64) }
  /// The horizontal field is below 2000 nT: a compass is of no use here.
  public static var nearPole: HeadingDoubts { HeadingDoubts(rawValue: 128) }
  /// No true heading: the position is not known.
  public static var positionUnknown: HeadingDoubts { HeadingDoubts(rawValue: 256) }
  /// No true heading: the date is not known.
  public static var dateUnknown: HeadingDoubts { HeadingDoubts(rawValue: 512) }
  /// No true heading: the world model does not hold for this place or date, or is still being evaluated.
  public static var modelUnavailable: HeadingDoubts { HeadingDoubts(rawValue: 1024) }
  /// Time ran backwards; smoothing and filter began anew.
  public static var clockBackwards: HeadingDoubts { HeadingDoubts(rawValue: 2048) }
  /// An axis is beyond the sensor's range.
  public static var saturated: HeadingDoubts { HeadingDoubts(rawValue: 4096) }
  /// The sensor has given nothing new for longer than the timeout.
  public static var outdated: HeadingDoubts { HeadingDoubts(rawValue: 8192) }
  /// The sensor gives the same counts again and again.
  public static var stuck: HeadingDoubts { HeadingDoubts(rawValue: 16384) }
  /// The whole field is zero.
  public static var noField: HeadingDoubts { HeadingDoubts(rawValue: 32768) }
  /// The accelerometer's last sample is too old to tell the tilt: the instrument is taken to be level.
  public static var forceOutdated: HeadingDoubts { HeadingDoubts(rawValue: 65_536) }
  /// The accelerometer has failed, or its sample cannot be used: the instrument is taken to be level.
  public static var forceFault: HeadingDoubts { HeadingDoubts(rawValue: 131_072) }
}

/// Why a reading was delivered: bits.
public struct HeadingEvent: FlagSet, Hashable {
  public var rawValue: UInt8

  @inlinable @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The first one, or the first after a restart of the service.
  public static var first: HeadingEvent { HeadingEvent(rawValue: 1) }
  /// The heading moved by the minimum or more; with no minimum always.
  public static var moved: HeadingEvent { HeadingEvent(rawValue: 2) }
  /// Magnetic or true heading became valid or invalid.
  public static var validity: HeadingEvent { HeadingEvent(rawValue: 4) }
  /// Grade or disturbance changed.
  public static var grade: HeadingEvent { HeadingEvent(rawValue: 8) }
  /// The reference, the mode (level, tilted) or the orientation changed.
  public static var source: HeadingEvent { HeadingEvent(rawValue: 16) }
  /// The heartbeat's time is over.
  public static var heartbeat: HeadingEvent { HeadingEvent(rawValue: 32) }
}

/// The service's word on one heading. An angle that is not valid is `nil`: there is no magic angle.
public struct HeadingAssessment: Equatable, Hashable, Sendable {
  /// Why the heading is worth less than it could be, or nothing.
  public var doubts: HeadingDoubts
  /// Against magnetic north: after deviation card and smoothing, turned by the display's orientation.
  public var magnetic: BinaryAngle?
  /// Against true north, the same way. Valid only with `magnetic`.
  public var trueNorth: BinaryAngle?
  /// Of the heading that `reference` names, or else of the magnetic one: hundredths of a degree, 0…18,000, rounded up;
  /// the error is below 19 times of 20. `nil` if and only if `magnetic` is.
  public var accuracy: UInt16?
  /// 3 (best) to 0, by the accuracy and the disturbance.
  public var grade: UInt8
  // Zeros at first: what fills a word is not cleared byte by byte.
  /// What the field monitor says of the field.
  public var disturbance: DisturbanceState
  /// What probably disturbs the field.
  public var cause: DisturbanceCause
  /// Which of the two is the heading to use.
  public var reference: NorthReference
  /// How the display is held.
  public var orientation: DisplayOrientation
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
    event = .none
  }

  /// The accuracy from which on a disturbed heading is no heading: 90°, in hundredths of a degree.
  public static var disturbedLimit: UInt16 { 9000 }

  /// Whether the heading may serve another program: it is valid, and not both disturbed and wrong by 90° or more
  /// (Protocols/heading/spec.md, section 11).
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
