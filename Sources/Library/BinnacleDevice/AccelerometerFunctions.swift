// The functions of binnacle_port.h for the drivers of accelerometers.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CBinnacle
import CBinnacleDevice
import SensorDrivers

@c @implementation
public func binnacle_drive_lsm303dlhc_accelerometer(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(LSM303DLHCAccelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_lsm303dlhc_accelerometer(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(LSM303DLHCAccelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_lis3dh(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(LIS3DHAccelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_lis3dh(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(LIS3DHAccelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_adxl345(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(ADXL345Accelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_adxl345(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(ADXL345Accelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_mma8653(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MMA8653Accelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mma8653(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MMA8653Accelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_lsm6dsox(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(LSM6DSOXAccelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_lsm6dsox(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(LSM6DSOXAccelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_mpu6050(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MPU6050Accelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mpu6050(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MPU6050Accelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_mpu6500(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MPU6500Accelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mpu6500(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MPU6500Accelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_mpu9250(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MPU9250Accelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mpu9250(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MPU9250Accelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_icm20948(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(ICM20948Accelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_icm20948(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(ICM20948Accelerometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_bmi160(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(BMI160Accelerometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_bmi160(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(BMI160Accelerometer.self, driver, identity) }
