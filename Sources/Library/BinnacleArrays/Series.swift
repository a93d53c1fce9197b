// The functions of binnacle_arrays.h whose rows follow each other in time. The objects are those of binnacle.h, and each row
// passes through its functions.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CBinnacle

@c @implementation
public func binnacle_array_compass_headings(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ count: Int, _ nanotesla: UnsafePointer<Int32>?,
  _ force: UnsafePointer<Int32>?, _ headings: UnsafeMutablePointer<UInt32>?, _ isValid: UnsafeMutablePointer<UInt8>?
) -> binnacle_result {
  if count == 0 { return Code.success }
  var arguments = Arguments(count)
  arguments.need(nanotesla)
  arguments.may(force)
  arguments.need(headings)
  arguments.need(isValid)
  guard arguments.code == Code.success, let nanotesla, let headings, let isValid else { return arguments.code }
  var i = 0
  while i < count {
    // All samples have the same time: force and field were measured together.
    if let force {
      let code = binnacle_compass_add_force(compass, force + 3 &* i, 0, 0)
      if code != Code.success { return code }
    }
    let code = binnacle_compass_add_field(compass, nanotesla + 3 &* i, 0, 0)
    if code != Code.success { return code }
    headings[i] = 0
    isValid[i] = binnacle_compass_heading(compass, headings + i) == Code.success ? 1 : 0
    i = i &+ 1
  }
  return Code.success
}

@c @implementation
public func binnacle_array_compass_readings(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ count: Int, _ times: UnsafePointer<UInt64>?,
  _ nanotesla: UnsafePointer<Int32>?, _ hasField: UnsafePointer<UInt8>?, _ force: UnsafePointer<Int32>?,
  _ hasForce: UnsafePointer<UInt8>?, _ readings: UnsafeMutablePointer<binnacle_reading>?
) -> binnacle_result {
  if count == 0 { return Code.success }
  var arguments = Arguments(count)
  arguments.need(times)
  arguments.need(nanotesla)
  arguments.may(hasField)
  arguments.may(force)
  arguments.may(hasForce)
  arguments.need(readings)
  guard arguments.code == Code.success, let times, let nanotesla, let readings else { return arguments.code }
  var i = 0
  while i < count {
    var code = add(compass, i, times[i], nanotesla, hasField, force, hasForce)
    if code == Code.success { code = binnacle_compass_read(compass, times[i], readings + i) }
    if code != Code.success { return code }
    i = i &+ 1
  }
  return Code.success
}

/// Passes the samples of a row to a compass. The force comes first, because it gives the tilt of the field.
private func add(
  _ compass: UnsafeMutablePointer<binnacle_compass>?, _ i: Int, _ time: UInt64, _ nanotesla: UnsafePointer<Int32>,
  _ hasField: UnsafePointer<UInt8>?, _ force: UnsafePointer<Int32>?, _ hasForce: UnsafePointer<UInt8>?
) -> Int32 {
  if let force, isThere(hasForce, i) {
    let code = binnacle_compass_add_force(compass, force + 3 &* i, time, 0)
    if code != Code.success { return code }
  }
  guard isThere(hasField, i) else { return Code.success }
  return binnacle_compass_add_field(compass, nanotesla + 3 &* i, time, 0)
}

@c @implementation
public func binnacle_array_motion_estimates(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ compass: UnsafeMutablePointer<binnacle_compass>?, _ count: Int,
  _ times: UnsafePointer<UInt64>?, _ rates: UnsafePointer<Int32>?, _ hasRate: UnsafePointer<UInt8>?,
  _ force: UnsafePointer<Int32>?, _ hasForce: UnsafePointer<UInt8>?, _ nanotesla: UnsafePointer<Int32>?,
  _ hasField: UnsafePointer<UInt8>?, _ estimates: UnsafeMutablePointer<binnacle_motion_estimate>?
) -> binnacle_result {
  if count == 0 { return Code.success }
  var arguments = Arguments(count)
  arguments.need(times)
  arguments.need(rates)
  arguments.may(hasRate)
  arguments.need(force)
  arguments.may(hasForce)
  arguments.need(nanotesla)
  arguments.may(hasField)
  arguments.need(estimates)
  guard arguments.code == Code.success, let times, let rates, let force, let nanotesla, let estimates else {
    return arguments.code
  }
  var i = 0
  while i < count {
    var code = Code.success
    if isThere(hasRate, i) { code = binnacle_motion_add_rate(motion, rates + 3 &* i, times[i], 0) }
    if code == Code.success { code = add(compass, i, times[i], nanotesla, hasField, force, hasForce) }
    // A block leaves eight slices of work.
    var slice = 0
    while slice < 8, code >= Code.success {
      code = binnacle_motion_step(motion, compass)
      slice = slice &+ 1
    }
    if code > Code.success { code = Code.success }
    if code == Code.success { code = binnacle_motion_get(motion, estimates + i) }
    if code != Code.success { return code }
    i = i &+ 1
  }
  return Code.success
}
