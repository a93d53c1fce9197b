// The gyroscope of binnacle.h.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle

@c @implementation
public func binnacle_motion_init(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ size: Int,
  _ given: UnsafePointer<binnacle_motion_settings>?
) -> binnacle_result {
  var code = refusal(
    storage: UInt(bitPattern: motion), size: size, is: MemoryLayout<binnacle_motion>.size,
    holds: MemoryLayout<CompassMotion>.size)
  if code == Code.success, given != nil { code = refusal(UInt(bitPattern: given), alignment: 4) }
  guard code == Code.success, let motion else { return code }
  var settings = MotionSettings()
  if let given {
    settings.fieldDelay = given.pointee.field_microseconds
    settings.forceDelay = given.pointee.force_microseconds
    settings.rateDelay = given.pointee.rate_microseconds
    let offset = given.pointee.zero_rate_offset
    guard offset >= 0, offset <= 500 else { return Code.range }
    if offset != 0 { settings.zeroRateOffset = UInt16(truncatingIfNeeded: offset) }
    guard settings.fieldDelay.magnitude <= 30_000, settings.forceDelay.magnitude <= 30_000,
      settings.rateDelay.magnitude <= 30_000, settings.rateDelay >= 0
    else { return Code.range }
  }
  return initialise(UnsafeMutableRawPointer(motion), Kind.motion, CompassMotion(settings: settings))
}

@c @implementation
public func binnacle_motion_set_axes(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ forward: Int32, _ right: Int32
) -> binnacle_result {
  with(motion) { motion in
    guard let found = axes(forward: forward, right: right) else { return Code.range }
    motion.mounting = found
    return Code.success
  }
}

@c @implementation
public func binnacle_motion_use_field(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ usesField: Int32
) -> binnacle_result {
  with(motion) { motion in
    var settings = motion.settings
    settings.usesField = usesField != 0
    motion.restart(settings)
    return Code.success
  }
}

@c @implementation
public func binnacle_motion_add_rate(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ rate: UnsafePointer<Int32>?, _ time: UInt64, _ flags: UInt32
) -> binnacle_result {
  with(motion) { motion in
    let code = refusal(rate)
    guard code == Code.success, let rate else { return code }
    if flags > 3 { return Code.range }
    motion.add(
      AngularRate(q20: vector(rate)), at: Instant(microseconds: time), isRepeated: flags & 2 != 0,
      isSaturated: flags & 1 != 0)
    return code
  }
}

@c @implementation
public func binnacle_motion_step(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ compass: UnsafeMutablePointer<binnacle_compass>?
) -> binnacle_result {
  with(motion) { motion in
    with(compass) { compass in
      motion.step(&compass) ? Int32(truncatingIfNeeded: BINNACLE_MORE_WORK) : Code.success
    }
  }
}

@c @implementation
public func binnacle_motion_use_gyroscope(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ usesGyroscope: Int32
) -> binnacle_result {
  with(motion) { motion in
    if motion.isOn == (usesGyroscope != 0) { return Code.success }
    motion.isOn = usesGyroscope != 0
    motion.restart(motion.settings)
    return Code.success
  }
}

@c @implementation
public func binnacle_motion_lose(_ motion: UnsafeMutablePointer<binnacle_motion>?) -> binnacle_result {
  with(motion) { motion in
    motion.lose()
    return Code.success
  }
}

@c @implementation
public func binnacle_motion_fused(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ compass: UnsafeMutablePointer<binnacle_compass>?, _ now: UInt64,
  _ fused: UnsafeMutablePointer<binnacle_fused>?
) -> binnacle_result {
  with(motion) { motion in
    with(compass) { compass in
      let code = refusal(fused)
      guard code == Code.success, let fused else { return code }
      let found = motion.fused(&compass, at: Instant(microseconds: now))
      fused.pointee.magnetic_q32_turns = found.magnetic?.rawValue ?? 0
      fused.pointee.true_q32_turns = found.trueNorth?.rawValue ?? 0
      fused.pointee.accuracy_centidegrees = found.accuracy ?? UInt16.max
      fused.pointee.reason = found.reason.rawValue
      fused.pointee.is_magnetic_valid = found.magnetic == nil ? 0 : 1
      fused.pointee.is_true_valid = found.trueNorth == nil ? 0 : 1
      fused.pointee.is_field_turned = motion.isFieldTurned ? 1 : 0
      fused.pointee.reserved = (0, 0)
      return code
    }
  }
}

@c @implementation
public func binnacle_motion_read(
  _ motion: UnsafeMutablePointer<binnacle_motion>?, _ compass: UnsafeMutablePointer<binnacle_compass>?, _ now: UInt64,
  _ reading: UnsafeMutablePointer<binnacle_reading>?
) -> binnacle_result {
  with(motion) { motion in
    with(compass) { compass in
      let code = refusal(reading)
      guard code == Code.success, let reading else { return code }
      var found = CompassReading()
      motion.read(&compass, into: &found, at: Instant(microseconds: now))
      fill(&reading.pointee, &found)
      return code
    }
  }
}

@c @implementation
public func binnacle_motion_get(
  _ motion: UnsafePointer<binnacle_motion>?, _ estimate: UnsafeMutablePointer<binnacle_motion_estimate>?
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: motion)) { motion in
    let code = refusal(estimate)
    guard code == Code.success, let estimate else { return code }
    let found = motion.estimate()
    let (attitude, bias) = (found.attitude, found.bias.q20)
    estimate.pointee.time_microseconds = found.time.microseconds
    estimate.pointee.attitude_q30 = (attitude.w, attitude.x, attitude.y, attitude.z)
    estimate.pointee.heading_q32_turns = found.heading?.rawValue ?? 0
    estimate.pointee.accuracy_q32_turns = found.headingAccuracy
    estimate.pointee.turn_q20_radians_per_second = found.rateOfTurn
    estimate.pointee.bias_q20_radians_per_second = (bias.x, bias.y, bias.z)
    estimate.pointee.state = state(found.state)
    estimate.pointee.is_heading_valid = found.heading == nil ? 0 : 1
    estimate.pointee.is_at_rest = found.isAtRest ? 1 : 0
    estimate.pointee.reserved = (0, 0, 0, 0, 0)
    return code
  }
}

@c @implementation
public func binnacle_motion_true_heading(
  _ motion: UnsafePointer<binnacle_motion>?, _ compass: UnsafePointer<binnacle_compass>?,
  _ heading: UnsafeMutablePointer<UInt32>?
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: motion)) { motion in
    with(UnsafeMutablePointer(mutating: compass)) { compass in
      let code = refusal(heading)
      guard code == Code.success, let heading else { return code }
      if compass.declination == nil { return Code.noTrueNorth }
      guard let found = motion.trueHeading(compass) else { return Code.noHeading }
      heading.pointee = found.rawValue
      return code
    }
  }
}

@c @implementation
public func binnacle_motion_is_dead(_ motion: UnsafePointer<binnacle_motion>?, _ now: UInt64) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: motion)) { motion in
    motion.isDead(at: Instant(microseconds: now)) ? Int32(truncatingIfNeeded: BINNACLE_DEAD) : Code.success
  }
}

@c @implementation
public func binnacle_motion_get_quality(
  _ motion: UnsafePointer<binnacle_motion>?, _ quality: UnsafeMutablePointer<binnacle_motion_quality>?
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: motion)) { motion in
    let code = refusal(quality)
    guard code == Code.success, let quality else { return code }
    let found = motion.estimate()
    let iron = found.hardIron.nanotesla
    quality.pointee.bias_deviation_q20_radians_per_second = found.biasDeviation
    quality.pointee.scale_q24 = found.scale
    quality.pointee.scale_deviation_q24 = found.scaleDeviation
    quality.pointee.field_delay_microseconds = found.fieldDelay
    quality.pointee.field_delay_deviation_microseconds = found.fieldDelayDeviation
    quality.pointee.hard_iron_nanotesla = (iron.x, iron.y, iron.z)
    return code
  }
}

@c @implementation
public func binnacle_motion_get_counts(
  _ motion: UnsafePointer<binnacle_motion>?, _ counts: UnsafeMutablePointer<binnacle_motion_counts>?
) -> binnacle_result {
  with(UnsafeMutablePointer(mutating: motion)) { motion in
    let code = refusal(counts)
    guard code == Code.success, let counts else { return code }
    let found = motion.counts
    counts.pointee = binnacle_motion_counts(
      missing: found.missing, repeated: found.repeated, out_of_order: found.outOfOrder, late: found.late,
      saturated: found.saturated, restarts: found.restarts)
    return code
  }
}

/// The number of a state in binnacle.h, which does not depend on the order of the cases.
private func state(_ state: MotionState) -> UInt8 {
  switch state {
  case .none: 0
  case .starting: 1
  case .fused: 2
  case .stuck: 3
  }
}
