// The magnetometers and accelerometers that may be wired to a board with none of its own. The first of each kind that
// answers is used.

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

  /// Lets the chip measure at least as often as this.
  public mutating func setRate(atLeast milliHertz: UInt32) { sensor.setRate(atLeast: milliHertz) }
}

/// The fitted accelerometer, if there is one, in a place of its own for the same reason.
public struct FittedAccelerometer<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var sensor:
    FirstFitted<
      SensorDriver<MPU6050Accelerometer>,
      FirstFitted<SensorDriver<MPU6500Accelerometer>, SensorDriver<LIS3DHAccelerometer>>
    >
  private let inPlace = InPlace()

  /// None of them has answered yet.
  @inline(never)
  public init() { sensor = FirstFitted(SensorDriver(), FirstFitted(SensorDriver(), SensorDriver())) }

  /// Does what is due on the bus, and returns what came of it.
  @inline(never)
  public mutating func poll(_ bus: inout Bus, at now: Instant) -> SensorOutcome<ForceSample> {
    sensor.poll(&bus, at: now)
  }

  /// The chip that answered.
  public var identity: SensorIdentity {
    @inline(never) get { sensor.identity }
  }

  /// Lets the chip measure at least as often as this.
  public mutating func setRate(atLeast milliHertz: UInt32) { sensor.setRate(atLeast: milliHertz) }
}
