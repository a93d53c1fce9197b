// Attitude and heading from all sensors, and what the host sets about them (Protocols/link/spec.md, "setMotion").

import ByteCoding
import Quantities

/// Whether the gyroscope is used, and how old the quantities of the samples are.
public struct SetMotion: PlainMessage, Equatable, Sendable {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The gyroscope is used.
    public static var usesGyroscope: Flags { Flags(rawValue: 1) }
    /// A `periodicMotion` precedes each reading.
    public static var streams: Flags { Flags(rawValue: 2) }
  }

  /// What is wanted.
  public var flags = Flags.usesGyroscope
  private var reserved: UInt8 = 0
  /// Delay of the field, of the specific force and of the rate, microseconds: how much older each is than its time stamp.
  public var fieldDelay: Int16 = 600
  public var forceDelay: Int16 = 0
  public var rateDelay: UInt16 = 0

  public static var imageLength: Int { 8 }

  /// The largest delay in microseconds, and the smallest of field and force with its sign changed.
  public static var longestDelay: Int16 { 30_000 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// One rate for the fusion.
public struct InjectedRate: Message, Equatable, Sendable {
  /// When it was measured, in the host's count of microseconds.
  public var time: Instant
  /// The value of one count.
  public var scale: RateScale
  /// Counts of the sensor's X, Y and Z.
  public var counts: Vector3
  /// At least one axis is beyond the range.
  public var isSaturated: Bool

  public init(time: Instant, scale: RateScale, counts: Vector3, isSaturated: Bool = false) {
    self.time = time
    self.scale = scale
    self.counts = counts
    self.isSaturated = isSaturated
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(scale.rawValue)
    frame.append(isSaturated ? UInt8(1) : UInt8(0))
    frame.append(counts)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    scale = RateScale(rawValue: reader.uint8())
    isSaturated = reader.uint8() & 1 == 1
    counts = reader.vector3()
    if reader.isOverrun { return nil }
  }
}

/// Attitude and heading from gyroscope, accelerometer and magnetometer.
public struct FusionReport: PlainMessage, Equatable, Sendable {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `magneticHeading` is valid, and the one to use.
    public static var fused: Flags { Flags(rawValue: 1) }
    /// `trueHeading` is valid.
    public static var trueNorth: Flags { Flags(rawValue: 2) }
    /// The instrument lies still.
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

  /// When the last rate was measured, less its delay; 0 before the first.
  public var time = Instant(microseconds: 0)
  /// The unit quaternion that turns body axes into magnetic north, east, down, in Q30: its real part and the others.
  public var attitudeW: Int32 = 1 &<< 30
  public var attitude = Vector3.zero
  /// Of the pointing axis, clockwise from magnetic north, after the deviation card; zero while there is none. Not to be
  /// used without the flag `fused`.
  public var magneticHeading = BinaryAngle.zero
  /// The same from true north; zero without its flag.
  public var trueHeading = BinaryAngle.zero
  /// About the vertical, clockwise, 2^−20 rad/s.
  public var rateOfTurn: Int32 = 0
  /// Of the gyroscope, body axes, and the largest standard deviation of the three, 2^−20 rad/s.
  public var bias = AngularRate(q20: .zero)
  public var biasDeviation: UInt32 = 0
  /// By how much the gyroscope measures too little, and the standard deviation, Q24.
  public var scaleError: Int32 = 0
  public var scaleDeviation: UInt32 = 0
  /// The field's delay less that of the rate as estimated, and the standard deviation, microseconds.
  public var foundDelay: Int32 = 0
  public var foundDelayDeviation: UInt32 = 0
  /// The field that moves with the instrument beyond what the record corrects, body axes, nanotesla.
  public var hardIron = MagneticField(nanotesla: .zero)
  private var accuracyValue: UInt16 = 0xffff
  /// `MotionState` of the fusion as a number: 0 no attitude, 1 starting, 2 fused, 3 stuck.
  public var stateCode: UInt8 = 0
  private var reasonValue: UInt8 = 0
  /// What holds for the message.
  public var flags = Flags.none
  /// Counts of rates that were not as they should be, and of late forces and fields; each stops at 65,535.
  public var missing: UInt16 = 0
  public var repeated: UInt16 = 0
  public var outOfOrder: UInt16 = 0
  public var late: UInt16 = 0
  public var saturated: UInt16 = 0
  /// Times when the fusion began anew.
  public var restarts: UInt16 = 0
  /// Delays as set, microseconds.
  public var fieldDelay: Int16 = 0
  public var forceDelay: Int16 = 0
  public var rateDelay: UInt16 = 0

  public static var imageLength: Int { 104 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }

  /// 95 % of the errors of the heading are smaller: hundredths of a degree, 0…18,000; `nil` when it is not fused.
  public var accuracy: UInt16? {
    get { accuracyValue == 0xffff ? nil : accuracyValue }
    set { accuracyValue = newValue ?? 0xffff }
  }

  /// Why the heading is not fused; `nil` for a reason of a later version.
  public var reason: UnfusedReason? {
    get { UnfusedReason(rawValue: reasonValue) }
    set { reasonValue = newValue?.rawValue ?? 0xff }
  }

  /// `reason` as received.
  public var reasonCode: UInt8 { reasonValue }

  /// The heading to show: fused, or fused from an uncalibrated compass.
  public var shownMagnetic: BinaryAngle? {
    flags.contains(.fused) || reason == .uncalibrated ? magneticHeading : nil
  }

  /// The fused heading to use against magnetic north; `nil` when it is not fused.
  public var fusedMagnetic: BinaryAngle? { flags.contains(.fused) ? magneticHeading : nil }

  /// The fused heading from true north; `nil` when it is not fused or the declination is not known.
  public var fusedTrue: BinaryAngle? { flags.contains(.fused) && flags.contains(.trueNorth) ? trueHeading : nil }
}
