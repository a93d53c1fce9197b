// The magnetometers and accelerometers that may be wired to I2C0. The first of each kind that answers is used.

import Quantities
import RawMemory
import SensorDrivers

/// The fitted magnetometer. It has functions of its own, because six drivers need much stack, which the rest of the loop
/// must not carry; and it cannot be copied, so that it is made in its place.
struct FittedMagnetometer: ~Copyable {
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
  init() {
    sensor = FirstFitted(
      LSM303DLHC(),
      FirstFitted(
        SensorDriver(),
        FirstFitted(SensorDriver(), FirstFitted(SensorDriver(), FirstFitted(SensorDriver(), SensorDriver())))))
  }

  @inline(never)
  mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) -> SensorOutcome<FieldSample> { sensor.poll(&bus, at: now) }

  var identity: SensorIdentity {
    @inline(never) get { sensor.identity }
  }

  mutating func setRate(atLeast milliHertz: UInt32) { sensor.setRate(atLeast: milliHertz) }
}

/// The fitted accelerometer, if there is one, in a place of its own for the same reason.
struct FittedAccelerometer: ~Copyable {
  private var sensor:
    FirstFitted<
      SensorDriver<MPU6050Accelerometer>,
      FirstFitted<SensorDriver<MPU6500Accelerometer>, SensorDriver<LIS3DHAccelerometer>>
    >
  private let inPlace = InPlace()

  /// None of them has answered yet.
  @inline(never)
  init() { sensor = FirstFitted(SensorDriver(), FirstFitted(SensorDriver(), SensorDriver())) }

  @inline(never)
  mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) -> SensorOutcome<ForceSample> { sensor.poll(&bus, at: now) }

  var identity: SensorIdentity {
    @inline(never) get { sensor.identity }
  }

  mutating func setRate(atLeast milliHertz: UInt32) { sensor.setRate(atLeast: milliHertz) }
}
