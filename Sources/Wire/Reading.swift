// A heading with everything it was computed from (Protocols/link/spec.md, "reading").

import Bytes
import Quantities

/// How the heading of a reading came about.
public enum HeadingMode: UInt8, Sendable {
  /// There is no heading; `reason` says why.
  case unavailable = 0
  /// No accelerometer: the instrument is taken to be level.
  case level = 1
  /// Tilt-compensated with the specific force of the reading.
  case tilted = 2
}

/// Why a reading has no heading.
public enum UnavailableReason: UInt8, Sendable {
  case none = 0
  /// The magnetometer does not answer; it is being initialised again.
  case sensorFault = 1
  /// The field is beyond the sensor's range; the range is being stepped up.
  case overflow = 2
  /// The horizontal field is zero: every direction is as good as another.
  case noHorizontalField = 3
  /// The specific force is zero: down is unknown.
  case noSpecificForce = 4
  /// The sample's scale is not one the device knows.
  case unknownScale = 5
  /// The counts are beyond the range of their scale.
  case countsOutOfRange = 6
  /// The magnetometer is being identified and configured; the first sample is still to come.
  case sensorStarting = 7
  /// The sensor has given nothing new for longer than the timeout of `SetFilter`.
  case noFreshSample = 8
  /// The pointing axis is vertical by its choice: it has a heading only where an accelerometer tells the tilt.
  case pointsVertically = 9
  /// A reason of a later version; never sent.
  case unrecognised = 255
}

/// One reading: time, counts, and all that was computed from them, so that a host can compute it again.
public struct Reading: Message, Equatable, Sendable {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The sensor had nothing new; the sample is the last one again.
    public static var stale: Flags { Flags(rawValue: 1) }
    /// At least one axis is beyond the sensor's range.
    public static var overflow: Flags { Flags(rawValue: 2) }
    /// The sample was injected.
    public static var injected: Flags { Flags(rawValue: 4) }
    /// A calibration record was applied.
    public static var calibrated: Flags { Flags(rawValue: 8) }
    /// `specificForce` holds a measurement.
    public static var specificForce: Flags { Flags(rawValue: 16) }
    /// `dip` is defined.
    public static var dip: Flags { Flags(rawValue: 32) }
    /// `roll` is defined (not so when the forward axis is exactly vertical).
    public static var roll: Flags { Flags(rawValue: 64) }
    /// The device was told to compute wrongly (`Provocation`).
    public static var provoked: Flags { Flags(rawValue: 128) }
  }

  /// Device time of the sample; for an injected sample the time it came with.
  public var time: Instant = Instant(microseconds: 0)
  /// Counts samples since boot; a stale sample keeps its number.
  public var sampleNumber: UInt32 = 0
  /// As the chip gave them; X, Y, Z of the sensor.
  public var counts: Vector3 = .zero
  public var scale: FieldScale = .nanotesla
  public var mode: HeadingMode = .unavailable
  public var flags: Flags = Flags(rawValue: 0)
  /// `counts` in nanotesla, sensor axes.
  public var field: MagneticField = MagneticField(nanotesla: .zero)
  /// Body axes, micro-g; zero without the flag.
  public var specificForce: Acceleration = Acceleration(microG: .zero)
  /// Calibrated field, body axes, 1/256 nanotesla.
  public var correctedField: CorrectedField = CorrectedField(q8Nanotesla: .zero)
  /// Clockwise from magnetic north; zero when `mode` is `.unavailable`.
  public var heading: BinaryAngle = .zero
  /// Right side down positive, 2^32 a turn.
  public var roll: BinaryAngle = .zero
  /// Nose up positive, −90°…90°, 2^32 a turn.
  public var pitch: BinaryAngle = .zero
  /// Below the horizon positive, −90°…90°, 2^32 a turn.
  public var dip: BinaryAngle = .zero
  /// Length of the horizontal part of the corrected field, nanotesla.
  public var horizontalNanotesla: UInt32 = 0
  /// Chip temperature in 1/8 °C, relative; `nil` without one (0x7FFF on the wire).
  public var temperatureEighths: Int16?
  /// Quality of the calibration record in use, 0 (none) to 3.
  public var grade: UInt8 = 0
  public var reason: UnavailableReason = .none
  /// What the heading service makes of it; `nil` from firmware that had none.
  public var judgement: HeadingJudgement?

  @inline(never)
  public init() {}

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(sampleNumber)
    frame.append(counts)
    frame.append(scale.rawValue)
    frame.append(mode.rawValue)
    frame.append(flags.rawValue)
    frame.append(field.nanotesla)
    frame.append(specificForce.microG)
    frame.append(correctedField.q8Nanotesla)
    frame.append(heading.rawValue)
    frame.append(roll.rawValue)
    frame.append(pitch.rawValue)
    frame.append(dip.rawValue)
    frame.append(horizontalNanotesla)
    frame.append(temperatureEighths ?? Int16.max)
    frame.append(grade)
    frame.append(reason.rawValue)
    judgement?.append(to: &frame)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    sampleNumber = reader.uint32()
    counts = reader.vector3()
    scale = FieldScale(rawValue: reader.uint8())
    let modeValue = reader.uint8()
    flags = Flags(rawValue: reader.uint16())
    field = MagneticField(nanotesla: reader.vector3())
    specificForce = Acceleration(microG: reader.vector3())
    correctedField = CorrectedField(q8Nanotesla: reader.vector3())
    heading = BinaryAngle(rawValue: reader.uint32())
    roll = BinaryAngle(rawValue: reader.uint32())
    pitch = BinaryAngle(rawValue: reader.uint32())
    dip = BinaryAngle(rawValue: reader.uint32())
    horizontalNanotesla = reader.uint32()
    let temperature = reader.int16()
    temperatureEighths = temperature == Int16.max ? nil : temperature
    grade = reader.uint8()
    let reasonValue = reader.uint8()
    guard !reader.isOverrun, let knownMode = HeadingMode(rawValue: modeValue) else { return nil }
    mode = knownMode
    reason = UnavailableReason(rawValue: reasonValue) ?? .unrecognised
    judgement =
      payload.count >= MessageKind.reading.minimumLength &+ HeadingJudgement.length ? HeadingJudgement(&reader) : nil
  }
}

/// A sample before any correction.
public struct RawSample: Message, Equatable, Sendable {
  public var time: Instant
  public var sampleNumber: UInt32
  public var counts: Vector3
  public var scale: FieldScale
  /// `stale` and `overflow` of `Reading.Flags`.
  public var flags: Reading.Flags
  /// 1/8 °C, relative; `nil` without one.
  public var temperatureEighths: Int16?

  public init(_ sample: FieldSample, number: UInt32) {
    time = sample.time
    sampleNumber = number
    counts = sample.counts
    scale = sample.scale
    flags = Reading.Flags(rawValue: 0)
    if sample.isStale { flags.insert(.stale) }
    if sample.isOverflowed { flags.insert(.overflow) }
    temperatureEighths = sample.temperatureEighths
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(sampleNumber)
    frame.append(counts)
    frame.append(scale.rawValue)
    frame.append(UInt8(truncatingIfNeeded: flags.rawValue))
    frame.append(temperatureEighths ?? Int16.max)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    sampleNumber = reader.uint32()
    counts = reader.vector3()
    scale = FieldScale(rawValue: reader.uint8())
    flags = Reading.Flags(rawValue: UInt16(truncatingIfNeeded: reader.uint8()))
    let temperature = reader.int16()
    temperatureEighths = temperature == Int16.max ? nil : temperature
    if reader.isOverrun { return nil }
  }
}
