// The drivers of binnacle_device.h, without a device.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BinnacleC
import CBinnacle
import CBinnacleDevice
import Quantities
import SensorDrivers

extension LinkedSensors: ObjectValue {}

@inline(__always)
private func with(
  _ object: UnsafeMutablePointer<binnacle_sensors>?, _ body: (inout LinkedSensors) -> Int32
) -> Int32 {
  with(UnsafeMutableRawPointer(object), Kind.sensors, body)
}

@c @implementation
public func binnacle_widen(_ before: UInt64, _ microseconds: UInt32) -> UInt64 {
  // A 64-bit conversion would copy the array `words`, too.
  let start = Instant(microseconds: before)
  return start.advanced(by: microseconds &- UInt32(truncatingIfNeeded: before)).microseconds
}

@c @implementation
public func binnacle_sensors_init(
  _ sensors: UnsafeMutablePointer<binnacle_sensors>?, _ size: Int, _ bus: UnsafePointer<binnacle_bus>?,
  _ milliHertz: UInt32
) -> binnacle_result {
  let code = refusal(
    storage: UInt(bitPattern: sensors), size: size, is: MemoryLayout<binnacle_sensors>.size,
    holds: MemoryLayout<LinkedSensors>.size)
  guard code == Code.success, let sensors else { return code }
  let address = UInt(bitPattern: bus)
  if bus == nil { return Code.null }
  if binnacle_port_is_bus(address) == 0 { return Code.range }
  return initialise(
    UnsafeMutableRawPointer(sensors), Kind.sensors, LinkedSensors(UnsafeRawPointer(bus), atLeast: milliHertz))
}

@c @implementation
public func binnacle_sensors_poll(
  _ sensors: UnsafeMutablePointer<binnacle_sensors>?, _ now: UInt64, _ event: UnsafeMutablePointer<binnacle_event>?
) -> binnacle_result {
  with(sensors) { sensors in
    let code = refusal(event)
    guard code == Code.success, let event else { return code }
    return sensors.poll(at: Instant(microseconds: now), event) ? 1 : 0
  }
}

@c @implementation
public func binnacle_sensors_set_rate(
  _ sensors: UnsafeMutablePointer<binnacle_sensors>?, _ sensor: Int32, _ milliHertz: UInt32
) -> binnacle_result {
  with(sensors) { sensors in
    guard sensor >= 0, sensor < 3 else { return Code.range }
    sensors.setRate(Int(truncatingIfNeeded: sensor), atLeast: milliHertz)
    return Code.success
  }
}

@c @implementation
public func binnacle_sensors_identity(
  _ sensors: UnsafeMutablePointer<binnacle_sensors>?, _ sensor: Int32,
  _ identity: UnsafeMutablePointer<binnacle_identity>?
) -> binnacle_result {
  with(sensors) { sensors in
    let code = refusal(identity)
    guard code == Code.success, let identity else { return code }
    guard sensor >= 0, sensor < 3 else { return Code.range }
    return sensors.describe(Int(truncatingIfNeeded: sensor), identity) ? code : Code.nothing
  }
}

@c @implementation
public func binnacle_sensors_start_self_test(
  _ sensors: UnsafeMutablePointer<binnacle_sensors>?, _ sensor: Int32
) -> binnacle_result {
  with(sensors) { sensors in
    guard sensor >= 0, sensor < 3 else { return Code.range }
    sensors.test.begin(sensor == 0 ? .magnetometer : sensor == 1 ? .accelerometer : .gyroscope)
    sensors.testIsNew = true
    sensors.turn = 0
    return Code.success
  }
}

@c @implementation
public func binnacle_sensors_self_test(
  _ sensors: UnsafeMutablePointer<binnacle_sensors>?, _ result: UnsafeMutablePointer<binnacle_self_test>?
) -> binnacle_result {
  with(sensors) { sensors in
    let code = refusal(result)
    guard code == Code.success, let result else { return code }
    let kind = sensors.test.kind
    if kind == .none { return Code.nothing }
    guard sensors.test.isOver, !sensors.testIsNew else { return 1 }
    let change = sensors.test.change
    result.pointee.change = (change.x, change.y, change.z)
    result.pointee.outcome = sensors.test.outcome.rawValue
    result.pointee.sensor = kind.rawValue &- 1
    result.pointee.reserved = 0
    return code
  }
}
