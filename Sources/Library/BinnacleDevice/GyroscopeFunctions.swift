// The functions of binnacle_port.h for the drivers of gyroscopes.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CBinnacle
import CBinnacleDevice
import SensorDrivers

@c @implementation
public func binnacle_drive_lsm6dsox_gyroscope(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(LSM6DSOXGyroscope.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_lsm6dsox_gyroscope(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(LSM6DSOXGyroscope.self, driver, identity) }

@c @implementation
public func binnacle_drive_mpu6050_gyroscope(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MPU6050Gyroscope.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mpu6050_gyroscope(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MPU6050Gyroscope.self, driver, identity) }

@c @implementation
public func binnacle_drive_mpu6500_gyroscope(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MPU6500Gyroscope.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mpu6500_gyroscope(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MPU6500Gyroscope.self, driver, identity) }

@c @implementation
public func binnacle_drive_mpu9250_gyroscope(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MPU9250Gyroscope.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mpu9250_gyroscope(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MPU9250Gyroscope.self, driver, identity) }

@c @implementation
public func binnacle_drive_icm20948_gyroscope(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(ICM20948Gyroscope.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_icm20948_gyroscope(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(ICM20948Gyroscope.self, driver, identity) }

@c @implementation
public func binnacle_drive_bmi160_gyroscope(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(BMI160Gyroscope.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_bmi160_gyroscope(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(BMI160Gyroscope.self, driver, identity) }
