// The functions of binnacle_port.h for the drivers of magnetometers.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CBinnacle
import CBinnacleDevice
import SensorDrivers

@c @implementation
public func binnacle_drive_lsm303dlhc(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(LSM303DLHCMagnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_lsm303dlhc(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(LSM303DLHCMagnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_lis2mdl(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(LIS2MDLMagnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_lis2mdl(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(LIS2MDLMagnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_hmc5883l(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(HMC5883LMagnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_hmc5883l(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(HMC5883LMagnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_qmc5883l(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(QMC5883LMagnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_qmc5883l(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(QMC5883LMagnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_qmc5883p(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(QMC5883PMagnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_qmc5883p(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(QMC5883PMagnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_lis3mdl(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(LIS3MDLMagnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_lis3mdl(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(LIS3MDLMagnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_mmc5603(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MMC5603Magnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mmc5603(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MMC5603Magnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_mmc5983ma(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MMC5983MAMagnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mmc5983ma(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MMC5983MAMagnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_ist8310(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(IST8310Magnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_ist8310(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(IST8310Magnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_mag3110(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(MAG3110Magnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_mag3110(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(MAG3110Magnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_rm3100(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(RM3100Magnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_rm3100(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(RM3100Magnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_ak8963(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(AK8963Magnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_ak8963(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(AK8963Magnetometer.self, driver, identity) }

@c @implementation
public func binnacle_drive_ak09916(
  _ command: UInt32, _ driver: UnsafeMutablePointer<binnacle_driver>?, _ bus: UnsafePointer<binnacle_bus>?,
  _ argument: UInt32, _ test: UnsafeMutablePointer<binnacle_test_state>?, _ now: UInt64,
  _ event: UnsafeMutablePointer<binnacle_event>?
) -> Int32 { drive(AK09916Magnetometer.self, command, driver, bus, argument, test, now, event) }

@c @implementation
public func binnacle_describe_ak09916(
  _ driver: UnsafeMutablePointer<binnacle_driver>?, _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> Int32 { describe(AK09916Magnetometer.self, driver, identity) }
