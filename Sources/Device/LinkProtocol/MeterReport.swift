// The raw field and its difference from a baseline (Protocols/link/spec.md, "meterReading").

import Quantities
import RawMemory

extension MeterReport {
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
    /// The baseline was refused or has ended, because the field or the instrument moved: `loss` says which.
    public static var moved: Flags { Flags(rawValue: 16) }
    /// An accelerometer checks that the instrument is not tilted after the baseline.
    public static var guarded: Flags { Flags(rawValue: 32) }
    /// A gyroscope checks that the instrument is not turned after the baseline.
    public static var turnGuarded: Flags { Flags(rawValue: 64) }
  }
}
