// The raw field and its difference from a baseline (Protocols/link/spec.md, "meterReading").

import Quantities
import RawMemory

/// One uncalibrated measurement of the field, as a meter shows it, in body axes.
public struct MeterReport: PlainMessage, Equatable, Sendable {
  /// Bits of `flags`.
  public struct Flags: FlagSet {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An axis is beyond the sensor's range: the field is a limit and not a measurement.
    public static var saturated: Flags { Flags(rawValue: 1) }
    /// The sample was reported before.
    public static var stale: Flags { Flags(rawValue: 2) }
    /// A baseline is being measured.
    public static var taking: Flags { Flags(rawValue: 4) }
    /// There is a baseline, and `difference` is the field less the baseline.
    public static var difference: Flags { Flags(rawValue: 8) }
    /// The baseline ended because gravity moved by more than 2°.
    public static var moved: Flags { Flags(rawValue: 16) }
    /// An accelerometer checks that the instrument does not move from the baseline.
    public static var guarded: Flags { Flags(rawValue: 32) }
  }

  public var time = Instant(microseconds: 0)
  /// Nanotesla, body axes.
  public var field = MagneticField(nanotesla: .zero)
  /// Length of the field vector, nanotesla.
  public var magnitude: UInt32 = 0
  /// The largest value that an axis measures, nanotesla; 0: not known.
  public var range: UInt32 = 0
  public var flags = Flags.none
  private var reserved: UInt16 = 0
  /// Field less baseline, nanotesla; zero without the flag.
  public var difference = MagneticField(nanotesla: .zero)
  public var differenceMagnitude: UInt32 = 0

  public static var imageLength: Int { 48 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}
