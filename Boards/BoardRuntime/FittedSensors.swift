// The magnetometers, accelerometers and gyroscopes that may be wired to a board with none of its own. The first of each kind
// that answers is used.

import Instrument
import Quantities
import RawMemory
import SensorDrivers

/// The fitted magnetometer. It has functions of its own, because six drivers need much stack, which the rest of the
/// loop must not carry; and it cannot be copied, so that it is made in its place. It is generic so that the compiler
/// sees it together with the board's bus.
public struct FittedMagnetometer<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var sensor:
    FirstFitted<
      LSM303DLHC,
      FirstFitted<
        SensorDriver<LIS2MDLMagnetometer>,
        FirstFitted<
          SensorDriver<QMC5883LMagnetometer>,
          FirstFitted<
            SensorDriver<QMC5883PMagnetometer>,
            FirstFitted<SensorDriver<HMC5883LMagnetometer>, SensorDriver<LIS3MDLMagnetometer>>
          >
        >
      >
    >
  private let inPlace = InPlace()

  /// None of them has answered yet.
  @inline(never)
  public init() {
    sensor = FirstFitted(
      LSM303DLHC(),
      FirstFitted(
        SensorDriver(),
        FirstFitted(SensorDriver(), FirstFitted(SensorDriver(), FirstFitted(SensorDriver(), SensorDriver())))))
  }

  /// Does what is due on the bus, and returns what came of it.
  @inline(never)
  public mutating func poll(_ bus: inout Bus, at now: Instant) -> SensorOutcome<FieldSample> {
    sensor.poll(&bus, at: now)
  }

  /// The chip that answered.
  public var identity: SensorIdentity {
    @inline(never) get { sensor.identity }
  }

  /// How much older the field is than its time stamp, microseconds.
  public var delay: UInt16 {
    @inline(never) get { sensor.delay }
  }

  /// Lets the chip measure at least as often as this.
  public mutating func setRate(atLeast milliHertz: UInt32) { sensor.setRate(atLeast: milliHertz) }
}

/// The fitted accelerometer, if there is one, in a place of its own for the same reason.
public struct FittedAccelerometer<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var sensor:
    FirstFitted<
      SensorDriver<MPU6050Accelerometer>,
      FirstFitted<
        SensorDriver<MPU6500Accelerometer>,
        FirstFitted<SensorDriver<LIS3DHAccelerometer>, SensorDriver<LSM6DSOXAccelerometer>>
      >
    >
  private let inPlace = InPlace()

  /// None of them has answered yet.
  @inline(never)
  public init() {
    sensor = FirstFitted(SensorDriver(), FirstFitted(SensorDriver(), FirstFitted(SensorDriver(), SensorDriver())))
  }

  /// Does what is due on the bus, and returns what came of it.
  @inline(never)
  public mutating func poll(_ bus: inout Bus, at now: Instant) -> SensorOutcome<ForceSample> {
    sensor.poll(&bus, at: now)
  }

  /// The chip that answered.
  public var identity: SensorIdentity {
    @inline(never) get { sensor.identity }
  }

  /// How much older the force is than its time stamp, microseconds.
  public var delay: UInt16 {
    @inline(never) get { sensor.delay }
  }

  /// Lets the chip measure at least as often as this.
  public mutating func setRate(atLeast milliHertz: UInt32) { sensor.setRate(atLeast: milliHertz) }
}

/// How much older than their time stamps the quantities of magnetometer and accelerometer are, microseconds.
public struct ModuleDelays: Equatable {
  public var field: UInt16
  public var force: UInt16
}

/// The fitted gyroscope, if there is one. It measures 100 times a second or a little more, whatever the link asks of the
/// other sensors: the fusion adds its rates up.
public struct FittedGyroscope<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var sensor:
    FirstFitted<
      SensorDriver<MPU6050Gyroscope>,
      FirstFitted<SensorDriver<MPU6500Gyroscope>, SensorDriver<LSM6DSOXGyroscope>>
    >
  private let inPlace = InPlace()

  /// None of them has answered yet.
  @inline(never)
  public init() {
    sensor = FirstFitted(
      SensorDriver(atLeast: 100_000),
      FirstFitted(SensorDriver(atLeast: 100_000), SensorDriver(atLeast: 100_000)))
  }

  /// Does what is due on the bus, and passes on what came of it. Poll it before the other sensors: its time counts most.
  /// - Parameter delays: of the board's other two sensors, by their chips' data sheets.
  @inline(never)
  public mutating func poll<Way: WayPart & ~Copyable>(
    _ bus: inout Bus, delays: ModuleDelays, for instrument: inout CompassInstrument<Way, MotionUnit>, at now: Instant
  ) {
    let outcome = sensor.poll(&bus, at: now)
    if case .nothing = outcome { return }
    if case .sample = outcome {
      instrument.assume(
        MotionDelays(
          field: Int16(truncatingIfNeeded: Int(delays.field)), force: Int16(truncatingIfNeeded: Int(delays.force)),
          rate: sensor.delay))
    }
    instrument.receive(possible: outcome, from: sensor.identity, at: now)
  }
}
