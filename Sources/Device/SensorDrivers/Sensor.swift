// What the instrument and a board know of a sensor, whatever chip it is.
import Quantities

/// How far a sensor's bring-up is.
public enum SensorProgress: Sendable {
  /// An attempt is under way.
  case searching
  /// The last attempt failed: no answer, another identity, or a configuration that was not kept. It tries again.
  case refused
  /// Its identity answered and its configuration read back.
  case fitted
}

/// A sensor on a register bus, polled from a board's main loop.
public protocol Sensor {
  associatedtype Sample: Equatable, Sendable

  /// Does at most one step: a bus transaction of bring-up, or one sample. Never waits.
  /// - Parameter now: device time; must not run backwards.
  mutating func poll<Bus: RegisterBus & ~Copyable>(_ bus: inout Bus, at now: Instant) -> SensorOutcome<Sample>

  /// Chooses the slowest data rate that is at least `milliHertz` thousandths of a hertz, or the fastest there is.
  /// Takes effect with the next polls.
  mutating func setRate(atLeast milliHertz: UInt32)

  /// Gives the sensor its number among those of its kind on the board; 0 at first.
  mutating func setInstance(_ instance: UInt8)

  /// Does the test's next step on this sensor's chip; see `SensorSelfTest`. Call it before `poll`.
  mutating func serve(_ test: inout SensorSelfTest)

  /// The chip that answered, `.absent` until one has.
  var identity: SensorIdentity { get }
  /// The data rate in thousandths of a hertz.
  var milliHertz: UInt32 { get }
  /// How much older the quantity is than the time stamp of its sample, microseconds; 0 where it is not known.
  var delay: UInt16 { get }
  /// Code of what one count of the next sample is worth, in the table of the sensor's kind.
  var scaleCode: UInt8 { get }
  /// How far bring-up is.
  var progress: SensorProgress { get }
}

/// A sensor of the magnetic field.
public protocol Magnetometer: Sensor where Sample == FieldSample {}
/// A sensor of specific force.
public protocol Accelerometer: Sensor where Sample == ForceSample {}
/// A sensor of angular rate.
public protocol Gyroscope: Sensor where Sample == RateSample {}

extension Sensor where Sample == FieldSample {
  /// What one count of the next sample is worth.
  public var scale: FieldScale { FieldScale(rawValue: scaleCode) }
}

extension Sensor where Sample == ForceSample {
  /// What one count of the next sample is worth.
  public var scale: ForceScale { ForceScale(rawValue: scaleCode) }
}

extension Sensor where Sample == RateSample {
  /// What one count of the next sample is worth.
  public var scale: RateScale { RateScale(rawValue: scaleCode) }
}
