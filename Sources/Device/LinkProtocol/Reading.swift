// A heading with all values from which it was computed (Protocols/link/spec.md, "reading").

import FieldMonitor
import Heading
import Quantities
import RawMemory

extension Reading {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The sensor had no new sample; this is the last one again.
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
    /// `roll` is defined (it is not when the forward axis is exactly vertical).
    public static var roll: Flags { Flags(rawValue: 64) }
    /// The input of the computation was changed on request (`Provocation`).
    public static var provoked: Flags { Flags(rawValue: 128) }
    /// The pointing axis is +Z.
    public static var pointsAlongZ: Flags { Flags(rawValue: 256) }
    /// The pointing axis is −Z.
    public static var pointsAgainstZ: Flags { Flags(rawValue: 512) }
    /// The orientation is found from the attitude, and the display lies within 15° of flat.
    public static var flat: Flags { Flags(rawValue: 1024) }
  }

  /// Which sensors gave the assessed heading: bits 11 and 12 of the flags. A source of a later version counts as both.
  public var source: ReadingSource {
    get { ReadingSource(rawValue: UInt8(truncatingIfNeeded: flags.rawValue &>> 11) & 3) ?? .both }
    set { flags.rawValue = flags.rawValue & ~0x1800 | UInt16(truncatingIfNeeded: newValue.rawValue) &<< 11 }
  }

  /// How the heading was computed. A mode of a later version counts as unavailable, because its heading must not be
  /// used. `modeCode` is the received code.
  public var mode: HeadingMode {
    get { HeadingMode(rawValue: modeCode) ?? .unavailable }
    set { modeCode = newValue.rawValue }
  }

  /// Chip temperature in 1/8 °C, relative; `nil` without a temperature (0x7FFF on the wire).
  public var temperatureEighths: Int16? {
    get { temperatureValue == Int16.max ? nil : temperatureValue }
    set { temperatureValue = newValue ?? Int16.max }
  }

  /// Why there is no heading; a reason of a later version is `.unrecognised`.
  public var reason: UnavailableReason {
    get { UnavailableReason(rawValue: reasonCode) ?? .unrecognised }
    @inline(never)
    set { reasonCode = newValue.rawValue }
  }

  public func append(to frame: inout FrameBuffer) {
    var copy = self
    copy.appendParts(to: &frame)
  }

  /// Appends the reading without a copy.
  @inline(__always)
  public mutating func appendParts(to frame: inout FrameBuffer) {
    frame.append(image: &self)
    assessment.append(to: &frame)
    // At 100 readings per second and 115,200 baud, there is no time for nine bytes without information.
    if sensors.isTold || assessment.doubts.rawValue &>> 16 != 0 { sensors.append(to: &frame, assessment.doubts) }
  }

  /// Reads a reading with or without the bytes about sensors.
  public init?(payload: Span<UInt8>) {
    guard payload.count >= Self.imageLength &+ HeadingAssessment.length else { return nil }
    self.init(image: payload)
    var reader = ByteReader(payload.extracting(Self.imageLength...))
    assessment = HeadingAssessment(&reader)
    if payload.count >= Self.length { sensors = ReadingSensors(&reader, &assessment.doubts) }
  }

  /// The length of a reading with the bytes about sensors.
  public static var length: Int { imageLength &+ HeadingAssessment.length &+ ReadingSensors.length }
}
