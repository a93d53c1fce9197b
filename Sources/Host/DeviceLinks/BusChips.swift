// The chips that a bus of this computer may have, with what measures in each.

import Quantities
import SensorDrivers

/// A driver of any chip that measures one quantity.
protocol BusDriver<Sample>: Sensor where Sample: DriverSample {
  associatedtype Sample
  /// Of a gyroscope: one standard deviation of its rate at rest, 1/100 °/s.
  var zeroRateOffset: UInt16 { get }
}

extension SensorDriver: BusDriver {}

/// A chip as the probe finds it.
struct BusChip: Sendable {
  /// Makes a driver for an address (0: the usual one) and a least data rate in thousandths of a hertz.
  typealias Maker<Sample: DriverSample> = @Sendable (_ address: UInt8, _ milliHertz: UInt32) -> any BusDriver<Sample>

  let chip: SensorChip
  var field: Maker<FieldSample>?
  var force: Maker<ForceSample>?
  var rate: Maker<RateSample>?

  /// Every chip with a driver, in the order in which they are preferred: that of BINNACLE_ALL_SENSORS in binnacle_device.h.
  static let all = [
    BusChip(chip: .lsm303dlhc, field: here(LSM303DLHCMagnetometer.self), force: apart(LSM303DLHCAccelerometer.self)),
    BusChip(chip: .lis2mdl, field: here(LIS2MDLMagnetometer.self)),
    BusChip(chip: .qmc5883l, field: here(QMC5883LMagnetometer.self)),
    BusChip(chip: .qmc5883p, field: here(QMC5883PMagnetometer.self)),
    BusChip(chip: .hmc5883l, field: here(HMC5883LMagnetometer.self)),
    BusChip(chip: .lis3mdl, field: here(LIS3MDLMagnetometer.self)),
    BusChip(chip: .mmc5603, field: here(MMC5603Magnetometer.self)),
    BusChip(chip: .mmc5983ma, field: here(MMC5983MAMagnetometer.self)),
    BusChip(chip: .ist8310, field: here(IST8310Magnetometer.self)),
    BusChip(chip: .rm3100, field: here(RM3100Magnetometer.self)),
    BusChip(chip: .mag3110, field: here(MAG3110Magnetometer.self)),
    BusChip(chip: .mpu6050, force: here(MPU6050Accelerometer.self), rate: here(MPU6050Gyroscope.self)),
    BusChip(chip: .mpu6500, force: here(MPU6500Accelerometer.self), rate: here(MPU6500Gyroscope.self)),
    BusChip(
      chip: .mpu9250, field: apart(AK8963Magnetometer.self), force: here(MPU9250Accelerometer.self),
      rate: here(MPU9250Gyroscope.self)),
    BusChip(
      chip: .icm20948, field: apart(AK09916Magnetometer.self), force: here(ICM20948Accelerometer.self),
      rate: here(ICM20948Gyroscope.self)),
    BusChip(chip: .lis3dh, force: here(LIS3DHAccelerometer.self)),
    BusChip(chip: .lsm6dsox, force: here(LSM6DSOXAccelerometer.self), rate: here(LSM6DSOXGyroscope.self)),
    BusChip(chip: .bmi160, force: here(BMI160Accelerometer.self), rate: here(BMI160Gyroscope.self)),
    BusChip(chip: .adxl345, force: here(ADXL345Accelerometer.self)),
    BusChip(chip: .mma8653, force: here(MMA8653Accelerometer.self)),
  ]

  /// A sensor at the address at which the chip was found.
  private static func here<Chip: SensorChipDriver>(_: Chip.Type) -> Maker<Chip.Sample> {
    { SensorDriver<Chip>(atLeast: $1, at: $0) }
  }

  /// A sensor at an address of its own.
  private static func apart<Chip: SensorChipDriver>(_: Chip.Type) -> Maker<Chip.Sample> {
    { SensorDriver<Chip>(atLeast: $1) }
  }
}
