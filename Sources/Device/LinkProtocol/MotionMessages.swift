// Attitude and heading from all sensors, and the host's settings for them (Protocols/link/spec.md, "setMotion").

import FieldMonitor
import Heading
import Motion
import Quantities
import RawMemory

extension SetMotion {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The gyroscope is used.
    public static var usesGyroscope: Flags { Flags(rawValue: 1) }
    /// A `periodicMotion` precedes each reading.
    public static var streams: Flags { Flags(rawValue: 2) }
  }

  /// The largest delay in microseconds. For field and force, a delay may also be as far below zero.
  public static var longestDelay: Int16 { 30_000 }
}

extension InjectedRate {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// At least one axis is beyond the range.
    public static var saturated: Flags { Flags(rawValue: 1) }
  }

  public init(time: Instant, scale: RateScale, counts: Vector3, isSaturated: Bool = false) {
    self.init()
    self.time = time
    self.scale = scale
    self.counts = counts
    flags = isSaturated ? .saturated : .none
  }

  /// At least one axis is beyond the range.
  public var isSaturated: Bool { flags.contains(.saturated) }
}

extension FusionReport {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `magneticHeading` is valid.
    public static var fused: Flags { Flags(rawValue: 1) }
    /// `trueHeading` is valid.
    public static var trueNorth: Flags { Flags(rawValue: 2) }
    /// The instrument is at rest.
    public static var atRest: Flags { Flags(rawValue: 4) }
    /// The settings say that the gyroscope is used.
    public static var usesGyroscope: Flags { Flags(rawValue: 8) }
    /// A `periodicMotion` precedes each reading.
    public static var streams: Flags { Flags(rawValue: 16) }
    /// The samples are injected.
    public static var injected: Flags { Flags(rawValue: 32) }
    /// The compass's heading turned and the gyroscope did not: the field is disturbed, although its strength and dip may
    /// be right.
    public static var fieldTurned: Flags { Flags(rawValue: 64) }
  }

  /// 95 % of the errors of the heading are smaller: hundredths of a degree, 0…18,000; `nil` when it is not fused.
  public var accuracy: UInt16? {
    get { accuracyValue == 0xffff ? nil : accuracyValue }
    set { accuracyValue = newValue ?? 0xffff }
  }

  /// Why the heading is not fused; `nil` for a reason of a later version.
  public var reason: UnfusedReason? {
    get { UnfusedReason(rawValue: reasonCode) }
    set { reasonCode = newValue?.rawValue ?? 0xff }
  }

  /// Which sensors gave the heading of the last reading; a source of a later version counts as both.
  public var source: ReadingSource {
    get { ReadingSource(rawValue: sourceCode) ?? .both }
    set { sourceCode = newValue.rawValue }
  }

  /// What is wrong with the axes of the gyroscope; `nil` for a fault of a later version.
  public var axesFault: AxesFault? {
    get { AxesFault(rawValue: axesFaultCode) }
    set { axesFaultCode = newValue?.rawValue ?? 0xff }
  }

  /// The heading of the compass alone; `nil` if it has none.
  public var compass: CompassPart? {
    get {
      guard compassAccuracyValue != 0xffff else { return nil }
      return CompassPart(
        magnetic: compassHeadingValue, accuracy: compassAccuracyValue, grade: compassState & 3,
        disturbance: DisturbanceState(rawValue: (compassState &>> 2) & 3) ?? .suspect)
    }
    set {
      compassHeadingValue = newValue?.magnetic ?? .zero
      compassAccuracyValue = newValue?.accuracy ?? 0xffff
      compassState = newValue.map { $0.grade & 3 | $0.disturbance.rawValue &<< 2 } ?? 0
    }
  }

  /// The fusion's own heading, also that of an uncalibrated compass. The heading to show is the reading's.
  public var shownMagnetic: BinaryAngle? {
    flags.contains(.fused) || reason == .uncalibrated ? magneticHeading : nil
  }

  /// The fused heading relative to magnetic north; `nil` if it is not fused.
  public var fusedMagnetic: BinaryAngle? { flags.contains(.fused) ? magneticHeading : nil }

  /// The fused heading relative to true north; `nil` if it is not fused or the declination is unknown.
  public var fusedTrue: BinaryAngle? { flags.contains(.fused) && flags.contains(.trueNorth) ? trueHeading : nil }
}
