// The settings of a calibration run.

import Quantities

/// Limits and choices of a fit. Lengths are in the unit of the samples (nanotesla, micro-g or counts).
public struct FitConfiguration: Equatable, Sendable {
  /// Whether every sample counts, in order. Only samples that the sensor marks as beyond its range are left out. The
  /// correction of the noise bias stays on.
  public var isPlain: Bool {
    get { choices & 1 != 0 }
    set { choices = choices & ~1 | (newValue ? 1 : 0) }
  }
  /// Whether the samples are gravity, measured in poses at rest, and the predicted error is that of the tilt. Then
  /// there is no planar model, smaller models use the priors of an accelerometer, and six samples can be enough.
  public var isGravity: Bool {
    get { choices & 2 != 0 }
    set { choices = choices & ~2 | (newValue ? 2 : 0) }
  }
  /// The axis of the samples that is vertical while the instrument is level, 0…2. A planar model is only for an instrument
  /// that turns about this axis.
  public var levelAxis: UInt8 = 2
  // Both in one byte: a calibration's size is fixed in binnacle.h.
  private var choices: UInt8 = 0
  /// Tangent of the dip for the prediction if gravity does not give the dip, Q8, within ±2^14. The default is 50°.
  public var assumedDipTangent: Int16 = 305
  /// A component of at least this magnitude is a limit of the sensor, not a measurement; at most 2^21.
  public var sensorRange: Int32
  /// Accepted field strength (the radius of the fit), `lowest…highest`. Both 0 switch this gate off, for samples in
  /// counts.
  public var lowestStrength: Int32
  public var highestStrength: Int32
  /// Limits of the predicted worst heading error (for gravity, of the tilt error) for grade 3 and for acceptance, in
  /// 1/100 degree. Accelerometers leave the factory with up to 60 mg of offset (ST DocID018771, table 3, zero-g level
  /// offset), which is 3.4° about each axis. A gravity result that may be worse than 4° is therefore not accepted.
  public var goodError: UInt16 { isGravity ? 150 : 500 }
  public var usableError: UInt16 { isGravity ? 400 : 1_500 }

  public init(isPlain: Bool, sensorRange: Int32, lowestStrength: Int32, highestStrength: Int32) {
    (self.sensorRange, self.lowestStrength, self.highestStrength) = (sensorRange, lowestStrength, highestStrength)
    self.isPlain = isPlain
  }

  /// A magnetometer in nanotesla: 15 to 90 µT.
  public static var magnetometer: FitConfiguration {
    FitConfiguration(isPlain: false, sensorRange: 1 &<< 21, lowestStrength: 15_000, highestStrength: 90_000)
  }

  /// Samples in an unknown unit: no gate on the field strength.
  public static var counts: FitConfiguration {
    var configuration = magnetometer
    configuration.lowestStrength = 0
    configuration.highestStrength = 0
    return configuration
  }

  /// A recorded accelerometer in micro-g, fitted like a magnetometer: 0.8 to 1.2 g.
  public static var accelerometer: FitConfiguration {
    var configuration = magnetometer
    configuration.lowestStrength = 800_000
    configuration.highestStrength = 1_200_000
    return configuration
  }

  /// An accelerometer in micro-g, one sample for each pose at rest.
  public static var gravity: FitConfiguration {
    var configuration = magnetometer
    configuration.turn(toGravity: true)
    return configuration
  }

  /// Changes the limits in place to those of the other sensor: `magnetometer` or `gravity`.
  @inline(never)
  mutating func turn(toGravity isGravity: Bool) {
    self.isGravity = isGravity
    lowestStrength = isGravity ? 800_000 : 15_000
    highestStrength = isGravity ? 1_200_000 : 90_000
  }

  /// The smallest number of samples for a solve.
  var fewestSamples: Int32 { isGravity ? 6 : 9 }
}
