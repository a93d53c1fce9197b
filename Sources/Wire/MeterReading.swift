// The raw field and its difference from a baseline (Protocols/link/spec.md, "meterReading").

import Bytes
import Quantities

/// What `setZeroPoint` does.
public enum ZeroPointAction: UInt8, Sendable {
  /// Forget the baseline.
  case clear = 0
  /// The field of the next sample is the baseline.
  case take = 1
}

/// One measurement of the field as a meter shows it, uncalibrated, in body axes.
public struct MeterReading: Message, Equatable, Sendable {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An axis is beyond the sensor's range; the field is a limit, not a measurement.
    public static var saturated: Flags { Flags(rawValue: 1) }
    /// The sample was told before.
    public static var stale: Flags { Flags(rawValue: 2) }
    /// A baseline was taken.
    public static var baseline: Flags { Flags(rawValue: 4) }
    /// The baseline holds: gravity has not moved by more than 2° since.
    public static var valid: Flags { Flags(rawValue: 8) }
    /// There is an accelerometer that watches over the baseline.
    public static var watched: Flags { Flags(rawValue: 16) }
  }

  public var time = Instant(microseconds: 0)
  /// Nanotesla, body axes.
  public var field = MagneticField(nanotesla: .zero)
  /// Its length, nanotesla.
  public var magnitude: UInt32 = 0
  /// What an axis measures at most, nanotesla; 0 when not known.
  public var range: UInt32 = 0
  public var flags = Flags.none
  /// Degrees in hundredths by which gravity has moved since the baseline; `nil` when not known (0xFFFF on the wire).
  public var tilt: UInt16?
  /// Field minus baseline, nanotesla; zero unless the baseline is valid.
  public var difference = MagneticField(nanotesla: .zero)
  public var differenceMagnitude: UInt32 = 0

  public init() {}

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(field.nanotesla)
    frame.append(magnitude)
    frame.append(range)
    frame.append(flags.rawValue)
    frame.append(UInt8(0))
    frame.append(tilt ?? UInt16.max)
    frame.append(difference.nanotesla)
    frame.append(differenceMagnitude)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    field = MagneticField(nanotesla: reader.vector3())
    magnitude = reader.uint32()
    range = reader.uint32()
    flags = Flags(rawValue: reader.uint8())
    _ = reader.uint8()
    let tiltValue = reader.uint16()
    tilt = tiltValue == UInt16.max ? nil : tiltValue
    difference = MagneticField(nanotesla: reader.vector3())
    differenceMagnitude = reader.uint32()
    if reader.isOverrun { return nil }
  }
}
