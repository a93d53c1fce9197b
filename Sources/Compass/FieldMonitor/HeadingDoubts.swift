// Why a heading is doubted. The field monitor finds some of these reasons, the heading service the others.

import Quantities

/// Why a heading is less accurate than it could be, or cannot be used: one bit for each reason. New bits may be added;
/// a bit never changes its meaning.
public struct HeadingDoubts: FlagSet, Hashable {
  public var rawValue: UInt32

  @inlinable @inline(__always)
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No calibration record is in use.
  public static var uncalibrated: HeadingDoubts { HeadingDoubts(rawValue: 1) }
  /// No accelerometer: the heading is computed as if the instrument were level.
  public static var tiltUnknown: HeadingDoubts { HeadingDoubts(rawValue: 2) }
  /// The specific force is outside 1 g ± 5 %: its direction is not the vertical.
  public static var accelerated: HeadingDoubts { HeadingDoubts(rawValue: 4) }
  /// The specific force is below 0.1 g: the vertical is not known.
  public static var freeFall: HeadingDoubts { HeadingDoubts(rawValue: 8) }
  /// The field monitor reports suspect, disturbed or recovering.
  public static var disturbed: HeadingDoubts { HeadingDoubts(rawValue: 16) }
  /// The dip differs from the expected one, and the specific force can be trusted.
  public static var dipDeviates: HeadingDoubts { HeadingDoubts(rawValue: 32) }
  /// The horizontal field is below 6000 nT.
  public static var weakHorizontalField: HeadingDoubts { HeadingDoubts(rawValue: 64) }
  /// The horizontal field is below 2000 nT: a compass cannot be used here.
  public static var nearPole: HeadingDoubts { HeadingDoubts(rawValue: 128) }
  /// No true heading: the position is not known.
  public static var positionUnknown: HeadingDoubts { HeadingDoubts(rawValue: 256) }
  /// No true heading: the date is not known.
  public static var dateUnknown: HeadingDoubts { HeadingDoubts(rawValue: 512) }
  /// No true heading: the world model is not valid for this place or date, or is still being evaluated.
  public static var modelUnavailable: HeadingDoubts { HeadingDoubts(rawValue: 1024) }
  /// Time ran backwards; smoothing and the event filter started again.
  public static var clockBackwards: HeadingDoubts { HeadingDoubts(rawValue: 2048) }
  /// An axis is beyond the sensor's range.
  public static var saturated: HeadingDoubts { HeadingDoubts(rawValue: 4096) }
  /// The sensor has given nothing new for longer than the timeout.
  public static var outdated: HeadingDoubts { HeadingDoubts(rawValue: 8192) }
  /// The sensor gives the same counts again and again.
  public static var stuck: HeadingDoubts { HeadingDoubts(rawValue: 16384) }
  /// The whole field is zero.
  public static var noField: HeadingDoubts { HeadingDoubts(rawValue: 32768) }
  /// The accelerometer's last sample is too old to give the tilt: the heading is computed as if the instrument were
  /// level.
  public static var forceOutdated: HeadingDoubts { HeadingDoubts(rawValue: 65_536) }
  /// The accelerometer has failed, or its sample cannot be used: the heading is computed as if the instrument were
  /// level.
  public static var forceFault: HeadingDoubts { HeadingDoubts(rawValue: 131_072) }
  /// The field is too weak or too strong to be the Earth's: a dead sensor, a wrong unit, or a magnet.
  public static var notEarths: HeadingDoubts { HeadingDoubts(rawValue: 262_144) }
}
